//! Levels as Sokoban puzzles.

use marahel_level::{Tile, TileSet, View};
use marahel_paths::sokoban::{
    CRATE, EMPTY, Memo, Outcome, PLAYER, SOLID, Solver, SolverSettings, TARGET,
};

#[derive(Debug)]
pub(super) struct Puzzles {
    settings: SolverSettings,
    /// Created at the first puzzle, because most problems have none.
    solver: Option<(Solver, Memo)>,
    tiles: Vec<Tile>,
    /// Whether the solver gave the current level up.
    pub(super) has_given_up: bool,
}

impl Puzzles {
    pub(super) fn new(settings: SolverSettings) -> Self {
        Self { settings, solver: None, tiles: Vec::new(), has_given_up: false }
    }

    /// The result for a level with these players, crates and targets, on a floor of `over`.
    pub(super) fn outcome(
        &mut self,
        level: View<'_>,
        pieces: &[TileSet],
        over: TileSet,
    ) -> Outcome {
        let [player, crates, targets] = [pieces[0], pieces[1], pieces[2]];
        let tiles = level.rows().flatten().map(|&tile| match tile {
            tile if player.contains(tile) => PLAYER,
            tile if crates.contains(tile) => CRATE,
            tile if targets.contains(tile) => TARGET,
            tile if over.contains(tile) => EMPTY,
            _ => SOLID,
        });
        self.tiles.clear();
        self.tiles.extend(tiles);
        let (mut n_players, mut n_crates, mut n_targets) = (0, 0, 0);
        for &tile in &self.tiles {
            n_players += u32::from(tile == PLAYER);
            n_crates += u32::from(tile == CRATE);
            n_targets += u32::from(tile == TARGET);
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
