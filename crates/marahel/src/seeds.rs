//! Seeds whose levels are as they should be: a bit for each of the first seeds.

/// Candidates for a seed until one is among the seeds. Where fewer than one in ten is, this may
/// not be enough.
const N_CANDIDATES: u64 = 64;

/// Some of the first seeds. Bit k % 8 of byte k / 8 says whether seed k is one of them.
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

    /// The one that any seed stands for: all are equally likely. It takes one lookup for each
    /// try, and a pass over all where 64 tries fail. `None` if there are none.
    pub(crate) fn pick(&self, seed: u64) -> Option<u64> {
        let n_bits = 8 * self.bitmap.len() as u64;
        let candidates = (0..N_CANDIDATES).map(|attempt| scaled(candidate(seed, attempt), n_bits));
        let mut found = candidates.filter(|&candidate| self.contains(candidate));
        found.next().or_else(|| self.nth(scaled(candidate(seed, N_CANDIDATES), self.n)))
    }

    /// The seed that has `n` others before it, if there is one.
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

/// A number that stands for a seed at an attempt, 0 to 2^64 - 1, as if drawn: what to try
/// where the seed itself will not do.
pub fn candidate(seed: u64, attempt: u64) -> u64 {
    // The increment of SplitMix64, 2^64 over the golden ratio.
    mixed(mixed(seed).wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The output function of `SplitMix64` (Steele, Lea and Flood 2014, doi 10.1145/2660193.2660195).
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A number of 64 bits as one of 0..n, all equally likely.
fn scaled(number: u64, n: u64) -> u64 {
    ((u128::from(number) * u128::from(n)) >> 64) as u64
}
