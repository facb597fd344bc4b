//! Levels as Sokoban puzzles.

use level::{Tile, TileSet, View};
use paths::sokoban::{CRATE, EMPTY, Memo, Outcome, PLAYER, SOLID, Solver, SolverSettings, TARGET};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SokobanAnswer {
    Moves,
    /// The index of its word, see [`Call::words`](super::Call::words).
    Status,
}

#[derive(Debug)]
pub(super) struct Puzzles {
    settings: SolverSettings,
    /// Created at the first puzzle, because most problems have none.
    solver: Option<(Solver, Memo)>,
    tiles: Vec<Tile>,
}

impl Puzzles {
    pub(super) fn new(settings: SolverSettings) -> Self {
        Self { settings, solver: None, tiles: Vec::new() }
    }

    /// The result for a level with these players, crates and targets, on a floor of `over`.
    pub(super) fn answer(
        &mut self,
        level: View<'_>,
        pieces: &[TileSet],
        over: TileSet,
        answer: SokobanAnswer,
    ) -> f64 {
        let outcome = self.outcome(level, pieces, over);
        match answer {
            SokobanAnswer::Moves => outcome.moves().map_or(f64::NAN, f64::from),
            SokobanAnswer::Status => match outcome {
                Outcome::Gated => 0.0,
                Outcome::Solved { .. } => 1.0,
                Outcome::Unsolvable => 2.0,
                Outcome::Undecided => 3.0,
            },
        }
    }

    fn outcome(&mut self, level: View<'_>, pieces: &[TileSet], over: TileSet) -> Outcome {
        let [player, crates, targets] = [pieces[0], pieces[1], pieces[2]];
        let of_puzzle = |&tile: &Tile| match tile {
            tile if player.contains(tile) => PLAYER,
            tile if crates.contains(tile) => CRATE,
            tile if targets.contains(tile) => TARGET,
            tile if over.contains(tile) => EMPTY,
            _ => SOLID,
        };
        self.tiles.clear();
        self.tiles.extend(level.rows().flatten().map(of_puzzle));
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
        memo.outcome(puzzle, |puzzle| solver.solve(puzzle))
    }
}
