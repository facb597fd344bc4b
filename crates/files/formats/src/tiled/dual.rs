//! Dual grids: layers half a cell further left and up, whose looks lie on the corners of cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::terrains::{Field, Filling, Looks, Matching, TerrainSet};

use super::document::{Layer, Map, Tileset};
use super::looks::{gid, lacks, turn, turns_of};
use super::painting::{Patch, TILE_BITS};
use super::tilesets::Tilesets;

#[derive(Debug, Default)]
pub(super) struct DualGrid {
    /// Whether each layer that is read is one.
    pub(super) is_dual: Vec<bool>,
}

impl DualGrid {
    pub(super) fn is_any(&self) -> bool {
        self.is_dual.contains(&true)
    }
}

/// Lets the layers of a dual grid show cells, as if one look of its terrain lay on each, and cuts
/// all layers to the size of the level. Nothing happens to other maps.
pub(super) fn fold(
    map: &Map,
    layers: &[&Layer],
    patches: &mut [Vec<Patch>],
    tilesets: &Tilesets,
) -> DualGrid {
    let none = || DualGrid { is_dual: vec![false; layers.len()] };
    let half = [map.tilewidth / -2.0, map.tileheight / -2.0];
    let cells_of = |layer: &Layer, patches: &[Patch]| match patches {
        [patch] if half[0] < 0.0 && [layer.offsetx, layer.offsety] == half => {
            cells(&patch.gids, tilesets)
        }
        _ => None,
    };
    let folded: Vec<Option<Vec<u32>>> =
        layers.iter().zip(&*patches).map(|(layer, patches)| cells_of(layer, patches)).collect();
    let all = || patches.iter().flatten();
    let Some(size) = all().next().map(|patch| (patch.width, patch.gids.len())) else {
        return none();
    };
    let is_possible = map.orientation.is_empty() || map.orientation == "orthogonal";
    let is_finite = patches.iter().all(|patches| patches.len() < 2);
    let is_even = all().all(|patch| (patch.width, patch.gids.len()) == size);
    let fits = folded
        .iter()
        .zip(&*patches)
        .all(|(folded, patches)| folded.is_some() || patches.iter().all(Patch::ends_empty));
    let is_dual: Vec<bool> = folded.iter().map(Option::is_some).collect();
    let is_one = is_dual.contains(&true) && is_possible && is_finite && is_even && fits;
    if !is_one || size.0 < 2 || size.1 < 2 * size.0 {
        return none();
    }
    for (patches, folded) in patches.iter_mut().zip(folded) {
        for patch in patches {
            let gids = folded.as_deref().unwrap_or(&patch.gids);
            let (width, height) = (patch.width - 1, gids.len() / patch.width - 1);
            let rows = gids.chunks(patch.width).take(height);
            let gids = rows.flat_map(|row| row[..width].to_vec()).collect();
            *patch = Patch { width, gids, ..*patch };
        }
    }
    DualGrid { is_dual }
}

/// What the looks of a dual grid say of the cells at their lower right; `None` if one is no look of
/// a corner set.
pub(super) fn cells(gids: &[u32], tilesets: &Tilesets) -> Option<Vec<u32>> {
    let cell = |&gid: &u32| {
        if gid & TILE_BITS == 0 {
            return Some(0);
        }
        let look = tilesets.look(gid & TILE_BITS)?;
        let is_corner = look.terrains.matching == Matching::Corners;
        let sides = turn(gid).apply(look.look.sides);
        is_corner.then(|| match sides.0[LOWER_RIGHT] {
            0 => 0,
            terrain => tilesets.gid_of_look(look, usize::from(terrain) - 1).unwrap_or(0),
        })
    };
    gids.iter().map(cell).collect()
}

/// The place of the lower right corner in [`Sides`](crate::terrains::Sides).
const LOWER_RIGHT: usize = 3;

/// Takes the terrains of a corner set from the cells of a layer, and chooses the looks on the corners
/// of these cells; `None` if no cell has one. The set has this index in its tileset.
pub(super) fn looks(
    gids: &mut [u32],
    width: usize,
    tilesets: &Tilesets,
    tileset: &Tileset,
    (index, set): (usize, &TerrainSet),
) -> Option<Filling> {
    if set.matching != Matching::Corners {
        return None;
    }
    let terrain = |gid: u32| {
        let look = tilesets.look(gid & TILE_BITS).filter(|_| gid != 0)?;
        let is_of_set = look.set == index && tilesets.is_of(look, tileset);
        u8::try_from(look.look.sides.terrain().filter(|_| is_of_set)? + 1).ok()
    };
    let distinct: BTreeSet<u32> = gids.iter().copied().collect();
    let terrains: BTreeMap<u32, u8> =
        distinct.into_iter().filter_map(|gid| Some((gid, terrain(gid)?))).collect();
    if terrains.is_empty() {
        return None;
    }
    let cells: Vec<u8> = gids.iter().map(|gid| terrains.get(gid).copied().unwrap_or(0)).collect();
    for gid in gids.iter_mut().filter(|gid| terrains.contains_key(gid)) {
        *gid = 0;
    }
    let looks = Looks::new(set, turns_of(tileset.transformations));
    Some(looks.fill_dual(Field::new(width, &cells)))
}

/// Lays the looks of all corner sets on the corners of cells, in one layer.
pub(super) fn laid(
    cells: &mut [u32],
    width: usize,
    tilesets: &Tilesets,
    notes: &mut Vec<String>,
) -> Vec<u32> {
    let mut gids = vec![0; (width + 1) * (cells.len() / width + 1)];
    for (tileset, sets) in tilesets.with_terrains() {
        for (index, set) in sets.iter().enumerate() {
            let filling = looks(cells, width, tilesets, tileset, (index, set));
            let Some(filling) = filling else { continue };
            notes.extend(lacks(&filling, set));
            for (corner, look) in gids.iter_mut().zip(&filling.looks) {
                *corner = look.map_or(*corner, |look| gid(tileset.firstgid, look));
            }
        }
    }
    gids
}

/// Whether a tile is a look of a corner set.
pub(super) fn is_corner(gid: u32, tilesets: &Tilesets) -> bool {
    tilesets.look(gid).is_some_and(|look| look.terrains.matching == Matching::Corners)
}

/// A layer with a further column and row without tiles at its right and lower sides.
pub(super) fn widened(gids: &[u32], width: usize) -> Vec<u32> {
    let mut widened = Vec::with_capacity(gids.len() + width + gids.len() / width + 1);
    for row in gids.chunks(width) {
        widened.extend(row);
        widened.push(0);
    }
    widened.resize(widened.len() + width + 1, 0);
    widened
}
