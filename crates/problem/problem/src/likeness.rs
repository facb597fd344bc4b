//! How similar levels are to drawn ones.
//!
//! [`Drawings`] are the drawn levels with the counts of their tile patterns. A [`Sample`] counts
//! the patterns of one level or of many, and computes how similar they are. The caller chooses the
//! drawings and defines their tiles.
//!
//! There are two scales: small windows, and where each tile stands in the whole level. The weight
//! of each is how characteristic of the drawings it is: how much nearer the drawings are to each
//! other than their shuffled tiles are to them.
//!
//! Source: Lucas and Volz, Tile Pattern KL-Divergence for Analysing and Evolving Game Levels, GECCO
//! 2019 (arXiv 1905.05077). Here the divergence is that of Jensen and Shannon, which is bounded and
//! needs no invented counts for patterns that do not occur.

mod codes;
mod divergence;
mod near;
mod nearness;
mod standing;
mod telling;
#[cfg(test)]
mod tests;

use marahel_level::{Level, View};
use serde::{Deserialize, Serialize};

use codes::Alphabet;
use near::{Near, NearSample};
use standing::{Standing, StandingSample};

pub use nearness::nearness;

/// Minimum number of drawings for an estimate of the attainable similarity, which leaves some out.
const N_HELD_OUT_MIN: usize = 5;

/// Drawn levels, possibly of different sizes, and the counts of their patterns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawings {
    levels: Vec<Level>,
    alphabet: Alphabet,
    near: Near,
    standing: Standing,
}

impl Drawings {
    /// Maximum number of drawings of a problem: some questions compare each with each.
    pub const N_MAX: usize = 2000;

    /// Maximum number of columns and of rows of a drawing: some questions compare each with each.
    pub const SIDE_MAX: usize = 2000;

    /// Counts the patterns of drawn levels; all must have the same palette.
    pub fn new(levels: Vec<Level>) -> Self {
        let alphabet = Alphabet::of(&levels);
        let shuffled = telling::shuffled(&levels);
        let near = Near::of(&levels, &shuffled, &alphabet);
        let standing = Standing::of(&levels, &shuffled, &alphabet);
        Self { levels, alphabet, near, standing }
    }

    /// The drawn levels, in the given order.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The largest [`nearness`] of a level to a drawing; 0 without drawings.
    pub fn nearest(&self, level: View<'_>) -> f64 {
        let each = self.levels.iter().map(|drawn| nearness(level, drawn.view()));
        each.fold(0.0, f64::max)
    }

    /// The same, without drawings that are equal to the level.
    pub fn nearest_other(&self, level: View<'_>) -> f64 {
        let drawings = self.levels.iter().filter(|drawn| !is_equal(drawn, level));
        drawings.map(|drawn| nearness(level, drawn.view())).fold(0.0, f64::max)
    }

    /// Whether a level is one of the drawings.
    pub fn has(&self, level: View<'_>) -> bool {
        self.levels.iter().any(|drawn| is_equal(drawn, level))
    }

    /// The similarity of each drawing to all others, in order; `None` for one that is too small or
    /// the only one.
    fn held_out(&self) -> Vec<Option<f64>> {
        let mut sample = Sample::default();
        let each = self.levels.iter().map(|level| {
            sample.clear();
            sample.add(level.view(), self);
            sample.similarity_to(self, true)
        });
        each.collect()
    }

    /// The mean similarity of a drawing to all others, which is what a level can be expected to
    /// reach. `None` for fewer than five drawings, which are too few.
    pub fn ceiling(&self) -> Option<f64> {
        let values: Vec<f64> = self.held_out().into_iter().flatten().collect();
        (values.len() >= N_HELD_OUT_MIN).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The similarity of every other drawing, taken together, to the rest, which is what many
    /// levels together can be expected to reach. `None` for fewer than five drawings.
    pub fn ceiling_together(&self) -> Option<f64> {
        if self.levels.len() < N_HELD_OUT_MIN {
            return None;
        }
        let [drawn, measured] = [0, 1].map(|first| self.levels.iter().skip(first).step_by(2));
        let drawn = Self::new(drawn.cloned().collect());
        let mut sample = Sample::default();
        for level in measured {
            sample.add(level.view(), &drawn);
        }
        sample.similarity(&drawn)
    }

    /// The largest nearness of each drawing to another one, in order; empty for a single drawing.
    pub fn nearest_others(&self) -> Vec<f64> {
        if self.levels.len() < 2 {
            return Vec::new();
        }
        let n = self.levels.len();
        let sizes = self.levels.iter().map(|level| (level.width(), level.height()));
        let n_compared = n_compared(&sizes.collect::<Vec<_>>());
        let nearest = (0..n).map(|index| {
            // All others, or some at equal distances, beginning with the next one.
            let drawings = (0..n_compared).map(|number| 1 + number * (n - 1) / n_compared);
            let drawings = drawings.map(|distance| &self.levels[(index + distance) % n]);
            let each = drawings.map(|drawing| nearness(self.levels[index].view(), drawing.view()));
            each.fold(0.0, f64::max)
        });
        nearest.collect()
    }

    /// The nearness of the two nearest drawings; `None` for fewer than two.
    pub fn nearest_two(&self) -> Option<f64> {
        self.nearest_others().into_iter().reduce(f64::max)
    }
}

fn is_equal(drawn: &Level, level: View<'_>) -> bool {
    drawn.view().rows().eq(level.rows())
}

/// Maximum number of cells to compare for the nearest of each of several drawings.
const N_CELLS_COMPARED: usize = 1 << 28;

/// The number of others that each of several drawings of these sizes is compared with: all, if that does not
/// take too long.
fn n_compared(sizes: &[(usize, usize)]) -> usize {
    let n = sizes.len();
    let [widths, heights] = [|size: (usize, usize)| size.0, |size: (usize, usize)| size.1]
        .map(|side| (sizes.iter().copied().map(side).min(), sizes.iter().copied().map(side).max()));
    // At each offset of the smaller in the larger one, at most all cells of the smaller one.
    let along = |(least, most): (Option<usize>, Option<usize>)| {
        let (least, most) = (least.unwrap_or(1), most.unwrap_or(1));
        let half = usize::midpoint(most, 1).max(least);
        (most - half + 1).saturating_mul(half).max(most)
    };
    let n_cells = along(widths).saturating_mul(along(heights)).saturating_mul(n);
    (N_CELLS_COMPARED / n_cells.max(1)).clamp(1, (n - 1).max(1))
}

/// The counts of the patterns of one level, or of several together, that the drawings have, too.
/// Reuses its memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    near: NearSample,
    standing: StandingSample,
}

impl Sample {
    /// Removes all levels.
    pub fn clear(&mut self) {
        self.near.clear();
        self.standing.clear();
    }

    /// Adds a level. Between two calls of [`clear`](Self::clear), all levels must be added with the
    /// same drawings.
    pub fn add(&mut self, level: View<'_>, drawings: &Drawings) {
        self.near.add(level, &drawings.near, &drawings.alphabet);
        self.standing.add(level, &drawings.alphabet);
    }

    /// Adds all levels of a sample with the same drawings.
    pub fn merge(&mut self, part: &Self) {
        self.near.merge(&part.near);
        self.standing.merge(&part.standing);
    }

    /// How similar the levels, taken together, are to the drawings, in 0..=1: 1 minus the weighted
    /// mean of two distances. For small windows, it is the mean over several shapes of the
    /// Jensen-Shannon divergence, in bits, of pattern frequencies. For whole levels, it is the mean
    /// over all tiles of the root of the divergence of where and how the tile stands. 1 means equal
    /// frequencies, 0 nothing in common.
    ///
    /// Shapes that fit into no level or no drawing are left out; `None` if all are. What all
    /// drawings have in common weighs most. A single drawing is compared only by windows.
    ///
    /// A level has far fewer patterns than many drawings, so even a drawing that was left out stays
    /// below 1: see [`Drawings::ceiling`]. Levels taken together are about as similar as on
    /// average, or more.
    pub fn similarity(&self, drawings: &Drawings) -> Option<f64> {
        self.similarity_to(drawings, false)
    }

    /// As `similarity`; if `is_held_out`, the levels are drawings and are compared with the others.
    fn similarity_to(&self, drawings: &Drawings, is_held_out: bool) -> Option<f64> {
        let Drawings { near, standing, alphabet, .. } = drawings;
        let divergence = self.near.divergence(near, is_held_out)?;
        let Some(distance) = self.standing.distance(standing, alphabet, is_held_out) else {
            return Some(1.0 - divergence);
        };
        let sum = near.telling * divergence + standing.telling * distance;
        Some(1.0 - sum / (near.telling + standing.telling))
    }
}
