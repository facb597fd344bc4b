//! Pictures with a pixel, or a square of one color, for each tile.

use level::{Level, LevelError, UNKNOWN};

use crate::naming::{Grid, Stock, TileKind};
use crate::{About, Known, Reading};

/// The level of a PNG. Its colors are those of the known palette, or else become tiles that the
/// legend can name.
pub(crate) fn read(png: &[u8], known: &Known) -> Result<Reading, LevelError> {
    let palette = known.of_characters().ok();
    if palette.is_some() && known.legend.is_empty() {
        return Ok(Reading::of_levels(vec![Level::from_png(png, palette)?]));
    }
    let level = Level::from_png(png, None)?;
    let name_of = |color: [u8; 3]| {
        let mut entities = palette.as_ref()?.entities().iter();
        entities.find(|entity| entity.color == color).map(|entity| entity.name.clone())
    };
    let kinds = level.palette().entities().iter().map(|entity| TileKind {
        name: name_of(entity.color),
        made_up: entity.name.clone(),
        color: Some(entity.color),
        ..TileKind::default()
    });
    let cells = level.tiles().iter().map(|&tile| (tile != UNKNOWN).then_some(u32::from(tile)));
    let grid = Grid { id: None, width: level.width(), cells: cells.collect() };
    Stock { kinds: kinds.collect(), grids: vec![grid] }.named(known, About::default())
}
