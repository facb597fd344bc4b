//! Pictures with a pixel, or a square of one color, for each tile.

use marahel_level::{
    Captioned, Entity, Level, LevelError, N_PIXELS_MAX, UNKNOWN, animation, contact_sheet,
};

use crate::format::{Format, NamedLevel, ReadLevels, Reader, Sheet, WriteLevels, Writer};
use crate::naming::{Grid, Stock, TileKind};
use crate::{Hints, Reading, ReadingNotes};

/// Maximum number of pictures in an animation.
const N_PICTURES_MAX: u64 = 10_000;

/// Duration of each level in an animation, in hundredths of a second.
const DURATION: u16 = 80;

/// Pictures.
pub static PNG: Format = Format {
    ending: "png",
    aliases: &[],
    title: "a picture",
    mime: "image/png",
    is_binary: true,
    reader: Some(Reader {
        about: "A picture with a pixel, or a square of one color, for each tile",
        marks_open: false,
        read: ReadLevels::Bytes(read),
    }),
    writer: Ok(Writer {
        about: "A picture; several levels as a contact sheet",
        shows_tiles: true,
        write: WriteLevels::Whole {
            n_levels_max: |art| N_PIXELS_MAX / u64::from(art.scale()).pow(2),
            write: picture,
        },
    }),
    host: None,
};

/// Animations.
pub static GIF: Format = Format {
    ending: "gif",
    aliases: &[],
    title: "an animation",
    mime: "image/gif",
    is_binary: true,
    reader: None,
    writer: Ok(Writer {
        about: "An animation; a picture for each level",
        shows_tiles: true,
        write: WriteLevels::Whole { n_levels_max: |_| N_PICTURES_MAX, write: film },
    }),
    host: None,
};

fn picture(levels: &[NamedLevel], sheet: &Sheet<'_>) -> Result<Vec<u8>, LevelError> {
    if let [named] = levels {
        return named.level.to_png(sheet.art);
    }
    let levels: Vec<Level> = levels.iter().map(|named| named.level.clone()).collect();
    contact_sheet(&levels, sheet.art, sheet.columns)
}

/// An animation with a picture for each level.
fn film(levels: &[NamedLevel], sheet: &Sheet<'_>) -> Result<Vec<u8>, LevelError> {
    let levels = levels.iter().map(|named| named.level.clone());
    let pictures = levels.map(|level| Captioned { level, caption: String::new() });
    animation(&pictures.collect::<Vec<_>>(), sheet.art, |_| DURATION)
}

/// The level of a PNG. Its colors are those of the known palette, or else become tiles that the
/// legend can name.
fn read(png: &[u8], hints: &Hints) -> Result<Reading, LevelError> {
    let palette = hints.of_characters().ok().map(|characters| characters.palette);
    if palette.is_some() && hints.legend.is_empty() {
        return Ok(Reading::of_levels(vec![Level::from_png(png, palette)?]));
    }
    let level = Level::from_png(png, None)?;
    let entities = palette.iter().flat_map(|palette| palette.entities());
    let kinds = level.palette().entities().iter().map(|Entity { name, color, .. }| TileKind {
        name: entities
            .clone()
            .find(|entity| entity.color == *color)
            .map(|entity| entity.name.clone()),
        made_up: name.clone(),
        color: Some(*color),
        ..TileKind::default()
    });
    let cells = level.tiles().iter().map(|&tile| (tile != UNKNOWN).then_some(u32::from(tile)));
    let grid = Grid { id: None, width: level.width(), cells: cells.collect(), below: Vec::new() };
    Stock { kinds: kinds.collect(), grids: vec![grid] }.named(hints, ReadingNotes::default())
}
