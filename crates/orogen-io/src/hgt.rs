//! SRTM height tiles: one degree square, big-endian 16-bit whole metres, placed by the name of the file.
//!
//! `N34W119.hgt` has its south-west post at 34 N, 119 W; the posts of its edges are also those of its neighbours. Void is
//! -32768. Source: NASA, SRTM Topography, section 2.

use std::io::{Read, Write};
use std::path::Path;

use crate::format::{RasterFormat, ReadOptions, RowEncoder, WriteOptions};
use crate::sample::{decode_all, encode_all};
use crate::{
    ByteOrder, Corner, Crs, CrsKind, Georef, Input, IoError, Location, Raster, RasterHeader, Registration, SampleType,
    Sink,
};

/// SRTM height tiles.
pub(crate) struct SrtmHgt;

const NAME: &str = "SRTM HGT";

const VOID: f64 = -32_768.0;

/// Rows and columns of the tiles that exist: 3 and 1 arc seconds, and the half-width tiles beyond 50 degrees.
const SIZES: [(usize, usize); 3] = [(1201, 1201), (3601, 3601), (3601, 1801)];

impl RasterFormat for SrtmHgt {
    fn name(&self) -> &'static str {
        NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["hgt"]
    }

    fn read(&self, input: &Input, options: &ReadOptions) -> Result<Raster, IoError> {
        let (rows, cols) = size_of_length(input.len())?;
        let header = tile_header(rows, cols, south_west_of_name(input.path())?);
        options.accept(rows as u64, cols as u64)?;
        let mut samples = options.reserve(rows, cols)?;
        let mut reader = input.reader()?;
        let mut row = vec![0; cols * 2];
        for _ in 0..rows {
            reader.read_exact(&mut row).map_err(IoError::system("read"))?;
            samples.extend(decode_all(SampleType::Int16, ByteOrder::Big, &row));
        }
        Raster::new(options.nodata.applied(header), samples)
    }

    fn adapt(&self, header: RasterHeader, options: &WriteOptions, target: &Path) -> Result<RasterHeader, IoError> {
        let (rows, cols) = (header.rows, header.cols);
        if let Some(nodata) = options.nodata.filter(|&nodata| nodata != VOID) {
            return Err(unsupported("nodata", "-32768, as void is in every such tile", nodata.to_string()));
        }
        if !SIZES.contains(&(rows, cols)) {
            return Err(unsupported("size", "1201 x 1201, 3601 x 3601 or 3601 x 1801", format!("{rows} x {cols}")));
        }
        let tile = tile_header(rows, cols, south_west_of_name(target)?);
        let got = header.georef.anchored(Registration::Point, Corner::SouthWest, rows);
        if got.crs.kind != CrsKind::Geographic {
            return Err(unsupported("coordinate system", "longitude and latitude", format!("{:?}", got.crs.kind)));
        }
        // A file's own rounding of its corner is far below a hundredth of a cell.
        let tolerance = 0.01 * tile.georef.step_y;
        let differs = |a: f64, b: f64, share: f64| (a - b).abs() > tolerance * share;
        let cells = rows as f64;
        if differs(got.x, tile.georef.x, 1.0)
            || differs(got.y, tile.georef.y, 1.0)
            || differs(got.step_x, tile.georef.step_x, 1.0 / cells)
            || differs(got.step_y, tile.georef.step_y, 1.0 / cells)
        {
            let place = format!("{}, {} in steps of {}, {}", got.x, got.y, got.step_x, got.step_y);
            return Err(unsupported("place", "the square degree that the file's name says", place));
        }
        Ok(tile)
    }

    fn most_bytes(&self, header: &RasterHeader, _options: &WriteOptions) -> u64 {
        header.cells() * 2
    }

    fn encoder(
        &self,
        header: RasterHeader,
        _options: &WriteOptions,
        sink: Sink,
    ) -> Result<Box<dyn RowEncoder>, IoError> {
        Ok(Box::new(HgtEncoder { header, sink }))
    }
}

fn unsupported(what: &'static str, expected: &str, got: String) -> IoError {
    let remedy = "resample it to a tile, or write a GeoTIFF";
    IoError::Unsupported { format: NAME, what, expected: expected.into(), got, remedy }
}

fn size_of_length(len: u64) -> Result<(usize, usize), IoError> {
    SIZES.into_iter().find(|&(rows, cols)| (rows * cols * 2) as u64 == len).ok_or_else(|| IoError::Malformed {
        format: NAME,
        at: Location::Byte(len),
        what: "length of the file".into(),
        expected: "2884802, 25934402 or 12970802 bytes".into(),
        got: len.to_string(),
    })
}

fn tile_header(rows: usize, cols: usize, (lat, lon): (f64, f64)) -> RasterHeader {
    RasterHeader {
        rows,
        cols,
        georef: Georef {
            crs: Crs::wgs84(),
            registration: Registration::Point,
            corner: Corner::SouthWest,
            x: lon,
            y: lat,
            step_x: 1.0 / (cols as f64 - 1.0),
            step_y: 1.0 / (rows as f64 - 1.0),
        },
        sample_type: SampleType::Int16,
        nodata: Some(VOID),
        metadata: Default::default(),
    }
}

/// Latitude and longitude of the south-west post, from a name like `N34W119.hgt` or `s07e110.SRTMGL1.hgt`.
fn south_west_of_name(path: &Path) -> Result<(f64, f64), IoError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    parse_name(name.as_bytes()).ok_or_else(|| IoError::Parameter {
        what: "file name",
        expected: "the south-west corner in whole degrees, like N34W119.hgt".into(),
        got: name.into_owned(),
        remedy: "rename the file",
    })
}

fn parse_name(name: &[u8]) -> Option<(f64, f64)> {
    let &[ns, lat1, lat0, ew, lon2, lon1, lon0, b'.', ..] = name else { return None };
    let number =
        |digits: &[u8]| digits.iter().try_fold(0, |sum, d| d.is_ascii_digit().then(|| sum * 10 + (d - b'0') as i32));
    let (lat, lon) = (number(&[lat1, lat0])?, number(&[lon2, lon1, lon0])?);
    let signed = |value: i32, letter: u8, plus: u8, minus: u8| match letter.to_ascii_uppercase() {
        l if l == plus => Some(value),
        l if l == minus => Some(-value),
        _ => None,
    };
    let (lat, lon) = (signed(lat, ns, b'N', b'S')?, signed(lon, ew, b'E', b'W')?);
    ((-90..90).contains(&lat) && (-180..180).contains(&lon)).then(|| (f64::from(lat), f64::from(lon)))
}

struct HgtEncoder {
    header: RasterHeader,
    sink: Sink,
}

impl RowEncoder for HgtEncoder {
    fn write_rows(&mut self, first_row: usize, samples: &[f64]) -> Result<(), IoError> {
        for (row, samples) in (first_row..).zip(samples.chunks(self.header.cols)) {
            let stored = samples.iter().enumerate().map(|(col, &sample)| self.header.stored(sample, row, col));
            let mut bytes = Vec::with_capacity(samples.len() * 2);
            encode_all(SampleType::Int16, ByteOrder::Big, &stored.collect::<Result<Vec<_>, _>>()?, &mut bytes);
            self.sink.write_all(&bytes).map_err(IoError::system("write"))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Option<Vec<u8>>, IoError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_the_south_west_corner() {
        for (name, corner) in [
            ("N34W119.hgt", Some((34.0, -119.0))),
            ("s07e110.SRTMGL1.hgt", Some((-7.0, 110.0))),
            ("N00E000.hgt", Some((0.0, 0.0))),
            ("N90E000.hgt", None),
            ("N34W181.hgt", None),
            ("X34W119.hgt", None),
            ("N3W119.hgt", None),
            ("N34W1a9.hgt", None),
            ("heights.hgt", None),
        ] {
            assert_eq!(parse_name(name.as_bytes()), corner, "{name}");
        }
    }
}
