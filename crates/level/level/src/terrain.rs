//! Terrains: tiles that pictures draw as one mass with the like tiles around them.

use crate::ground::{GROUNDS, OTHERS};
use crate::shape::shape_of;
use crate::words::{Kind, said};
use crate::{Palette, Role, Tile, TileSet, UNKNOWN};

/// How the mass of a tile is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terrain {
    /// A wall seen from above: a top, and a front where it ends below.
    Wall,
    /// A wall seen from the side: solid ground with a lit upper edge.
    Soil,
    /// The same with grass on it.
    Turf,
    /// Leaves of hedges and woods, drawn as walls without corners.
    Leaves,
    /// Water with a coast.
    Water,
    /// Lava with a crust.
    Lava,
    /// A road over the ground.
    Way,
    /// A way over water.
    Bridge,
    /// A rope to hang on.
    Rope,
    /// Ground, on which all others stand.
    Ground,
    /// The same seen from the side: what all others stand before.
    Air,
    /// What nothing is known about: an area with an edge.
    Area,
}

#[derive(Debug, Default)]
pub(crate) struct Terrains {
    /// In the order of the tiles; `None` for things and for tiles with a picture.
    of_tiles: Vec<Option<Terrain>>,
    /// Things that are one building where several of them join.
    pub(crate) buildings: TileSet,
    /// The tiles that are part of the mass of each tile.
    joined: Vec<TileSet>,
}

impl Terrains {
    pub(crate) fn of(palette: &Palette) -> Self {
        let tiles = || 0..palette.len() as Tile;
        let above = || tiles().map(|tile| terrain(tile, palette));
        let is_from_the_side = above().any(|terrain| terrain == Some(Terrain::Soil))
            || FROM_THE_SIDE.iter().any(|name| palette.tile(name).is_some());
        let of_tiles: Vec<_> = tiles()
            .zip(above())
            .map(|(tile, terrain)| match terrain? {
                _ if is_from_the_side && is_house(tile, palette) => None,
                terrain if is_from_the_side => Some(from_the_side(terrain, palette.name(tile))),
                terrain => Some(terrain),
            })
            .collect();
        let is_building =
            |&tile: &Tile| of_tiles[usize::from(tile)].is_some() && is_house(tile, palette);
        let buildings = tiles().filter(is_building).collect();
        let joined = |tile: Tile| {
            let own = of_tiles[usize::from(tile)];
            let is_joined =
                |&beside: &Tile| beside == tile || joins(own, of_tiles[usize::from(beside)]);
            tiles().filter(is_joined).collect()
        };
        let joined = tiles().map(joined).collect();
        Self { of_tiles, buildings, joined }
    }

    pub(crate) fn get(&self, tile: Tile) -> Option<Terrain> {
        *self.of_tiles.get(usize::from(tile))?
    }

    /// Areas of which nothing is known.
    pub(crate) fn areas(&self) -> TileSet {
        let tiles = (0..).zip(&self.of_tiles);
        tiles
            .filter(|(_, terrain)| **terrain == Some(Terrain::Area))
            .map(|(tile, _)| tile)
            .collect()
    }

    /// The tiles that are part of the mass of this one.
    pub(crate) fn joined(&self, tile: Tile) -> TileSet {
        self.joined.get(usize::from(tile)).copied().unwrap_or(TileSet::only(UNKNOWN))
    }
}

/// Names that only levels seen from the side have.
const FROM_THE_SIDE: [&str; 5] = ["sky", "air", "ladder", "rope", "platform"];

/// What is seen of a terrain from the side.
fn from_the_side(terrain: Terrain, name: &str) -> Terrain {
    const TURFS: [&str; 4] = ["ground", "dirt", "earth", "grass"];
    match terrain {
        // What is no background in such levels is solid.
        Terrain::Wall | Terrain::Soil | Terrain::Ground if TURFS.contains(&name) => Terrain::Turf,
        Terrain::Wall => Terrain::Soil,
        Terrain::Ground => Terrain::Air,
        terrain => terrain,
    }
}

/// Whether a mass goes on where it meets another terrain.
fn joins(own: Option<Terrain>, beside: Option<Terrain>) -> bool {
    use Terrain::{Air, Area, Bridge, Ground, Lava, Leaves, Rope, Soil, Turf, Wall, Water, Way};
    let (Some(own), Some(beside)) = (own, beside) else { return false };
    let is_wall = matches!(beside, Wall | Soil | Turf);
    match own {
        Wall | Soil | Turf | Area => is_wall,
        Leaves => beside == Leaves,
        // There is no bank below a wall or a bridge.
        Water => is_wall || matches!(beside, Water | Bridge),
        Lava => is_wall || matches!(beside, Lava | Bridge),
        Way => is_wall || matches!(beside, Way | Bridge),
        Bridge => !matches!(beside, Water | Lava),
        Rope => beside == Rope,
        // All but ground stands on it.
        Ground => beside != Ground,
        Air => true,
    }
}

/// Whether a tile looks like a house.
fn is_house(tile: Tile, palette: &Palette) -> bool {
    palette.shown(tile) == Ok("house")
}

fn terrain(tile: Tile, palette: &Palette) -> Option<Terrain> {
    let own = palette.name(tile);
    let name = palette.shown(tile).ok()?;
    if is_house(tile, palette) {
        return Some(Terrain::Wall);
    }
    if shape_of(name).is_some() {
        return None;
    }
    let is_ground = GROUNDS.contains(&name) || OTHERS.contains(&name);
    let kind = said(own).map(|said| said.kind);
    Some(match kind {
        Some(Kind::Leaves) => Terrain::Leaves,
        Some(Kind::Water) => Terrain::Water,
        Some(Kind::Lava) => Terrain::Lava,
        Some(Kind::Way) => Terrain::Way,
        _ if own.contains("bridge") => Terrain::Bridge,
        _ if Role::spoken_of(own) == Some(Role::Rope) => Terrain::Rope,
        _ if name == "bedrock" => Terrain::Soil,
        _ if name == "wall" || kind == Some(Kind::Wall) => Terrain::Wall,
        Some(Kind::Ground) => Terrain::Ground,
        _ if is_ground => Terrain::Ground,
        _ => match Role::spoken_of(own) {
            Some(Role::Wall) => Terrain::Wall,
            Some(Role::Floor) => Terrain::Ground,
            _ => Terrain::Area,
        },
    })
}
