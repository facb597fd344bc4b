//! How each tile stands in levels: what a level is like from afar.
//!
//! Of each cell, beside its tile: how many neighbors are of the same tile (lines and their ends,
//! junctions, bodies), which of the cells two away are (lattices), how far the edge is (rings), which
//! row and which column it is (ground, sky, bands), and what its mirror images are. These have few
//! kinds each, so that a single level says much, and a tile that all drawings have in just the same
//! way is found where others are strewn.

use level::{Level, Tile, View};
use serde::{Deserialize, Serialize};

use crate::likeness::codes::Alphabet;
use crate::likeness::divergence::Divergence;
use crate::likeness::telling::telling;

/// Kinds of equal neighbors, of equal cells two away, of distances from the edge, of rows or columns.
const N_NEIGHBORS: usize = 5;
const N_HOPS: usize = 16;
const N_RINGS: usize = 8;
const N_LINES: usize = 32;

/// All figures: neighbors, hops, ring, row, column, and the images left to right and top to bottom.
const N_FIGURES: usize = 7;

/// How the tiles of drawings stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    counts: StandingSample,
    /// For each tile and figure how much it tells, times the share of the cells that are of the tile.
    weights: Vec<[f64; N_FIGURES]>,
    /// How much all of them tell together, on the scale of [`telling`].
    pub(crate) telling: f64,
}

/// How the tiles of levels stand: for each letter of the drawings how often it comes, and the counts
/// of all kinds of all figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StandingSample {
    n: Vec<u32>,
    counts: Vec<u32>,
}

/// Where the counts of each figure begin, among those of a letter.
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

    /// Number of counts of a letter.
    fn n(self) -> usize {
        self.0[N_FIGURES]
    }
}

impl Standing {
    pub(crate) fn of(levels: &[Level], shuffled: &[Level], alphabet: &Alphabet) -> Self {
        let counted = |level: &Level| {
            let mut sample = StandingSample::default();
            sample.add(level.view(), alphabet);
            sample
        };
        let mut standing = Self::default();
        let drawn: Vec<StandingSample> = levels.iter().map(counted).collect();
        for one in &drawn {
            standing.counts.merge(one);
        }
        let shuffled: Vec<StandingSample> = shuffled.iter().map(counted).collect();

        let n_all: f64 = standing.counts.n.iter().copied().map(f64::from).sum();
        for letter in 0..standing.counts.n.len() {
            let all = |samples: &[StandingSample], figure, is_held_out| -> Vec<f64> {
                let each = samples.iter().filter(|sample| sample.n[letter] > 0);
                each.filter_map(|sample| {
                    sample.divergence(&standing.counts, (letter, figure), alphabet, is_held_out)
                })
                .collect()
            };
            let share = f64::from(standing.counts.n[letter]) / n_all;
            let weights = std::array::from_fn(|figure| {
                let among = all(&drawn, figure, true);
                share * telling(&among, &all(&shuffled, figure, false)).unwrap_or(0.0)
            });
            standing.weights.push(weights);
        }
        let sum: f64 = standing.weights.iter().flatten().sum();
        standing.telling = sum / N_FIGURES as f64;
        standing
    }
}

#[cfg(test)]
impl Standing {
    /// The same figures, as telling as before, without levels that are some of the drawings.
    pub(crate) fn without(&self, sample: &StandingSample) -> Self {
        let mut rest = self.clone();
        let StandingSample { n, counts } = &mut rest.counts;
        n.iter_mut().zip(&sample.n).for_each(|(n, own)| *n -= own);
        counts.iter_mut().zip(&sample.counts).for_each(|(n, own)| *n -= own);
        rest
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
            let turned = level.row(height - 1 - y);
            let from_edge = y.min(height - 1 - y);
            let line = line(y, height);
            for (x, &tile) in row.iter().enumerate() {
                let letter = alphabet.letter(tile) as usize;
                if letter == 0 {
                    continue; // no drawing has it
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
                counts[downwards + alphabet.letter(turned[x]) as usize] += 1;
                self.n[letter] += 1;
            }
        }
    }

    /// Adds all levels of another sample, which is compared with the same drawings.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.n.resize(other.n.len(), 0);
        self.counts.resize(other.counts.len(), 0);
        self.n.iter_mut().zip(&other.n).for_each(|(n, other)| *n += other);
        self.counts.iter_mut().zip(&other.counts).for_each(|(n, other)| *n += other);
    }

    /// The mean distance of all figures of all tiles, as far as they tell anything; a tile that does
    /// not come has nothing in common with the drawings. None where nothing tells anything.
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

    /// How much one figure of a letter diverges from the drawings; none where one side lacks it.
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

/// The number of a row or column of so many: counted from the nearer edge, the first half of the
/// numbers from the first edge, so that those of levels of other sizes compare.
#[inline]
fn line(at: usize, n: usize) -> usize {
    let last = N_LINES / 2 - 1;
    if 2 * at < n { at.min(last) } else { N_LINES / 2 + (n - 1 - at).min(last) }
}
