//! Which number stands for "no data" in a file.

use crate::{IoError, Raster, RasterHeader, SampleType};

/// Where the nodata number of a file that is read comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Nodata {
    /// From the file.
    #[default]
    AsFile,
    /// It is this number, whatever the file says.
    Number(f64),
    /// There is none, whatever the file says: all numbers are heights. NaN, and the void level of a 16-bit file with a
    /// sidecar, stay void.
    Nothing,
}

impl Nodata {
    /// The header of a file with the nodata number that holds.
    pub(crate) fn applied(self, header: RasterHeader) -> RasterHeader {
        let nodata = match self {
            Self::AsFile => header.nodata,
            Self::Number(number) => Some(typed(number, header.sample_type)),
            Self::Nothing => None,
        };
        RasterHeader { nodata, ..header }
    }
}

/// A number as people type it: decimals need not be exactly the float that they stand for.
pub(crate) fn typed(number: f64, sample_type: SampleType) -> f64 {
    if sample_type.is_float() { sample_type.nearest(number).unwrap_or(number) } else { number }
}

/// A nodata number that no height of `raster` becomes when it is stored with `header`.
///
/// The header's own if it is free. Else void is NaN among floats, and among whole numbers the least of a signed type, the
/// greatest of an unsigned one, or the least that is free.
///
/// # Errors
///
/// [`IoError::Parameter`] if there are void cells and the heights take every number of the type.
pub(crate) fn free(header: &RasterHeader, raster: &Raster) -> Result<Option<f64>, IoError> {
    let sample_type = header.sample_type;
    // NaN is no number of any type, so that void cells are left out.
    let stored = || raster.grid().samples().iter().filter_map(|&sample| sample_type.nearest(sample));
    let is_free = |number: &f64| stored().all(|taken| taken != *number);
    if let Some(own) = header.nodata.filter(is_free) {
        return Ok(Some(own));
    }
    if raster.grid().void().is_none() || sample_type.is_float() {
        return Ok(None);
    }
    let (least, greatest) = sample_type.range();
    let usual = if least < 0.0 { least } else { greatest };
    if is_free(&usual) {
        return Ok(Some(usual));
    }
    let mut taken: Vec<f64> = stored().collect();
    taken.sort_unstable_by(f64::total_cmp);
    let gap = taken.iter().fold(least, |gap, &number| if number == gap { gap + 1.0 } else { gap });
    if gap <= greatest {
        return Ok(Some(gap));
    }
    Err(IoError::Parameter {
        what: "nodata",
        expected: format!("a number of {sample_type:?} that is no height, to stand for void cells"),
        got: "heights of every number".into(),
        remedy: "choose a wider sample type",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Crs;
    use orogen_field::{Grid, Placement};

    fn row(samples: Vec<f64>, sample_type: SampleType, nodata: Option<f64>) -> Raster {
        let grid = Grid::new(1, samples.len(), Placement::square(0.0, 0.0, 1.0), vec![0.0; samples.len()]).unwrap();
        let header = RasterHeader { nodata, ..RasterHeader::of_grid(&grid, Crs::unknown(), sample_type) };
        Raster::new(header, samples).unwrap()
    }

    fn chosen(samples: Vec<f64>, sample_type: SampleType, nodata: Option<f64>) -> Option<f64> {
        let raster = row(samples, sample_type, nodata);
        free(raster.header(), &raster).unwrap()
    }

    #[test]
    fn the_files_own_number_is_kept_where_no_height_becomes_it() {
        assert_eq!(chosen(vec![1.0, f64::NAN], SampleType::Int16, Some(-9999.0)), Some(-9999.0));
        assert_eq!(chosen(vec![1.0, 2.0], SampleType::Int16, Some(-9999.0)), Some(-9999.0));
        // A height of -9999.3 would be stored as -9999.
        assert_eq!(chosen(vec![-9999.3, f64::NAN], SampleType::Int16, Some(-9999.0)), Some(-32_768.0));
        assert_eq!(chosen(vec![-9999.3, 2.0], SampleType::Int16, Some(-9999.0)), None);
        assert_eq!(chosen(vec![0.1_f32.into(), f64::NAN], SampleType::Float32, None), None);
    }

    #[test]
    fn the_usual_numbers_come_first_and_then_the_least_gap() {
        let void = f64::NAN;
        assert_eq!(chosen(vec![1.0, void], SampleType::Int16, None), Some(-32_768.0));
        assert_eq!(chosen(vec![0.0, void], SampleType::Uint16, None), Some(65_535.0));
        assert_eq!(chosen(vec![0.0, void], SampleType::Int32, None), Some(-2_147_483_648.0));
        let taken = vec![-32_767.0, -32_768.0, -32_768.2, -32_765.0, void];
        assert_eq!(chosen(taken, SampleType::Int16, None), Some(-32_766.0));
        assert_eq!(chosen(vec![65_535.0, 0.0, 0.4, 1.0, void], SampleType::Uint16, None), Some(2.0));
    }

    #[test]
    fn no_number_is_left_only_when_every_one_is_a_height() {
        let all = |void: Option<f64>| (-32_768..=32_767).map(f64::from).chain(void).collect::<Vec<_>>();
        assert_eq!(chosen(all(None), SampleType::Int16, None), None);
        let full = row(all(Some(f64::NAN)), SampleType::Int16, None);
        assert!(matches!(free(full.header(), &full), Err(IoError::Parameter { what: "nodata", .. })));
        let mut but_one = all(Some(f64::NAN));
        but_one[40_000] = 0.0;
        assert_eq!(chosen(but_one, SampleType::Int16, None), Some(40_000.0 - 32_768.0));
    }

    #[test]
    fn typed_decimals_are_the_float_that_they_stand_for() {
        let least_float = f64::from(f32::MIN);
        assert_eq!(typed(-3.40282347e+38, SampleType::Float32), least_float);
        assert_eq!(typed(0.5, SampleType::Int16), 0.5);
        let header = row(vec![1.0, 2.0], SampleType::Float32, Some(7.0)).header().clone();
        let number = |rule: Nodata| rule.applied(header.clone()).nodata;
        assert_eq!(number(Nodata::AsFile), Some(7.0));
        assert_eq!(number(Nodata::Number(-3.40282347e+38)), Some(least_float));
        assert_eq!(number(Nodata::Nothing), None);
    }
}
