//! Palettes of drawn levels.

use std::sync::Arc;

use formats::{Legend, characters, palette_of_characters, word};
use level::{Entity, Level, Palette, Tile};

use crate::imitation::{ImitationError, words};

/// The levels with tile names that are valid in expressions.
pub(crate) fn in_words(
    (palette, levels): (Arc<Palette>, Vec<Level>),
) -> Result<(Arc<Palette>, Vec<Level>), ImitationError> {
    let mut names: Vec<String> = Vec::new();
    for entity in palette.entities() {
        let name = word(&entity.name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut free = std::iter::once(name.clone()).chain(numbered);
        names.extend(free.find(|name| !names.contains(name)));
    }
    let entities = palette.entities().iter().zip(names);
    let entities = entities.map(|(entity, name)| Entity { name, ..entity.clone() });
    let worded = Arc::new(Palette::new(entities.collect())?);
    let level = |level: &Level| {
        Level::from_tiles(level.width(), level.tiles().to_vec(), Arc::clone(&worded))
    };
    let levels = levels.iter().map(level).collect();
    Ok((worded, levels))
}

/// The levels in a palette without unused tiles: a problem file lists no others.
pub(crate) fn without_unused(
    palette: &Palette,
    levels: &[Level],
) -> Result<(Arc<Palette>, Vec<Level>), ImitationError> {
    let is_used = |tile: &Tile| levels.iter().any(|level| level.tiles().contains(tile));
    let used: Vec<Tile> = (0..palette.len() as Tile).filter(is_used).collect();
    let entities = used.iter().map(|&tile| palette.entities()[usize::from(tile)].clone());
    let fewer = Arc::new(Palette::new(entities.collect())?);
    let number = |tile: &Tile| used.binary_search(tile).expect("a tile of a level is used") as Tile;
    let renumbered = |level: &Level| {
        let tiles = level.tiles().iter().map(number).collect();
        Level::from_tiles(level.width(), tiles, Arc::clone(&fewer))
    };
    let levels = levels.iter().map(renumbered).collect();
    Ok((fewer, levels))
}

/// The palette of all characters of some texts. `?` does not stand for a tile in text levels; it is
/// replaced by another character in them and in the legend, which is returned.
///
/// # Errors
///
/// If no such character is left, if there are too many tiles, or if the legend has words without a
/// meaning.
pub fn palette_of_texts(
    texts: &mut [Option<String>],
    legend: &mut Legend,
) -> Result<(Option<Arc<Palette>>, Option<char>), ImitationError> {
    words::check(legend)?;
    let all = |texts: &[Option<String>]| {
        characters(&texts.iter().flatten().map(String::as_str).collect::<Vec<_>>())
    };
    let found = all(texts);
    let unknown = Palette::UNKNOWN_CHARACTER;
    let mut renamed = None;
    if found.contains(&unknown) {
        let is_said = |one: &char| legend.entries().any(|(key, _)| key == one.to_string());
        let is_free = |one: &char| !found.contains(one) && !is_said(one);
        let free = ('a'..='z').chain('A'..='Z').find(is_free);
        let free = free.ok_or(ImitationError::NoLetter)?;
        for text in texts.iter_mut().flatten() {
            *text = text.replace(unknown, &free.to_string());
        }
        legend.rename(unknown, free);
        renamed = Some(free);
    }
    let found = all(texts);
    if found.is_empty() {
        return Ok((None, renamed));
    }
    Ok((Some(Arc::new(palette_of_characters(&found, legend)?)), renamed))
}
