//! The cells of a pass where a rule may hold, so that visits of all others are short.
//!
//! Most visits of most passes are in vain. After some, boards tell for all cells at once where the
//! first conditions of a rule hold: those before one that draws a number, or whose test is charged.
//! What boards cannot say may hold. A change of the map makes cells around it candidates again, or
//! all cells, if conditions look at the whole map. A repeat begins with what the last one left.

use super::board::{self, Boards};
use super::grid::Grid;
use super::pass::Pass;
use crate::program::{Condition, Explorer, Reach, Scope};

#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// One bit for each cell in memory.
    cells: Vec<u64>,
    /// Whether no cell is left.
    are_none: bool,
    are_sifted: bool,
    /// Whether the next pass is of the same explorer as the last one, on the same region.
    pub(super) is_repeat: bool,
    /// Visits in vain until cells are sifted.
    n_vain_left: u64,
    boards: Boards,
    /// The cells where a rule may hold.
    holding: Vec<u64>,
    /// Replaces the number of visits in vain before cells are sifted.
    #[cfg(test)]
    pub(crate) patience: Option<u64>,
}

impl Candidates {
    /// Lets the next pass begin with all cells.
    pub(super) fn forget(&mut self) {
        self.are_sifted = false;
    }

    /// All cells, until many visits were in vain; in a repeat, those that the last pass left.
    pub(super) fn begin(&mut self, grid: &Grid, explorer: &Explorer) {
        let is_repeat = std::mem::take(&mut self.is_repeat);
        if !(is_repeat && self.are_sifted && explorer.repeats_alike()) {
            self.cells.clear();
            self.cells.resize(grid.n_cells().div_ceil(64), u64::MAX);
            (self.are_sifted, self.are_none) = (false, false);
        }
        // Sifting costs about as much.
        self.n_vain_left = 8 + grid.n_cells() as u64 / 32;
        #[cfg(test)]
        if let Some(patience) = self.patience {
            self.n_vain_left = patience;
        }
        if explorer.reach.is_none() {
            self.n_vain_left = u64::MAX;
        }
    }

    #[inline]
    pub(crate) fn contain(&self, at: usize) -> bool {
        self.cells[at / 64] >> (at % 64) & 1 != 0
    }

    /// How many of the `n` cells from one on, `step` apart, come before the first candidate.
    #[inline]
    pub(crate) fn n_before_first(&self, at: usize, n: usize, step: usize) -> usize {
        if n == 0 || self.contain(at) {
            return 0;
        }
        if step != 1 {
            return (1..n).find(|index| self.contain(at + index * step)).unwrap_or(n);
        }
        let mut n_before = 0;
        while n_before < n {
            let bit = (at + n_before) % 64;
            match self.cells[(at + n_before) / 64] >> bit {
                0 => n_before += 64 - bit,
                cells => return n.min(n_before + cells.trailing_zeros() as usize),
            }
        }
        n
    }

    /// Whether no rule can hold in the rest of the pass.
    #[inline]
    pub(super) fn are_none(&self) -> bool {
        self.are_none
    }

    /// Counts a visit in vain; returns whether cells should be sifted now.
    #[inline]
    pub(super) fn count_vain(&mut self) -> bool {
        self.n_vain_left -= 1;
        self.n_vain_left == 0
    }

    #[inline]
    pub(super) fn are_sifted(&self) -> bool {
        self.are_sifted
    }
}

impl Pass<'_> {
    /// Leaves no cells if no rule can hold wherever it is tested: then the map stays as it is, and
    /// so do the conditions on all of it.
    pub(super) fn rest_if_idle(&mut self) {
        #[cfg(test)]
        if self.candidates.patience == Some(u64::MAX) {
            return;
        }
        let explorer = self.explorer;
        let is_idle = self.candidates.are_none
            || explorer
                .rules
                .iter()
                .all(|rule| rule.opening.iter().any(|condition| !self.meets(condition, 0)));
        if is_idle && !self.is_done() {
            self.candidates.cells.fill(0);
            (self.candidates.are_none, self.candidates.are_sifted) = (true, true);
            if explorer.walk.ignores_map() {
                self.n_visits = self.n_visits_covered;
            }
        }
    }

    /// Leaves only cells where a rule may hold.
    #[cold]
    #[inline(never)]
    pub(crate) fn sift(&mut self) {
        let explorer = self.explorer;
        let mut candidates = std::mem::take(self.candidates);
        candidates.boards.begin(&self.buffers.front);
        candidates.cells.clear();
        candidates.cells.resize(candidates.boards.n_words(), 0);
        for rule in &explorer.rules {
            self.find_holding(&rule.conditions, &mut candidates);
            let Candidates { cells, holding, .. } = &mut candidates;
            cells.iter_mut().zip(holding).for_each(|(cells, holding)| *cells |= *holding);
        }
        candidates.are_none = candidates.cells.iter().all(|&cells| cells == 0);
        (candidates.are_sifted, candidates.n_vain_left) = (true, u64::MAX);
        *self.candidates = candidates;
        if self.candidates.are_none && explorer.walk.ignores_map() {
            self.n_visits = self.n_visits_covered.saturating_sub(1); // this is the last visit
        }
    }

    /// Finds the cells where the conditions of a rule may hold.
    fn find_holding(&mut self, conditions: &[Condition], candidates: &mut Candidates) {
        let Candidates { boards, holding, .. } = candidates;
        holding.resize(boards.n_words(), 0);
        board::fill(&self.buffers.front, holding);
        let first = self.buffers.front.index(0, 0);
        for condition in conditions {
            let front = &self.buffers.front;
            match condition {
                Condition::Matches { offsets, set } => {
                    boards.keep_matches(front, (offsets, *set), holding);
                }
                Condition::Counts { offsets, set, accepted } => {
                    boards.keep_counts(front, (offsets, *set), *accepted, holding);
                }
                Condition::Near(near) if self.buffers.keep_near(near, holding) => {}
                Condition::Near(_) | Condition::Chance { .. } => return,
                Condition::Totals { .. }
                | Condition::Repeats { .. }
                | Condition::Compares { .. } => match condition.scope() {
                    Scope::Level if !self.meets(condition, first) => {
                        return holding.fill(0);
                    }
                    Scope::Level | Scope::Cell => {}
                    Scope::Pass => return,
                },
            }
        }
    }

    /// After a rule changed cells: where rules may hold now.
    #[inline(never)]
    pub(super) fn follow_change(&mut self, at: usize) {
        match &self.explorer.reach {
            None | Some(Reach::Nowhere) => {}
            Some(Reach::Cells(offsets)) => {
                self.candidates.are_none = false;
                for &offset in offsets {
                    let cell = at.wrapping_add_signed(offset);
                    if let Some(cells) = self.candidates.cells.get_mut(cell / 64) {
                        *cells |= 1 << (cell % 64);
                    }
                }
            }
            Some(Reach::Everywhere) => self.candidates.begin(&self.buffers.front, self.explorer),
        }
    }
}

#[cfg(test)]
mod tests;
