//! How like drawn levels a level is.
//!
//! [`Drawings`] are the drawn levels with the counts of their tile patterns; a
//! [`Sample`] gathers the patterns of one level, or of many, and says how similar they
//! are. Which levels are drawn, and what their tiles mean, is not known here.
//!
//! Two scales count: small windows, and how each tile stands in the whole level. Each counts as much
//! as it tells of the drawings: by how much nearer these are to each other than their shuffled tiles
//! are to them.
//!
//! Source: Lucas and Volz, Tile Pattern KL-Divergence for Analysing and Evolving Game
//! Levels, GECCO 2019 (arXiv 1905.05077). Here the divergence is that of Jensen and
//! Shannon, which has bounds and needs no made-up counts for patterns that never come.

mod codes;
mod divergence;
mod near;
mod nearness;
mod standing;
mod telling;
#[cfg(test)]
mod tests;

use level::{Level, View};
use serde::{Deserialize, Serialize};

use codes::Alphabet;
use near::{Near, NearSample};
use standing::{Standing, StandingSample};

pub use nearness::nearness;

/// From so many drawings on, those left out say how similar a level can be.
const N_HELD_OUT_MIN: usize = 5;

/// Drawn levels, which may differ in size, and the counts of their patterns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawings {
    levels: Vec<Level>,
    alphabet: Alphabet,
    near: Near,
    standing: Standing,
}

impl Drawings {
    /// The statistics of drawn levels, all of one palette.
    pub fn new(levels: Vec<Level>) -> Self {
        let alphabet = Alphabet::of(&levels);
        let shuffled = telling::shuffled(&levels);
        let near = Near::of(&levels, &shuffled, &alphabet);
        let standing = Standing::of(&levels, &shuffled, &alphabet);
        Self { levels, alphabet, near, standing }
    }

    /// The drawn levels, in the order in which they came.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The share of the cells of a level that equal the nearest drawing, by
    /// [`nearness`]; 0 where nothing is drawn.
    pub fn nearest(&self, level: View<'_>) -> f64 {
        let each = self.levels.iter().map(|drawn| nearness(level, drawn.view()));
        each.fold(0.0, f64::max)
    }

    /// How similar each drawing is to all others, in their order; nothing of a drawing that is too
    /// small, or that is alone.
    fn held_out(&self) -> Vec<Option<f64>> {
        let mut sample = Sample::default();
        let each = self.levels.iter().map(|level| {
            sample.clear();
            sample.add(level.view(), self);
            sample.similarity_to(self, true)
        });
        each.collect()
    }

    /// How similar a drawing is to all others, on average: what a level can be expected to reach.
    /// None of fewer than five drawings, which say too little.
    pub fn ceiling(&self) -> Option<f64> {
        let known: Vec<f64> = self.held_out().into_iter().flatten().collect();
        (known.len() >= N_HELD_OUT_MIN).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }

    /// How similar every other drawing, taken together, is to the rest: what many levels
    /// together can be expected to reach. None of fewer than five drawings.
    pub fn ceiling_together(&self) -> Option<f64> {
        if self.levels.len() < N_HELD_OUT_MIN {
            return None;
        }
        let half = |first: usize| self.levels.iter().skip(first).step_by(2);
        let rest = Self::new(half(0).cloned().collect());
        let mut sample = Sample::default();
        for level in half(1) {
            sample.add(level.view(), &rest);
        }
        sample.similarity(&rest)
    }

    /// The share of the cells of each drawing, in their order, that equal the nearest other one;
    /// nothing of a single drawing.
    pub fn nearest_others(&self) -> Vec<f64> {
        if self.levels.len() < 2 {
            return Vec::new();
        }
        let nearest = |index: usize| {
            let others = self.levels.iter().enumerate().filter(|(other, _)| *other != index);
            let each = others.map(|(_, other)| nearness(self.levels[index].view(), other.view()));
            each.fold(0.0, f64::max)
        };
        (0..self.levels.len()).map(nearest).collect()
    }

    /// The share of equal cells of the two drawings that are nearest to each other; none
    /// of a single one.
    pub fn nearest_two(&self) -> Option<f64> {
        self.nearest_others().into_iter().reduce(f64::max)
    }
}

/// The patterns of a level, or of several that are taken together, counted by those of
/// the drawings that they are compared with. Memory is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    near: NearSample,
    standing: StandingSample,
}

impl Sample {
    /// Forgets all levels, as if it were new.
    pub fn clear(&mut self) {
        self.near.clear();
        self.standing.clear();
    }

    /// Adds a level. All levels between two of [`clear`](Self::clear) are compared with
    /// the same drawings.
    pub fn add(&mut self, level: View<'_>, drawings: &Drawings) {
        self.near.add(level, &drawings.near, &drawings.alphabet);
        self.standing.add(level, &drawings.alphabet);
    }

    /// Adds all levels of another sample, which is compared with the same drawings.
    pub fn merge(&mut self, other: &Self) {
        self.near.merge(&other.near);
        self.standing.merge(&other.standing);
    }

    /// How similar the levels, taken together, are to the drawings, in 0..=1: 1 less the
    /// mean over both scales of how far they are. Near, that is the mean over some shapes of the
    /// Jensen-Shannon divergence, in bits, of how often each pattern comes; from afar the mean over
    /// all tiles of the root of the divergence of where and how the tile stands. 1 says that all
    /// come equally often, 0 that nothing is common.
    ///
    /// Shapes that fit into no level or no drawing are left out; none where all are. What all
    /// drawings have in common counts most; a single drawing has nothing but windows.
    ///
    /// One level has far fewer patterns than many drawings, so that even a drawing that was left
    /// out stays below 1: see [`Drawings::ceiling`]. Levels taken together are about as similar
    /// as they are on average, each for itself, or more.
    pub fn similarity(&self, drawings: &Drawings) -> Option<f64> {
        self.similarity_to(drawings, false)
    }

    /// The same, where `is_held_out` to the drawings without the sample, which is of some of them.
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
