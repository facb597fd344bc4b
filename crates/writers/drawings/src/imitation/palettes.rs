//! Palettes of drawn levels.

use std::sync::Arc;

use marahel_formats::{Characters, Legend, characters, word};
use marahel_level::{Entity, Level, Palette, Tile};

use crate::imitation::error::ImitationError;

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
    let levels = levels
        .iter()
        .map(|level| Level::from_tiles(level.width(), level.tiles().to_vec(), Arc::clone(&worded)))
        .collect();
    Ok((worded, levels))
}

/// The levels in a palette without unused tiles: a problem file lists no others.
pub(crate) fn without_unused(
    palette: &Palette,
    levels: &[Level],
) -> Result<(Arc<Palette>, Vec<Level>), ImitationError> {
    let used: Vec<Tile> = (0..palette.len() as Tile)
        .filter(|tile| levels.iter().any(|level| level.tiles().contains(tile)))
        .collect();
    let entities = used.iter().map(|&tile| palette.entities()[usize::from(tile)].clone());
    let fewer = Arc::new(Palette::new(entities.collect())?);
    let levels = levels.iter().map(|level| {
        let tiles = level
            .tiles()
            .iter()
            .map(|tile| used.binary_search(tile).expect("a tile of a level is used") as Tile);
        Level::from_tiles(level.width(), tiles.collect(), Arc::clone(&fewer))
    });
    let levels = levels.collect();
    Ok((fewer, levels))
}

/// The palette of all characters of some texts, which get one character for each tile. `?` does not stand for a tile in text levels; it is
/// replaced by another character in them and in the legend, which is returned.
pub fn palette_of_texts(
    texts: &mut [Option<String>],
    legend: &mut Legend,
) -> Result<(Option<Arc<Palette>>, Option<char>), ImitationError> {
    let occurring = characters_of(texts);
    let unknown = Palette::UNKNOWN_CHARACTER;
    let mut renamed = None;
    if occurring.contains(&unknown) {
        let free = ('a'..='z').chain('A'..='Z').find(|letter| {
            let mut keys = legend.entries().map(|(key, _)| key);
            !occurring.contains(letter) && !keys.any(|key| key == letter.to_string())
        });
        let free = free.ok_or(ImitationError::NoLetter)?;
        for text in texts.iter_mut().flatten() {
            *text = text.replace(unknown, &free.to_string());
        }
        legend.rename(unknown, free);
        renamed = Some(free);
    }
    let occurring = characters_of(texts);
    if occurring.is_empty() {
        return Ok((None, renamed));
    }
    let characters = Characters::of(&occurring, legend)?;
    for text in texts.iter_mut().flatten() {
        *text = characters.in_text(text).into_owned();
    }
    Ok((Some(characters.palette), renamed))
}

fn characters_of(texts: &[Option<String>]) -> Vec<char> {
    characters(&texts.iter().flatten().map(String::as_str).collect::<Vec<_>>())
}
