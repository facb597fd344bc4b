//! Distances in columns and rows, whatever lies between.

use level::{TileSet, View};

use crate::counts::cells;

/// For each cell how far the nearest source is.
#[derive(Debug, Default)]
pub(super) struct Field {
    distances: Vec<u32>,
}

/// No source at all.
const FAR: u32 = u32::MAX / 2;

impl Field {
    /// Spreads distances from the sources, in one sweep there and one back.
    pub(super) fn spread(&mut self, level: View<'_>, sources: impl Iterator<Item = usize>) {
        let (width, n_cells) = (level.width(), level.area());
        let distances = &mut self.distances;
        distances.clear();
        distances.resize(n_cells, FAR);
        for source in sources {
            distances[source] = 0;
        }
        for cell in 0..n_cells {
            let left = if cell % width > 0 { distances[cell - 1] + 1 } else { FAR };
            let above = if cell >= width { distances[cell - width] + 1 } else { FAR };
            distances[cell] = distances[cell].min(left).min(above);
        }
        for cell in (0..n_cells).rev() {
            let right = if (cell + 1) % width > 0 { distances[cell + 1] + 1 } else { FAR };
            let below = if cell + width < n_cells { distances[cell + width] + 1 } else { FAR };
            distances[cell] = distances[cell].min(right).min(below);
        }
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
}
