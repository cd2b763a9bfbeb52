//! Gradient noise on the integer lattice, with its exact first and second derivatives.
//!
//! Perlin's construction with eight unit gradients and the quintic fade, whose second derivative vanishes at the cell's
//! edges: value, gradient and Hessian are continuous everywhere (C2), the third derivative is not.
//! Perlin, "Improving noise", SIGGRAPH 2002; derivatives after Quilez, "Gradient noise derivatives".

use crate::window::{quintic, quintic_curvature, quintic_slope};
use crate::{Jet2, Key, LatticeIndex, Real};

const D: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// The eight unit gradients (x, z), in the order of the hash's top three bits.
const GRADIENTS: [[f64; 2]; 8] = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [D, D], [D, -D], [-D, D], [-D, -D]];

/// A corner of the cell: its gradient, and that gradient's dot product with the offset from the corner.
#[derive(Clone, Copy)]
struct Corner<T> {
    dot: T,
    gx: T,
    gz: T,
}

impl<T: Real> Corner<T> {
    #[inline(always)]
    fn new(hash: T::Index, offset_x: T, offset_z: T) -> Self {
        // The top three bits pick the gradient: the same as trunc(8 * unit(hash)).
        let index = hash >> 29;
        let [gx, gz] = T::select8(&GRADIENTS, index);
        Self { dot: gx * offset_x + gz * offset_z, gx, gz }
    }
}

/// The coefficients of a bilinear form over the four corners: `a + b u + c w + d u w`.
#[derive(Clone, Copy)]
struct Bilinear<T> {
    a: T,
    b: T,
    c: T,
    d: T,
}

impl<T: Real> Bilinear<T> {
    #[inline(always)]
    fn new(a: T, b: T, c: T, d: T) -> Self {
        Self { a, b: b - a, c: c - a, d: ((a - b) - c) + d }
    }

    #[inline(always)]
    fn at(self, u: T, w: T) -> T {
        self.a + u * self.b + w * self.c + u * w * self.d
    }
}

/// Gradient noise at lattice coordinates (x, z): value in [-1, 1], with gradient and Hessian per lattice unit.
///
/// C2. Any finite coordinate is taken; the lattice repeats after 2^32 cells.
///
/// ```
/// use orogen_field::{Seed, noise::gradient_noise};
///
/// let n = gradient_noise(&Seed::Reference(9).key(0, 0), 5.3, 2.1);
/// assert_eq!(n.value, -0.2670306273098675);
/// assert_eq!(n.dzz, 6.500407962475443);
/// ```
#[inline(always)]
pub fn gradient_noise<T: Real>(key: &Key, x: T, z: T) -> Jet2<T> {
    let (cell_x, fx) = (x + key.shift_x).split();
    let (cell_z, fz) = (z + key.shift_z).split();
    let near = key.absorb_first(cell_x);
    let far = key.absorb_first(cell_x.next());
    let hash = |column, row| key.finish(key.absorb(column, row));

    let a = Corner::new(hash(near, cell_z), fx, fz);
    let b = Corner::new(hash(far, cell_z), fx - 1.0, fz);
    let c = Corner::new(hash(near, cell_z.next()), fx, fz - 1.0);
    let d = Corner::new(hash(far, cell_z.next()), fx - 1.0, fz - 1.0);

    let (u, u1, u2) = (quintic(fx), quintic_slope(fx), quintic_curvature(fx));
    let (w, w1, w2) = (quintic(fz), quintic_slope(fz), quintic_curvature(fz));

    let dot = Bilinear::new(a.dot, b.dot, c.dot, d.dot);
    let gx = Bilinear::new(a.gx, b.gx, c.gx, d.gx);
    let gz = Bilinear::new(a.gz, b.gz, c.gz, d.gz);
    // How fast the blended dot product changes with each fade.
    let across_u = dot.b + w * dot.d;
    let across_w = dot.c + u * dot.d;

    let noise = Jet2 {
        value: dot.at(u, w),
        dx: gx.at(u, w) + u1 * across_u,
        dz: gz.at(u, w) + w1 * across_w,
        dxx: T::splat(2.0) * u1 * (gx.b + w * gx.d) + u2 * across_u,
        dxz: u1 * (gz.b + w1 * dot.d + w * gz.d) + w1 * (gx.c + u * gx.d),
        dzz: T::splat(2.0) * w1 * (gz.c + u * gz.d) + w2 * across_w,
    };
    // With unit gradients the extremes are +-sqrt(1/2).
    noise.scaled(core::f64::consts::SQRT_2)
}
