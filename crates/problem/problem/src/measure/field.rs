//! Distances in columns plus rows, ignoring obstacles.

use marahel_level::{TileSet, View};

use crate::counts::cells;

#[derive(Debug, Default)]
pub(crate) struct Field {
    distances: Vec<u32>,
    /// For each cell the distance of the nearest source, and in the lower half its index.
    nearest: Vec<u64>,
}

/// No source exists.
const FAR: u32 = u32::MAX / 2;

/// One step further from the same source.
const STEP: u64 = 1 << 32;

impl Field {
    pub(super) fn spread(&mut self, level: View<'_>, sources: impl Iterator<Item = usize>) {
        let distances = &mut self.distances;
        distances.clear();
        distances.resize(level.area(), FAR);
        for source in sources {
            distances[source] = 0;
        }
        sweep(distances, level.width(), FAR, |distance| distance + 1);
    }

    /// Number of cells with one of the tiles and a source within this distance.
    pub(crate) fn count(&self, level: View<'_>, tiles: TileSet, distance: u32) -> u32 {
        cells(level, tiles).filter(|&cell| self.distances[cell] <= distance).count() as u32
    }

    /// The least distance of a cell with one of the tiles from a source; `None` without such a cell
    /// or source.
    pub(crate) fn least(&self, level: View<'_>, tiles: TileSet) -> Option<u32> {
        let least = cells(level, tiles).map(|cell| self.distances[cell]).min();
        least.filter(|&least| least < FAR)
    }

    /// The least distance between two different cells with the tiles.
    ///
    /// Each cell belongs to its nearest source. The shortest path between two sources has a step
    /// from a cell of one to a cell of another, and no such step is on a shorter path. So it
    /// suffices to look at neighbors.
    pub(crate) fn apart(&mut self, level: View<'_>, tiles: TileSet) -> Option<u32> {
        let mut least = None;
        self.each_pair(level, tiles, |distance, _| {
            least = Some(least.map_or(distance, |least: u32| least.min(distance)));
        });
        least
    }

    /// The cells with the tiles that are closer to another one than this distance, in order.
    pub(crate) fn closer(&mut self, level: View<'_>, tiles: TileSet, distance: f64) -> Vec<usize> {
        let mut close = Vec::new();
        self.each_pair(level, tiles, |between, pair| {
            if f64::from(between) < distance {
                close.extend(pair);
            }
        });
        close.sort_unstable();
        close.dedup();
        close
    }

    /// Calls `visit` with pairs of different cells with the tiles and their distance; each cell is in
    /// one with a nearest other one.
    fn each_pair(
        &mut self,
        level: View<'_>,
        tiles: TileSet,
        mut visit: impl FnMut(u32, [usize; 2]),
    ) {
        let (width, n_cells) = (level.width(), level.area());
        let far = u64::from(FAR) * STEP;
        let nearest = &mut self.nearest;
        nearest.clear();
        nearest.resize(n_cells, far);
        for source in cells(level, tiles) {
            nearest[source] = source as u64;
        }
        sweep(nearest, width, far, |nearest| nearest + STEP);
        for cell in 0..n_cells {
            let right = ((cell + 1) % width > 0).then_some(cell + 1);
            let below = (cell + width < n_cells).then_some(cell + width);
            for neighbor in right.into_iter().chain(below) {
                let (here, there) = (nearest[cell], nearest[neighbor]);
                if here % STEP != there % STEP {
                    let sources = [here, there].map(|nearest| (nearest % STEP) as usize);
                    visit((here / STEP + there / STEP) as u32 + 1, sources);
                }
            }
        }
    }
}

/// Sets each cell to the minimum of its value and those of its neighbors after a step, in one sweep
/// forwards and one backwards. A row first looks at the one before, which no cell needs to wait for.
fn sweep<T: Copy + Ord>(cells: &mut [T], width: usize, far: T, after: impl Fn(T) -> T) {
    let nearer = |row: &mut [T], before: &[T]| {
        for (cell, &before) in row.iter_mut().zip(before) {
            *cell = (*cell).min(after(before));
        }
    };
    let along = |beside: T, cell: &mut T| {
        *cell = (*cell).min(beside);
        after(*cell)
    };
    let n_rows = cells.len() / width;
    for y in 0..n_rows {
        let (above, row) = cells[..(y + 1) * width].split_at_mut(y * width);
        nearer(row, &above[y.saturating_sub(1) * width..]);
        row.iter_mut().fold(far, along);
    }
    for y in (0..n_rows).rev() {
        let (row, below) = cells[y * width..].split_at_mut(width);
        nearer(row, &below[..width.min(below.len())]);
        row.iter_mut().rev().fold(far, along);
    }
}
