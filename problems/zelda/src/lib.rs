//! The zelda problem: a dungeon where the player fetches a key and opens a door.
//!
//! The key type is [`Zelda`]. What the tiles and numbers mean, and where they
//! come from, stands in the crate's README.

mod quest;
mod settings;

#[cfg(test)]
mod tests;

pub use settings::{Objectives, Settings, Weights};

use std::sync::Arc;

use level::{Palette, Tile, TileSet, View};
use problem::{
    Control, Counts, Floor, Listed, Meter, Objective, Problem, ProblemError, Signature, Survey,
    Wanted, WayFinder,
};
use serde_json::{Map, Value};

use quest::{Quest, nearest_enemy};

/// The goal, which opens with the key.
pub const DOOR: Tile = 0;
/// Free floor.
pub const EMPTY: Tile = 1;
/// A monster, which does not block the way.
pub const ENEMY: Tile = 2;
/// What the player fetches first.
pub const KEY: Tile = 3;
/// Where the player starts.
pub const PLAYER: Tile = 4;
/// A wall.
pub const SOLID: Tile = 5;

/// The tiles that can be walked on without the key.
const PASSABLE: TileSet =
    TileSet::entities(6).difference(TileSet::only(DOOR)).difference(TileSet::only(SOLID));

/// The ways from the player to the key and from there to the door, in steps.
const CONTROLS: [Control; 2] = [
    Control { name: "player_key", low: 11, high: 19, tolerance: 2 },
    Control { name: "key_door", low: 11, high: 19, tolerance: 2 },
];

/// The zelda problem with its settings.
#[derive(Clone, Debug)]
pub struct Zelda {
    palette: Arc<Palette>,
    weights: Vec<(String, u32)>,
    objectives: Vec<Objective>,
}

impl Listed for Zelda {
    const NAME: &'static str = "zelda";

    const PUBLISHED: Option<&'static str> =
        Some(include_str!("../../../configs/generators/fdg20/zelda.json"));

    type Settings = Settings;

    fn new(settings: &Settings) -> Result<Self, ProblemError> {
        let palette = problem::palette([
            ("door", 'd', [0, 190, 220]),
            ("empty", '.', [255, 255, 255]),
            ("enemy", 'e', [220, 40, 40]),
            ("key", 'k', [245, 205, 40]),
            ("player", '@', [40, 160, 60]),
            ("solid", '#', [0, 0, 0]),
        ]);
        let bands = &settings.objectives;
        let objectives = vec![
            Objective::new("player", bands.player),
            Objective::new("key", bands.key),
            Objective::new("door", bands.door),
            Objective::new("enemies", bands.enemies),
            Objective::new("solution", bands.solution),
        ];
        Ok(Self { palette: Arc::new(palette), weights: settings.weights.to_pairs()?, objectives })
    }
}

impl Default for Zelda {
    fn default() -> Self {
        Self::new(&Settings::default()).expect("the default settings are right")
    }
}

impl Problem for Zelda {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    fn size(&self) -> (usize, usize) {
        (11, 7)
    }

    fn initial_weights(&self) -> &[(String, u32)] {
        &self.weights
    }

    fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Levels are told apart by the way from the player to the key, as in the
    /// PCG Benchmark (Khalifa 2025, arXiv 2503.21474).
    fn wanted(&self) -> Wanted {
        Wanted {
            way: 0.5,
            has_ways: true,
            n_unlike: 80.0,
            n_different: 10000.0,
            floor: 0.15,
            tiles: Some(0.2),
            length: 0.9,
        }
    }

    /// As the PCG Benchmark asks for in `zelda-v0` (Khalifa 2025, arXiv 2503.21474).
    fn controls(&self) -> &[Control] {
        &CONTROLS
    }

    fn meter(&self) -> Box<dyn Meter + '_> {
        Box::new(ZeldaMeter { floor: Floor::new(), ways: WayFinder::default() })
    }

    fn describe(&self, level: View<'_>) -> Map<String, Value> {
        let counts = Counts::of(level);
        let mut floor = Floor::new();
        let quest = Quest::find(level, &counts, &mut floor);
        let nearest_enemy = (counts.get(PLAYER) == 1).then(|| nearest_enemy(level, &mut floor));
        floor.load(level, PASSABLE);
        let Survey { regions, diameter } = floor.survey();
        let steps = |length: Option<u32>| length.map_or(-1, i64::from);
        Map::from_iter([
            ("counts".into(), counts.by_name(&self.palette).into()),
            ("regions".into(), regions.into()),
            ("diameter".into(), diameter.into()),
            ("player_key".into(), quest.map(|quest| steps(quest.player_key)).into()),
            ("key_door".into(), quest.map(|quest| steps(quest.key_door)).into()),
            ("solution".into(), quest.and_then(Quest::length).unwrap_or(0).into()),
            ("nearest_enemy".into(), nearest_enemy.map(steps).into()),
            ("playable".into(), quest.and_then(Quest::length).is_some().into()),
        ])
    }
}

/// Measures the counts and the length of the solution.
struct ZeldaMeter {
    floor: Floor,
    ways: WayFinder,
}

impl Meter for ZeldaMeter {
    fn start(&mut self, _initial: View<'_>, _draw_seed: u64) {}

    fn measure(&mut self, level: View<'_>, values: &mut [f64]) -> bool {
        let counts = Counts::of(level);
        let solution = Quest::find(level, &counts, &mut self.floor).and_then(Quest::length);
        let [player, key, door, enemies] =
            [PLAYER, KEY, DOOR, ENEMY].map(|tile| f64::from(counts.get(tile)));
        let length = f64::from(solution.unwrap_or(0));
        values.copy_from_slice(&[player, key, door, enemies, length]);
        solution.is_some()
    }

    /// One region of everything but walls, the door included, as the PCG
    /// Benchmark asks for.
    fn is_whole(&mut self, level: View<'_>) -> bool {
        self.floor.load(level, PASSABLE.union(TileSet::only(DOOR)));
        self.floor.regions() == 1
    }

    fn controls(&mut self, level: View<'_>, values: &mut [f64]) {
        let quest = Quest::find(level, &Counts::of(level), &mut self.floor);
        let steps = |way: Option<u32>| way.map_or(f64::NAN, f64::from);
        let of_quest = |quest: Quest| [quest.player_key, quest.key_door].map(steps);
        values.copy_from_slice(&quest.map_or([f64::NAN; 2], of_quest));
    }

    /// The way to the key, mirrored so that it begins in the upper left quarter:
    /// mirrored levels play alike.
    fn sign(&mut self, level: View<'_>, signature: &mut Signature) {
        signature.begin(level, PASSABLE);
        let place = |tile| problem::positions(level, tile).next();
        let (Some(player), Some(key)) = (place(PLAYER), place(KEY)) else { return };
        let (width, height) = (level.width(), level.height());
        let (is_right, is_low) = (2 * player.0 > width, 2 * player.1 > height);
        for &cell in self.ways.find(level, PASSABLE, player, key) {
            let (x, y) = (cell % width, cell / width);
            let x = if is_right { width - 1 - x } else { x };
            let y = if is_low { height - 1 - y } else { y };
            signature.way.insert(y * width + x);
        }
    }
}
