//! What arguments need before they are parsed.

use std::ffi::OsString;

/// Lets points such as `-5.5,-3` stand among the arguments without a `--` before them.
///
/// A leading space keeps them from being taken for flags; whoever parses a point trims it.
pub(crate) fn shield_negative_points(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let shield = |argument: OsString| match argument.to_str() {
        Some(text) if is_negative_point(text) => format!(" {text}").into(),
        _ => argument,
    };
    arguments.into_iter().map(shield).collect()
}

fn is_negative_point(text: &str) -> bool {
    let after_minus = text.strip_prefix('-').and_then(|rest| rest.chars().next());
    text.contains(',') && after_minus.is_some_and(|c| c.is_ascii_digit() || c == '.' || c == 'i')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_negative_points_are_shielded() {
        let shielded = |text: &str| shield_negative_points([OsString::from(text)])[0].to_string_lossy().into_owned();
        assert_eq!(shielded("-5.5,-3"), " -5.5,-3");
        assert_eq!(shielded("-.5,3"), " -.5,3");
        assert_eq!(shielded("-inf,3"), " -inf,3");
        for text in ["5,3", "-5", "--set", "-o", "--points=a,b", "-o,x"] {
            assert_eq!(shielded(text), text);
        }
    }
}
