//! The cells of a shortest way.

use level::{TileSet, View};

/// Finds shortest ways through level after level, in memory that it keeps.
///
/// [`Floor`](crate::Floor) says faster how long a way is; this says where it goes.
#[derive(Clone, Debug, Default)]
pub struct WayFinder {
    /// Cells in the order in which they were reached.
    queue: Vec<usize>,
    /// For each cell the one that it was reached from, or [`NOWHERE`].
    before: Vec<usize>,
    way: Vec<usize>,
}

/// A cell that was not reached.
const NOWHERE: usize = usize::MAX;

impl WayFinder {
    /// The cells of a shortest way from one cell (column, row) to another, both
    /// included, the last one first; cells are numbered row by row. Empty where
    /// there is no way.
    ///
    /// Both ends may hold any tile, all between them must be `passable`. Of
    /// equally long ways it is always the same one.
    pub fn find(
        &mut self,
        level: View<'_>,
        passable: TileSet,
        from: (usize, usize),
        to: (usize, usize),
    ) -> &[usize] {
        let (width, height) = (level.width(), level.height());
        let (start, end) = (from.1 * width + from.0, to.1 * width + to.0);
        self.before.clear();
        self.before.resize(width * height, NOWHERE);
        self.queue.clear();
        self.queue.push(start);
        self.before[start] = start;
        let mut next = 0;
        while next < self.queue.len() && self.before[end] == NOWHERE {
            let cell = self.queue[next];
            next += 1;
            let (x, y) = (cell % width, cell / width);
            let neighbors = [
                (x > 0).then(|| cell - 1),
                (x + 1 < width).then(|| cell + 1),
                (y > 0).then(|| cell - width),
                (y + 1 < height).then(|| cell + width),
            ];
            for neighbor in neighbors.into_iter().flatten() {
                let tile = level.row(neighbor / width)[neighbor % width];
                let is_free = neighbor == end || passable.contains(tile);
                if is_free && self.before[neighbor] == NOWHERE {
                    self.before[neighbor] = cell;
                    self.queue.push(neighbor);
                }
            }
        }
        self.way.clear();
        if self.before[end] != NOWHERE {
            let mut cell = end;
            self.way.push(cell);
            while cell != start {
                cell = self.before[cell];
                self.way.push(cell);
            }
        }
        &self.way
    }
}

#[cfg(test)]
mod tests {
    use level::{TileSet, View};

    use super::WayFinder;

    #[track_caller]
    fn check(tiles: &[u8], width: usize, from: (usize, usize), to: (usize, usize), way: &[usize]) {
        let level = View::new(tiles, width, tiles.len() / width, width);
        assert_eq!(WayFinder::default().find(level, TileSet::only(0), from, to), way);
    }

    #[test]
    fn ways_go_around_walls_and_their_ends_may_be_anything() {
        check(&[0, 1, 0, 0, 1, 0, 0, 0, 0], 3, (0, 0), (2, 0), &[2, 5, 8, 7, 6, 3, 0]);
        check(&[2, 0, 3], 3, (2, 0), (0, 0), &[0, 1, 2]);
        check(&[0, 0], 2, (1, 0), (1, 0), &[1]);
    }

    #[test]
    fn there_may_be_no_way() {
        check(&[0, 1, 0], 3, (0, 0), (2, 0), &[]);
    }
}
