//! Whether there is memory for a map, before any of it is taken.

use orogen_field::GridError;

/// Refuses a map of `rows` x `cols` whose making takes room for so many 64-bit numbers at once, if there is none.
///
/// A failed allocation on the way would end the program, and not only the request.
pub(crate) fn require(numbers: usize, rows: usize, cols: usize) -> Result<(), GridError> {
    Vec::<f64>::new().try_reserve_exact(numbers).map_err(|_| GridError::Size { rows, cols })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused_and_what_every_one_has_is_not() {
        assert_eq!(require(1 << 16, 256, 256), Ok(()));
        assert_eq!(require(usize::MAX / 4, 3, 5), Err(GridError::Size { rows: 3, cols: 5 }));
        assert_eq!(require(usize::MAX / 1024, 3, 5), Err(GridError::Size { rows: 3, cols: 5 }));
    }
}
