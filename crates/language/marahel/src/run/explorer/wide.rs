//! Wide explorers: every cell once, in random order or the best first.
//!
//! The best cell has the smallest heuristics on the current map; ties are random. The data
//! structure depends on the possible values of the heuristics: see [`Ranking`].

mod buckets;
mod sorted;
mod tournament;

use crate::program::Heuristics;
use crate::run::pass::{Pass, draw};

#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells left to visit, one list for each region. A list lasts for one pass, or for the level
    /// if an explorer uses cells up.
    lists: Vec<CellList>,
    sorted: sorted::SortedRanking,
    buckets: buckets::BucketRanking,
    tournament: tournament::TournamentRanking,
}

#[derive(Clone, Debug, Default)]
struct CellList {
    cells: Vec<u32>,
    /// Whether a pass of this level has filled it.
    is_filled: bool,
}

trait Ranking {
    fn begin(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, cells: &[u32]);

    /// Ranks the cells again that changes since `n_seen` affect.
    fn follow(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, n_seen: usize);

    /// Removes and returns one of the best cells at random.
    fn pop(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) -> u32;

    /// Removes all cells from a list that are not ranked any more.
    fn keep_ranked(&self, cells: &mut Vec<u32>);
}

impl Scratch {
    /// Clears the lists for another level.
    pub(crate) fn begin_level(&mut self) {
        self.lists.iter_mut().for_each(|list| list.is_filled = false);
    }

    /// The list of a region, filled with all its cells at the start of a pass, or of the level if
    /// cells are used up.
    fn take_list(&mut self, pass: &Pass<'_>, region_list: usize) -> CellList {
        if self.lists.len() <= region_list {
            self.lists.resize_with(region_list + 1, CellList::default);
        }
        let mut list = std::mem::take(&mut self.lists[region_list]);
        if !list.is_filled || !pass.explorer.uses_up_cells {
            let front = &pass.buffers.front;
            list.is_filled = true;
            list.cells.clear();
            for y in 0..front.height() {
                let start = front.index(0, y) as u32;
                list.cells.extend(start..start + front.width() as u32);
            }
        }
        list
    }
}

#[inline(never)]
pub(super) fn random(pass: &mut Pass<'_>, scratch: &mut Scratch, region_list: usize) {
    let mut list = scratch.take_list(pass, region_list);
    let cells = &mut list.cells;
    if pass.explorer.uses_up_cells {
        drive(pass, cells.len(), |pass| cells.swap_remove(pass.draw(cells.len())) as usize);
    } else {
        shuffled(pass, cells);
    }
    scratch.lists[region_list] = list;
}

/// Visits all cells in random order.
#[inline]
fn shuffled(pass: &mut Pass<'_>, cells: &mut Vec<u32>) {
    while !cells.is_empty() && !pass.is_done() {
        let n = pass.n_visits_left().min(cells.len() as u64);
        if pass.candidates.are_none() {
            (0..n as usize).for_each(|n_drawn| _ = pass.draw(cells.len() - n_drawn));
            pass.n_visits += n;
            return;
        }
        pass.visit_drawn(n, |rng| cells.swap_remove(draw(rng, cells.len())) as usize);
    }
}

/// Every cell once: always the one with the smallest heuristics on the current map; ties are
/// random.
#[inline(never)]
pub(super) fn heuristic(
    pass: &mut Pass<'_>,
    heuristics: &Heuristics,
    scratch: &mut Scratch,
    region_list: usize,
) {
    if heuristics.n_words == 0 {
        random(pass, scratch, region_list);
        return;
    }
    let mut list = scratch.take_list(pass, region_list);
    if sorted::SortedRanking::suits(heuristics) {
        best_first(pass, heuristics, &mut scratch.sorted, &mut list.cells);
    } else if buckets::BucketRanking::suits(heuristics, &pass.buffers.front) {
        best_first(pass, heuristics, &mut scratch.buckets, &mut list.cells);
    } else {
        best_first(pass, heuristics, &mut scratch.tournament, &mut list.cells);
    }
    scratch.lists[region_list] = list;
}

fn best_first(
    pass: &mut Pass<'_>,
    heuristics: &Heuristics,
    ranking: &mut impl Ranking,
    cells: &mut Vec<u32>,
) {
    pass.update_fields(heuristics);
    pass.charge(cells.len() as u64 * (heuristics.cost + 8));
    ranking.begin(pass, heuristics, cells);
    let mut n_seen = 0;
    drive(pass, cells.len(), |pass| {
        if pass.buffers.changes().len() > n_seen {
            ranking.follow(pass, heuristics, n_seen);
            pass.buffers.bound_changes();
            n_seen = pass.buffers.changes().len();
        }
        ranking.pop(pass, heuristics) as usize
    });
    if pass.explorer.uses_up_cells {
        ranking.keep_ranked(cells);
    }
}

/// Visits the cells that `pop` returns. If cells are used up, one is removed before the test
/// whether the pass is over, so each pass loses one.
fn drive<'a>(pass: &mut Pass<'a>, mut n_left: usize, mut pop: impl FnMut(&mut Pass<'a>) -> usize) {
    let n_lost = usize::from(pass.explorer.uses_up_cells);
    while n_left > 0 {
        let is_over = pass.is_done() || n_left == n_lost;
        if is_over && n_lost == 0 {
            return;
        }
        let at = pop(pass);
        n_left -= 1;
        if is_over {
            return;
        }
        pass.visit(at);
    }
}

/// How changes affect the distances in heuristics.
#[derive(Clone, Debug, Default)]
struct Distances {
    /// Cells that came nearer to a target, possibly repeated.
    nearer: Vec<u32>,
    /// Whether there was a target, for each field.
    had_target: Vec<bool>,
}

impl Distances {
    fn begin(&mut self, pass: &Pass<'_>, heuristics: &Heuristics) {
        self.had_target.clear();
        self.had_target
            .extend(heuristics.fields.iter().map(|&field| pass.buffers.has_target(field)));
    }

    /// Brings the fields up to date, and lists cells that came nearer; cells that are further away
    /// are found when they are read. Returns whether a first target came or the last one went,
    /// which affects all cells.
    fn follow(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) -> bool {
        // Must come before any measurement, which would bring fields up to date, too, and lose the
        // list.
        self.nearer.clear();
        let mut concerns_all = false;
        for (&field, had_target) in heuristics.fields.iter().zip(&mut self.had_target) {
            pass.update_field(field, |cell| self.nearer.push(cell));
            let has_target = pass.buffers.has_target(field);
            concerns_all |= has_target != *had_target;
            *had_target = has_target;
        }
        concerns_all
    }
}

#[cfg(test)]
mod tests;
