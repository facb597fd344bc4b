//! Every random number of a run, from its seed.

use marahel_problem::Maps;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The use of random numbers; each purpose has its own streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Random genomes and variation.
    Vary = 1,
    /// Levels that the search is judged on.
    Sample = 2,
    /// Levels that the final front is measured on.
    Validate = 3,
    /// Measures that draw random cells.
    Measure = 4,
}

/// The random streams of one run.
///
/// A stream is a `ChaCha8Rng`. Its key consists of the run's seed, the purpose and two indices
/// (generation and individual, where they matter); its stream number is the index of the level. No
/// stream depends on another, on the number of threads, or on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The key of all streams of a purpose, generation and individual.
    pub fn key(self, purpose: Purpose, generation: u64, individual: u64) -> [u8; 32] {
        let mut key = [0; 32];
        let words = [self.seed, purpose as u64, generation, individual];
        for (bytes, word) in key.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        key
    }

    /// The first stream of a purpose, generation and individual.
    pub fn rng(self, purpose: Purpose, generation: u64, individual: u64) -> ChaCha8Rng {
        ChaCha8Rng::from_seed(self.key(purpose, generation, individual))
    }

    /// The first `n` levels of a purpose and of two indices.
    pub fn maps(self, purpose: Purpose, generation: u64, individual: u64, n: u32) -> Maps {
        Maps {
            key: self.key(purpose, generation, individual),
            n,
            draw_seed: self.rng(Purpose::Measure, generation, individual).next_u64(),
        }
    }

    /// Levels that no search sees. Each set number has its own; 0 is for the front.
    pub(crate) fn validation_maps(self, set: u64, n: u32) -> Maps {
        Maps {
            key: self.key(Purpose::Validate, set, 0),
            n,
            draw_seed: self.rng(Purpose::Measure, u64::MAX, set).next_u64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use marahel_problem::level_stream;
    use rand::RngExt;

    use super::{Purpose, Streams};

    #[test]
    fn value_stability() {
        let key = Streams::new(7).key(Purpose::Sample, 1, 2);
        let mut rng = level_stream(key, 3);
        let drawn: Vec<u32> = (0..4).map(|_| rng.random_range(0..1000)).collect();
        assert_eq!(drawn, [240, 735, 814, 97]);
    }

    #[test]
    fn every_index_gives_another_stream() {
        let first = |seed, purpose, generation, individual, level| -> u64 {
            level_stream(Streams::new(seed).key(purpose, generation, individual), level).random()
        };
        let drawn = [
            first(1, Purpose::Sample, 0, 0, 0),
            first(2, Purpose::Sample, 0, 0, 0),
            first(1, Purpose::Validate, 0, 0, 0),
            first(1, Purpose::Sample, 1, 0, 0),
            first(1, Purpose::Sample, 0, 1, 0),
            first(1, Purpose::Sample, 0, 0, 1),
        ];
        let mut distinct = drawn.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), drawn.len());
    }
}
