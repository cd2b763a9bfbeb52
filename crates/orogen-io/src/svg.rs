//! SVG maps, out: paths, groups and labels, written as they come.

mod style;

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::{AtomicFile, IoError, Sink, Wrap};
pub use style::{SvgAnchor, SvgStroke, SvgStyle};

/// The part of a plane that a map shows, in metres: x to the east and y down the page, to the south.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgView {
    /// x of the left edge.
    pub min_x_m: f64,
    /// y of the upper edge.
    pub min_y_m: f64,
    /// Width; positive.
    pub width_m: f64,
    /// Height; positive.
    pub height_m: f64,
    /// Width of the map on a screen, in pixels; positive. Its height follows.
    pub width_px: f64,
}

/// Writes an SVG map element by element; what comes later covers what came before.
///
/// Coordinates are metres, written to the millimetre. Groups nest, and carry names by which editors and style sheets find
/// them.
///
/// # Errors
///
/// All methods: [`IoError::Parameter`] for numbers that are not finite, views without an area, paths of fewer than two
/// points, names that are no XML names or come twice, and groups that are closed without having been opened or the other
/// way round; [`IoError::System`] if the disk does not play along. A writer that is dropped without [`SvgWriter::finish`]
/// leaves no file.
///
/// ```
/// use orogen_io::{SvgStyle, SvgView, SvgWriter};
///
/// let path = std::env::temp_dir().join(format!("orogen-io-{}.svg", std::process::id()));
/// let view = SvgView { min_x_m: 0.0, min_y_m: 0.0, width_m: 1000.0, height_m: 500.0, width_px: 800.0 };
/// let mut map = SvgWriter::create(&path, &view, "an island")?;
/// map.open_group("coast", &SvgStyle::filled([230, 226, 210]))?;
/// map.area(&[&[[100.0, 100.0], [900.0, 120.0], [500.0, 400.0]]], &SvgStyle::default())?;
/// map.close_group()?;
/// map.finish()?;
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub struct SvgWriter {
    file: AtomicFile,
    out: BufWriter<Sink>,
    names: BTreeSet<String>,
    open_groups: usize,
}

impl SvgWriter {
    /// Begins a map. The title is what viewers call it.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn create(path: impl AsRef<Path>, view: &SvgView, title: &str) -> Result<Self, IoError> {
        Self::create_with(path, view, title, &|file| Box::new(file))
    }

    /// As [`SvgWriter::create`], with something between the encoder and the file.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn create_with(path: impl AsRef<Path>, view: &SvgView, title: &str, wrap: Wrap<'_>) -> Result<Self, IoError> {
        let path = path.as_ref();
        check_view(view).map_err(|error| error.about(path))?;
        let file = AtomicFile::create_with(path, wrap)?;
        let out = BufWriter::with_capacity(1 << 16, file.sink());
        let mut writer = Self { file, out, names: BTreeSet::new(), open_groups: 0 };
        let SvgView { min_x_m, min_y_m, width_m, height_m, width_px } = *view;
        let height_px = width_px * (height_m / width_m);
        let [width_px, height_px] = [width_px, height_px].map(number);
        let view_box = [min_x_m, min_y_m, width_m, height_m].map(number).join(" ");
        writer.put(&format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width_px}\" \
             height=\"{height_px}\" viewBox=\"{view_box}\">\n<title>{}</title>\n",
            escaped(title)
        ))?;
        Ok(writer)
    }

    /// Begins a group; what follows until it is closed belongs to it, and has its style where it has none of its own.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn open_group(&mut self, name: &str, style: &SvgStyle) -> Result<(), IoError> {
        if !is_xml_name(name) {
            let remedy = "begin with a letter, then use letters, digits, - and _";
            return Err(self.refused("group", "a name such as rivers-4", format!("{name:?}"), remedy));
        }
        if !self.names.insert(name.to_owned()) {
            return Err(self.refused("group", "every name once", format!("{name:?} twice"), "rename one"));
        }
        let style = self.style(style)?;
        self.put(&format!("<g id=\"{name}\"{style}>\n"))?;
        self.open_groups += 1;
        Ok(())
    }

    /// Ends the group that was opened last.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn close_group(&mut self) -> Result<(), IoError> {
        let Some(rest) = self.open_groups.checked_sub(1) else {
            return Err(self.refused("group", "one that is open", "none".into(), "close each group once"));
        };
        self.open_groups = rest;
        self.put("</g>\n")
    }

    /// A line through two points or more.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn line(&mut self, points: &[[f64; 2]], style: &SvgStyle) -> Result<(), IoError> {
        let path = self.path(points)?;
        // A line encloses nothing, whatever fill it has or would inherit.
        let style = self.style(&SvgStyle { fill: None, ..*style })?;
        self.put(&format!("<path d=\"{path}\" fill=\"none\"{style}/>\n"))
    }

    /// An area within closed rings; what lies within an even number of them is outside, so that holes are holes.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn area(&mut self, rings: &[&[[f64; 2]]], style: &SvgStyle) -> Result<(), IoError> {
        if rings.is_empty() {
            return Err(self.refused("path", "one ring or more", "none".into(), "leave the area out"));
        }
        let mut paths = String::new();
        for ring in rings {
            paths.push_str(&self.path(ring)?);
            paths.push('Z');
        }
        let style = self.style(style)?;
        self.put(&format!("<path d=\"{paths}\" fill-rule=\"evenodd\"{style}/>\n"))
    }

    /// A text at a point, in letters of a height in metres.
    ///
    /// A stroke lies behind the letters, so that it makes a halo of half its width.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn label(
        &mut self,
        at: [f64; 2],
        height_m: f64,
        anchor: SvgAnchor,
        text: &str,
        style: &SvgStyle,
    ) -> Result<(), IoError> {
        self.check_finite(&[at[0], at[1], height_m])?;
        let style = self.style(style)?;
        let [x, y] = at.map(number);
        self.put(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{}\" paint-order=\"stroke\"{style}>{}</text>\n",
            number(height_m),
            anchor.keyword(),
            escaped(text)
        ))
    }

    /// Ends the map, and puts it under its name.
    ///
    /// # Errors
    ///
    /// As [`SvgWriter`].
    pub fn finish(mut self) -> Result<(), IoError> {
        if self.open_groups > 0 {
            let got = format!("{} still open", self.open_groups);
            return Err(self.refused("group", "all of them closed", got, "close each group once"));
        }
        self.put("</svg>\n")?;
        self.out.flush().map_err(|error| IoError::system("write")(error).about(self.file.target()))?;
        self.file.commit()
    }

    /// An open path in SVG's own language.
    fn path(&self, points: &[[f64; 2]]) -> Result<String, IoError> {
        if points.len() < 2 {
            let got = points.len().to_string();
            return Err(self.refused("path", "two points or more", got, "leave it out, or label the point"));
        }
        self.check_finite(points.as_flattened())?;
        let mut path = String::with_capacity(16 * points.len());
        for (index, [x, y]) in points.iter().map(|point| point.map(number)).enumerate() {
            // After the first, points without a command are lines.
            path.push_str(["M", "L", " "][index.min(2)]);
            path.push_str(&x);
            path.push(' ');
            path.push_str(&y);
        }
        Ok(path)
    }

    fn style(&self, style: &SvgStyle) -> Result<String, IoError> {
        style.attributes().map_err(|error| error.about(self.file.target()))
    }

    fn check_finite(&self, numbers: &[f64]) -> Result<(), IoError> {
        match numbers.iter().find(|number| !number.is_finite()) {
            None => Ok(()),
            Some(bad) => {
                Err(self.refused("coordinates", "finite metres", bad.to_string(), "leave out points without data"))
            }
        }
    }

    fn refused(&self, what: &'static str, expected: &str, got: String, remedy: &'static str) -> IoError {
        IoError::parameter(what, expected, got, remedy).about(self.file.target())
    }

    fn put(&mut self, text: &str) -> Result<(), IoError> {
        let written = self.out.write_all(text.as_bytes());
        written.map_err(|error| IoError::system("write")(error).about(self.file.target()))
    }
}

fn check_view(view: &SvgView) -> Result<(), IoError> {
    let sizes = [view.width_m, view.height_m, view.width_px];
    let is_size = |size: f64| size.is_finite() && size > 0.0;
    if view.min_x_m.is_finite() && view.min_y_m.is_finite() && sizes.into_iter().all(is_size) {
        return Ok(());
    }
    let expected = "finite edges and positive sizes";
    Err(IoError::parameter("view", expected, format!("{view:?}"), "take the extent of what is to be shown"))
}

/// A number to three decimals: millimetres.
fn number(value: f64) -> String {
    let text = format!("{:.3}", value + 0.0);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".into() } else { short.to_owned() }
}

/// Names that XML and style sheets take alike.
fn is_xml_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(allowed)
}

/// A text as the content of an element. What XML 1.0 has no place for becomes U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(character),
            // A parser would make a line feed of it.
            '\r' => escaped.push_str("&#13;"),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}
