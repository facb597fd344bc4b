//! Arrangements of player and crates, each remembered once.

use super::Move;
use super::visited::{Visited, mix};
use super::yard::{Cell, Yard};

/// A search keeps at most so many states, so that indices fit in a word of 32
/// bits with room for a layer of states beyond the limit.
pub(super) const N_STATES_MAX: usize = 1 << 28;

/// The states that a search has found, in the order of finding, in a level of
/// any size with any number of crates.
///
/// Most moves are walks, which leave the crates in place. So a state is the number of an
/// arrangement of the crates and the cell of the player. One state is open at a time; new states
/// are described by their difference from it.
#[derive(Debug, Default)]
pub(super) struct States {
    /// Whether crates can be told apart; if not, they are listed in ascending order.
    distinct: bool,
    list: Vec<State>,
    visited: Visited,
    /// The cells of the crates of all arrangements, one after the other.
    crates: Vec<Cell>,
    n_crates: usize,
    arrangements: Visited,
    open: State,
    /// For each cell whether a crate of the open state stands there.
    occupied: Vec<bool>,
    is_target: Vec<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    arrangement: u32,
    player: Cell,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: Cell,
    /// Where the crate goes that stood there, if there was one.
    pub(super) crate_to: Option<Cell>,
}

impl States {
    /// No states, with crates that can be told apart.
    pub(super) fn distinct() -> Self {
        Self { distinct: true, ..Self::default() }
    }

    /// Forgets everything, and remembers the start of `yard` as state 0.
    pub(super) fn start(&mut self, yard: &Yard) {
        self.list.clear();
        self.visited.clear();
        self.arrangements.clear();
        self.n_crates = yard.crates.len();
        self.crates.clear();
        self.crates.extend(&yard.crates);
        for cells in [&mut self.occupied, &mut self.is_target] {
            cells.clear();
            cells.resize(yard.floor.len(), false);
        }
        mark(&mut self.is_target, &yard.targets, true);
        mark(&mut self.occupied, &yard.crates, true);
        self.open = State { arrangement: self.newest_arrangement(), player: yard.player };
        self.insert(self.open);
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of the arrangement of the crates in a state; arrangements
    /// are numbered in the order of finding.
    pub(super) fn arrangement(&self, index: usize) -> usize {
        self.list[index].arrangement as usize
    }

    pub(super) fn crates(&self, index: usize) -> &[Cell] {
        &self.crates[self.arrangement(index) * self.n_crates..][..self.n_crates]
    }

    pub(super) fn is_solved(&self, index: usize) -> bool {
        self.crates(index).iter().all(|&cell| self.is_target[cell as usize])
    }

    /// Opens a state and returns the cell of its player.
    pub(super) fn open(&mut self, index: usize) -> Cell {
        let before = std::mem::replace(&mut self.open, self.list[index]);
        if before.arrangement != self.open.arrangement {
            let n = self.n_crates;
            let of =
                |state: State| state.arrangement as usize * n..(state.arrangement as usize + 1) * n;
            mark(&mut self.occupied, &self.crates[of(before)], false);
            mark(&mut self.occupied, &self.crates[of(self.open)], true);
        }
        self.open.player
    }

    /// The step of `player` in a direction, unless a wall or a crate of the open state is in the
    /// way; `crate_may_stand` says which cells a push may lead to.
    #[inline]
    pub(super) fn step(
        &self,
        yard: &Yard,
        player: Cell,
        direction: Move,
        crate_may_stand: impl Fn(Cell) -> bool,
    ) -> Option<Step> {
        let to = yard.step(player, direction);
        if !yard.is_floor(to) {
            return None;
        }
        if !self.occupied[to as usize] {
            return Some(Step { to, crate_to: None });
        }
        let beyond = yard.step(to, direction);
        let pushes = crate_may_stand(beyond) && !self.occupied[beyond as usize];
        pushes.then_some(Step { to, crate_to: Some(beyond) })
    }

    /// Remembers the state that a step leads to from the open one, and returns whether it is new.
    #[inline]
    pub(super) fn add(&mut self, step: Step) -> bool {
        let arrangement = match step.crate_to {
            None => self.open.arrangement,
            Some(crate_to) => self.pushed(step.to, crate_to),
        };
        self.insert(State { arrangement, player: step.to })
    }

    #[inline]
    fn insert(&mut self, state: State) -> bool {
        let (list, next) = (&self.list, self.list.len());
        let is_new = next
            == self.visited.find_or_add(
                next,
                state.hash(),
                |index| list[index].hash(),
                |index| list[index] == state,
            );
        if is_new {
            self.list.push(state);
        }
        is_new
    }

    /// The arrangement that a push makes of the open one.
    fn pushed(&mut self, from: Cell, onto: Cell) -> u32 {
        let first = self.open.arrangement as usize * self.n_crates;
        let next = self.crates.len();
        self.crates.extend_from_within(first..first + self.n_crates);
        let crates = &mut self.crates[next..];
        for cell in crates.iter_mut().filter(|cell| **cell == from) {
            *cell = onto;
        }
        if !self.distinct {
            crates.sort_unstable();
        }
        self.newest_arrangement()
    }

    /// The number of the arrangement that was put behind the others, or of one
    /// of these if it is the same; then it is taken away.
    fn newest_arrangement(&mut self) -> u32 {
        let n = self.n_crates;
        let newest = self.crates.len() / n - 1;
        let (before, crates) = self.crates.split_at(newest * n);
        let hash = |cells: &[Cell]| cells.iter().fold(0, |hash, &cell| mix(hash, u64::from(cell)));
        let index = self.arrangements.find_or_add(
            newest,
            hash(crates),
            |index| hash(&before[index * n..][..n]),
            |index| before[index * n..][..n] == *crates,
        );
        if index < newest {
            self.crates.truncate(newest * n);
        }
        index as u32
    }
}

impl State {
    #[inline]
    fn hash(self) -> u64 {
        mix(0, u64::from(self.arrangement) << 32 | u64::from(self.player))
    }
}

fn mark(cells: &mut [bool], marked: &[Cell], value: bool) {
    for &cell in marked {
        cells[cell as usize] = value;
    }
}
