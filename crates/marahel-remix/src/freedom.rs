//! [`Freedom`]: which cells of a level may change, and to what.

use std::ops::Range;

use marahel_level::{Level, Tile, TileSet, UNKNOWN};

use crate::RemixError;

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
    ///
    /// # Errors
    ///
    /// If the level has no tile of a name, or a rectangle leads out of it.
    pub fn of(level: &Level, keep: &[String], only: &[String]) -> Result<Self, RemixError> {
        let mut freedom = Self {
            cells: vec![true; level.tiles().len()],
            tiles: TileSet::entities(level.palette().len()).union(TileSet::only(UNKNOWN)),
        };
        if !only.is_empty() {
            freedom.tiles = tiles_of(level, only)?;
        }
        for what in keep {
            if let Some([columns, rows]) = rectangle(what, level)? {
                for cell in rows.flat_map(|y| columns.clone().map(move |x| y * level.width() + x)) {
                    freedom.cells[cell] = false;
                }
            } else {
                freedom.tiles =
                    freedom.tiles.difference(tiles_of(level, std::slice::from_ref(what))?);
            }
        }
        Ok(freedom)
    }

    /// Whether a cell may change from one tile to another.
    pub(crate) fn allows(&self, cell: usize, before: Tile, after: Tile) -> bool {
        self.cells[cell] && self.tiles.contains(before) && self.tiles.contains(after)
    }

    /// The cells of a level that may change.
    pub(crate) fn cells(&self, level: &Level) -> Vec<usize> {
        let cells = level.tiles().iter().zip(&self.cells).enumerate();
        let free = cells.filter(|(_, (tile, is_free))| **is_free && self.tiles.contains(**tile));
        free.map(|(cell, _)| cell).collect()
    }

    /// Takes cells and tiles away.
    pub(crate) fn without(mut self, tiles: TileSet) -> Self {
        self.tiles = self.tiles.difference(tiles);
        self
    }
}

/// The tiles of some lists of names.
fn tiles_of(level: &Level, lists: &[String]) -> Result<TileSet, RemixError> {
    let names = lists.iter().flat_map(|list| list.split([',', '|'])).map(str::trim);
    let mut tiles = names.map(|name| {
        let tile = level.palette().tile(name).map(TileSet::only);
        tile.ok_or_else(|| {
            let all = level.palette().entities().iter().map(|entity| &*entity.name);
            RemixError::Tile(name.to_owned(), all.collect::<Vec<_>>().join(", "))
        })
    });
    tiles.try_fold(TileSet::EMPTY, |all, tile| Ok(all.union(tile?)))
}

/// The columns and rows of a text of four numbers.
fn rectangle(text: &str, level: &Level) -> Result<Option<[Range<usize>; 2]>, RemixError> {
    let numbers = text.split(',').map(|number| number.trim().parse());
    let Ok(numbers) = numbers.collect::<Result<Vec<usize>, _>>() else { return Ok(None) };
    let (width, height) = (level.width(), level.height());
    match numbers[..] {
        [x, y, w, h] if w.saturating_add(x) <= width && h.saturating_add(y) <= height => {
            Ok(Some([x..x + w, y..y + h]))
        }
        _ => Err(RemixError::Rectangle(text.to_owned(), width, height)),
    }
}
