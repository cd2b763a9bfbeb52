//! Chains and rings of coupled cells, solved exactly, eight lines side by side.
//!
//! Cell i of a line obeys `(1 + b + a) x[i] - b x[i-1] - a x[i+1] = d`, with couplings `b` before and `a` after it that
//! are not negative. Elimination (Thomas' algorithm) then adds and divides positive numbers only: it is stable, and no
//! `x` lies outside the range of the `d`.

/// Lines that are solved side by side.
pub(super) const LANES: usize = 8;

/// One cell of every line.
pub(super) type Lanes = [f64; LANES];

#[inline(always)]
fn each(value: impl Fn(usize) -> f64) -> Lanes {
    core::array::from_fn(value)
}

/// Lines of one length.
pub(super) struct Lines {
    /// Coupling to the cell before; at cell 0 to the last one.
    pub(super) before: Vec<Lanes>,
    /// Coupling to the cell after; at the last cell to cell 0.
    pub(super) after: Vec<Lanes>,
    /// The right-hand sides `d`, and after solving the solution `x`.
    pub(super) value: Vec<Lanes>,
    /// By how much a cell follows the one after it.
    follows: Vec<Lanes>,
    /// By how much a cell follows the last one of its ring.
    share: Vec<Lanes>,
}

impl Lines {
    pub(super) fn new(len: usize) -> Self {
        let zeros = || vec![[0.0; LANES]; len];
        Self { before: zeros(), after: zeros(), value: zeros(), follows: zeros(), share: zeros() }
    }

    /// Solves lines with two ends, whose outermost couplings lead nowhere and must be 0.
    pub(super) fn solve_chains(&mut self) {
        self.eliminate(self.value.len());
        for i in (1..self.value.len()).rev() {
            let (value, next, follows) = (self.value[i - 1], self.value[i], self.follows[i - 1]);
            self.value[i - 1] = each(|lane| value[lane] + follows[lane] * next[lane]);
        }
    }

    /// Solves lines whose last cell comes before the first. They have at least 3 cells.
    ///
    /// All cells but the last are a chain that depends on the last one's value t as `x = value + share t`; the last
    /// cell's own equation then gives t.
    pub(super) fn solve_rings(&mut self) {
        let last = self.value.len() - 1;
        self.eliminate(last);
        for i in (1..last).rev() {
            let (value, next, follows) = (self.value[i - 1], self.value[i], self.follows[i - 1]);
            self.value[i - 1] = each(|lane| value[lane] + follows[lane] * next[lane]);
            let (share, next) = (self.share[i - 1], self.share[i]);
            self.share[i - 1] = each(|lane| share[lane] + follows[lane] * next[lane]);
        }
        let (before, after) = (self.before[last], self.after[last]);
        let right = self.value[last];
        let closing = each(|lane| {
            let beside = before[lane] * self.value[last - 1][lane] + after[lane] * self.value[0][lane];
            let held = before[lane] * (1.0 - self.share[last - 1][lane]) + after[lane] * (1.0 - self.share[0][lane]);
            (right[lane] + beside) / (1.0 + held)
        });
        for (value, share) in self.value[..last].iter_mut().zip(&self.share) {
            *value = each(|lane| value[lane] + share[lane] * closing[lane]);
        }
        self.value[last] = closing;
    }

    /// Eliminates each of the first `count` cells from the equation of the one after it.
    fn eliminate(&mut self, count: usize) {
        let (mut follows, mut value, mut share) = ([0.0; LANES], [0.0; LANES], [1.0; LANES]);
        for i in 0..count {
            let (before, after, right) = (self.before[i], self.after[i], self.value[i]);
            let pivot = each(|lane| 1.0 + after[lane] + before[lane] * (1.0 - follows[lane]));
            value = each(|lane| (right[lane] + before[lane] * value[lane]) / pivot[lane]);
            // What a ring's cells owe to its last one, which is cell 0's neighbour before and the chain's end's after.
            let owed = if i + 1 == count { after } else { [0.0; LANES] };
            share = each(|lane| (owed[lane] + before[lane] * share[lane]) / pivot[lane]);
            follows = each(|lane| after[lane] / pivot[lane]);
            (self.value[i], self.share[i], self.follows[i]) = (value, share, follows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(couplings: &[(f64, f64)], right: &[f64]) -> Lines {
        let mut lines = Lines::new(right.len());
        for (i, ((before, after), right)) in couplings.iter().zip(right).enumerate() {
            (lines.before[i], lines.after[i], lines.value[i]) = ([*before; LANES], [*after; LANES], [*right; LANES]);
        }
        lines
    }

    /// The largest error of the equations, and whether the solution keeps to the range of the right-hand sides.
    fn judge(couplings: &[(f64, f64)], right: &[f64], lines: &Lines) -> (f64, bool) {
        let x = |i: usize| lines.value[i % right.len()][LANES - 1];
        let error = |i: usize| {
            let (before, after) = couplings[i];
            (1.0 + before + after) * x(i) - before * x(i + right.len() - 1) - after * x(i + 1) - right[i]
        };
        let worst = (0..right.len()).map(|i| error(i).abs()).fold(0.0, f64::max);
        let low = right.iter().copied().fold(f64::INFINITY, f64::min);
        let high = right.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (worst, (0..right.len()).all(|i| (low - 1e-9..=high + 1e-9).contains(&x(i))))
    }

    proptest! {
        #[test]
        fn the_equations_hold(
            cells in prop::collection::vec((0.0..50.0_f64, 0.0..50.0_f64, -100.0..100.0_f64), 3..40),
            is_ring in prop::bool::ANY,
        ) {
            let mut couplings: Vec<(f64, f64)> = cells.iter().map(|(before, after, _)| (*before, *after)).collect();
            let right: Vec<f64> = cells.iter().map(|(_, _, right)| *right).collect();
            if !is_ring {
                couplings[0].0 = 0.0;
                couplings[right.len() - 1].1 = 0.0;
            }
            let mut solved = lines(&couplings, &right);
            if is_ring { solved.solve_rings() } else { solved.solve_chains() }
            let (worst, contained) = judge(&couplings, &right, &solved);
            prop_assert!(worst < 1e-10, "off by {}", worst);
            prop_assert!(contained);
        }
    }
}
