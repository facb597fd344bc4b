//! Wide explorers: every cell once, in random order or the best first.

use rand::Rng;

use crate::program::Heuristics;
use crate::run::pass::Pass;
use crate::run::tournament::Tournament;
use crate::semantics::Semantics;

/// Memory reused from pass to pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells that are left to visit: for one pass, or under
    /// [`Semantics::Fdg20`] for the whole level, one list for each region.
    lists: Vec<CellList>,
    tournament: Tournament,
    /// Which player of the tournament a cell is.
    players: Vec<u32>,
    key: Vec<u64>,
    /// Cells whose distances may have changed.
    concerned: Vec<u32>,
}

/// Player of a cell that is not on the list.
const NO_PLAYER: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
struct CellList {
    cells: Vec<u32>,
    /// Whether a pass of this level has filled the list.
    is_filled: bool,
}

impl Scratch {
    /// Forgets the lists: another level begins.
    pub(crate) fn begin_level(&mut self) {
        self.lists.iter_mut().for_each(|list| list.is_filled = false);
    }

    /// The list of a region, filled with all of its cells if this pass, or the
    /// first of the level, begins with it.
    fn take_list<R: Rng + ?Sized>(&mut self, pass: &Pass<'_, R>, region_list: usize) -> CellList {
        if self.lists.len() <= region_list {
            self.lists.resize_with(region_list + 1, CellList::default);
        }
        let mut list = std::mem::take(&mut self.lists[region_list]);
        if !list.is_filled || pass.semantics == Semantics::Documented {
            let front = &pass.canvas.front;
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
pub(super) fn random<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    scratch: &mut Scratch,
    region_list: usize,
) {
    let mut list = scratch.take_list(pass, region_list);
    drive(pass, list.cells.len(), |pass| {
        let index = pass.draw(list.cells.len());
        list.cells.swap_remove(index) as usize
    });
    scratch.lists[region_list] = list;
}

/// Every cell once: always the one with the smallest heuristics on the map as
/// it is then, among equals by lot.
pub(super) fn heuristic<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    heuristics: &Heuristics,
    scratch: &mut Scratch,
    region_list: usize,
) {
    if heuristics.n_words == 0 {
        random(pass, scratch, region_list);
        return;
    }
    let mut list = scratch.take_list(pass, region_list);
    scratch.rank_all(pass, heuristics, &list.cells);
    let mut n_seen = 0;
    let n_left = list.cells.len();
    drive(pass, n_left, |pass| {
        scratch.rank_changed(pass, heuristics, n_seen);
        pass.canvas.bound_changes();
        n_seen = pass.canvas.changes().len();
        list.cells[scratch.tournament.pop(|n| pass.draw(n as usize) as u32)] as usize
    });
    if pass.semantics == Semantics::Fdg20 {
        let players = &scratch.players;
        list.cells.retain(|&cell| scratch.tournament.contains(players[cell as usize] as usize));
    }
    scratch.lists[region_list] = list;
}

/// Visits what `pop` yields. The released engine takes a cell off the list
/// before it asks whether the pass is over, and so loses one cell in each pass.
fn drive<'a, R: Rng + ?Sized>(
    pass: &mut Pass<'a, R>,
    mut n_left: usize,
    mut pop: impl FnMut(&mut Pass<'a, R>) -> usize,
) {
    let n_lost = usize::from(pass.semantics == Semantics::Fdg20);
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

impl Scratch {
    /// Ranks all cells of the list on the map as it is.
    fn rank_all<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        heuristics: &Heuristics,
        cells: &[u32],
    ) {
        for &field in &heuristics.fields {
            pass.update_field(field, |_| {});
        }
        pass.charge(cells.len() as u64 * (heuristics.cost + 8));
        if cells.is_empty() {
            return;
        }
        self.players.clear();
        self.players.resize(pass.canvas.front.n_cells(), NO_PLAYER);
        self.key.resize(heuristics.n_words, 0);
        self.tournament.begin(cells.len(), heuristics.n_words);
        for (player, &cell) in cells.iter().enumerate() {
            self.players[cell as usize] = player as u32;
            pass.measure(heuristics, cell as usize, &mut self.key);
            self.tournament.enter(player, &self.key);
        }
        self.tournament.play_all();
    }

    /// Ranks the cells again that the changes since `n_seen` concern.
    fn rank_changed<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        heuristics: &Heuristics,
        n_seen: usize,
    ) {
        // Fields first: whoever measures a cell brings them up to date, and
        // what they then have to tell would be lost.
        self.concerned.clear();
        for &field in &heuristics.fields {
            pass.update_field(field, |cell| self.concerned.push(cell));
        }
        let n_changes = pass.canvas.changes().len() - n_seen;
        let n_ranked = self.concerned.len() + n_changes * heuristics.dependents.len();
        pass.charge(n_ranked as u64 * (heuristics.cost + 8));
        for index in 0..self.concerned.len() {
            self.rank(pass, heuristics, self.concerned[index] as usize);
        }
        for index in n_seen..n_seen + n_changes {
            let at = pass.canvas.changes()[index].at as usize;
            for &offset in &heuristics.dependents {
                self.rank(pass, heuristics, at.wrapping_add_signed(offset));
            }
        }
    }

    fn rank<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        heuristics: &Heuristics,
        cell: usize,
    ) {
        let player = self.players[cell];
        if player != NO_PLAYER && self.tournament.contains(player as usize) {
            pass.measure(heuristics, cell, &mut self.key);
            self.tournament.change(player as usize, &self.key);
        }
    }
}
