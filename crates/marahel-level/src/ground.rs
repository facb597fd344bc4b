//! The ground below symbols.

use crate::{Look, Palette, Tile};

/// Ground entities. The first of them in the palette is drawn behind symbols.
const GROUNDS: [&str; 5] = ["empty", "floor", "corridor", "grass", "sand"];

/// The ground color if the palette has no ground: that of an empty tile.
const PAPER: [u8; 3] = [250, 248, 242];

/// The ground color behind the symbol of `tile`.
pub(crate) fn ground_color(tile: Tile, palette: &Palette) -> [u8; 3] {
    ground(tile, palette).map_or(PAPER, |ground| palette.color(ground))
}

/// The ground on which `tile` usually stands.
pub(crate) fn ground(tile: Tile, palette: &Palette) -> Option<Tile> {
    // Levels with a sky are seen from the side, with everything in front of it.
    let own = ["sky"].iter().chain(own_grounds(palette.name(tile)));
    let mut names = own.chain(&GROUNDS);
    names.find_map(|name| palette.tile(name)).or_else(|| {
        let mut tiles = 0..palette.len() as Tile;
        tiles.find(|&tile| match palette.look(tile) {
            Some(Look::Symbol(name)) => GROUNDS.contains(name),
            Some(Look::Picture(_)) | None => false,
        })
    })
}

/// Grounds that an entity prefers to the general ones.
fn own_grounds(name: &str) -> &'static [&'static str] {
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
