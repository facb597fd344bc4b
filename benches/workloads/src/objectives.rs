//! Tables of objective values.

use rand::{Rng, RngExt};

use crate::stream;

/// How points lie in the space of objectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cloud {
    /// Uniform in the unit cube: many fronts for few objectives.
    Uniform,
    /// All in one front: the objectives of each point add up to 1.
    OneFront,
    /// As [`Cloud::Uniform`], rounded to multiples of 1/50, as fitness is
    /// where it is a share of 50 maps: many equal values.
    Rounded,
}

impl Cloud {
    /// All clouds.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::OneFront, Self::Rounded];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::OneFront => "one front",
            Self::Rounded => "rounded",
        }
    }
}

/// `n` points of `n_objectives` values in 0..=1, row after row.
pub fn objectives(cloud: Cloud, n: usize, n_objectives: usize, seed: u64) -> Vec<f64> {
    let mut rng = stream(seed);
    let mut values = Vec::with_capacity(n * n_objectives);
    for _ in 0..n {
        match cloud {
            Cloud::Uniform => values.extend((0..n_objectives).map(|_| rng.random::<f64>())),
            Cloud::OneFront => extend_by_shares(&mut values, n_objectives, &mut rng),
            Cloud::Rounded => values
                .extend((0..n_objectives).map(|_| f64::from(rng.random_range(0..=50u32)) / 50.0)),
        }
    }
    values
}

/// Adds shares of one whole.
///
/// The whole is 2^20 parts, so that sums are exact: rounding would let a few
/// points dominate others.
fn extend_by_shares(values: &mut Vec<f64>, n_objectives: usize, rng: &mut impl Rng) {
    const WHOLE: u32 = 1 << 20;
    let mut cuts: Vec<u32> = (1..n_objectives).map(|_| rng.random_range(0..=WHOLE)).collect();
    cuts.sort_unstable();
    cuts.push(WHOLE);
    let mut previous = 0;
    for cut in cuts {
        values.push(f64::from(cut - previous) / f64::from(WHOLE));
        previous = cut;
    }
}
