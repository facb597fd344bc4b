//! Helpers of all readers: rows of tiles to levels, numbers to tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::{
    Level, LevelError, N_ENTITIES_MAX, N_LEVELS_MAX, N_TILES_MAX, Palette, Tile, TileSet, UNKNOWN,
};

impl Level {
    /// A level from rows in some notation, top row first; `read_row` reads the row of an index,
    /// from 0.
    pub(crate) fn read_rows<R>(
        rows: impl Iterator<Item = R>,
        palette: Arc<Palette>,
        read_row: impl Fn(R, usize, &Palette) -> Result<Vec<Tile>, LevelError>,
    ) -> Result<Self, LevelError> {
        let mut tiles = Vec::new();
        let mut width = None;
        for (y, row) in rows.enumerate() {
            let row = read_row(row, y, &palette)?;
            let expected = *width.get_or_insert(row.len());
            if row.len() != expected {
                return Err(LevelError::Content(format!(
                    "row {} has {} tiles, but row 1 has {expected}; make all rows equally long",
                    y + 1,
                    row.len()
                )));
            }
            tiles.extend(row);
            if tiles.len() > N_TILES_MAX {
                return Err(LevelError::TooLarge);
            }
        }
        match width {
            Some(width) if width > 0 => Ok(Self::from_tiles(width, tiles, palette)),
            _ => Err(LevelError::Empty),
        }
    }

    /// The level in another palette, if there is one; entities are matched by name.
    pub fn in_palette(self, palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        match palette {
            Some(palette) if palette != self.palette => self.renamed(palette),
            _ => Ok(self),
        }
    }

    /// The level in another palette; entities are matched by name.
    pub fn renamed(&self, palette: Arc<Palette>) -> Result<Self, LevelError> {
        let entities = self.palette.entities().iter();
        let tiles: Vec<Tile> = entities
            .map(|entity| {
                palette.tile(&entity.name).ok_or_else(|| {
                    LevelError::Content(format!(
                        "the level has an entity `{}`, which is not in the palette; expected only {}",
                        entity.name,
                        palette.legend()
                    ))
                })
            })
            .collect::<Result<_, _>>()?;
        let renamed = self.tiles.iter().map(|&tile| match tile {
            UNKNOWN => UNKNOWN,
            tile => tiles[usize::from(tile)],
        });
        Ok(Self::from_tiles(self.width, renamed.collect(), palette))
    }
}

impl Level {
    /// The level in a palette of the entities that it uses, in their order; unchanged if it uses
    /// none.
    #[must_use]
    pub fn without_unused(&self) -> Self {
        let used: TileSet = self.tiles.iter().copied().filter(|&tile| tile != UNKNOWN).collect();
        if used.is_empty() || used.len() == self.palette.len() {
            return self.clone();
        }
        let palette = Arc::new(self.palette.only(used));
        let mut numbers = vec![UNKNOWN; self.palette.len()];
        for (number, tile) in (0..).zip(used.iter()) {
            numbers[usize::from(tile)] = number;
        }
        let tiles = self.tiles.iter().map(|&tile| match tile {
            UNKNOWN => UNKNOWN,
            tile => numbers[usize::from(tile)],
        });
        Self::from_tiles(self.width, tiles.collect(), palette)
    }
}

/// The index of `tile` in files, -1 for unknown.
pub(crate) fn index_of(tile: Tile) -> i8 {
    if tile == UNKNOWN { -1 } else { tile as i8 }
}

/// What the numbers in a file mean. -1 is always an unknown tile.
#[derive(Clone, Debug)]
pub struct Numbering {
    palette: Arc<Palette>,
    /// The tile of each number, if numbers are not indices of the palette.
    tiles: Option<BTreeMap<i128, Tile>>,
}

impl From<Arc<Palette>> for Numbering {
    /// Numbers are indices of the palette.
    fn from(palette: Arc<Palette>) -> Self {
        Self { palette, tiles: None }
    }
}

impl Numbering {
    /// Numbers with any gaps between them; numbers of one name are one tile.
    pub fn of_names(names: &BTreeMap<i128, String>) -> Result<Self, LevelError> {
        let (mut distinct, mut names_so_far) = (Vec::new(), BTreeSet::new());
        distinct.extend(names.values().filter(|name| names_so_far.insert(name.as_str())));
        if distinct.len() > N_ENTITIES_MAX {
            return Err(LevelError::TooManyKinds(distinct.len()));
        }
        let palette = Palette::of_names(&distinct)?;
        let tiles = names.iter();
        let tiles = tiles.filter_map(|(&number, name)| Some((number, palette.tile(name)?)));
        Ok(Self { tiles: Some(tiles.collect()), palette: Arc::new(palette) })
    }

    pub(crate) fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// The tile of a number in row `y`, column `x` of a file.
    pub(crate) fn tile(&self, number: i128, x: usize, y: usize) -> Result<Tile, LevelError> {
        let tile = match &self.tiles {
            _ if number == -1 => Some(UNKNOWN),
            Some(tiles) => tiles.get(&number).copied(),
            None => (0..self.palette.len() as i128).contains(&number).then_some(number as Tile),
        };
        tile.ok_or_else(|| {
            let largest = match &self.tiles {
                Some(tiles) => tiles.keys().next_back().copied().unwrap_or(0),
                None => self.palette.len() as i128 - 1,
            };
            LevelError::Content(format!(
                "row {}, column {}: `{number}` is no tile; expected 0 to {largest}, or -1 for unknown",
                y + 1,
                x + 1,
            ))
        })
    }
}

/// Number of tiles of a level of this size, checked.
pub fn checked_area(width: usize, height: usize) -> Result<usize, LevelError> {
    match width.checked_mul(height) {
        Some(0) => Err(LevelError::Empty),
        Some(area @ 1..=N_TILES_MAX) => Ok(area),
        _ => Err(LevelError::TooLarge),
    }
}

/// Rejects a file of more than [`N_LEVELS_MAX`] levels.
pub fn check_count(n_levels: usize) -> Result<(), LevelError> {
    if n_levels <= N_LEVELS_MAX { Ok(()) } else { Err(LevelError::TooMany) }
}
