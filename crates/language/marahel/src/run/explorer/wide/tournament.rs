//! Heuristics with arbitrary values: a tournament.

use super::{Distances, Ranking};
use crate::program::Heuristics;
use crate::run::pass::Pass;
use crate::run::tournament::Tournament;

/// Cells as players with their heuristics as keys.
///
/// Distances in keys may be too small; they are measured again before a cell counts as best.
#[derive(Clone, Debug, Default)]
pub(super) struct TournamentRanking {
    tournament: Tournament,
    cells: Vec<u32>,
    players: Vec<u32>,
    distances: Distances,
    key: Vec<u64>,
}

const NO_PLAYER: u32 = u32::MAX;

impl TournamentRanking {
    /// Measures a cell again if it is still ranked; returns whether its key changed.
    fn rank(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, cell: usize) -> bool {
        let player = self.players[cell] as usize;
        if player == NO_PLAYER as usize || !self.tournament.contains(player) {
            return false;
        }
        pass.measure(heuristics, cell, &mut self.key);
        self.tournament.change(player, &self.key)
    }
}

impl Ranking for TournamentRanking {
    fn begin(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, cells: &[u32]) {
        self.distances.begin(pass, heuristics);
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        self.players.clear();
        self.players.resize(pass.buffers.front.n_cells(), NO_PLAYER);
        self.key.resize(heuristics.n_words, 0);
        if cells.is_empty() {
            return;
        }
        self.tournament.begin(cells.len(), heuristics.n_words);
        for (player, &cell) in cells.iter().enumerate() {
            self.players[cell as usize] = player as u32;
            pass.measure(heuristics, cell as usize, &mut self.key);
            self.tournament.enter(player, &self.key);
        }
        self.tournament.play_all();
    }

    fn follow(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, n_seen: usize) {
        if self.distances.follow(pass, heuristics) {
            pass.charge(self.cells.len() as u64 * (heuristics.cost + 8));
            for index in 0..self.cells.len() {
                self.rank(pass, heuristics, self.cells[index] as usize);
            }
            return;
        }
        let n_changes = pass.buffers.changes().len() - n_seen;
        let n_ranked = self.distances.nearer.len()
            + n_changes * (heuristics.dependents.len() + 3 * heuristics.mirrors.len());
        pass.charge(n_ranked as u64 * (heuristics.cost + 8));
        for index in 0..self.distances.nearer.len() {
            self.rank(pass, heuristics, self.distances.nearer[index] as usize);
        }
        for index in n_seen..n_seen + n_changes {
            let at = pass.buffers.changes()[index].at as usize;
            for &offset in &heuristics.dependents {
                self.rank(pass, heuristics, at.wrapping_add_signed(offset));
            }
            for mirror in &heuristics.mirrors {
                let front = &pass.buffers.front;
                for (x, y) in mirror.images(front.xy(at), front.size()) {
                    let image = pass.buffers.front.index(x, y);
                    self.rank(pass, heuristics, image);
                }
            }
        }
    }

    fn pop(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) -> u32 {
        loop {
            let player = self.tournament.winner(|n| pass.draw(n as usize) as u32);
            let cell = self.cells[player];
            let is_other =
                !heuristics.fields.is_empty() && self.rank(pass, heuristics, cell as usize);
            if !is_other {
                self.tournament.remove(player);
                return cell;
            }
        }
    }

    fn keep_ranked(&self, cells: &mut Vec<u32>) {
        cells.retain(|&cell| self.tournament.contains(self.players[cell as usize] as usize));
    }
}
