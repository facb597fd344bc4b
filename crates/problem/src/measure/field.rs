//! Distances in columns and rows, whatever lies between.

use level::{TileSet, View};

use crate::counts::cells;

/// For each cell how far the nearest source is.
#[derive(Debug, Default)]
pub(super) struct Field {
    distances: Vec<u32>,
    /// For each cell the distance of the nearest source and, in the lower half, which one it is.
    nearest: Vec<u64>,
}

/// No source at all.
const FAR: u32 = u32::MAX / 2;

/// One step farther from the same source.
const STEP: u64 = 1 << 32;

impl Field {
    /// Spreads distances from the sources.
    pub(super) fn spread(&mut self, level: View<'_>, sources: impl Iterator<Item = usize>) {
        let distances = &mut self.distances;
        distances.clear();
        distances.resize(level.area(), FAR);
        for source in sources {
            distances[source] = 0;
        }
        sweep(distances, level.width(), FAR, |distance| distance + 1);
    }

    /// Number of cells with one of the tiles and a source at most so far away.
    pub(super) fn count(&self, level: View<'_>, tiles: TileSet, distance: u32) -> u32 {
        let is_near = |&cell: &usize| self.distances[cell] <= distance;
        cells(level, tiles).filter(is_near).count() as u32
    }

    /// The least distance of a cell with one of the tiles; `None` where there is
    /// no such cell or no source.
    pub(super) fn least(&self, level: View<'_>, tiles: TileSet) -> Option<u32> {
        let least = cells(level, tiles).map(|cell| self.distances[cell]).min();
        least.filter(|&least| least < FAR)
    }

    /// The least distance between two different cells with the tiles.
    ///
    /// Each cell belongs to its nearest source. Somewhere on the way between the two sources a step
    /// leads from the cells of one to those of another, and none such is on a shorter way: it
    /// suffices to look at neighbors.
    pub(super) fn apart(&mut self, level: View<'_>, tiles: TileSet) -> Option<u32> {
        let (width, n_cells) = (level.width(), level.area());
        let far = u64::from(FAR) * STEP;
        let nearest = &mut self.nearest;
        nearest.clear();
        nearest.resize(n_cells, far);
        for source in cells(level, tiles) {
            nearest[source] = source as u64;
        }
        sweep(nearest, width, far, |nearest| nearest + STEP);
        let mut least = None;
        for cell in 0..n_cells {
            let right = ((cell + 1) % width > 0).then_some(cell + 1);
            let below = (cell + width < n_cells).then_some(cell + width);
            for neighbor in right.into_iter().chain(below) {
                let (here, there) = (nearest[cell], nearest[neighbor]);
                if here % STEP != there % STEP {
                    let distance = (here / STEP + there / STEP) as u32 + 1;
                    least = Some(least.map_or(distance, |least: u32| least.min(distance)));
                }
            }
        }
        least
    }
}

/// Gives each cell the least of what it has and what its neighbors have after a step, in one
/// sweep there and one back.
fn sweep<T: Copy + Ord>(cells: &mut [T], width: usize, far: T, after: impl Fn(T) -> T) {
    let n_cells = cells.len();
    for cell in 0..n_cells {
        let left = if cell % width > 0 { after(cells[cell - 1]) } else { far };
        let above = if cell >= width { after(cells[cell - width]) } else { far };
        cells[cell] = cells[cell].min(left).min(above);
    }
    for cell in (0..n_cells).rev() {
        let right = if (cell + 1) % width > 0 { after(cells[cell + 1]) } else { far };
        let below = if cell + width < n_cells { after(cells[cell + width]) } else { far };
        cells[cell] = cells[cell].min(right).min(below);
    }
}
