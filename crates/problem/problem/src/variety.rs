//! [`Variety`]: how different the levels of one generator are.

mod places;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use marahel_level::{Tile, TileSet, View};
use serde::{Deserialize, Serialize};

pub use self::places::Places;
use crate::{Differences, Signature, Tally};

/// Number of previous levels that a level is compared with.
const N_COMPARED: usize = 4;

/// Diversity is about a hundred levels, so each has this many others.
const N_OTHERS: f64 = 99.0;

/// With a smaller share of the required diversity, levels are alike.
const DIVERSE_ENOUGH: f64 = 0.5;

/// Levels of which two differ in a smaller share of the cells are one picture; for sixteen scripts by
/// hand it is 0.15 to 0.55.
pub const FEW_CELLS: f64 = 0.12;

/// The same for the mean [width](Places::mean_width), which is 0.12 to 0.87 for these.
pub const WIDTH_MIN: f64 = 0.1;

/// The required variety of the levels of one generator: when two count as unlike, and how much is
/// enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VarietyGoals {
    /// Two levels are unlike from this difference of their paths on; see
    /// [`Signature::differences`]. Without paths, floor plans are compared.
    pub way: f64,
    /// Whether levels have paths.
    pub has_ways: bool,
    /// Effective number of unlike levels that is enough; above 1.
    pub n_unlike: f64,
    /// Effective number of different levels that is enough; above 1.
    pub n_different: f64,
    /// Mean difference of two floor plans that is enough; 0 for no requirement.
    pub floor: f64,
    /// Mean difference of the tiles of two levels that is enough early in a search; above 0. `None`
    /// to require unlike levels from the start.
    pub tiles: Option<f64>,
    /// Share of a hundred levels, each unlike all others, that is enough; 0 for no requirement.
    pub diversity: f64,
    /// Whether the levels most similar to others are removed first, as in the PCG Benchmark.
    pub is_thinned: bool,
    /// The least mean score of the open-ended objectives of a long level, in 0..=1.
    pub length: f64,
    /// How widely each kind of tile stands, as [`Places::width`], so that wider is no better; 0 for
    /// no requirement.
    pub width: f64,
}

impl VarietyGoals {
    /// How much two levels differ in play: by their paths or, without any, by their floor plans.
    fn way(&self, differences: Differences) -> f64 {
        if self.has_ways { differences.way } else { differences.floor }
    }

    /// Whether two levels with these differences are not unlike.
    pub fn is_alike(&self, differences: Differences) -> bool {
        self.way(differences) < self.way
    }
}

/// The variety of a growing number of playable levels of one generator.
///
/// Add only playable levels: the others are no variety. The results are three independent numbers:
///
/// - [`n_unlike`](Self::n_unlike), the effective number of levels with unlike paths. A generator of
///   two levels has at most 2, however unlike they are;
/// - [`floor_difference`](Self::floor_difference), the mean difference of two floor plans.
///   Scattering pieces over one floor plan does not increase it;
/// - [`n_effective`](Self::n_effective), the effective number of levels that differ in any tile.
///
/// Each level is compared with the few before it of its stratum. Levels are drawn independently, so
/// this sample of pairs is as good as any other, and its cost is linear in the number of levels.
///
/// Source: the diversity of order 2 of Leinster and Cobbold 2012 (doi 10.1890/10-2402.1), with the
/// likeness of two levels as the similarity of two species, and for exact levels Simpson 1949 (doi
/// 10.1038/163688a0).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variety {
    goals: VarietyGoals,
    /// The last levels of each stratum; the next one replaces the oldest.
    recent: Vec<Recent>,
    /// Mean likeness of each level to those before it.
    likeness: Tally,
    n_pairs: u64,
    /// Number of these pairs that are not unlike.
    n_alike_pairs: u64,
    /// Mean difference of each floor plan from those before it.
    floor: Tally,
    /// Mean difference of the tiles of each level from those before it.
    tiles: Tally,
    /// The count of each level, by the hash of its tiles.
    counts: IndexMap<u64, u32>,
    n: u32,
    n_equal_pairs: u64,
    /// Where tiles stand; empty unless the goals are about it.
    places: Places,
    n_stood: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Recent {
    signatures: Vec<Signature>,
    next: usize,
}

impl Variety {
    /// Maximum number of levels to compare, enough to distinguish generators.
    pub const N_SIGNED_MAX: u32 = 320;

    /// A variety without levels.
    pub fn new(goals: VarietyGoals) -> Self {
        Self { goals, ..Self::default() }
    }

    /// The required variety.
    pub fn goals(&self) -> VarietyGoals {
        self.goals
    }

    /// Whether the next level is compared, so that its signature is needed.
    pub fn wants_signatures(&self) -> bool {
        self.n < Self::N_SIGNED_MAX
    }

    /// Adds a playable level by its [`level_hash`]. Its signature counts if
    /// [`wants_signatures`](Self::wants_signatures); `differences` compares two signatures. Levels
    /// of different strata, numbered from 0, are not compared: if several programs take turns,
    /// their differences from each other are no variety of any of them.
    pub fn add(
        &mut self,
        hash: u64,
        signature: &Signature,
        stratum: usize,
        differences: impl FnMut(&Signature, &Signature) -> Differences,
    ) {
        let count = self.counts.entry(hash).or_insert(0);
        self.n_equal_pairs += u64::from(*count);
        *count += 1;
        if self.wants_signatures() {
            self.compare(signature, stratum, differences);
        }
        self.n += 1;
    }

    /// Adds a level, playable or not, to where tiles stand, if the goals are about it and few levels
    /// were added so far. Counts only the kinds of tiles in `counted`: those of which the level has
    /// what the problem demands. Otherwise noise would be widest.
    pub fn stand(&mut self, level: View<'_>, counted: TileSet) {
        if self.goals.width > 0.0 && self.n_stood < Self::N_SIGNED_MAX {
            self.n_stood += 1;
            self.places.add(level, counted);
        }
    }

    fn compare(
        &mut self,
        signature: &Signature,
        stratum: usize,
        mut differences: impl FnMut(&Signature, &Signature) -> Differences,
    ) {
        if self.recent.len() <= stratum {
            self.recent.resize_with(stratum + 1, Recent::default);
        }
        let Recent { signatures, next } = &mut self.recent[stratum];
        if !signatures.is_empty() {
            let (mut likeness, mut floor, mut tiles) = (0.0, 0.0, 0.0);
            for earlier in &*signatures {
                let difference = differences(signature, earlier);
                likeness += (1.0 - self.goals.way(difference) / self.goals.way).max(0.0);
                self.n_alike_pairs += u64::from(self.goals.is_alike(difference));
                floor += difference.floor;
                tiles += difference.tiles;
            }
            let n = signatures.len() as f64;
            self.likeness.add(likeness / n);
            self.floor.add(floor / n);
            self.tiles.add(tiles / n);
            self.n_pairs += signatures.len() as u64;
        }
        if signatures.len() < N_COMPARED {
            signatures.push(signature.clone());
        } else {
            signatures[*next].clone_from(signature);
            *next = (*next + 1) % N_COMPARED;
        }
    }

    /// Number of levels.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The effective number of unlike levels: this many equally likely levels, all unlike each
    /// other, would have the same mean likeness of two. At least 1, and for few levels no larger
    /// than they allow.
    pub fn n_unlike(&self) -> f64 {
        // As if half a pair of equals had been compared in addition.
        let n_pairs = self.n_pairs as f64;
        (n_pairs + 0.5) / (self.likeness.mean() * n_pairs + 0.5)
    }

    /// Standard error of [`n_unlike`](Self::n_unlike), by the delta method; `None` if unknown.
    pub fn n_unlike_error(&self) -> Option<f64> {
        let n_unlike = self.n_unlike();
        Some(safe(self.likeness.standard_error()?) * n_unlike * n_unlike)
    }

    /// Mean difference of the floor plans of two levels, as a share of the cells in 0..=1; 0 for
    /// fewer than two levels.
    pub fn floor_difference(&self) -> f64 {
        self.floor.mean()
    }

    /// Standard error of [`floor_difference`](Self::floor_difference); `None` if unknown.
    pub fn floor_difference_error(&self) -> Option<f64> {
        self.floor.standard_error().map(safe)
    }

    /// Mean share of the cells in which two levels have different tiles, in 0..=1; 0 for fewer than two
    /// levels.
    pub fn tile_difference(&self) -> f64 {
        self.tiles.mean()
    }

    /// [`n_unlike`](Self::n_unlike) on a logarithmic scale: 0 for one level, 1 for the required
    /// number.
    pub fn unlike_share(&self) -> f64 {
        (libm::log(self.n_unlike()) / libm::log(self.goals.n_unlike)).clamp(0.0, 1.0)
    }

    /// [`floor_difference`](Self::floor_difference) as a share of the required one, in 0..=1.
    pub fn floor_share(&self) -> f64 {
        let enough = self.goals.floor;
        if enough == 0.0 { 1.0 } else { (self.floor_difference() / enough).min(1.0) }
    }

    /// The expected share of a hundred levels that are unlike all others, as a share of the
    /// required one, in 0..=1.
    ///
    /// In a thinned set, the remaining levels are nearly those that sequential selection keeps in a
    /// random graph of mean degree d: ln(1 + d) / d (Bermolen, Jonckheere and Moyal 2017, The
    /// jamming constant of uniform random graphs). Removing the worst first keeps slightly more.
    pub fn diversity_share(&self) -> f64 {
        if self.goals.diversity == 0.0 {
            return 1.0;
        }
        // As if one more pair had been compared, half of it alike.
        let alike = (self.n_alike_pairs as f64 + 0.5) / (self.n_pairs as f64 + 1.0);
        let share = if self.goals.is_thinned {
            let n_alike = N_OTHERS * alike;
            libm::log1p(n_alike) / n_alike
        } else {
            libm::pow(1.0 - alike, N_OTHERS)
        };
        (share / self.goals.diversity).min(1.0)
    }

    /// Whether the levels are one picture: two differ in few cells, or most kinds of tiles stand in the
    /// same cells in all of them, unless the file asks for no width. For a definition of the PCG
    /// Benchmark, its [diversity](Self::diversity_share) decides.
    pub fn is_alike(&self) -> bool {
        if self.goals.is_thinned {
            return self.diversity_share() < DIVERSE_ENOUGH;
        }
        let stands = self.places.mean_width();
        let is_narrow = self.goals.width > 0.0 && stands > 0.0 && stands < WIDTH_MIN;
        self.tiles.mean() < FEW_CELLS || is_narrow
    }

    /// How unlike two levels are in play, relative to what is required, in 0..=1; 0 for fewer than two
    /// levels.
    pub fn unlikeness(&self) -> f64 {
        if self.n_pairs == 0 { 0.0 } else { 1.0 - self.likeness.mean() }
    }

    /// A rough measure of variety for the early search, in 0..=1: the mean difference of the tiles
    /// of two levels as a share of the required one, if the problem has such a requirement, or else
    /// [`unlike_share`](Self::unlike_share).
    pub fn rough_share(&self) -> f64 {
        match self.goals.tiles {
            Some(enough) => (self.tiles.mean() / enough).min(1.0),
            None => self.unlike_share(),
        }
    }

    /// How widely a kind of tile stands, as a share of the required width, in 0..=1; 0 if it does not
    /// occur, and 1 without a requirement.
    pub fn width_share(&self, tile: Tile) -> f64 {
        if self.goals.width == 0.0 {
            return 1.0;
        }
        (self.places.width(tile).unwrap_or(0.0) / self.goals.width).min(1.0)
    }

    /// The mean [width](Places::width) of all kinds of tiles, in 0..=1; 1 without a requirement.
    pub fn mean_width(&self) -> f64 {
        if self.goals.width == 0.0 { 1.0 } else { self.places.mean_width() }
    }

    /// Number of levels without repetitions.
    pub fn n_different(&self) -> usize {
        self.counts.len()
    }

    /// The effective number of different levels: among this many equally likely levels, two would
    /// be equal as often as here. `None` while no two are equal.
    pub fn n_effective(&self) -> Option<f64> {
        let n = f64::from(self.n);
        let n_pairs = n * (n - 1.0) / 2.0;
        (self.n_equal_pairs > 0).then(|| n_pairs / self.n_equal_pairs as f64)
    }

    /// [`n_effective`](Self::n_effective) on a logarithmic scale: 0 for one level, 1 for the
    /// required number, or while no two are equal.
    pub fn different_share(&self) -> f64 {
        match self.n_effective() {
            Some(n) => (libm::log(n) / libm::log(self.goals.n_different)).clamp(0.0, 1.0),
            None if self.n > 0 => 1.0,
            None => 0.0,
        }
    }
}

/// A cautious standard error of a mean over levels that are each compared with the few before them:
/// each value counts as half a level.
fn safe(error: f64) -> f64 {
    error * std::f64::consts::SQRT_2
}

/// A hash of the tiles of a level; levels of different sizes can have the same one.
pub fn level_hash(level: View<'_>) -> u64 {
    let tiles = level.rows().flatten();
    tiles.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &tile| {
        (hash ^ u64::from(tile)).wrapping_mul(0x0100_0000_01b3)
    })
}
