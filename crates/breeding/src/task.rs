//! The tiles that scripts of a problem are made of.

use level::{Tile, TileSet};
use rand::{Rng, RngExt};
use script::{Dial, EntityList, Mirror, Neighborhood, Size};

use crate::asked::Asked;

/// How a piece of one row or one column lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
}

/// A tile of the problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileInfo {
    /// Its name, as in scripts.
    pub name: String,
    /// What it is in the game, such as `wall`; starters name their entities so.
    pub role: String,
    /// How many of it a level should have, from the fewest to the most, if that is known.
    pub wanted: Option<(u32, u32)>,
    /// How many cells of it there should be, by its number or its share, if that is known.
    pub cells: Option<(u32, u32)>,
    /// How many pieces of it there should be, if that is known.
    pub pieces: Option<(u32, u32)>,
    /// How its pieces lie, if they are counted along one axis.
    pub run: Option<Run>,
    /// How many cells its pieces should have on average, if that is known.
    pub size: Option<(u32, u32)>,
    /// The share of the border that should have it at least.
    pub border: f64,
    /// The share of the last row that should have it at least.
    pub bottom: f64,
    /// Whether it can be entered and has no required amount.
    pub is_entered: bool,
}

impl TileInfo {
    /// Whether levels are made of it, rather than have it here and there.
    pub(crate) fn is_ground(&self) -> bool {
        ["wall", "floor"].contains(&self.role.as_str())
    }
}

/// What scripts of a problem have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The tiles, each with the index that scripts know it by.
    pub tiles: Vec<TileInfo>,
    /// The smallest size of a level.
    pub min: Size,
    /// The largest size of a level.
    pub max: Size,
    /// What scripts let be chosen, as it is set while a search breeds them.
    pub dials: Vec<Dial>,
    /// The tile whose number each of them is about, if it is about one.
    pub counted: Vec<Option<Tile>>,
    /// Conditions by which the problem counts cells.
    pub asked: Vec<Asked>,
    /// The names of neighborhoods in them.
    pub neighborhoods: Vec<(String, Neighborhood)>,
    /// Mirrors by which levels are to be symmetric.
    pub mirrors: Vec<Mirror>,
    /// Tiles that stand so many columns and rows apart.
    pub grids: Vec<(Tile, u32, u32)>,
    /// Tiles that hang together, or that a way leads over.
    pub joined: Vec<TileSet>,
    /// Doors, each with the key that opens it.
    pub locks: Vec<(Tile, Tile)>,
}

impl Task {
    /// The names of the tiles.
    pub fn names(&self) -> Vec<String> {
        self.tiles.iter().map(|part| part.name.clone()).collect()
    }

    /// All tiles.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        0..self.tiles.len() as Tile
    }

    /// The tiles of a role.
    pub fn of_role(&self, role: &str) -> Vec<Tile> {
        let tiles = self.tiles.iter().zip(0..);
        tiles.filter(|(part, _)| part.role == role).map(|(_, tile)| tile).collect()
    }

    pub(crate) fn any(&self, rng: &mut dyn Rng) -> Tile {
        below(self.tiles.len(), rng) as Tile
    }

    /// A tile of a role, or any other one where there is none.
    pub(crate) fn one_of(&self, role: &str, rng: &mut dyn Rng) -> Tile {
        pick(&self.of_role(role), rng).copied().unwrap_or_else(|| self.any(rng))
    }

    /// A list of one or two tiles.
    pub(crate) fn list(&self, rng: &mut dyn Rng) -> EntityList {
        let mut members = vec![(self.any(rng), 1)];
        let other = self.any(rng);
        if rng.random_bool(0.25) && other != members[0].0 {
            members.push((other, 1));
        }
        EntityList { members }
    }
}

/// A number in `0..n`, which is not empty.
pub(crate) fn below(n: usize, rng: &mut dyn Rng) -> usize {
    rng.random_range(0..n as u32) as usize
}

/// One of several, if there is any.
pub(crate) fn pick<'t, T>(all: &'t [T], rng: &mut dyn Rng) -> Option<&'t T> {
    if all.is_empty() { None } else { Some(&all[below(all.len(), rng)]) }
}

/// One of several, as likely as their weights say, if there is any.
pub(crate) fn weighted<T>(all: Vec<(f64, T)>, rng: &mut dyn Rng) -> Option<T> {
    let total: f64 = all.iter().map(|(weight, _)| weight).sum();
    let mut rest = rng.random::<f64>() * total;
    let mut last = None;
    for (weight, one) in all {
        rest -= weight;
        last = Some(one);
        if rest <= 0.0 {
            break;
        }
    }
    last
}

/// One of some tiles, as likely as a weight of each says.
pub(crate) fn weighted_tile(
    tiles: impl IntoIterator<Item = Tile>,
    weight: impl Fn(Tile) -> f64,
    rng: &mut dyn Rng,
) -> Option<Tile> {
    weighted(tiles.into_iter().map(|tile| (weight(tile), tile)).collect(), rng)
}
