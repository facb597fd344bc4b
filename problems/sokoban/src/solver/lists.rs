//! States that list the cells of their crates: for any level.

use super::states::{States, Step, Visited, mix};
use super::yard::{Cell, Yard};

/// States of a yard of any size with any number of crates.
#[derive(Debug)]
pub(super) struct Lists {
    /// Whether crates can be told apart; if not, they are listed in ascending order.
    distinct: bool,
    /// Length of one state: its player, then its crates.
    len: usize,
    /// All states, one after the other.
    cells: Vec<Cell>,
    visited: Visited,
    open: Vec<Cell>,
    /// For each cell whether a crate of the open state stands there.
    occupied: Vec<bool>,
    /// For each cell whether it is a target.
    is_target: Vec<bool>,
}

impl Lists {
    /// No states; `distinct` says whether an exchange of two crates makes another state.
    pub(super) fn new(distinct: bool) -> Self {
        Self {
            distinct,
            len: 1,
            cells: Vec::new(),
            visited: Visited::default(),
            open: Vec::new(),
            occupied: Vec::new(),
            is_target: Vec::new(),
        }
    }

    /// The cells of the crates of a state.
    pub(super) fn crates(&self, index: usize) -> &[Cell] {
        &self.state(index)[1..]
    }

    /// Whether all crates of a state stand on targets.
    pub(super) fn is_solved(&self, index: usize) -> bool {
        let on_target = |&cell: &Cell| self.is_target[cell as usize];
        self.crates(index).iter().all(on_target)
    }

    fn state(&self, index: usize) -> &[Cell] {
        &self.cells[index * self.len..][..self.len]
    }

    /// Keeps the state that was put behind the others if it is new.
    fn keep_if_new(&mut self) -> bool {
        let newest = self.len() - 1;
        let hash_of = |index: usize| {
            let cells = self.cells[index * self.len..][..self.len].iter();
            cells.fold(0, |hash, &cell| mix(hash, u64::from(cell)))
        };
        let (before, state) = self.cells.split_at(newest * self.len);
        let same = |index: usize| before[index * self.len..][..self.len] == *state;
        let is_new = self.visited.find_or_add(newest, hash_of(newest), hash_of, same) == newest;
        if !is_new {
            self.cells.truncate(newest * self.len);
        }
        is_new
    }
}

impl States for Lists {
    fn start(&mut self, yard: &Yard) {
        self.len = 1 + yard.crates().len();
        self.cells.clear();
        self.cells.push(yard.player());
        self.cells.extend(yard.crates());
        self.open.clear();
        for cells in [&mut self.occupied, &mut self.is_target] {
            cells.clear();
            cells.resize(yard.n_cells(), false);
        }
        for &target in yard.targets() {
            self.is_target[target as usize] = true;
        }
        self.visited.clear();
        self.keep_if_new();
    }

    fn len(&self) -> usize {
        self.cells.len() / self.len
    }

    fn open(&mut self, index: usize) -> Cell {
        for cell in self.open.drain(..) {
            self.occupied[cell as usize] = false;
        }
        let state = index * self.len..(index + 1) * self.len;
        self.open.extend(&self.cells[state]);
        for &cell in &self.open[1..] {
            self.occupied[cell as usize] = true;
        }
        self.open[0]
    }

    fn has_crate(&self, _yard: &Yard, cell: Cell) -> bool {
        self.occupied[cell as usize]
    }

    fn add(&mut self, _yard: &Yard, step: Step) -> bool {
        let first = self.cells.len();
        self.cells.push(step.to);
        self.cells.extend(&self.open[1..]);
        if let Some(crate_to) = step.crate_to {
            let crates = &mut self.cells[first + 1..];
            for cell in crates.iter_mut().filter(|cell| **cell == step.to) {
                *cell = crate_to;
            }
            if !self.distinct {
                crates.sort_unstable();
            }
        }
        self.keep_if_new()
    }

    fn is_newest_solved(&self) -> bool {
        self.is_solved(self.len() - 1)
    }

    fn player(&self, index: usize) -> Cell {
        self.cells[index * self.len]
    }
}
