//! How different the levels of one generator are.

#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use level::View;
use serde::{Deserialize, Serialize};

use crate::{Differences, Signature, Tally};

/// A level is compared with this many that came before it.
const N_COMPARED: usize = 4;

/// Diversity is asked of a hundred levels: each has so many others.
const N_OTHERS: f64 = 99.0;

/// The required diversity of all levels of one generator: when two count as unlike, and how much is
/// enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// From this difference of their ways on, two levels are not alike at all;
    /// see [`Signature::differences`]. Where levels have no ways, their floor
    /// plans are compared instead.
    pub way: f64,
    /// Whether levels have ways.
    pub has_ways: bool,
    /// Effective number of unlike levels that is enough, above 1.
    pub n_unlike: f64,
    /// Effective number of different levels that is enough, above 1.
    pub n_different: f64,
    /// Mean difference of two floor plans that is enough; 0 where none is asked for.
    pub floor: f64,
    /// Mean difference of the tiles of two levels, above 0, that is enough while
    /// a search is young; `None` where unlike levels are asked for from the start.
    pub tiles: Option<f64>,
    /// Share of a hundred levels that are unlike all others of them, which is enough; 0 where
    /// none is asked for.
    pub diversity: f64,
    /// Whether these others are only those that are left once the levels most like the rest
    /// were taken out, as the PCG Benchmark has it.
    pub is_thinned: bool,
    /// The score of the open-ended objectives, in 0..=1, from which on a level is long enough.
    pub length: f64,
}

/// What a growing number of playable levels of one generator says of its variety.
///
/// Only playable levels belong in here: what cannot be played is no variety.
/// Three numbers come out, and none stands for another:
///
/// - [`n_unlike`](Self::n_unlike), the effective number of levels that are
///   unlike in the way through them, by nearest neighbors as much as by the
///   mean: a generator of two levels has at most 2, however unlike they are;
/// - [`floor_difference`](Self::floor_difference) of two floor plans, which no
///   piece that is scattered over one floor plan can buy;
/// - [`n_effective`](Self::n_effective), which counts tiles exactly.
///
/// Each level is compared with the few before it of its stratum. Levels are
/// drawn independently, so that this is as good a sample of pairs as any other,
/// at a cost that grows as the number of levels.
///
/// Source: the diversity of order 2 of Leinster and Cobbold 2012 (doi
/// 10.1890/10-2402.1), whose similarity of two species is here the likeness of
/// two levels, and for exact levels Simpson 1949 (doi 10.1038/163688a0).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variety {
    wanted: Wanted,
    /// The last levels of each stratum, the oldest where the next one goes.
    recent: Vec<Recent>,
    /// Likeness of each level to those before it, its mean.
    likeness: Tally,
    /// Pairs of levels that were compared.
    n_pairs: u64,
    /// Those of them that are not unlike.
    n_alike_pairs: u64,
    /// Difference of each floor plan from those before it, its mean.
    floor: Tally,
    /// The same of the tiles.
    tiles: Tally,
    /// How often each level came, by the hash of its tiles.
    counts: IndexMap<u64, u32>,
    n: u32,
    /// Pairs of levels that are equal.
    n_equal_pairs: u64,
}

/// The last levels of one stratum.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Recent {
    signatures: Vec<Signature>,
    next: usize,
}

impl Variety {
    /// Maximum number of levels compared, enough to distinguish generators.
    pub const N_SIGNED_MAX: u32 = 320;

    /// Of no levels yet.
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// What is enough.
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Whether more levels are to be compared, for which their signatures are needed.
    pub fn wants_signatures(&self) -> bool {
        self.n < Self::N_SIGNED_MAX
    }

    /// Adds a playable level, by its [`level_hash`]. Its signature counts as long as
    /// [`wants_signatures`](Self::wants_signatures); `differences` says how much two levels differ
    /// by theirs. Levels of different strata, numbered from 0, are not compared: where several
    /// programs take turns, how they differ from each other is no variety of any.
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
            for other in &*signatures {
                let found = differences(signature, other);
                let way = if self.wanted.has_ways { found.way } else { found.floor };
                likeness += (1.0 - way / self.wanted.way).max(0.0);
                self.n_alike_pairs += u64::from(way < self.wanted.way);
                floor += found.floor;
                tiles += found.tiles;
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

    /// Number of levels so far.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Number of equally likely levels, wholly unlike each other, of which two would be as alike on
    /// average as two of these are; at least 1, and from a few levels no larger than they can tell.
    pub fn n_unlike(&self) -> f64 {
        // As if half a pair more had been compared, one of equals.
        let n_pairs = self.n_pairs as f64;
        (n_pairs + 0.5) / (self.likeness.mean() * n_pairs + 0.5)
    }

    /// Standard error of [`n_unlike`](Self::n_unlike), by the delta method, where it is known.
    pub fn n_unlike_error(&self) -> Option<f64> {
        let n_unlike = self.n_unlike();
        Some(safe(self.likeness.standard_error()?) * n_unlike * n_unlike)
    }

    /// How much the floor plans of two levels differ on average, as a share of
    /// the cells in 0..=1; 0 for fewer than two levels.
    pub fn floor_difference(&self) -> f64 {
        self.floor.mean()
    }

    /// Standard error of [`floor_difference`](Self::floor_difference), where it is known.
    pub fn floor_difference_error(&self) -> Option<f64> {
        self.floor.standard_error().map(safe)
    }

    /// [`n_unlike`](Self::n_unlike) on a logarithmic scale, from 0 for one level
    /// to 1 for as many as are enough.
    pub fn unlike_share(&self) -> f64 {
        (libm::log(self.n_unlike()) / libm::log(self.wanted.n_unlike)).clamp(0.0, 1.0)
    }

    /// [`floor_difference`](Self::floor_difference) as a share of what is enough, in 0..=1.
    pub fn floor_share(&self) -> f64 {
        let enough = self.wanted.floor;
        if enough == 0.0 { 1.0 } else { (self.floor_difference() / enough).min(1.0) }
    }

    /// Which share of a hundred levels is unlike all others, as far as pairs of levels tell, as a
    /// share of what is enough, in 0..=1.
    ///
    /// Where the set is thinned, what is left is nearly what choosing one after the other keeps of
    /// a random graph of mean degree d: ln(1 + d) / d (Bermolen, Jonckheere and Moyal 2017, The
    /// jamming constant of uniform random graphs). To take out the worst first keeps a little more.
    pub fn diversity_share(&self) -> f64 {
        if self.wanted.diversity == 0.0 {
            return 1.0;
        }
        // As if one pair more had been compared, half of it alike.
        let alike = (self.n_alike_pairs as f64 + 0.5) / (self.n_pairs as f64 + 1.0);
        let share = if self.wanted.is_thinned {
            let n_alike = N_OTHERS * alike;
            libm::log1p(n_alike) / n_alike
        } else {
            libm::pow(1.0 - alike, N_OTHERS)
        };
        (share / self.wanted.diversity).min(1.0)
    }

    /// A rough measure of variety for a search that is young, in 0..=1: how much
    /// the tiles of two levels differ on average, as a share of what is enough,
    /// where the problem says so; otherwise [`unlike_share`](Self::unlike_share).
    pub fn rough_share(&self) -> f64 {
        match self.wanted.tiles {
            Some(enough) => (self.tiles.mean() / enough).min(1.0),
            None => self.unlike_share(),
        }
    }

    /// Number of levels that are equal to no earlier one.
    pub fn n_different(&self) -> usize {
        self.counts.len()
    }

    /// Number of equally likely levels of which two would be equal as often as
    /// two of these are; `None` as long as no two are equal.
    pub fn n_effective(&self) -> Option<f64> {
        let n = f64::from(self.n);
        let n_pairs = n * (n - 1.0) / 2.0;
        (self.n_equal_pairs > 0).then(|| n_pairs / self.n_equal_pairs as f64)
    }

    /// [`n_effective`](Self::n_effective) on a logarithmic scale, from 0 for one
    /// level to 1 for as many as are enough, or as long as no two are equal.
    pub fn different_share(&self) -> f64 {
        match self.n_effective() {
            Some(n) => (libm::log(n) / libm::log(self.wanted.n_different)).clamp(0.0, 1.0),
            None if self.n > 0 => 1.0,
            None => 0.0,
        }
    }
}

/// The standard error of a mean over levels that are each compared with the few
/// before them, on the safe side: each value as if it stood for half a level.
fn safe(error: f64) -> f64 {
    error * std::f64::consts::SQRT_2
}

/// A number that differs for different levels of one size, but for chance.
pub fn level_hash(level: View<'_>) -> u64 {
    let tiles = level.rows().flatten();
    tiles.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &tile| {
        (hash ^ u64::from(tile)).wrapping_mul(0x0100_0000_01b3)
    })
}
