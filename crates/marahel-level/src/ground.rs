//! The ground below symbols.

use crate::shape::shape_of;
use crate::words::said;
use crate::{Look, N_ENTITIES_MAX, Palette, Tile, TileSet, View};

/// Ground entities. The first of them in the palette is drawn behind symbols.
pub(crate) const GROUNDS: [&str; 5] = ["empty", "floor", "corridor", "grass", "sand"];

/// The ground color if the palette has no ground: that of an empty tile.
pub(crate) const PAPER: [u8; 3] = [250, 248, 242];

/// The ground color behind the symbol of `tile`.
pub(crate) fn ground_color(tile: Tile, palette: &Palette) -> [u8; 3] {
    ground(tile, palette).map_or(PAPER, |ground| palette.color(ground))
}

/// The ground on which `tile` usually stands.
pub(crate) fn ground(tile: Tile, palette: &Palette) -> Option<Tile> {
    // Levels with a sky are seen from the side, with everything in front of it.
    let own = ["sky"].iter().chain(prefers(palette.name(tile)));
    let mut names = own.chain(&GROUNDS);
    names.find_map(|name| palette.tile(name)).or_else(|| {
        let mut tiles = 0..palette.len() as Tile;
        tiles.find(|&tile| match palette.look(tile) {
            Some(Look::Symbol(name)) => GROUNDS.contains(name),
            Some(Look::Picture(_)) | None => false,
        })
    })
}

/// The ground that most surrounds a cell, of its eight neighbors, or that its tile prefers of them;
/// `None` if no neighbor is ground.
pub(crate) fn ground_around(
    view: View<'_>,
    (x, y): (usize, usize),
    palette: &Palette,
    grounds: TileSet,
) -> Option<Tile> {
    let columns = x.saturating_sub(1)..(x + 2).min(view.width());
    let rows = y.saturating_sub(1)..(y + 2).min(view.height());
    let tile = view.get(x, y);
    let own = prefers(palette.name(tile));
    let mut counts = [0_u32; N_ENTITIES_MAX];
    for (column, row) in rows.flat_map(|row| columns.clone().map(move |column| (column, row))) {
        let neighbor = view.get(column, row);
        let Some(count) = counts.get_mut(usize::from(neighbor)) else { continue };
        let is_own = own.contains(&palette.name(neighbor));
        if (column, row) != (x, y) && (grounds.contains(neighbor) || is_own) {
            // One that it prefers counts before all others.
            *count += if is_own { 9 } else { 1 };
        }
    }
    let most = counts.iter().copied().max().filter(|&most| most > 0)?;
    counts.iter().position(|&count| count == most).map(|tile| tile as Tile)
}

/// The entities on which things may stand: they look like ground.
pub(crate) fn grounds(palette: &Palette) -> TileSet {
    let is_ground = |&tile: &Tile| {
        let name = match palette.look(tile) {
            Some(Look::Symbol(name)) => name,
            Some(Look::Picture(_)) => return false,
            None => palette.name(tile),
        };
        let is_said = said(name).is_some_and(|said| said.kind.is_ground());
        shape_of(name).is_none() && (GROUNDS.contains(&name) || OTHERS.contains(&name) || is_said)
    };
    (0..palette.len() as Tile).filter(is_ground).collect()
}

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
