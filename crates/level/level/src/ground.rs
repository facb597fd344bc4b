//! The ground below symbols.

use crate::shape::shape_of;
use crate::terrain::{Terrain, Terrains};
use crate::words::said;
use crate::{N_ENTITIES_MAX, Palette, Tile, TileSet, View};

/// Ground entities. The first of them in the palette is drawn behind symbols.
pub(crate) const GROUNDS: [&str; 5] = ["empty", "floor", "corridor", "grass", "sand"];

/// The ground color if the palette has no ground: that of an empty tile.
pub(crate) const PAPER: [u8; 3] = [250, 248, 242];

/// On which tiles a tile stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Those on which it may stand: they look like ground, and are right for it.
    pub(crate) grounds: TileSet,
    /// The same, right for it or not.
    pub(crate) all: TileSet,
    /// Those that it prefers.
    pub(crate) prefers: TileSet,
    /// The one on which it usually stands.
    pub(crate) usual: Option<Tile>,
    /// Those of no known look, on which it stands where there is no ground.
    pub(crate) areas: TileSet,
}

/// On which tiles each tile of a palette stands. Plain pictures know no terrains.
pub(crate) fn standings(terrains: &Terrains, palette: &Palette) -> Vec<Standing> {
    let tiles = || 0..palette.len() as Tile;
    let of = |is_so: &dyn Fn(Option<Terrain>) -> bool| -> TileSet {
        tiles().filter(|&tile| is_so(terrains.get(tile))).collect()
    };
    // Seen from the side, all stand before the air, and none within the ground.
    let solid = of(&|terrain| matches!(terrain, Some(Terrain::Soil | Terrain::Turf)));
    let air = of(&|terrain| terrain == Some(Terrain::Air));
    let [wet, ways, bridges] = [Terrain::Water, Terrain::Way, Terrain::Bridge]
        .map(|kind| of(&|terrain| terrain == Some(kind)));
    let all = grounds(palette).difference(solid);
    let behind: &[&str] = if air.is_empty() { &["sky"] } else { &["sky", "air"] };
    let areas = terrains.areas();
    let standing = |tile: Tile| {
        if let Some(ground) = palette.ground(tile) {
            let [only, none] = [TileSet::only(ground), TileSet::EMPTY];
            let usual = Some(ground);
            return Standing { grounds: only, all: only, prefers: none, usual, areas: none };
        }
        let name = palette.shown(tile).unwrap_or(palette.name(tile));
        let off = match name {
            _ if ON_LAND.contains(&name) => wet.union(bridges),
            _ if BESIDE_WAYS.contains(&name) => wet.union(bridges).union(ways),
            _ => TileSet::EMPTY,
        };
        let named = |name: &&str| palette.tile(name).filter(|&tile| !solid.contains(tile));
        let prefers: TileSet = prefers(palette.name(tile)).iter().filter_map(named).collect();
        let is_door = name == "door" && prefers.is_empty();
        let prefers = if is_door { terrains.buildings } else { prefers };
        let mut usual = behind.iter().chain(self::prefers(palette.name(tile))).chain(&GROUNDS);
        let usual = usual.find_map(named).or_else(|| air.iter().next()).or_else(|| {
            let is_ground = |name: &str| GROUNDS.contains(&name);
            tiles().find(|&tile| palette.shown(tile).is_ok_and(is_ground) && !solid.contains(tile))
        });
        // Where there is no other ground, it may stand on any.
        let grounds = if usual.is_some() { all.difference(off) } else { all };
        let usual = usual.or_else(|| ways.iter().next());
        Standing { grounds, all, prefers, usual, areas }
    };
    tiles().map(standing).collect()
}

/// The ground that most surrounds a cell, of its eight neighbors, or that is preferred of them;
/// `None` if no neighbor is one of the grounds.
pub(crate) fn ground_around(
    view: View<'_>,
    (x, y): (usize, usize),
    prefers: TileSet,
    grounds: TileSet,
) -> Option<Tile> {
    let mut counts = [0_u32; N_ENTITIES_MAX];
    for cell in view.around(y * view.width() + x) {
        let neighbor = view.get(cell % view.width(), cell / view.width());
        let Some(count) = counts.get_mut(usize::from(neighbor)) else { continue };
        let is_own = prefers.contains(neighbor);
        if grounds.contains(neighbor) || is_own {
            // One that it prefers counts before all others.
            *count += if is_own { 9 } else { 1 };
        }
    }
    let most = counts.iter().copied().max().filter(|&most| most > 0)?;
    counts.iter().position(|&count| count == most).map(|tile| tile as Tile)
}

/// The entities that look like ground.
fn grounds(palette: &Palette) -> TileSet {
    let is_ground = |&tile: &Tile| {
        let Ok(name) = palette.shown(tile) else { return false };
        let is_said = said(name).is_some_and(|said| said.kind.is_ground());
        shape_of(name).is_none() && (GROUNDS.contains(&name) || OTHERS.contains(&name) || is_said)
    };
    (0..palette.len() as Tile).filter(is_ground).collect()
}

/// Things that stand on land, and those that stand beside ways rather than on them.
const ON_LAND: [&str; 7] = ["village", "fountain", "statue", "table", "door", "stairs", "crate"];
const BESIDE_WAYS: [&str; 6] = ["house", "tree", "tower", "mountain", "rock", "flower"];

/// Other entities on which things may stand.
pub(crate) const OTHERS: [&str; 3] = ["air", "sky", "bridge"];

/// Grounds that an entity prefers to the general ones.
pub(crate) fn prefers(name: &str) -> &'static [&'static str] {
    match name {
        "tree" | "flower" | "mountain" | "house" | "village" => &["grass"],
        "fountain" | "statue" | "table" => &["road", "path"],
        "tower" => &["wall"],
        "door" => &["roof"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests;
