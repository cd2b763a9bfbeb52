//! Cholesky's decomposition of small covariance matrices.

/// The lower triangle `L` with `L L^T = A`, row by row: row `i` has `i + 1` entries.
pub(super) struct Cholesky {
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Decomposes the symmetric, positive definite matrix of `size` rows whose entry (i, j), j <= i, is `entry(i, j)`.
    pub(super) fn new(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(size);
        for i in 0..size {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for j in 0..i {
                let rest = entry(i, j) - dot(&row, &rows[j][..j]);
                row.push(rest / rows[j][j]);
            }
            row.push((entry(i, i) - dot(&row, &row)).sqrt());
            rows.push(row);
        }
        Self { rows }
    }

    /// `L x`: deviates with the covariance `A`, from independent ones.
    pub(super) fn correlate(&self, deviates: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| dot(row, &deviates[..row.len()])).collect()
    }

    /// `A^-1 b`.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(b.len());
        for (row, rhs) in self.rows.iter().zip(b) {
            let known = x.len();
            x.push((rhs - dot(&row[..known], &x)) / row[known]);
        }
        for i in (0..x.len()).rev() {
            let below: f64 = (i + 1..x.len()).fold(0.0, |sum, j| sum + self.rows[j][i] * x[j]);
            x[i] = (x[i] - below) / self.rows[i][i];
        }
        x
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves_and_a_factor_multiplies_back() {
        let entry = |i: usize, j: usize| if i == j { 5.0 + i as f64 } else { 1.0 / (1.0 + i.abs_diff(j) as f64) };
        let factor = Cholesky::new(6, entry);
        let b = [1.0, -2.0, 0.5, 3.0, 0.0, 7.0];
        let x = factor.solve(&b);
        for (i, b) in b.iter().enumerate() {
            let product: f64 = x.iter().enumerate().map(|(j, x)| entry(i.max(j), i.min(j)) * x).sum();
            assert!((product - b).abs() < 1e-12);
        }
        // L e_j summed over squares is the diagonal.
        for i in 0..6 {
            let square: f64 = (0..6)
                .map(|j| {
                    let mut unit = [0.0; 6];
                    unit[j] = 1.0;
                    factor.correlate(&unit)[i]
                })
                .map(|entry| entry * entry)
                .sum();
            assert!((square - entry(i, i)).abs() < 1e-12);
        }
    }
}
