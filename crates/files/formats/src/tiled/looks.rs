//! The looks of terrains on the tile layers of a map that is written.

use std::collections::{BTreeMap, BTreeSet};

use crate::terrains::{
    Field, Filling, Looks, Matching, Sides, TerrainSet, Turn, TurnedTile, Turns,
};

use super::painting::TILE_BITS;
use super::terrains::Transformations;
use super::tilesets::Tilesets;
use crate::legend::is_called;
use crate::sharing::pairs_of;

#[cfg(test)]
mod tests;

/// The bits of a number that turn its tile.
const DIAGONAL: u32 = 1 << 29;
const MIRRORED: u32 = 1 << 31;
const UPSIDE_DOWN: u32 = 1 << 30;

/// A tile layer as it was before.
pub(super) struct Before<'a> {
    pub(super) width: usize,
    /// The numbers of its tiles, with their turns.
    pub(super) gids: &'a [u32],
    /// Whether each cell of the new layer shows what it showed; empty if none does.
    pub(super) stays: &'a [bool],
}

/// Chooses the looks of all terrains of a layer. Cells that stay, and whose neighbors do, keep
/// theirs. Returns what tilesets lack.
pub(super) fn choose(
    gids: &mut [u32],
    width: usize,
    before: &Before<'_>,
    tilesets: &Tilesets,
) -> Vec<String> {
    let mut terrains = TerrainsOfTiles::default();
    let kinds = terrains.kinds(gids, tilesets);
    let kinds_before = terrains.kinds(before.gids, tilesets);
    let mut notes = Vec::new();
    for (&key, place) in &terrains.places {
        let numbers = terrains.numbers(key);
        let cells: Vec<u8> = kinds.iter().map(|&kind| numbers[kind]).collect();
        if cells.iter().all(|&terrain| terrain == 0) {
            continue;
        }
        let cells_before: Vec<u8> = kinds_before.iter().map(|&kind| numbers[kind]).collect();
        let is_kept = kept(&cells, width, before, &cells_before);
        let kept: Vec<Option<Sides>> = is_kept
            .iter()
            .enumerate()
            .map(|(cell, is_kept)| terrains.sides(kinds[cell], gids[cell]).filter(|_| *is_kept))
            .collect();
        let looks = Looks::new(place.set, place.turns);
        let filling = looks.fill(Field::new(width, &cells), &kept);
        let sides_of: BTreeMap<u32, Sides> =
            place.set.looks.iter().map(|look| (look.tile, look.sides)).collect();
        for (cell, look) in filling.looks.iter().enumerate() {
            let Some(TurnedTile { tile, turn }) = *look else { continue };
            let stays = before.stays.get(cell) == Some(&true);
            if stays && terrains.sides(kinds[cell], gids[cell]) == Some(turn.apply(sides_of[&tile]))
            {
                continue;
            }
            gids[cell] = gid(place.firstgid, TurnedTile { tile, turn });
        }
        notes.extend(lacks(&filling, place.set));
    }
    notes
}

/// The number in a map of a tile of the tileset that begins at `firstgid`.
pub(super) fn gid(firstgid: u32, look: TurnedTile) -> u32 {
    firstgid.saturating_add(look.tile) & TILE_BITS | bits(look.turn)
}

/// What a set lacks for a layer, for the user.
pub(super) fn lacks(filling: &Filling, set: &TerrainSet) -> Option<String> {
    let (sides, _) = filling.missing.iter().max_by_key(|(_, n)| **n)?;
    let n_cells: usize = filling.missing.values().sum();
    let between = between(*sides, set).map_or_else(String::new, |terrain| {
        format!("; `{terrain}` has looks with both, if it lies between them")
    });
    Some(format!(
        "terrains `{}` have no look for {}, such as one {}; the nearest look stands there{between}",
        set.name,
        counted(n_cells),
        described(*sides, set)
    ))
}

/// The terrain that would join the two of these sides, if no look has these two together.
fn between(sides: Sides, set: &TerrainSet) -> Option<&str> {
    let terrains =
        |sides: Sides| sides.0.into_iter().filter(|&side| side != 0).collect::<BTreeSet<u8>>();
    let two = terrains(sides);
    let pairs: BTreeSet<BTreeSet<u8>> =
        set.looks.iter().map(|look| terrains(look.sides)).filter(|pair| pair.len() == 2).collect();
    if two.len() != 2 || pairs.contains(&two) {
        return None;
    }
    let joins = |terrain: &usize| {
        let terrain = *terrain as u8 + 1;
        two.iter().all(|&side| pairs.contains(&BTreeSet::from([side, terrain])))
    };
    (0..set.terrains.len()).find(joins).map(|terrain| set.terrains[terrain].as_str())
}

/// What is said of cells that are read back as another tile than was written: `shown` and
/// `wanted` are their names.
#[derive(Debug, Default)]
pub(super) struct Misread(BTreeMap<(String, String), usize>);

impl Misread {
    /// Counts a cell that should be `wanted`.
    pub(super) fn add(&mut self, shown: Option<&str>, wanted: &str) {
        let shown = shown.unwrap_or("");
        let mut pairs = pairs_of(wanted);
        if !is_called(shown, wanted) && !pairs.any(|(upper, _)| is_called(shown, upper)) {
            *self.0.entry((shown.to_owned(), wanted.to_owned())).or_default() += 1;
        }
    }

    pub(super) fn note(&self) -> Option<String> {
        let ((shown, wanted), _) = self.0.iter().max_by_key(|(_, n)| **n)?;
        let shown = if shown.is_empty() { "nothing".to_owned() } else { format!("`{shown}`") };
        let n_cells = counted(self.0.values().sum());
        let such = if self.0.len() > 1 { ", such as " } else { ": " };
        Some(format!(
            "looks of {n_cells} show another tile, and are read back as that{such}{shown} for `{wanted}`"
        ))
    }
}

pub(super) fn turn(gid: u32) -> Turn {
    Turn {
        is_diagonal: gid & DIAGONAL != 0,
        is_mirrored: gid & MIRRORED != 0,
        is_upside_down: gid & UPSIDE_DOWN != 0,
    }
}

fn bits(turn: Turn) -> u32 {
    let bits = [
        (turn.is_diagonal, DIAGONAL),
        (turn.is_mirrored, MIRRORED),
        (turn.is_upside_down, UPSIDE_DOWN),
    ];
    bits.into_iter().filter(|(is_done, _)| *is_done).map(|(_, bit)| bit).sum()
}

/// A set by the indices of its tileset and of itself in there.
type Key = (usize, usize);

#[derive(Clone, Copy)]
struct Place<'a> {
    set: &'a TerrainSet,
    firstgid: u32,
    turns: Turns,
}

/// What tiles show, looked up once for each number.
#[derive(Default)]
struct TerrainsOfTiles<'a> {
    /// The kind of each number without turns.
    kinds: BTreeMap<u32, usize>,
    /// By kind; `None` for tiles that are no look.
    shown: Vec<Option<(Key, u8, Sides)>>,
    places: BTreeMap<Key, Place<'a>>,
}

impl<'a> TerrainsOfTiles<'a> {
    /// The kind of each tile of a layer.
    fn kinds(&mut self, gids: &[u32], tilesets: &'a Tilesets) -> Vec<usize> {
        let mut last = (0, self.kind(0, tilesets));
        let kinds = gids.iter().map(|gid| {
            let gid = gid & TILE_BITS;
            if gid != last.0 {
                last = (gid, self.kind(gid, tilesets));
            }
            last.1
        });
        kinds.collect()
    }

    fn kind(&mut self, gid: u32, tilesets: &'a Tilesets) -> usize {
        if let Some(&kind) = self.kinds.get(&gid) {
            return kind;
        }
        let look = tilesets.look(gid).filter(|_| gid != 0);
        let shown = look.and_then(|look| {
            let key = (look.tileset, look.set);
            let terrain = look.look.sides.terrain()? + 1;
            let (tileset, _) = tilesets.with_terrains().nth(look.tileset)?;
            let turns = turns_of(tileset.transformations);
            let place = Place { set: look.terrains, firstgid: tileset.firstgid, turns };
            self.places.insert(key, place);
            Some((key, u8::try_from(terrain).ok()?, look.look.sides))
        });
        self.shown.push(shown);
        self.kinds.insert(gid, self.shown.len() - 1);
        self.shown.len() - 1
    }

    /// For each kind the number of the terrain of a set that it shows; 0 for none.
    fn numbers(&self, key: Key) -> Vec<u8> {
        let numbers = self.shown.iter().map(|shown| match shown {
            Some((of, terrain, _)) if *of == key => *terrain,
            _ => 0,
        });
        numbers.collect()
    }

    fn sides(&self, kind: usize, gid: u32) -> Option<Sides> {
        self.shown[kind].map(|(_, _, sides)| turn(gid).apply(sides))
    }
}

/// Whether the look of each cell stays: the cell does, and its neighbors show the same terrains.
/// `cells` and `cells_before` have these terrains. Empty if no cell stays.
fn kept(cells: &[u8], width: usize, before: &Before<'_>, cells_before: &[u8]) -> Vec<bool> {
    if before.stays.is_empty() {
        return Vec::new();
    }
    let height = cells.len() / width;
    let terrain_before = |column: usize, row: usize| {
        let cell = (column < before.width).then(|| row * before.width + column);
        cell.and_then(|cell| cells_before.get(cell)).copied()
    };
    let is_same: Vec<bool> = (0..cells.len())
        .map(|cell| terrain_before(cell % width, cell / width) == Some(cells[cell]))
        .collect();
    let kept = before.stays.iter().enumerate().map(|(cell, &stays)| {
        let (column, row) = (cell % width, cell / width);
        let mut rows = row.saturating_sub(1)..(row + 2).min(height);
        let columns = column.saturating_sub(1)..(column + 2).min(width);
        stays
            && cells[cell] != 0
            && rows.all(|row| columns.clone().all(|column| is_same[row * width + column]))
    });
    kept.collect()
}

pub(super) fn turns_of(transformations: Transformations) -> Turns {
    let Transformations { hflip, vflip, rotate, preferuntransformed } = transformations;
    Turns { mirrors: hflip, flips: vflip, rotates: rotate, prefers_plain: preferuntransformed }
}

fn counted(n_cells: usize) -> String {
    if n_cells == 1 { "1 cell".to_owned() } else { format!("{n_cells} cells") }
}

fn described(Sides(sides): Sides, set: &TerrainSet) -> String {
    let listed = |first: usize| {
        let names = (0..4).map(|turn| match sides[(first + 2 * turn) % 8] {
            0 => "nothing".to_owned(),
            side => format!("`{}`", set.terrains[usize::from(side) - 1]),
        });
        names.collect::<Vec<_>>().join(", ")
    };
    let corners = || format!("with {} at its corners, clockwise from the upper left", listed(7));
    let edges = || format!("with {} at its edges, clockwise from above", listed(0));
    match set.matching {
        Matching::Corners => corners(),
        Matching::Edges => edges(),
        Matching::Both => format!("{}, and {}", edges(), corners()),
    }
}
