//! The ground under a foot: height, normal, walkability, a ray's end, and the step that keeps a walker on it.

use orogen_field::{Jet, Real};

use crate::world::check_coordinates;
use crate::{Sampler, World, WorldError};

/// Smallest upward part of a unit normal that can be walked on.
pub const WALKABLE_NORMAL_Y: f64 = 0.7;

/// The slope at which the normal's upward part is 0.7: sqrt(1 / 0.49 - 1), 45.57 degrees.
pub const WALKABLE_SLOPE: f64 = 1.020_204_061_220_407_1;

/// A grounded walker is kept on ground that falls away by no more than the steepest walkable slope, and this much, in
/// metres, for the rounding of a step.
const STICK_SLACK_M: f64 = 0.02;

/// Length of one step along a ray, in metres.
const RAY_STEP_M: f64 = 0.5;

/// Halvings of the step in which a ray meets the ground: to 2^-17 m.
const RAY_BISECTIONS: u32 = 16;

/// The longest ray, in metres: 400,000 samples.
const RAY_LIMIT_M: f64 = 200_000.0;

/// The ground at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height in metres.
    pub height_m: f64,
    /// Upward unit normal (x, y, z): `(-dh/dx, 1, -dh/dz)` normalised.
    pub normal: [f64; 3],
    /// Length of the gradient, in metres per metre.
    pub slope: f64,
    /// Whether a walker can stand on it.
    pub walkable: bool,
}

impl From<Jet> for Ground {
    /// ```
    /// use orogen_field::Jet;
    /// use orogen_world::Ground;
    ///
    /// let ground = Ground::from(Jet { value: 12.0, dx: 0.75, dz: 0.0 });
    /// assert_eq!(ground.normal, [-0.6, 0.8, 0.0]);
    /// assert!(ground.walkable);
    /// ```
    fn from(jet: Jet) -> Self {
        let length = Real::sqrt(jet.dx * jet.dx + 1.0 + jet.dz * jet.dz);
        let normal = [-jet.dx / length, 1.0 / length, -jet.dz / length];
        Self { height_m: jet.value, normal, slope: jet.slope(), walkable: normal[1] >= WALKABLE_NORMAL_Y }
    }
}

/// Where a ray met the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance along the ray, in metres.
    pub distance_m: f64,
    /// The place (x, y, z), in metres.
    pub point: [f64; 3],
    /// The ground there.
    pub ground: Ground,
}

/// A walker at the end of a horizontal move, before the ground has its say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Height of the feet, in metres.
    pub feet_m: f64,
    /// Velocity (x, y, z), in metres per second.
    pub velocity: [f64; 3],
    /// Whether the walker stood on the ground before the move.
    pub grounded: bool,
    /// Whether the walker jumped in this step.
    pub jumped: bool,
    /// Horizontal length of the move, in metres.
    pub moved_m: f64,
}

/// A walker after the ground has had its say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Height of the feet, in metres; never under the ground.
    pub feet_m: f64,
    /// Velocity (x, y, z), in metres per second.
    pub velocity: [f64; 3],
    /// Whether the walker stands on the ground.
    pub grounded: bool,
}

impl Ground {
    /// Settles a walker on this ground.
    ///
    /// Feet that touch the ground rest on it. Feet above it are drawn down to it if the walker was grounded, neither jumped
    /// nor rises, and the gap is no more than the steepest walkable slope explains. On ground too steep to stand on the
    /// walker rests without being grounded, and loses only the part of the velocity that points into it.
    ///
    /// ```
    /// use orogen_field::Jet;
    /// use orogen_world::{Body, Ground};
    ///
    /// let ground = Ground::from(Jet { value: 9.95, dx: -0.6, dz: 0.0 });
    /// let downhill = Body { feet_m: 10.0, velocity: [5.25, 0.0, 0.0], grounded: true, jumped: false, moved_m: 0.0875 };
    /// assert_eq!(ground.settle(&downhill).feet_m, 9.95);
    /// assert!(!ground.settle(&Body { jumped: true, ..downhill }).grounded);
    /// ```
    #[must_use]
    pub fn settle(&self, body: &Body) -> Stance {
        let gap = body.feet_m - self.height_m;
        let rising = body.jumped || body.velocity[1] > 0.0;
        let sticks = body.grounded && !rising && gap <= body.moved_m * WALKABLE_SLOPE + STICK_SLACK_M;
        if rising || (gap > 0.0 && !sticks) {
            return Stance { feet_m: body.feet_m.max(self.height_m), velocity: body.velocity, grounded: false };
        }
        let [vx, vy, vz] = body.velocity;
        if self.walkable {
            return Stance { feet_m: self.height_m, velocity: [vx, 0.0, vz], grounded: true };
        }
        let [nx, ny, nz] = self.normal;
        let into = (vx * nx + vy * ny + vz * nz).min(0.0);
        let velocity = [vx - into * nx, vy - into * ny, vz - into * nz];
        Stance { feet_m: self.height_m, velocity, grounded: false }
    }
}

impl World {
    /// The ground at (x, z) in metres.
    ///
    /// # Errors
    ///
    /// [`WorldError::Coordinate`] outside the domain.
    pub fn ground(&self, x: f64, z: f64) -> Result<Ground, WorldError> {
        self.sample(x, z).map(Ground::from)
    }

    /// The first place where a ray from `origin` (x, y, z) along `direction` is at or under the ground, within `length_m`.
    ///
    /// The ray is marched in steps of 0.5 m, so a sliver of ground thinner than that can be missed; the end is found to
    /// 2^-17 m. A ray that starts under the ground ends where it starts.
    ///
    /// # Errors
    ///
    /// [`WorldError::Coordinate`] if the ray leaves the domain; [`WorldError::Ray`] if the direction is zero or not finite,
    /// or the length is not between 0 and 200 km.
    pub fn cast_ray(&self, origin: [f64; 3], direction: [f64; 3], length_m: f64) -> Result<Option<Hit>, WorldError> {
        let [dx, dy, dz] = direction;
        let norm = Real::sqrt(dx * dx + dy * dy + dz * dz);
        if !(norm.is_finite() && norm > 0.0) {
            return Err(WorldError::Ray { parameter: "direction", expected: "finite and not zero", got: norm });
        }
        if !(0.0..=RAY_LIMIT_M).contains(&length_m) {
            return Err(WorldError::Ray { parameter: "length", expected: "0 to 200000 m", got: length_m });
        }
        if !origin[1].is_finite() {
            return Err(WorldError::Ray { parameter: "origin height", expected: "a finite number", got: origin[1] });
        }
        let unit = [dx / norm, dy / norm, dz / norm];
        let ray = Ray { origin, unit };
        for distance in [0.0, length_m] {
            let [x, _, z] = ray.at(distance);
            check_coordinates(x, z)?;
        }
        Ok(ray.march(&mut self.sampler(), length_m))
    }
}

/// A half-line with a unit direction.
struct Ray {
    origin: [f64; 3],
    unit: [f64; 3],
}

impl Ray {
    fn at(&self, distance: f64) -> [f64; 3] {
        core::array::from_fn(|axis| self.origin[axis] + distance * self.unit[axis])
    }

    fn under_ground(&self, sampler: &mut Sampler<'_>, distance: f64) -> bool {
        let [x, y, z] = self.at(distance);
        y <= sampler.sample_unchecked(x, z).value
    }

    fn march(&self, sampler: &mut Sampler<'_>, length: f64) -> Option<Hit> {
        let mut clear = 0.0;
        let mut steps = 0.0;
        loop {
            let reached = (steps * RAY_STEP_M).min(length);
            if self.under_ground(sampler, reached) {
                return Some(self.end_between(sampler, clear, reached));
            }
            if reached >= length {
                return None;
            }
            clear = reached;
            steps += 1.0;
        }
    }

    /// The end of the ray between a distance above the ground and one at or under it.
    fn end_between(&self, sampler: &mut Sampler<'_>, mut clear: f64, mut under: f64) -> Hit {
        for _ in 0..RAY_BISECTIONS {
            let middle = 0.5 * (clear + under);
            if self.under_ground(sampler, middle) {
                under = middle;
            } else {
                clear = middle;
            }
        }
        let point = self.at(under);
        let ground = Ground::from(sampler.sample_unchecked(point[0], point[2]));
        Hit { distance_m: under, point, ground }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;
    use orogen_field::Seed;

    fn slope(dx: f64) -> Ground {
        Ground::from(Jet { value: 10.0, dx, dz: 0.0 })
    }

    const STANDING: Body = Body { feet_m: 10.0, velocity: [0.0; 3], grounded: true, jumped: false, moved_m: 0.0 };

    #[test]
    fn walkable_slope_and_normal_agree() {
        assert!((WALKABLE_SLOPE - Real::sqrt(1.0 / (0.7 * 0.7) - 1.0)).abs() < 1e-15);
        assert!(slope(WALKABLE_SLOPE - 1e-12).walkable);
        assert!(!slope(WALKABLE_SLOPE + 1e-12).walkable);
    }

    #[test]
    fn the_normal_of_a_plane_is_exact() {
        let ground = Ground::from(Jet { value: 0.0, dx: 0.5, dz: -0.25 });
        let length = Real::sqrt(0.25 + 1.0 + 0.0625);
        assert_eq!(ground.normal, [-0.5 / length, 1.0 / length, 0.25 / length]);
    }

    #[test]
    fn a_walker_keeps_to_ground_that_falls_away_and_leaves_a_ledge() {
        let step = 5.25 / 60.0;
        let gap = |gap: f64| Body { feet_m: 10.0 + gap, velocity: [5.25, -0.4, 0.0], moved_m: step, ..STANDING };
        let steepest = step * WALKABLE_SLOPE + STICK_SLACK_M;
        let kept = slope(-1.0).settle(&gap(steepest - 1e-9));
        assert_eq!(kept, Stance { feet_m: 10.0, velocity: [5.25, 0.0, 0.0], grounded: true });
        let ledge = gap(steepest + 1e-9);
        let fallen = slope(-1.0).settle(&ledge);
        assert_eq!(fallen, Stance { feet_m: ledge.feet_m, velocity: ledge.velocity, grounded: false });
        assert!(!slope(0.0).settle(&Body { grounded: false, ..gap(0.01) }).grounded);
    }

    #[test]
    fn a_jump_leaves_the_ground_and_never_sinks_into_it() {
        let jump = Body { feet_m: 9.9, velocity: [5.0, 8.0, 0.0], jumped: true, moved_m: 0.1, ..STANDING };
        assert_eq!(slope(1.0).settle(&jump), Stance { feet_m: 10.0, velocity: [5.0, 8.0, 0.0], grounded: false });
    }

    #[test]
    fn on_steep_ground_only_the_velocity_into_it_is_lost() {
        let steep = slope(-2.0);
        let fall = Body { feet_m: 9.5, velocity: [0.0, -6.0, 3.0], grounded: false, ..STANDING };
        let rest = steep.settle(&fall);
        assert_eq!((rest.feet_m, rest.grounded), (10.0, false));
        let into: f64 = rest.velocity.iter().zip(steep.normal).map(|(v, n)| v * n).sum();
        assert!(into.abs() < 1e-12, "still {into} into the ground");
        assert!(rest.velocity[0] > 0.0 && rest.velocity[1] < 0.0, "slides down: {:?}", rest.velocity);
        assert_eq!(rest.velocity[2], 3.0);
    }

    #[test]
    fn a_ray_ends_on_the_ground() {
        let world = World::new(Preset::Dense, Seed::Own(3));
        let straight_down = world.cast_ray([400.0, 2000.0, -700.0], [0.0, -1.0, 0.0], 3000.0).unwrap().unwrap();
        let ground = world.ground(400.0, -700.0).unwrap();
        assert!((straight_down.point[1] - ground.height_m).abs() < 1e-5);
        assert_eq!(straight_down.ground, ground);

        let slant = world.cast_ray([0.0, 900.0, 0.0], [3.0, -1.0, 2.0], 9000.0).unwrap().unwrap();
        assert!((slant.point[1] - slant.ground.height_m).abs() < 1e-4);
        assert_eq!(world.cast_ray([0.0, 2000.0, 0.0], [0.0, 1.0, 0.0], 500.0), Ok(None));
        let buried = world.cast_ray([0.0, -50.0, 0.0], [1.0, 0.0, 0.0], 10.0).unwrap().unwrap();
        assert_eq!(buried.distance_m, 0.0);
    }

    #[test]
    fn impossible_rays_are_refused() {
        let world = World::new(Preset::Plain, Seed::Own(3));
        let ray = |origin, direction, length| world.cast_ray(origin, direction, length).unwrap_err();
        assert!(matches!(ray([0.0; 3], [0.0; 3], 1.0), WorldError::Ray { parameter: "direction", .. }));
        assert!(matches!(ray([0.0; 3], [f64::NAN, 1.0, 0.0], 1.0), WorldError::Ray { parameter: "direction", .. }));
        assert!(matches!(ray([0.0; 3], [0.0, 1.0, 0.0], 1e9), WorldError::Ray { parameter: "length", .. }));
        assert!(matches!(ray([0.0, f64::NAN, 0.0], [0.0, 1.0, 0.0], 1.0), WorldError::Ray { .. }));
        assert!(matches!(ray([1e9, 0.0, 0.0], [1.0, 0.0, 0.0], 9.0), WorldError::Coordinate { axis: "x", .. }));
    }
}
