//! Sets of seeds.

use serde::{Deserialize, Serialize};

/// Candidates to try for a seed. If fewer than one in ten seeds is in the set, they may not be
/// enough.
const N_CANDIDATES: u64 = 64;

/// Those of the first seeds that are in a set, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seeds {
    /// The first seed that was not tried.
    pub(crate) tried: u32,
    pub(crate) playing: Vec<u32>,
}

impl Seeds {
    /// Whether they are in order, and were tried.
    pub(crate) fn are_sound(&self) -> bool {
        self.playing.is_sorted_by(|left, right| left < right)
            && self.playing.last().is_none_or(|&last| last < self.tried)
    }

    /// The seed of the set that `seed` maps to; all have the same probability. `None` if the set
    /// is empty.
    pub(crate) fn pick(&self, seed: u64) -> Option<u64> {
        let candidates = (0..N_CANDIDATES).map(|attempt| {
            let number = candidate(seed, attempt);
            scaled(number, self.tried) as u32
        });
        let mut members = candidates.filter(|tried| self.playing.binary_search(tried).is_ok());
        let picked = members.next().or_else(|| {
            let index = scaled(candidate(seed, N_CANDIDATES), self.playing.len() as u32);
            self.playing.get(index as usize).copied()
        });
        picked.map(u64::from)
    }
}

/// A pseudo-random number of 64 bits for a seed and an attempt, for callers that need another seed.
pub fn candidate(seed: u64, attempt: u64) -> u64 {
    // The increment of SplitMix64, 2^64 divided by the golden ratio.
    mixed(mixed(seed).wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The output function of `SplitMix64` (Steele, Lea and Flood 2014, doi 10.1145/2660193.2660195).
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Scales a number of 64 bits to 0..n; all results have the same probability.
fn scaled(number: u64, n: u32) -> u64 {
    ((u128::from(number) * u128::from(n)) >> 64) as u64
}
