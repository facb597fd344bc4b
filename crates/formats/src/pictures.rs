//! Pictures with a pixel, or a square of one color, for each tile.

use level::{Level, LevelError, UNKNOWN};

use crate::naming::{Grid, Kind, Stock};
use crate::{About, Known, Reading};

/// The level of a PNG picture. Its colors are those of the palette that is known, or else tiles that
/// the legend names.
pub(crate) fn read(png: &[u8], known: &Known) -> Result<Reading, LevelError> {
    if let Ok(palette) = known.of_characters() {
        return Ok(Reading::of_levels(vec![Level::from_png(png, Some(palette))?]));
    }
    let level = Level::from_png(png, None)?;
    let kinds = level.palette().entities().iter().map(|entity| Kind {
        made_up: entity.name.clone(),
        color: Some(entity.color),
        ..Kind::default()
    });
    let cells = level.tiles().iter().map(|&tile| (tile != UNKNOWN).then_some(u32::from(tile)));
    let grid = Grid { id: None, width: level.width(), cells: cells.collect() };
    Stock { kinds: kinds.collect(), grids: vec![grid] }.named(known, About::default())
}
