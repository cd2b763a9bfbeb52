//! The affine part of a GeoTIFF: from tags to an anchor and steps, for rasters whose axes are east and north.

use super::{malformed, unsupported};
use crate::IoError;

/// Where the raster's origin is, and how it goes on. A negative `step_y` is the usual north-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transform {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) step_x: f64,
    pub(super) step_y: f64,
}

impl Transform {
    /// From ModelPixelScale and ModelTiepoint: (i, j, k, x, y, z), the first of them if there are several.
    pub(super) fn from_scale(scale: &[f64], tiepoint: &[f64], offset: u64) -> Result<Self, IoError> {
        let &[scale_x, scale_y, ..] = scale else {
            return Err(malformed(offset, "ModelPixelScale", "3 numbers", format!("{}", scale.len())));
        };
        let &[i, j, _, x, y, ..] = tiepoint else {
            return Err(malformed(offset, "ModelTiepoint", "6 numbers", format!("{}", tiepoint.len())));
        };
        Self { x: x - i * scale_x, y: y + j * scale_y, step_x: scale_x, step_y: -scale_y }.checked()
    }

    /// From ModelTransformation, a 4 x 4 matrix, row-major.
    pub(super) fn from_matrix(matrix: &[f64], offset: u64) -> Result<Self, IoError> {
        let &[xx, xy, _, x, yx, yy, _, y, ..] = matrix else {
            return Err(malformed(offset, "ModelTransformation", "16 numbers", format!("{}", matrix.len())));
        };
        if xy != 0.0 || yx != 0.0 {
            return Err(unsupported("orientation", "rows that run east", format!("a rotation ({xy}, {yx})")));
        }
        Self { x, y, step_x: xx, step_y: yy }.checked()
    }

    fn checked(self) -> Result<Self, IoError> {
        let sound = |step: f64| step.is_finite() && step != 0.0;
        if !sound(self.step_x) || !sound(self.step_y) {
            return Err(IoError::Parameter {
                what: "cell size",
                expected: "finite numbers other than 0".into(),
                got: format!("{} x {}", self.step_x, self.step_y),
                remedy: "correct the georeference of the file",
            });
        }
        if self.step_x < 0.0 {
            return Err(unsupported("orientation", "columns that run east", format!("a step of {}", self.step_x)));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tiepoint_elsewhere_means_the_same_raster() {
        let origin = Transform::from_scale(&[30.0, 20.0, 0.0], &[0.0, 0.0, 0.0, 500.0, 900.0, 0.0], 0).unwrap();
        let inside = Transform::from_scale(&[30.0, 20.0, 0.0], &[2.0, 3.0, 0.0, 560.0, 840.0, 0.0], 0).unwrap();
        let matrix = [30.0, 0.0, 0.0, 500.0, 0.0, -20.0, 0.0, 900.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        assert_eq!(origin, Transform { x: 500.0, y: 900.0, step_x: 30.0, step_y: -20.0 });
        assert_eq!(inside, origin);
        assert_eq!(Transform::from_matrix(&matrix, 0).unwrap(), origin);
    }

    #[test]
    fn rotations_mirrors_and_nothing_are_refused() {
        let mut matrix = [30.0, 0.1, 0.0, 500.0, 0.0, -20.0, 0.0, 900.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        assert!(matches!(Transform::from_matrix(&matrix, 0), Err(IoError::Unsupported { what: "orientation", .. })));
        (matrix[0], matrix[1]) = (-30.0, 0.0);
        assert!(matches!(Transform::from_matrix(&matrix, 0), Err(IoError::Unsupported { what: "orientation", .. })));
        matrix[0] = 0.0;
        assert!(matches!(Transform::from_matrix(&matrix, 0), Err(IoError::Parameter { what: "cell size", .. })));
        let tiepoint = [0.0; 6];
        assert!(matches!(Transform::from_scale(&[1.0], &tiepoint, 9), Err(IoError::Malformed { .. })));
        assert!(matches!(Transform::from_scale(&[1.0, 1.0, 0.0], &[], 9), Err(IoError::Malformed { .. })));
    }
}
