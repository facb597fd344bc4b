//! Sets of seeds, as one bit for each of the first seeds.

/// Candidates to try for a seed. If fewer than one in ten seeds is in the set, they may not be
/// enough.
const N_CANDIDATES: u64 = 64;

/// A set of seeds: bit k % 8 of byte k / 8 stands for seed k.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seeds {
    bitmap: Vec<u8>,
    n: u64,
}

impl Seeds {
    pub(crate) fn of(bitmap: Vec<u8>) -> Self {
        let n = bitmap.iter().map(|byte| u64::from(byte.count_ones())).sum();
        Self { bitmap, n }
    }

    pub(crate) fn bitmap(&self) -> &[u8] {
        &self.bitmap
    }

    pub(crate) fn n(&self) -> u64 {
        self.n
    }

    pub(crate) fn insert(&mut self, seed: u64) {
        let byte = &mut self.bitmap[(seed / 8) as usize];
        self.n += u64::from(*byte & 1 << (seed % 8) == 0);
        *byte |= 1 << (seed % 8);
    }

    pub(crate) fn contains(&self, seed: u64) -> bool {
        let byte = usize::try_from(seed / 8).ok().and_then(|index| self.bitmap.get(index));
        byte.is_some_and(|byte| byte & 1 << (seed % 8) != 0)
    }

    /// The seed of the set that `seed` maps to; all have the same probability. This takes one
    /// lookup for each try, and one pass over the set if 64 tries fail. `None` if the set is empty.
    pub(crate) fn pick(&self, seed: u64) -> Option<u64> {
        let n_bits = 8 * self.bitmap.len() as u64;
        let candidates = (0..N_CANDIDATES).map(|attempt| scaled(candidate(seed, attempt), n_bits));
        let mut members = candidates.filter(|&candidate| self.contains(candidate));
        members.next().or_else(|| self.nth(scaled(candidate(seed, N_CANDIDATES), self.n)))
    }

    /// The `n`-th seed of the set, from 0.
    fn nth(&self, n: u64) -> Option<u64> {
        let mut n_left = n;
        for (first, &byte) in (0..).step_by(8).zip(&self.bitmap) {
            let n_here = u64::from(byte.count_ones());
            if n_left < n_here {
                let mut seeds = (first..first + 8).filter(|&seed| self.contains(seed));
                return seeds.nth(n_left as usize);
            }
            n_left -= n_here;
        }
        None
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
fn scaled(number: u64, n: u64) -> u64 {
    ((u128::from(number) * u128::from(n)) >> 64) as u64
}
