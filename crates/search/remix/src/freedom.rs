//! [`Freedom`]: which cells of a level may change, and to what.

use std::collections::BTreeMap;

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
    /// A change comes with these of its images.
    images: Vec<Image>,
}

/// The image of each cell, and of each tile: of red pieces blue ones.
#[derive(Clone, Debug)]
struct Image {
    cells: Vec<usize>,
    tiles: [Tile; 256],
}

impl Image {
    /// By which a map that is mirrored, or turned by half, is itself.
    fn of(map: &Level, [across, down]: [bool; 2]) -> Option<Self> {
        let (width, height) = (map.width(), map.height());
        let image = |at, size, is_mirrored| if is_mirrored { size - 1 - at } else { at };
        let cells: Vec<usize> = (0..width * height)
            .map(|cell| {
                image(cell / width, height, down) * width + image(cell % width, width, across)
            })
            .collect();
        let mut tiles = std::array::from_fn(|tile| tile as Tile);
        let pairs =
            || cells.iter().zip(map.tiles()).map(|(&image, &own)| (own, map.tiles()[image]));
        pairs().for_each(|(own, image)| tiles[usize::from(own)] = image);
        let is_itself = pairs().all(|(own, image)| tiles[usize::from(own)] == image);
        is_itself.then_some(Self { cells, tiles })
    }
}

impl Freedom {
    /// `keep` says what stays: names of tiles, `door,key`, or a rectangle, `x,y,width,height`. Of
    /// all other kinds only those of `only` may go and come; all, if it is empty.
    pub fn of(level: &Level, keep: &[String], only: &[String]) -> Result<Self, RemixError> {
        let all = TileSet::entities(level.palette().len()).union(TileSet::only(UNKNOWN));
        let mut freedom =
            Self { cells: vec![true; level.tiles().len()], tiles: all, images: Vec::new() };
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

    /// Changes keep the symmetries of a map, so that one for two sides stays fair.
    pub(crate) fn with_images_of(mut self, map: &Level) -> Self {
        let mirrors = [[true, false], [false, true], [true, true]];
        self.images = mirrors.into_iter().filter_map(|mirror| Image::of(map, mirror)).collect();
        self
    }

    /// The part of a change that may be made and changes something.
    pub(crate) fn allowed(&self, level: &Level, change: Change) -> Change {
        let is_free = |&(cell, tile): &(usize, Tile)| {
            let own = level.tiles()[cell];
            self.cells[cell] && self.tiles.contains(own) && self.tiles.contains(tile)
        };
        let changed = |(cell, tile): &(usize, Tile)| level.tiles()[*cell] != *tile;
        if self.images.is_empty() {
            return change.into_iter().filter(is_free).filter(changed).collect();
        }
        let mut all = BTreeMap::new();
        for single in change {
            let orbit = self.orbit(single);
            let is_one = |(cell, tile)| orbit.iter().all(|own| own.0 != cell || own.1 == tile);
            if orbit.iter().all(|own| is_free(own) && is_one(*own)) {
                all.extend(orbit);
            }
        }
        all.into_iter().filter(changed).collect()
    }

    /// A change of a cell with its images.
    fn orbit(&self, single: (usize, Tile)) -> Change {
        self.images.iter().fold(vec![single], |orbit, Image { cells, tiles }| {
            let images = orbit.iter().map(|&(cell, tile)| (cells[cell], tiles[usize::from(tile)]));
            orbit.iter().copied().chain(images).collect()
        })
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
