//! The tiles of a problem that scripts consist of, and the demands on them.

use marahel_level::{Mirror, Role, Tile, TileSet};
use marahel_script::{Dial, EntityList, Neighborhood, Size};
use rand::{Rng, RngExt};

use crate::demand::CellDemand;
use crate::draw::{below, pick};

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
    /// The role in the game. The entities of starters are names of roles.
    pub role: Role,
    /// Minimum and maximum number per level, if objectives say so.
    pub number: Option<(u32, u32)>,
    /// Minimum and maximum number of cells, from a required number or share, if known.
    pub cells: Option<(u32, u32)>,
    /// Minimum and maximum number of pieces, if known.
    pub pieces: Option<(u32, u32)>,
    /// The direction of its pieces, if they are counted along one axis.
    pub run: Option<Axis>,
    /// Minimum and maximum mean number of cells of its pieces, if known.
    pub size: Option<(u32, u32)>,
    /// Whether it can be entered and has no required amount.
    pub is_entered: bool,
}

impl TileInfo {
    /// Whether levels consist of it, instead of containing a few.
    pub(crate) fn is_ground(&self) -> bool {
        matches!(self.role, Role::Wall | Role::Floor)
    }
}

/// A required symmetry of levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Symmetry {
    /// The mirror.
    pub mirror: Mirror,
    /// The tiles that must equal their images.
    pub tiles: TileSet,
}

/// The common requirements on the scripts of a problem.
#[derive(Clone, Debug, Default, PartialEq)]
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
    pub demands: Vec<CellDemand>,
    /// Conditions that other measures of the problem imply; used only far from good.
    pub implied: Vec<CellDemand>,
    /// The names of the neighborhoods in these conditions.
    pub neighborhoods: Vec<(String, Neighborhood)>,
    /// The required symmetries of levels.
    pub mirrors: Vec<Symmetry>,
    /// Doors, each with its key.
    pub locks: Vec<(Tile, Tile)>,
}

/// Probability that a list has two tiles.
const TWO_TILES: f64 = 0.25;

impl Task {
    /// The names of the tiles.
    pub fn names(&self) -> Vec<String> {
        self.tiles.iter().map(|part| part.name.clone()).collect()
    }

    /// The tiles of a role.
    pub fn of_role(&self, role: Role) -> Vec<Tile> {
        let tiles = self.tiles.iter().zip(0..);
        tiles.filter(|(part, _)| part.role == role).map(|(_, tile)| tile).collect()
    }

    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        0..self.tiles.len() as Tile
    }

    pub(crate) fn tile(&self, tile: Tile) -> &TileInfo {
        &self.tiles[usize::from(tile)]
    }

    /// The expected share of cells of a tile: its required amount, else large for ground and for
    /// tiles to enter, and small for others.
    pub(crate) fn bulk(&self, tile: Tile) -> f64 {
        let area = f64::from(self.max.width * self.max.height);
        let part = self.tile(tile);
        match part.cells {
            Some((min, max)) => {
                let most = if f64::from(max) > area { area / 2.0 } else { f64::from(max) };
                (f64::midpoint(min.into(), most) / area).clamp(0.005, 1.0)
            }
            None if part.pieces.is_none() && (part.is_entered || part.is_ground()) => 0.5,
            None => 0.05,
        }
    }

    pub(crate) fn any(&self, rng: &mut dyn Rng) -> Tile {
        below(self.tiles.len(), rng) as Tile
    }

    /// A random tile of a role, or any tile if the role has none.
    pub(crate) fn one_of(&self, role: Role, rng: &mut dyn Rng) -> Tile {
        pick(&self.of_role(role), rng).copied().unwrap_or_else(|| self.any(rng))
    }

    /// A tile of a role but not this one, or else any but this one; `None` if there is none.
    pub(crate) fn one_but(
        &self,
        tile: Option<Tile>,
        role: Role,
        rng: &mut dyn Rng,
    ) -> Option<Tile> {
        let mut tiles = self.of_role(role);
        tiles.retain(|&candidate| Some(candidate) != tile);
        if tiles.is_empty() {
            tiles = self.tiles().filter(|&candidate| Some(candidate) != tile).collect();
        }
        pick(&tiles, rng).copied()
    }

    /// A list of one or two tiles.
    pub(crate) fn list(&self, rng: &mut dyn Rng) -> EntityList {
        let mut members = vec![(self.any(rng), 1)];
        let second = self.any(rng);
        if rng.random_bool(TWO_TILES) && second != members[0].0 {
            members.push((second, 1));
        }
        EntityList { members }
    }
}
