//! Levels as Sokoban puzzles.

use crate::paths::sokoban::{
    CRATE, CRATE_AT_TARGET, EMPTY, Memo, Outcome, PLAYER, PLAYER_AT_TARGET, SOLID, Solver,
    SolverSettings, TARGET,
};
use marahel_level::{Tile, TileSet, View};

#[derive(Debug)]
pub(super) struct Puzzles {
    settings: SolverSettings,
    /// Created at the first puzzle, because most problems have none.
    solver: Option<(Solver, Memo)>,
    tiles: Vec<Tile>,
    /// Whether the solver gave the current level up.
    has_given_up: bool,
}

impl Puzzles {
    pub(super) fn new(settings: SolverSettings) -> Self {
        Self { settings, solver: None, tiles: Vec::new(), has_given_up: false }
    }

    /// Starts another level.
    pub(super) fn forget(&mut self) {
        self.has_given_up = false;
    }

    /// Number of states after which the solver gave the current level up, if it did.
    pub(super) fn given_up(&self) -> Option<u32> {
        self.has_given_up.then(|| self.settings.states())
    }

    /// The result for a level with these players, crates and targets, on a floor of `over`. A tile
    /// that is a target as well is one thing on another.
    pub(super) fn outcome(
        &mut self,
        level: View<'_>,
        pieces: &[TileSet],
        over: TileSet,
    ) -> Outcome {
        let [player, crates, targets] = [pieces[0], pieces[1], pieces[2]];
        let tiles = level.rows().flatten().map(|&tile| {
            let is_target = targets.contains(tile);
            match (player.contains(tile), crates.contains(tile)) {
                (true, _) if is_target => PLAYER_AT_TARGET,
                (true, _) => PLAYER,
                (false, true) if is_target => CRATE_AT_TARGET,
                (false, true) => CRATE,
                (false, false) if is_target => TARGET,
                (false, false) if over.contains(tile) => EMPTY,
                (false, false) => SOLID,
            }
        });
        self.tiles.clear();
        self.tiles.extend(tiles);
        let (mut n_players, mut n_crates, mut n_targets) = (0, 0, 0);
        for &tile in &self.tiles {
            n_players += u32::from(matches!(tile, PLAYER | PLAYER_AT_TARGET));
            n_crates += u32::from(matches!(tile, CRATE | CRATE_AT_TARGET));
            n_targets += u32::from(matches!(tile, TARGET | CRATE_AT_TARGET | PLAYER_AT_TARGET));
        }
        // Most random levels are not puzzles.
        if n_players != 1 || n_crates == 0 || n_crates != n_targets {
            return Outcome::Gated;
        }
        let settings = self.settings;
        let (solver, memo) =
            self.solver.get_or_insert_with(|| (settings.solver(), Memo::default()));
        let puzzle = View::new(&self.tiles, level.width(), level.height(), level.width());
        let outcome = memo.outcome(puzzle, |puzzle| solver.solve(puzzle));
        self.has_given_up |= outcome == Outcome::Undecided;
        outcome
    }
}
