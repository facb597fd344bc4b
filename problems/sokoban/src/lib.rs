//! The sokoban problem: a puzzle in which a player pushes crates onto targets.
//!
//! The key type is [`Sokoban`]; [`Solver`] tells how many moves a level takes
//! and which. What the tiles and numbers mean, and where they come from,
//! stands in the crate's README.

mod memo;
mod settings;
mod solver;

#[cfg(test)]
mod tests;

pub use settings::{Objectives, Settings, SolverSettings, Weights};
pub use solver::{Move, Outcome, ReleasedSolver, Solver};

use std::sync::Arc;

use level::{Palette, Tile, TileSet, View};
use memo::Memo;
use problem::{
    Control, Counts, Floor, Listed, Meter, Objective, Problem, ProblemError, Signature, Survey,
    Wanted, positions,
};
use serde_json::{Map, Value};

/// What the player pushes.
pub const CRATE: Tile = 0;
/// Free floor.
pub const EMPTY: Tile = 1;
/// Where the player starts.
pub const PLAYER: Tile = 2;
/// A wall.
pub const SOLID: Tile = 3;
/// Where a crate should end.
pub const TARGET: Tile = 4;

/// The tiles of which regions consist.
const PASSABLE: TileSet = TileSet::entities(5).difference(TileSet::only(SOLID));

/// The number of crates.
const CONTROLS: [Control; 1] = [Control { name: "crates", low: 1, high: 6, tolerance: 1 }];

/// The sokoban problem with its settings.
#[derive(Clone, Debug)]
pub struct Sokoban {
    palette: Arc<Palette>,
    weights: Vec<(String, u32)>,
    objectives: Vec<Objective>,
    solver: SolverSettings,
}

impl Listed for Sokoban {
    const NAME: &'static str = "sokoban";

    const PUBLISHED: Option<&'static str> =
        Some(include_str!("../../../configs/generators/fdg20/sokoban.json"));

    type Settings = Settings;

    fn new(settings: &Settings) -> Result<Self, ProblemError> {
        settings.solver.check()?;
        let palette = problem::palette([
            ("crate", '$', [220, 40, 40]),
            ("empty", '-', [255, 255, 255]),
            ("player", '@', [40, 160, 60]),
            ("solid", '#', [0, 0, 0]),
            ("target", '.', [50, 90, 220]),
        ]);
        let bands = &settings.objectives;
        let objectives = vec![
            Objective::new("player", bands.player),
            Objective::new("crate", bands.crates),
            Objective::new("difference", bands.difference),
            Objective::new("solution", bands.solution),
        ];
        Ok(Self {
            palette: Arc::new(palette),
            weights: settings.weights.to_pairs()?,
            objectives,
            solver: settings.solver,
        })
    }
}

impl Default for Sokoban {
    fn default() -> Self {
        Self::new(&Settings::default()).expect("the default settings are right")
    }
}

impl Problem for Sokoban {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    fn size(&self) -> (usize, usize) {
        (5, 5)
    }

    fn initial_weights(&self) -> &[(String, u32)] {
        &self.weights
    }

    fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    fn wanted(&self) -> Wanted {
        Wanted {
            way: 0.6,
            has_ways: true,
            n_unlike: 25.0,
            n_different: 2000.0,
            floor: 0.1,
            tiles: Some(0.2),
            length: 0.9,
        }
    }

    /// As the PCG Benchmark asks for in `sokoban-v0` (Khalifa 2025, arXiv 2503.21474).
    fn controls(&self) -> &[Control] {
        &CONTROLS
    }

    fn meter(&self) -> Box<dyn Meter + '_> {
        Box::new(SokobanMeter { solver: self.solver.solver(), memo: Memo::default() })
    }

    fn describe(&self, level: View<'_>) -> Map<String, Value> {
        let counts = Counts::of(level);
        let mut floor = Floor::new();
        floor.load(level, PASSABLE);
        let Survey { regions, diameter } = floor.survey();
        let outcome = self.solver.optimal_solver().solve(level);
        Map::from_iter([
            ("counts".into(), counts.by_name(&self.palette).into()),
            ("regions".into(), regions.into()),
            ("diameter".into(), diameter.into()),
            ("difference".into(), difference(&counts).into()),
            ("optimal".into(), outcome.moves().into()),
            ("status".into(), outcome.status().into()),
            ("playable".into(), outcome.moves().is_some().into()),
        ])
    }
}

/// Measures the counts and the length of the solution.
struct SokobanMeter {
    solver: Solver,
    memo: Memo,
}

impl Meter for SokobanMeter {
    fn start(&mut self, _initial: View<'_>, _draw_seed: u64) {}

    fn measure(&mut self, level: View<'_>, values: &mut [f64]) -> bool {
        let counts = Counts::of(level);
        let (players, crates) = (counts.get(PLAYER), counts.get(CRATE));
        let difference = difference(&counts);
        // Other levels are gated; most random ones are.
        let is_puzzle = players == 1 && crates > 0 && difference == 0;
        let outcome = is_puzzle.then(|| self.memo.outcome(level, |level| self.solver.solve(level)));
        let moves = outcome.and_then(Outcome::moves);
        let measured = [players, crates, difference, moves.unwrap_or(0)];
        values.copy_from_slice(&measured.map(f64::from));
        moves.is_some()
    }

    /// A level without crates is none of the wanted puzzles.
    fn controls(&mut self, level: View<'_>, values: &mut [f64]) {
        let crates = Counts::of(level).get(CRATE);
        values.copy_from_slice(&[if crates == 0 { f64::NAN } else { f64::from(crates) }]);
    }

    /// Where the player, the crates and the targets are stands for the way.
    fn sign(&mut self, level: View<'_>, signature: &mut Signature) {
        signature.begin(level, PASSABLE);
        for (index, tile) in [PLAYER, CRATE, TARGET].into_iter().enumerate() {
            for (x, y) in positions(level, tile) {
                signature.way.insert(index * signature.n_cells() + y * level.width() + x);
            }
        }
    }
}

/// By how much the numbers of crates and targets differ.
fn difference(counts: &Counts) -> u32 {
    counts.get(CRATE).abs_diff(counts.get(TARGET))
}
