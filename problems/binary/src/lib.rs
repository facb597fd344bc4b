//! The binary problem: a maze of one region with a long way through it.
//!
//! The key type is [`Binary`]. What the tiles and numbers mean, and where they
//! come from, stands in the crate's README.

mod meter;
mod settings;

#[cfg(test)]
mod tests;

pub use settings::{Objectives, PathMeasure, Settings, Weights};

use std::sync::Arc;

use level::{Palette, Tile, TileSet, View};
use problem::{
    Control, Counts, Floor, Listed, Meter, Objective, Problem, ProblemError, Survey, Wanted,
};
use serde_json::{Map, Value};

use meter::BinaryMeter;

/// The tile that can be walked on.
pub const EMPTY: Tile = 0;
/// The tile that cannot.
pub const SOLID: Tile = 1;

/// The tiles that can be walked on.
const PASSABLE: TileSet = TileSet::only(EMPTY);

/// The longest shortest path, in steps.
const CONTROLS: [Control; 1] = [Control { name: "path", low: 35, high: 98, tolerance: 7 }];

/// The binary problem with its settings.
#[derive(Clone, Debug)]
pub struct Binary {
    palette: Arc<Palette>,
    weights: Vec<(String, u32)>,
    objectives: Vec<Objective>,
    path: PathMeasure,
}

impl Listed for Binary {
    const NAME: &'static str = "binary";

    const PUBLISHED: Option<&'static str> =
        Some(include_str!("../../../configs/generators/fdg20/binary.json"));

    type Settings = Settings;

    fn new(settings: &Settings) -> Result<Self, ProblemError> {
        let palette =
            problem::palette([("empty", '.', [255, 255, 255]), ("solid", '#', [0, 0, 0])]);
        let objectives = vec![
            Objective::new("regions", settings.objectives.regions),
            Objective::new("path", settings.objectives.path),
        ];
        Ok(Self {
            palette: Arc::new(palette),
            weights: settings.weights.to_pairs()?,
            objectives,
            path: settings.path,
        })
    }
}

impl Default for Binary {
    fn default() -> Self {
        Self::new(&Settings::default()).expect("the default settings are right")
    }
}

impl Problem for Binary {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    fn size(&self) -> (usize, usize) {
        (14, 14)
    }

    fn initial_weights(&self) -> &[(String, u32)] {
        &self.weights
    }

    fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Mazes have no way from one place to another; their floor plans are not
    /// alike from two fifths of the cells on, as the PCG Benchmark has it
    /// (Khalifa 2025, arXiv 2503.21474).
    fn wanted(&self) -> Wanted {
        Wanted {
            way: 0.4,
            has_ways: false,
            n_unlike: 60.0,
            n_different: 10000.0,
            floor: 0.0,
            tiles: None,
            length: 0.9,
        }
    }

    /// As the PCG Benchmark asks for in `binary-v0` (Khalifa 2025, arXiv 2503.21474).
    fn controls(&self) -> &[Control] {
        &CONTROLS
    }

    fn meter(&self) -> Box<dyn Meter + '_> {
        Box::new(BinaryMeter::new(self.path))
    }

    fn describe(&self, level: View<'_>) -> Map<String, Value> {
        let mut floor = Floor::new();
        floor.load(level, PASSABLE);
        let Survey { regions, diameter } = floor.survey();
        let counts = Counts::of(level).by_name(&self.palette);
        Map::from_iter([
            ("counts".into(), counts.into()),
            ("regions".into(), regions.into()),
            ("diameter".into(), diameter.into()),
        ])
    }
}
