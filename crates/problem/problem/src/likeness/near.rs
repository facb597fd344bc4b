//! The patterns of small windows: the near scale of likeness.

use marahel_level::{Level, View};
use serde::{Deserialize, Serialize};

use crate::likeness::codes::{Alphabet, Patterns};
use crate::likeness::divergence::Divergence;
use crate::likeness::telling::telling;

/// The shapes of the patterns, columns by rows: squares as in Lucas 2019, and strips, which
/// distinguish a ladder of three rungs from a long one.
pub(crate) const SHAPES: [(usize, usize); 4] = [(2, 2), (3, 3), (5, 1), (1, 5)];

/// Least weight of the near scale; it is the only one if the drawings agree on nothing else.
const TELLING_MIN: f64 = 0.1;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Near {
    patterns: [Patterns; SHAPES.len()],
    /// Their weight, see [`telling`].
    pub(crate) telling: f64,
}

/// The counts of the drawings' patterns in some levels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct NearSample([Counted; SHAPES.len()]);

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    /// One for each pattern of the drawings.
    counts: Vec<u32>,
    /// The patterns that occur, in order of first occurrence.
    occurring: Vec<usize>,
    /// Number of all patterns, including those that no drawing has.
    n: u64,
}

impl Near {
    pub(crate) fn of(levels: &[Level], shuffled: &[Level], alphabet: &Alphabet) -> Self {
        let patterns = SHAPES.map(|shape| Patterns::of(levels, shape, alphabet));
        let mut near = Self { patterns, telling: 0.0 };
        let among = near.divergences_of(levels, alphabet, true);
        let random = near.divergences_of(shuffled, alphabet, false);
        let each = among.iter().zip(&random).filter_map(|(among, random)| telling(among, random));
        near.telling = mean(each).unwrap_or(0.0).max(TELLING_MIN);
        near
    }

    /// The divergences of levels, shape by shape.
    fn divergences_of(
        &self,
        levels: &[Level],
        alphabet: &Alphabet,
        is_held_out: bool,
    ) -> [Vec<f64>; SHAPES.len()] {
        let mut of_shapes: [Vec<f64>; SHAPES.len()] = Default::default();
        let mut sample = NearSample::default();
        for level in levels {
            sample.clear();
            sample.add(level.view(), self, alphabet);
            let divergences = sample.divergences(self, is_held_out);
            of_shapes.iter_mut().zip(divergences).for_each(|(all, own)| all.extend(own));
        }
        of_shapes
    }
}

impl NearSample {
    pub(crate) fn clear(&mut self) {
        for Counted { counts, occurring, n } in &mut self.0 {
            occurring.drain(..).for_each(|index| counts[index] = 0);
            *n = 0;
        }
    }

    pub(crate) fn add(&mut self, level: View<'_>, near: &Near, alphabet: &Alphabet) {
        let shapes = self.0.iter_mut().zip(&near.patterns).zip(SHAPES);
        for ((Counted { counts, occurring, n }, drawn), shape) in shapes {
            counts.resize(drawn.counts().len(), 0);
            *n += drawn.each_in(level, shape, alphabet, |index| {
                if counts[index] == 0 {
                    occurring.push(index);
                }
                counts[index] += 1;
            });
        }
    }

    /// Adds all levels of a sample with the same drawings.
    pub(crate) fn merge(&mut self, part: &Self) {
        for (Counted { counts, occurring, n }, part) in self.0.iter_mut().zip(&part.0) {
            counts.resize(part.counts.len(), 0);
            *n += part.n;
            for &index in &part.occurring {
                if counts[index] == 0 {
                    occurring.push(index);
                }
                counts[index] += part.counts[index];
            }
        }
    }

    /// The mean divergence of all shapes that fit; `None` if none does. If `is_held_out`, the
    /// levels are drawings and are compared with the others.
    pub(crate) fn divergence(&self, near: &Near, is_held_out: bool) -> Option<f64> {
        mean(self.divergences(near, is_held_out).into_iter().flatten())
    }

    fn divergences(&self, near: &Near, is_held_out: bool) -> [Option<f64>; SHAPES.len()] {
        std::array::from_fn(|shape| {
            let Counted { counts, occurring, n } = &self.0[shape];
            let drawn = &near.patterns[shape];
            let n_drawn = drawn.n() - if is_held_out { *n } else { 0 };
            if *n == 0 || n_drawn == 0 {
                return None;
            }
            let mut divergence = Divergence::of(*n, n_drawn);
            for &index in occurring {
                let ours = counts[index];
                let theirs = drawn.counts()[index] - if is_held_out { ours } else { 0 };
                divergence.add(ours, theirs);
            }
            Some(divergence.value())
        })
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}
