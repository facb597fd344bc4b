//! [`Freedom`]: which cells of a level may change, and to what.

use marahel_level::{Level, Tile, TileSet, UNKNOWN};

use crate::RemixError;

/// New tiles of cells.
pub(crate) type Change = Vec<(usize, Tile)>;

/// Which cells of a level may change, and to what.
#[derive(Clone, Debug)]
pub struct Freedom {
    /// In row-major order.
    cells: Vec<bool>,
    tiles: TileSet,
}

impl Freedom {
    /// `keep` says what stays: names of tiles, `door,key`, or a rectangle, `x,y,width,height`. Of
    /// all other kinds only those of `only` may go and come; all, if it is empty.
    pub fn of(level: &Level, keep: &[String], only: &[String]) -> Result<Self, RemixError> {
        let all = TileSet::entities(level.palette().len()).union(TileSet::only(UNKNOWN));
        let mut freedom = Self { cells: vec![true; level.tiles().len()], tiles: all };
        if !only.is_empty() {
            freedom.tiles = tiles_of(level, &only.join(","))?;
        }
        for what in keep {
            match rectangle(what, level)? {
                Some(cells) => freedom = freedom.without_cells(cells),
                None => freedom.tiles = freedom.tiles.difference(tiles_of(level, what)?),
            }
        }
        Ok(freedom)
    }

    pub(crate) fn without_cells(mut self, cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().for_each(|cell| self.cells[cell] = false);
        self
    }

    pub(crate) fn without_tiles(mut self, tiles: TileSet) -> Self {
        self.tiles = self.tiles.difference(tiles);
        self
    }

    /// The part of a change that may be made and changes something.
    pub(crate) fn allowed(&self, level: &Level, mut change: Change) -> Change {
        change.retain(|&(cell, tile)| {
            let own = level.tiles()[cell];
            own != tile && self.cells[cell] && self.tiles.contains(own) && self.tiles.contains(tile)
        });
        change
    }

    /// The cells of a level that may change.
    pub(crate) fn cells(&self, level: &Level) -> Vec<usize> {
        let cells = level.tiles().iter().zip(&self.cells).enumerate();
        let free = cells.filter(|(_, (tile, is_free))| **is_free && self.tiles.contains(**tile));
        free.map(|(cell, _)| cell).collect()
    }
}

/// The tiles of a list of names.
fn tiles_of(level: &Level, list: &str) -> Result<TileSet, RemixError> {
    let tiles = list.split([',', '|']).map(|name| {
        level.palette().tile(name.trim()).ok_or_else(|| {
            let all = level.palette().entities().iter().map(|entity| &*entity.name);
            RemixError::Tile(name.trim().to_owned(), all.collect::<Vec<_>>().join(", "))
        })
    });
    tiles.collect()
}

/// The cells of a rectangle, if the text has numbers alone.
fn rectangle(text: &str, level: &Level) -> Result<Option<Vec<usize>>, RemixError> {
    let numbers = text.split(',').map(|number| number.trim().parse());
    let Ok(numbers) = numbers.collect::<Result<Vec<usize>, _>>() else { return Ok(None) };
    let (width, height) = (level.width(), level.height());
    match numbers[..] {
        [x, y, w, h] if w.saturating_add(x) <= width && h.saturating_add(y) <= height => {
            let cells = (y..y + h).flat_map(|y| (x..x + w).map(move |x| y * width + x));
            Ok(Some(cells.collect()))
        }
        _ => Err(RemixError::Rectangle(text.to_owned(), width, height)),
    }
}
