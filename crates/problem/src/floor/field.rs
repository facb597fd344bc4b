//! Levels of any size: breadth first with a queue.

use level::{TileSet, View};

use super::ground::{Cell, Ground};

/// The passable cells of a level in a flat array.
///
/// Rows lie one cell apart, and one row is above and one below them; these
/// cells are never passable, so that no step needs to be checked for the edge.
#[derive(Debug, Default)]
pub(super) struct Field {
    stride: usize,
    open: Vec<bool>,
    /// Whether a cell belongs to a region that is not ahead any more.
    behind: Vec<bool>,
    /// No region ahead has a cell before this one.
    first_ahead: usize,
    candidates: Vec<Cell>,
    /// Steps from the source, or [`UNREACHED`].
    distances: Vec<u32>,
    /// The reached cells in order of distance; the queue of the sweep.
    reached: Vec<Cell>,
}

const UNREACHED: u32 = u32::MAX;

impl Field {
    fn eccentricity(&self) -> u32 {
        self.reached.last().map_or(0, |&cell| self.distance(cell))
    }

    fn distance(&self, cell: Cell) -> u32 {
        self.distances[cell as usize]
    }

    /// The cells at the greatest distance.
    fn farthest(&self) -> &[Cell] {
        let eccentricity = self.eccentricity();
        let nearer = |&cell: &Cell| self.distance(cell) < eccentricity;
        &self.reached[self.reached.partition_point(nearer)..]
    }

    fn neighbors(&self, cell: Cell) -> [Cell; 4] {
        let stride = self.stride as Cell;
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }
}

impl Ground for Field {
    fn load(&mut self, level: View<'_>, passable: TileSet) {
        self.stride = level.width() + 1;
        let n_cells = (level.height() + 2) * self.stride + 1;
        self.open.clear();
        self.open.resize(n_cells, false);
        for (y, row) in level.rows().enumerate() {
            let cells = &mut self.open[(y + 1) * self.stride..];
            for (open, &tile) in cells.iter_mut().zip(row) {
                *open = passable.contains(tile);
            }
        }
        self.distances.clear();
        self.distances.resize(n_cells, UNREACHED);
        self.reached.clear();
        self.rewind();
    }

    fn cell(&self, x: usize, y: usize) -> Option<Cell> {
        let cell = (y + 1) * self.stride + x;
        let open = x < self.stride && self.open.get(cell).is_some_and(|&open| open);
        open.then_some(cell as Cell)
    }

    fn rewind(&mut self) {
        self.behind.clear();
        self.behind.resize(self.open.len(), false);
        self.first_ahead = 0;
    }

    fn next_region(&mut self) -> Option<u32> {
        let cells = self.first_ahead..self.open.len();
        let first = cells.into_iter().find(|&cell| self.open[cell] && !self.behind[cell])?;
        let eccentricity = self.sweep(first as Cell);
        for &cell in &self.reached {
            self.behind[cell as usize] = true;
        }
        self.first_ahead = first;
        Some(eccentricity)
    }

    fn sweep(&mut self, source: Cell) -> u32 {
        for cell in self.reached.drain(..) {
            self.distances[cell as usize] = UNREACHED;
        }
        self.distances[source as usize] = 0;
        self.reached.push(source);
        let mut head = 0;
        while let Some(&cell) = self.reached.get(head) {
            head += 1;
            let distance = self.distance(cell) + 1;
            for neighbor in self.neighbors(cell) {
                let index = neighbor as usize;
                if self.open[index] && self.distances[index] == UNREACHED {
                    self.distances[index] = distance;
                    self.reached.push(neighbor);
                }
            }
        }
        self.eccentricity()
    }

    fn n_reached(&self) -> u32 {
        self.reached.len() as u32
    }

    fn nth_reached(&self, n: u32) -> Cell {
        self.reached[n as usize]
    }

    fn n_farthest(&self) -> u32 {
        self.farthest().len() as u32
    }

    fn nth_farthest(&self, n: u32) -> Cell {
        self.farthest()[n as usize]
    }

    fn halfway(&self) -> Cell {
        let mut cell = self.nth_farthest(0);
        for distance in (self.eccentricity() / 2..self.eccentricity()).rev() {
            let nearer = |&neighbor: &Cell| self.distance(neighbor) == distance;
            cell = self
                .neighbors(cell)
                .into_iter()
                .find(nearer)
                .expect("a reached cell has a neighbor that is nearer to the source");
        }
        cell
    }

    fn distance_to(&self, cell: Cell) -> Option<u32> {
        let distance = self.distance(cell);
        (distance != UNREACHED).then_some(distance)
    }

    fn nominate_reached(&mut self) {
        self.candidates.clone_from(&self.reached);
    }

    fn dismiss_within(&mut self, distance: u32) {
        let distances = &self.distances;
        self.candidates.retain(|&cell| distances[cell as usize] > distance);
    }

    fn farthest_candidate(&self) -> Option<(Cell, u32)> {
        let cell = *self.candidates.iter().max_by_key(|&&cell| self.distance(cell))?;
        Some((cell, self.distance(cell)))
    }
}
