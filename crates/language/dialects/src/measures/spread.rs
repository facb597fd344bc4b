//! The spread of the cells of some tiles: their mean and largest Manhattan distance from any cell,
//! in constant time.
//!
//! A sum of Manhattan distances is the sum along columns plus the sum along rows, and each depends
//! on one coordinate. The largest distance is that to one of four extreme cells.

use marahel::extension::Pass;
use marahel_level::TileSet;

#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// One for each tile that occurs; the rest is spare memory.
    kinds: Vec<EntitySpread>,
    n_kinds: usize,
    /// Smallest and largest `x + y`, smallest and largest `x - y`.
    extremes: [i64; 4],
}

#[derive(Clone, Debug, Default)]
struct EntitySpread {
    n: u64,
    /// The sum of the distances along the axis, for each column and row.
    columns: Vec<u64>,
    rows: Vec<u64>,
}

impl Spread {
    /// Measures a region; returns the number of cells that were read.
    pub(super) fn measure(&mut self, pass: &Pass<'_>, set: TileSet) -> u64 {
        let plane = pass.plane();
        self.n_kinds = 0;
        self.extremes = [i64::MAX, i64::MIN, i64::MAX, i64::MIN];
        for tile in set.iter().filter(|&tile| pass.total(TileSet::only(tile)) > 0) {
            if self.kinds.len() == self.n_kinds {
                self.kinds.push(EntitySpread::default());
            }
            let kind = &mut self.kinds[self.n_kinds];
            for (counts, side) in [(&mut kind.columns, plane.width), (&mut kind.rows, plane.height)]
            {
                counts.clear();
                counts.resize(side, 0);
            }
            self.n_kinds += 1;
            for y in 0..plane.height {
                for x in (0..plane.width).filter(|&x| pass.tile((x, y)) == tile) {
                    kind.columns[x] += 1;
                    kind.rows[y] += 1;
                    let (sum, difference) = ((x + y) as i64, x as i64 - y as i64);
                    let [least_sum, most_sum, least_difference, most_difference] = self.extremes;
                    self.extremes = [
                        least_sum.min(sum),
                        most_sum.max(sum),
                        least_difference.min(difference),
                        most_difference.max(difference),
                    ];
                }
            }
            kind.n = kind.rows.iter().sum();
            counts_to_distances(&mut kind.columns);
            counts_to_distances(&mut kind.rows);
        }
        (plane.area() * self.n_kinds) as u64
    }

    /// The mean distance to the cells of each tile, averaged over the tiles that occur.
    pub(super) fn mean(&self, (x, y): (usize, usize)) -> Option<f64> {
        let means = self.kinds[..self.n_kinds]
            .iter()
            .map(|kind| (kind.columns[x] + kind.rows[y]) as f64 / kind.n as f64);
        (self.n_kinds > 0).then(|| means.sum::<f64>() / self.n_kinds as f64)
    }

    pub(super) fn farthest(&self, (x, y): (usize, usize)) -> Option<f64> {
        let (sum, difference) = ((x + y) as i64, x as i64 - y as i64);
        let [least_sum, most_sum, least_difference, most_difference] = self.extremes;
        (self.n_kinds > 0).then(|| {
            let along_sum = (sum - least_sum).max(most_sum - sum);
            let along_difference =
                (difference - least_difference).max(most_difference - difference);
            along_sum.max(along_difference) as f64
        })
    }
}

/// Replaces the number of cells at each coordinate by the sum of the distances from all cells to
/// it.
fn counts_to_distances(line: &mut [u64]) {
    let n: u64 = line.iter().sum();
    // Starts at coordinate 0. Each step is nearer to the cells ahead, and further from those
    // behind.
    let mut distance: u64 = line.iter().zip(0..).map(|(count, at)| count * at).sum();
    let mut n_behind = 0;
    for count in line {
        n_behind += *count;
        *count = distance;
        distance = distance + n_behind - (n - n_behind);
    }
}
