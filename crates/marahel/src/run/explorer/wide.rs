//! Wide explorers: every cell once, in random order or the best first.
//!
//! The best cell is the one with the smallest heuristics on the map as it is
//! then; equals are drawn uniformly at each step. How the cells are kept in
//! order depends on what their heuristics can be: see [`Ranking`].

mod buckets;
mod sorted;
mod tournament;

use crate::program::Heuristics;
use crate::run::pass::Pass;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells that are left to visit, one list for each region: for one pass, or for
    /// the whole level where an explorer uses cells up.
    lists: Vec<CellList>,
    sorted: sorted::SortedRanking,
    buckets: buckets::BucketRanking,
    tournament: tournament::TournamentRanking,
}

#[derive(Clone, Debug, Default)]
struct CellList {
    cells: Vec<u32>,
    /// Whether a pass of this level has filled the list.
    is_filled: bool,
}

trait Ranking {
    fn begin(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, cells: &[u32]);

    /// Ranks those cells again that the changes since `n_seen` concern.
    fn follow(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, n_seen: usize);

    /// Removes and returns one of the best cells, each as likely.
    fn pop(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) -> u32;

    /// Leaves only those cells in a list that are still ranked.
    fn keep_ranked(&self, cells: &mut Vec<u32>);
}

impl Scratch {
    /// Forgets the lists: another level begins.
    pub(crate) fn begin_level(&mut self) {
        self.lists.iter_mut().for_each(|list| list.is_filled = false);
    }

    /// The list of a region, filled with all of its cells if this pass, or the
    /// first of the level, begins with it.
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

/// Every cell once, in random order.
#[inline(never)]
pub(super) fn random(pass: &mut Pass<'_>, scratch: &mut Scratch, region_list: usize) {
    let mut list = scratch.take_list(pass, region_list);
    drive(pass, list.cells.len(), |pass| {
        let index = pass.draw(list.cells.len());
        list.cells.swap_remove(index) as usize
    });
    scratch.lists[region_list] = list;
}

/// Every cell once: always the one with the smallest heuristics on the map as
/// it is then, among equals by lot.
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

/// Visits what `pop` yields. Where cells are used up, one is taken off the list
/// before it is asked whether the pass is over, and so is lost in each pass.
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

/// What the changes of a pass mean for the distances that heuristics look at.
#[derive(Clone, Debug, Default)]
struct Distances {
    /// Cells that came nearer to a target, perhaps repeatedly.
    nearer: Vec<u32>,
    /// Whether there was a target, field by field.
    had_target: Vec<bool>,
}

impl Distances {
    fn begin(&mut self, pass: &Pass<'_>, heuristics: &Heuristics) {
        self.had_target.clear();
        self.had_target
            .extend(heuristics.fields.iter().map(|&field| pass.buffers.has_target(field)));
    }

    /// Brings the fields up to date. Cells that came nearer are then known;
    /// those that are farther away show it when they are looked at. Whether a
    /// first target came or the last one went, which concerns all cells.
    fn follow(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) -> bool {
        // Before anything is measured: that brings fields up to date too, and
        // what they then have to tell would be lost.
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
