//! Where and how tiles stand in whole levels: the far scale of likeness.
//!
//! For each cell and its tile, it counts: neighbors with the same tile (lines and their ends,
//! junctions, bodies), cells two away with the same tile (lattices), the distance from the edge
//! (rings), row and column (ground, sky, bands), and mirror images. Each of these figures has few
//! values, so a single level has enough data. A tile that all drawings have in the same way stands
//! out, even if others are scattered.

use marahel_level::{Level, Tile, View};
use serde::{Deserialize, Serialize};

use crate::likeness::codes::Alphabet;
use crate::likeness::divergence::Divergence;
use crate::likeness::telling::telling;

/// Number of values: equal neighbors, equal cells two away, distance from the edge, row or column.
const N_NEIGHBORS: usize = 5;
const N_HOPS: usize = 16;
const N_RINGS: usize = 8;
const N_LINES: usize = 32;

/// Number of figures: neighbors, hops, ring, row, column, and images left to right and top to
/// bottom.
const N_FIGURES: usize = 7;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    counts: StandingSample,
    /// For each tile and figure its weight, times the tile's share of the cells.
    weights: Vec<[f64; N_FIGURES]>,
    /// The weight of the far scale, see [`telling`].
    pub(crate) telling: f64,
}

/// For each letter its number of cells, and the counts of all values of all figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StandingSample {
    n: Vec<u32>,
    counts: Vec<u32>,
}

/// The offset of each figure among the counts of a letter.
#[derive(Clone, Copy)]
struct Places([usize; N_FIGURES + 1]);

impl Places {
    fn of(alphabet: &Alphabet) -> Self {
        let n_images = alphabet.n_letters();
        let sizes = [N_NEIGHBORS, N_HOPS, N_RINGS, N_LINES, N_LINES, n_images, n_images];
        let mut places = [0; N_FIGURES + 1];
        for (figure, size) in sizes.into_iter().enumerate() {
            places[figure + 1] = places[figure] + size;
        }
        Self(places)
    }

    fn n(self) -> usize {
        self.0[N_FIGURES]
    }
}

impl Standing {
    pub(crate) fn of(levels: &[Level], shuffled: &[Level], alphabet: &Alphabet) -> Self {
        let [drawn, shuffled] = [levels, shuffled].map(|levels| {
            let mut samples = vec![StandingSample::default(); levels.len()];
            let pairs = samples.iter_mut().zip(levels);
            pairs.for_each(|(sample, level)| sample.add(level.view(), alphabet));
            samples
        });
        let mut standing = Self::default();
        for sample in &drawn {
            standing.counts.merge(sample);
        }
        let n_all: f64 = standing.counts.n.iter().copied().map(f64::from).sum();
        for letter in 0..standing.counts.n.len() {
            let share = f64::from(standing.counts.n[letter]) / n_all;
            let weights = std::array::from_fn(|figure| {
                let place = (letter, figure);
                let among = standing.divergences(&drawn, place, alphabet, true);
                let random = standing.divergences(&shuffled, place, alphabet, false);
                share * telling(&among, &random).unwrap_or(0.0)
            });
            standing.weights.push(weights);
        }
        let sum: f64 = standing.weights.iter().flatten().sum();
        standing.telling = sum / N_FIGURES as f64;
        standing
    }

    /// The divergences of one figure of a letter, of the samples with the letter.
    fn divergences(
        &self,
        samples: &[StandingSample],
        place: (usize, usize),
        alphabet: &Alphabet,
        is_held_out: bool,
    ) -> Vec<f64> {
        let samples = samples.iter().filter(|sample| sample.n[place.0] > 0);
        let divergences = samples
            .filter_map(|sample| sample.divergence(&self.counts, place, alphabet, is_held_out));
        divergences.collect()
    }
}

#[cfg(test)]
impl Standing {
    /// The same weights, without levels that are some of the drawings.
    pub(crate) fn without(&self, sample: &StandingSample) -> Self {
        let mut remainder = self.clone();
        let StandingSample { n, counts } = &mut remainder.counts;
        n.iter_mut().zip(&sample.n).for_each(|(n, own)| *n -= own);
        counts.iter_mut().zip(&sample.counts).for_each(|(n, own)| *n -= own);
        remainder
    }
}

impl StandingSample {
    pub(crate) fn clear(&mut self) {
        self.n.fill(0);
        self.counts.fill(0);
    }

    pub(crate) fn add(&mut self, level: View<'_>, alphabet: &Alphabet) {
        let places = Places::of(alphabet);
        self.n.resize(alphabet.n_letters(), 0);
        self.counts.resize(alphabet.n_letters() * places.n(), 0);
        let (width, height) = (level.width(), level.height());
        let row_of = |y: Option<usize>| y.filter(|&y| y < height).map_or(&[][..], |y| level.row(y));
        let [neighbors, hops, rings, rows, columns, sideways, downwards, _] = places.0;
        for y in 0..height {
            let row = level.row(y);
            let [up, down] = [y.checked_sub(1), Some(y + 1)].map(row_of);
            let [up_two, down_two] = [y.checked_sub(2), Some(y + 2)].map(row_of);
            let row_below = level.row(height - 1 - y);
            let from_edge = y.min(height - 1 - y);
            let line = line(y, height);
            for (x, &tile) in row.iter().enumerate() {
                let letter = alphabet.letter(tile) as usize;
                if letter == 0 {
                    continue; // not in the drawings
                }
                let is = |row: &[Tile], x: usize| usize::from(row.get(x) == Some(&tile));
                let before = |n_steps: usize| x.checked_sub(n_steps).map_or(0, |x| is(row, x));
                let n_equal = before(1) + is(row, x + 1) + is(up, x) + is(down, x);
                let hop =
                    before(2) << 3 | is(row, x + 2) << 2 | is(up_two, x) << 1 | is(down_two, x);
                let ring = from_edge.min(x).min(width - 1 - x).min(N_RINGS - 1);
                let counts = &mut self.counts[letter * places.n()..][..places.n()];
                counts[neighbors + n_equal] += 1;
                counts[hops + hop] += 1;
                counts[rings + ring] += 1;
                counts[rows + line] += 1;
                counts[columns + self::line(x, width)] += 1;
                counts[sideways + alphabet.letter(row[width - 1 - x]) as usize] += 1;
                counts[downwards + alphabet.letter(row_below[x]) as usize] += 1;
                self.n[letter] += 1;
            }
        }
    }

    /// Adds all levels of a sample with the same drawings.
    pub(crate) fn merge(&mut self, part: &Self) {
        self.n.resize(part.n.len(), 0);
        self.counts.resize(part.counts.len(), 0);
        self.n.iter_mut().zip(&part.n).for_each(|(n, part)| *n += part);
        self.counts.iter_mut().zip(&part.counts).for_each(|(n, part)| *n += part);
    }

    /// The weighted mean distance of all figures of all tiles. A tile that does not occur has
    /// distance 1. `None` if all weights are 0.
    pub(crate) fn distance(
        &self,
        standing: &Standing,
        alphabet: &Alphabet,
        is_held_out: bool,
    ) -> Option<f64> {
        let (mut sum, mut all) = (0.0, 0.0);
        for (letter, weights) in standing.weights.iter().enumerate() {
            for (figure, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0)
            {
                let divergence =
                    self.divergence(&standing.counts, (letter, figure), alphabet, is_held_out);
                sum += weight * divergence.unwrap_or(1.0).sqrt();
                all += weight;
            }
        }
        (all > 0.0).then(|| sum / all)
    }

    /// The divergence of one figure of a letter from the drawings; `None` if one side lacks the
    /// letter.
    fn divergence(
        &self,
        drawn: &Self,
        (letter, figure): (usize, usize),
        alphabet: &Alphabet,
        is_held_out: bool,
    ) -> Option<f64> {
        let ours = *self.n.get(letter)?;
        let theirs = drawn.n[letter] - if is_held_out { ours } else { 0 };
        if ours == 0 || theirs == 0 {
            return None;
        }
        let places = Places::of(alphabet);
        let first = letter * places.n();
        let range = first + places.0[figure]..first + places.0[figure + 1];
        let mut divergence = Divergence::of(ours.into(), theirs.into());
        for (&ours, &theirs) in self.counts[range.clone()].iter().zip(&drawn.counts[range]) {
            divergence.add(ours, theirs - if is_held_out { ours } else { 0 });
        }
        Some(divergence.value())
    }
}

/// The value of a row or column among `n`. It is counted from the nearer edge, with different
/// values for the two edges, so that levels of different sizes are comparable.
#[inline]
fn line(at: usize, n: usize) -> usize {
    let last = N_LINES / 2 - 1;
    if 2 * at < n { at.min(last) } else { N_LINES / 2 + (n - 1 - at).min(last) }
}
