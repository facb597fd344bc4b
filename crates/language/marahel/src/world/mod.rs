//! Worlds: large levels of parts, each made by a script.
//!
//! The area is a small level with one tile for each part: its kind. A part begins with pins at its
//! seams. They depend only on the seed, the area and the place of the part, so a part can be made
//! without its neighbors: see [`seams`].

mod file;
mod seams;

use std::sync::Arc;

use marahel_level::{Level, N_TILES_MAX, Palette, Tile, UNKNOWN};
use rand::Rng;

use crate::generator::Generator;
use crate::pins::Pins;
use crate::run::{RunError, Workspace};
use seams::{Edge, Purpose, Ways, stream};

pub use file::WorldError;

/// A generator of large levels: makes single parts or the whole from a seed.
///
/// ```
/// use marahel::{Generator, World};
///
/// let area = r#"{
///     "metadata": {"min": "3x2", "max": "3x2"}, "entities": ["cave", "field"],
///     "explorers": [{"type": "horz", "rules": ["-> self(entity)"]}]
/// }"#;
/// let part = r#"{
///     "metadata": {"min": "8x8", "max": "8x8"}, "entities": ["empty", "solid"],
///     "explorers": [
///         {"type": "horz", "rules": ["-> self(solid)"]},
///         {"type": "connect", "parameters": {"entities": "empty"}, "rules": ["-> plus(empty)"]}
///     ]
/// }"#;
/// let world = r#"{"world": {
///     "area": "area.json", "part": "8x8", "ways": 1, "width": 2,
///     "parts": {
///         "cave": {"script": "part.json", "way": "empty", "wall": "solid"},
///         "field": {"script": "part.json", "way": "empty"}
///     }
/// }}"#;
/// let world = World::parse(world, |name| {
///     Generator::parse(if name == "area.json" { area } else { part })
/// })?;
/// let whole = world.generate(7)?;
/// assert_eq!((whole.width(), whole.height()), (24, 16));
/// assert_eq!(world.part(7, 2, 1)?.get(5, 3), whole.get(2 * 8 + 5, 8 + 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    area: Generator,
    /// The kinds of parts, one for each entity of the area.
    kinds: Vec<PartKind>,
    part: (usize, usize),
    ways: Ways,
    /// The entities of all parts, united by name.
    palette: Arc<Palette>,
}

#[derive(Clone, Debug)]
struct PartKind {
    generator: Generator,
    /// Pinned where a way leads through a seam.
    way: Tile,
    /// Pinned at the rest of a seam to another kind, and at the edge of the world.
    wall: Option<Tile>,
    /// Its entities as tiles of the world.
    tiles: Vec<Tile>,
}

impl World {
    /// The entities of all parts, united by name.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// The area of a seed: a level with one tile for each part, which is its kind.
    ///
    /// # Errors
    ///
    /// If the script of the area exceeds the budget of a level, or leaves a tile unknown.
    pub fn area(&self, seed: u64) -> Result<Level, WorldError> {
        let area = self.area.generate(seed);
        let area = area.map_err(|source| WorldError::Run { what: "the area".into(), source })?;
        match area.tiles().iter().position(|&tile| tile == UNKNOWN) {
            None => Ok(area),
            Some(index) => Err(WorldError::Content(format!(
                "the area leaves out part {},{}; let its script write to every tile",
                index % area.width(),
                index / area.width()
            ))),
        }
    }

    /// The part in column `x` and row `y` of the area, from 0; the same as in the whole world.
    pub fn part(&self, seed: u64, x: usize, y: usize) -> Result<Level, WorldError> {
        self.part_of(&self.area(seed)?, seed, x, y, &mut Workspace::new())
    }

    /// As [`part`](Self::part), for many parts: in reused memory, and with the area of the seed
    /// from [`area`](Self::area). Threads may share the world and the area.
    ///
    /// # Panics
    ///
    /// If the area is that of another world.
    pub fn part_of(
        &self,
        area: &Level,
        seed: u64,
        x: usize,
        y: usize,
        workspace: &mut Workspace,
    ) -> Result<Level, WorldError> {
        if x >= area.width() || y >= area.height() {
            return Err(WorldError::Content(format!(
                "there is no part {x},{y}; the parts of this world are 0,0 to {},{}",
                area.width() - 1,
                area.height() - 1
            )));
        }
        let kind = self.kind(area, x, y);
        let pins = self.pins(area, seed, (x, y));
        let seed = stream(seed, area, (x, y), Purpose::Part).next_u64();
        let view = kind.generator.generate_from_in(&pins, seed, workspace);
        let view = view.map_err(|source| failed(area, x, y, source))?;
        let tiles = view.rows().flatten().map(|&tile| kind.tiles.get(usize::from(tile)).copied());
        let tiles = tiles.map(|tile| tile.unwrap_or(UNKNOWN)).collect();
        Ok(Level::from_tiles(self.part.0, tiles, Arc::clone(&self.palette)))
    }

    /// All parts of a seed as one level.
    pub fn generate(&self, seed: u64) -> Result<Level, WorldError> {
        let area = self.area(seed)?;
        let (width, height) = (area.width() * self.part.0, area.height() * self.part.1);
        if width.saturating_mul(height) > N_TILES_MAX {
            return Err(WorldError::Content(format!(
                "the whole world has {width}x{height} tiles, but a level has at most {N_TILES_MAX}; \
                 make its parts one by one"
            )));
        }
        let mut whole = vec![UNKNOWN; width * height];
        let mut workspace = Workspace::new();
        for y in 0..area.height() {
            for x in 0..area.width() {
                let part = self.part_of(&area, seed, x, y, &mut workspace)?;
                for (row, tiles) in part.view().rows().enumerate() {
                    let start = (y * self.part.1 + row) * width + x * self.part.0;
                    whole[start..start + self.part.0].copy_from_slice(tiles);
                }
            }
        }
        Ok(Level::from_tiles(width, whole, Arc::clone(&self.palette)))
    }

    fn kind(&self, area: &Level, x: usize, y: usize) -> &PartKind {
        &self.kinds[usize::from(area.get(x, y))]
    }

    fn pins(&self, area: &Level, seed: u64, (x, y): (usize, usize)) -> Pins {
        let kind = self.kind(area, x, y);
        let mut pins = Pins::open(self.part.0, self.part.1);
        for edge in Edge::ALL {
            let beyond = edge.beyond((x, y), area);
            let is_same = beyond.is_some_and(|(u, v)| area.get(u, v) == area.get(x, y));
            for (x, y) in edge.cells(self.part).filter(|_| !is_same) {
                pins.pin(x, y, kind.wall.unwrap_or(UNKNOWN));
            }
        }
        for edge in Edge::ALL.into_iter().filter(|edge| edge.beyond((x, y), area).is_some()) {
            for (x, y) in self.ways.through(edge, (x, y), area, seed, self.part) {
                pins.pin(x, y, kind.way);
            }
        }
        pins
    }
}

fn failed(area: &Level, x: usize, y: usize, source: RunError) -> WorldError {
    let what = format!("part {x},{y}, which is `{}`", area.palette().name(area.get(x, y)));
    WorldError::Run { what, source }
}

#[cfg(test)]
mod tests;
