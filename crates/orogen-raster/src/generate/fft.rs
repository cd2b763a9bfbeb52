//! A discrete Fourier transform of fixed order: the same bits on every machine.
//!
//! Several transforms run side by side, one a lane, so that the inner loops are over lanes and need no shuffles.
//! Twiddle factors come from the software `libm`. Sizes are powers of two.

/// Transforms that run side by side.
pub(crate) const LANES: usize = 8;

/// One complex sample of every lane.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    pub(crate) re: [f64; LANES],
    pub(crate) im: [f64; LANES],
}

impl Lanes {
    pub(crate) const ZERO: Self = Self { re: [0.0; LANES], im: [0.0; LANES] };

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self { re: each(|lane| self.re[lane] + other.re[lane]), im: each(|lane| self.im[lane] + other.im[lane]) }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self { re: each(|lane| self.re[lane] - other.re[lane]), im: each(|lane| self.im[lane] - other.im[lane]) }
    }

    /// Times `re + i im`.
    #[inline(always)]
    fn turned(self, (re, im): (f64, f64)) -> Self {
        Self {
            re: each(|lane| self.re[lane] * re - self.im[lane] * im),
            im: each(|lane| self.re[lane] * im + self.im[lane] * re),
        }
    }

    /// Times `i`.
    #[inline(always)]
    fn quarter_turned(self) -> Self {
        Self { re: each(|lane| -self.im[lane]), im: self.re }
    }
}

#[inline(always)]
fn each(value: impl Fn(usize) -> f64) -> [f64; LANES] {
    core::array::from_fn(value)
}

/// The transform of one size, with its twiddle factors.
pub(crate) struct Fft {
    size: usize,
    /// `exp(2 pi i k / size)` for k below three quarters of the size.
    twiddles: Vec<(f64, f64)>,
}

impl Fft {
    /// A transform of `2^log2_size` points.
    pub(crate) fn new(log2_size: u32) -> Self {
        let size = 1_usize << log2_size;
        let twiddle = |k: usize| {
            let (sine, cosine) = libm::sincos(core::f64::consts::TAU * k as f64 / size as f64);
            (cosine, sine)
        };
        Self { size, twiddles: (0..(3 * size).div_ceil(4)).map(twiddle).collect() }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Replaces every lane by `sum over j of x[j] exp(2 pi i j k / size)`, without a factor.
    ///
    /// Decimation in time: bit reversal, one radix-2 pass where the number of halvings is odd, then radix-4 passes.
    pub(crate) fn transform(&self, data: &mut [Lanes]) {
        debug_assert_eq!(data.len(), self.size);
        let halvings = self.size.trailing_zeros();
        if halvings == 0 {
            return;
        }
        for index in 0..self.size {
            let reversed = index.reverse_bits() >> (usize::BITS - halvings);
            if index < reversed {
                data.swap(index, reversed);
            }
        }
        let mut quarter = 1;
        if halvings % 2 == 1 {
            for pair in data.chunks_exact_mut(2) {
                (pair[0], pair[1]) = (pair[0].plus(pair[1]), pair[0].minus(pair[1]));
            }
            quarter = 2;
        }
        while quarter < self.size {
            for block in data.chunks_exact_mut(4 * quarter) {
                self.radix4(block, quarter);
            }
            quarter *= 4;
        }
    }

    /// Joins four transforms of `quarter` points, which lie in bit-reversed order, into one.
    #[inline(always)]
    fn radix4(&self, block: &mut [Lanes], quarter: usize) {
        let stride = self.size / (4 * quarter);
        let (first, rest) = block.split_at_mut(quarter);
        let (second, rest) = rest.split_at_mut(quarter);
        let (third, fourth) = rest.split_at_mut(quarter);
        for k in 0..quarter {
            let a = first[k];
            let b = second[k].turned(self.twiddles[2 * k * stride]);
            let c = third[k].turned(self.twiddles[k * stride]);
            let d = fourth[k].turned(self.twiddles[3 * k * stride]);
            let (even, odd) = (a.plus(b), a.minus(b));
            let (sum, difference) = (c.plus(d), c.minus(d).quarter_turned());
            first[k] = even.plus(sum);
            second[k] = odd.plus(difference);
            third[k] = even.minus(sum);
            fourth[k] = odd.minus(difference);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, in O(size^2).
    fn by_definition(data: &[Lanes], lane: usize, k: usize) -> (f64, f64) {
        let mut sum = (0.0, 0.0);
        for (j, sample) in data.iter().enumerate() {
            let turn = (j * k % data.len()) as f64 / data.len() as f64;
            let (sine, cosine) = libm::sincos(core::f64::consts::TAU * turn);
            sum.0 += sample.re[lane] * cosine - sample.im[lane] * sine;
            sum.1 += sample.re[lane] * sine + sample.im[lane] * cosine;
        }
        sum
    }

    #[test]
    fn every_size_is_the_definition() {
        for log2_size in 0..=9 {
            let fft = Fft::new(log2_size);
            let sample = |seed: usize| (seed * 7919 % 1009) as f64 / 504.5 - 1.0;
            let input: Vec<Lanes> = (0..fft.size())
                .map(|j| Lanes {
                    re: each(|lane| sample(j * 31 + lane * 7 + 1)),
                    im: each(|lane| sample(j * 57 + lane * 3 + 5)),
                })
                .collect();
            let mut output = input.clone();
            fft.transform(&mut output);
            for (k, output) in output.iter().enumerate() {
                for lane in [0, LANES - 1] {
                    let truth = by_definition(&input, lane, k);
                    let error = (output.re[lane] - truth.0).abs().max((output.im[lane] - truth.1).abs());
                    assert!(error < 1e-11, "size {}, k {k}: {error}", fft.size());
                }
            }
        }
    }
}
