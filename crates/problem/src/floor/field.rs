//! Levels of any size: breadth first with a queue.

use level::{TileSet, View};

use super::ground::{Cell, Ground};
use super::runs::Runs;

/// The passable cells of a level in a flat array.
///
/// Rows lie one cell apart, and one row is above and one below them; these
/// cells are never passable, so that no step needs to be checked for the edge.
#[derive(Debug, Default)]
pub(super) struct Field {
    runs: Runs,
    width: usize,
    stride: usize,
    /// When a sweep came to a cell: steps from its source, counted from
    /// `begin`. Marks below are of earlier sweeps, [`WALL`] is no passable cell.
    marks: Vec<u32>,
    /// Whether the marks are those of this level.
    is_marked: bool,
    /// Mark of the source of the last sweep, and the first mark that is free.
    begin: u32,
    end: u32,
    /// Cells with lower marks are in regions that are ahead.
    behind: u32,
    /// No region ahead has a cell before this one.
    first_ahead: usize,
    /// The queue of the sweep: the reached cells in order of distance, and
    /// room for one more than there can be.
    queue: Vec<Cell>,
    n_reached: usize,
    candidates: Candidates,
    /// Cells on the way back to the source, and those one step further.
    front: Vec<Cell>,
    next_front: Vec<Cell>,
}

const WALL: u32 = u32::MAX;

/// Cells that may be an end of a longer path.
#[derive(Debug, Default)]
struct Candidates {
    /// Whether all reached cells are candidates except those of the list.
    are_all_but: bool,
    list: Vec<Cell>,
}

impl Field {
    fn reached(&self) -> &[Cell] {
        &self.queue[..self.n_reached]
    }

    fn eccentricity(&self) -> u32 {
        self.reached().last().map_or(0, |&cell| self.distance(cell))
    }

    /// Distance of a cell that the sweep reached.
    fn distance(&self, cell: Cell) -> u32 {
        self.marks[cell as usize] - self.begin
    }

    /// The reached cells that are farther away than `distance`.
    fn beyond(&self, distance: u32) -> &[Cell] {
        let is_within = |&cell: &Cell| self.distance(cell) <= distance;
        &self.reached()[self.reached().partition_point(is_within)..]
    }

    /// The cells at the greatest distance.
    fn farthest(&self) -> &[Cell] {
        match self.eccentricity() {
            0 => self.reached(),
            eccentricity => self.beyond(eccentricity - 1),
        }
    }

    fn neighbors(&self, cell: Cell) -> [Cell; 4] {
        let stride = self.stride as Cell;
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// Writes the marks of a level that no sweep has come to.
    fn mark(&mut self) {
        let n_cells = (self.runs.height() + 2) * self.stride + 1;
        self.marks.clear();
        self.marks.resize(n_cells, WALL);
        for y in 0..self.runs.height() {
            let marks = &mut self.marks[(y + 1) * self.stride..][..self.width];
            for (marks, &open) in marks.chunks_mut(64).zip(self.runs.row(y)) {
                for (bit, mark) in marks.iter_mut().enumerate() {
                    *mark = (open >> bit & 1) as u32;
                    *mark = mark.wrapping_sub(1); // 0, or a wall
                }
            }
        }
        if self.queue.len() < n_cells {
            self.queue.resize(n_cells, 0);
        }
        self.is_marked = true;
        (self.behind, self.begin, self.end) = (1, 1, 2);
    }

    /// Makes the next sweep run out of marks.
    #[cfg(test)]
    pub(super) fn wear_out(&mut self) {
        self.end = WALL - 1;
    }

    /// Makes sure that a sweep does not run out of marks.
    fn begin_sweep(&mut self) {
        if !self.is_marked {
            self.mark();
        }
        if self.end as usize + self.marks.len() >= WALL as usize {
            for mark in self.marks.iter_mut().filter(|mark| **mark != WALL) {
                *mark = u32::from(*mark >= self.behind);
            }
            (self.behind, self.end) = (1, 2);
        }
        self.begin = self.end;
    }
}

impl Ground for Field {
    fn load(&mut self, level: View<'_>, passable: TileSet) {
        self.runs.load(level, passable);
        self.width = level.width();
        self.stride = level.width() + 1;
        self.is_marked = false;
        self.n_reached = 0;
        self.first_ahead = 0;
    }

    fn cell(&self, x: usize, y: usize) -> Option<Cell> {
        let is_open = x < self.width && y < self.runs.height() && self.runs.contains(x, y);
        is_open.then_some(((y + 1) * self.stride + x) as Cell)
    }

    fn n_regions(&mut self) -> u32 {
        self.runs.n_regions()
    }

    fn rewind(&mut self) {
        if self.is_marked {
            // No sweep has begun or ended with this mark.
            (self.behind, self.end) = (self.end, self.end + 1);
        }
        self.first_ahead = 0;
    }

    fn next_region(&mut self) -> Option<u32> {
        if !self.is_marked {
            self.mark();
        }
        let ahead = &self.marks[self.first_ahead..];
        self.first_ahead += ahead.iter().position(|&mark| mark < self.behind)?;
        Some(self.sweep(self.first_ahead as Cell))
    }

    /// Takes no branch on whether a neighbor is new, which nobody can predict:
    /// all are written into the queue, where those that are not are overwritten.
    fn sweep(&mut self, source: Cell) -> u32 {
        self.begin_sweep();
        let (marks, queue, begin) = (&mut self.marks[..], &mut self.queue[..], self.begin);
        marks[source as usize] = begin;
        queue[0] = source;
        let (mut head, mut tail) = (0, 1);
        while head < tail {
            let cell = queue[head] as usize;
            head += 1;
            let next = marks[cell] + 1;
            for neighbor in [cell - self.stride, cell - 1, cell + 1, cell + self.stride] {
                let mark = marks[neighbor];
                let is_new = mark < begin;
                marks[neighbor] = if is_new { next } else { mark };
                queue[tail] = neighbor as Cell;
                tail += usize::from(is_new);
            }
        }
        self.n_reached = tail;
        self.end = marks[queue[tail - 1] as usize] + 1;
        self.end - 1 - begin
    }

    fn n_reached(&self) -> u32 {
        self.n_reached as u32
    }

    fn nth_reached(&self, n: u32) -> Cell {
        self.reached()[n as usize]
    }

    fn n_farthest(&self) -> u32 {
        self.farthest().len() as u32
    }

    fn nth_farthest(&self, n: u32) -> Cell {
        self.farthest()[n as usize]
    }

    fn halfway(&mut self) -> Cell {
        let eccentricity = self.eccentricity();
        self.front.clear();
        self.front.push(self.nth_farthest(0));
        for distance in (eccentricity / 2..eccentricity).rev() {
            self.next_front.clear();
            for index in 0..self.front.len() {
                for neighbor in self.neighbors(self.front[index]) {
                    let mark = &mut self.marks[neighbor as usize];
                    if *mark == self.begin + distance {
                        // Behind, but not of this sweep any more: taken once.
                        *mark = self.behind;
                        self.next_front.push(neighbor);
                    }
                }
            }
            std::mem::swap(&mut self.front, &mut self.next_front);
        }
        self.front.sort_unstable();
        self.front[self.front.len() / 2]
    }

    fn distance_to(&self, cell: Cell) -> Option<u32> {
        self.marks[cell as usize].checked_sub(self.begin)
    }

    fn nominate_reached(&mut self) {
        self.candidates.are_all_but = true;
        self.candidates.list.clear();
    }

    fn dismiss_within(&mut self, distance: u32) {
        let mut list = std::mem::take(&mut self.candidates.list);
        if !self.candidates.are_all_but {
            list.retain(|&cell| self.distance(cell) > distance);
        } else if distance == 0 {
            list.push(self.nth_reached(0));
        } else {
            let exceptions = std::mem::take(&mut list);
            let beyond = self.beyond(distance).iter();
            list.extend(beyond.filter(|cell| !exceptions.contains(cell)));
            self.candidates.are_all_but = false;
        }
        self.candidates.list = list;
    }

    fn farthest_candidate(&self) -> Option<(Cell, u32)> {
        let Candidates { are_all_but, list } = &self.candidates;
        let cell = if *are_all_but {
            self.reached().iter().rev().find(|cell| !list.contains(cell))
        } else {
            list.iter().max_by_key(|&&cell| self.distance(cell))
        };
        cell.map(|&cell| (cell, self.distance(cell)))
    }
}
