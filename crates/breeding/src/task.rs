//! The tiles of a problem that scripts consist of.

use level::{Tile, TileSet};
use rand::{Rng, RngExt};
use script::{Dial, EntityList, Neighborhood, Size};

use crate::asked::Asked;
use crate::mirrors::Symmetry;

/// The direction of pieces that are one row or one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
}

/// A tile of the problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileInfo {
    /// The name in scripts.
    pub name: String,
    /// The role in the game, such as `wall`. The entities of starters are roles.
    pub role: String,
    /// Minimum and maximum number per level, if known.
    pub wanted: Option<(u32, u32)>,
    /// Minimum and maximum number of cells, from a required number or share, if known.
    pub cells: Option<(u32, u32)>,
    /// Minimum and maximum number of pieces, if known.
    pub pieces: Option<(u32, u32)>,
    /// The direction of its pieces, if they are counted along one axis.
    pub run: Option<Axis>,
    /// Minimum and maximum mean number of cells of its pieces, if known.
    pub size: Option<(u32, u32)>,
    /// Minimum share of the border.
    pub border: f64,
    /// Minimum share of the last row.
    pub bottom: f64,
    /// Whether it can be entered and has no required amount.
    pub is_entered: bool,
}

impl TileInfo {
    /// Whether levels consist of it, instead of containing a few.
    pub(crate) fn is_ground(&self) -> bool {
        ["wall", "floor"].contains(&self.role.as_str())
    }
}

/// Tiles that must be connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The tiles that must be one piece, or that a way leads over and between.
    pub tiles: TileSet,
    /// Those of them that can make the connection.
    pub by: TileSet,
}

/// The common requirements on the scripts of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The tiles, by their index in scripts.
    pub tiles: Vec<TileInfo>,
    /// The smallest size of a level.
    pub min: Size,
    /// The largest size of a level.
    pub max: Size,
    /// The dials, with their values while a search breeds scripts.
    pub dials: Vec<Dial>,
    /// The tile whose number each dial controls, if any.
    pub counted: Vec<Option<Tile>>,
    /// Conditions by which the problem counts cells.
    pub asked: Vec<Asked>,
    /// Conditions that other measures of the problem imply; used only far from good.
    pub implied: Vec<Asked>,
    /// The names of the neighborhoods in these conditions.
    pub neighborhoods: Vec<(String, Neighborhood)>,
    /// The required symmetries of levels.
    pub mirrors: Vec<Symmetry>,
    /// Tiles on a grid, with its distances in columns and rows.
    pub grids: Vec<(Tile, u32, u32)>,
    /// Tiles that must be connected.
    pub joined: Vec<Joined>,
    /// Doors, each with its key.
    pub locks: Vec<(Tile, Tile)>,
}

impl Task {
    /// The names of the tiles.
    pub fn names(&self) -> Vec<String> {
        self.tiles.iter().map(|part| part.name.clone()).collect()
    }

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

    /// A random tile of a role, or any tile if the role has none.
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

/// A random number in `0..n`; `n` must not be 0.
pub(crate) fn below(n: usize, rng: &mut dyn Rng) -> usize {
    rng.random_range(0..n as u32) as usize
}

/// A random element; `None` if there is none.
pub(crate) fn pick<'t, T>(all: &'t [T], rng: &mut dyn Rng) -> Option<&'t T> {
    if all.is_empty() { None } else { Some(&all[below(all.len(), rng)]) }
}

/// A random element by weight; `None` if there is none.
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

/// A random tile by weight; `None` if there is none.
pub(crate) fn weighted_tile(
    tiles: impl IntoIterator<Item = Tile>,
    weight: impl Fn(Tile) -> f64,
    rng: &mut dyn Rng,
) -> Option<Tile> {
    weighted(tiles.into_iter().map(|tile| (weight(tile), tile)).collect(), rng)
}
