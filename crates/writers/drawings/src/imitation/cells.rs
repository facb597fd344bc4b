//! Cells of levels: counting, listing, writing, mirroring.

use marahel_level::{Level, Mirror, Tile, TileSet};

pub(crate) fn count(level: &Level, set: TileSet) -> usize {
    level.tiles().iter().filter(|&&tile| set.contains(tile)).count()
}

/// The cells of a level with one of the tiles, as (column, row).
pub(crate) fn places(level: &Level, set: TileSet) -> impl Iterator<Item = (usize, usize)> {
    let cells = level.tiles().iter().enumerate();
    let cells = cells.filter(move |&(_, &tile)| set.contains(tile));
    cells.map(|(cell, _)| (cell % level.width(), cell / level.width()))
}

/// The number of the four cells beside a place that have one of the tiles.
pub(crate) fn n_beside(level: &Level, set: TileSet, place: (usize, usize)) -> usize {
    count_at(level, set, level.view().beside(index(level, place)))
}

/// The same of the eight cells around it.
pub(crate) fn n_around(level: &Level, set: TileSet, place: (usize, usize)) -> usize {
    count_at(level, set, level.view().around(index(level, place)))
}

fn count_at(level: &Level, set: TileSet, cells: impl Iterator<Item = usize>) -> usize {
    cells.filter(|&cell| set.contains(level.tiles()[cell])).count()
}

fn index(level: &Level, (x, y): (usize, usize)) -> usize {
    y * level.width() + x
}

/// Whether tiles fill a square of two by two cells.
pub(crate) fn has_block(level: &Level, set: TileSet) -> bool {
    places(level, set).any(|place| begins_block(level, set, place))
}

/// Whether the three cells at the right of a cell and below, too, have these tiles.
pub(crate) fn begins_block(level: &Level, set: TileSet, (x, y): (usize, usize)) -> bool {
    let corners = [(x + 1, y), (x, y + 1), (x + 1, y + 1)];
    corners
        .iter()
        .all(|&(x, y)| x < level.width() && y < level.height() && set.contains(level.get(x, y)))
}

/// The mirror that nearly fits all drawings.
pub(crate) fn mirror(levels: &[Level]) -> Option<Mirror> {
    let mirrors = [Mirror::Both, Mirror::LeftRight, Mirror::TopBottom, Mirror::HalfTurn];
    mirrors.into_iter().find(|mirror| {
        levels.iter().all(|level| {
            let size = (level.width(), level.height());
            let cells = (0..level.height()).flat_map(|y| (0..level.width()).map(move |x| (x, y)));
            let equal = cells.filter(|&(x, y)| {
                mirror
                    .images((x, y), size)
                    .all(|(column, row)| level.get(column, row) == level.get(x, y))
            });
            let n = equal.count();
            n as f64 >= 0.95 * level.view().area() as f64
        })
    })
}

/// All cells except a border of this width; all cells if nothing would remain.
pub(crate) fn inner(level: &Level, border: usize) -> Vec<(usize, usize)> {
    let (width, height) = (level.width(), level.height());
    if width <= 2 * border || height <= 2 * border {
        return inner(level, 0);
    }
    let rows = border..height - border;
    rows.flat_map(|y| (border..width - border).map(move |x| (x, y))).collect()
}

pub(crate) fn is_inside(level: &Level, (x, y): (usize, usize)) -> bool {
    x > 0 && y > 0 && x + 1 < level.width() && y + 1 < level.height()
}

/// Swaps two cells, and their images in a mirror.
pub(crate) fn swap(
    level: &mut Level,
    mirror: Option<Mirror>,
    first: (usize, usize),
    second: (usize, usize),
) {
    let [first_tile, second_tile] = [first, second].map(|(x, y)| level.get(x, y));
    set(level, mirror, first, second_tile);
    set(level, mirror, second, first_tile);
}

/// Writes a cell, and its images in a mirror.
pub(crate) fn set(level: &mut Level, mirror: Option<Mirror>, (x, y): (usize, usize), tile: Tile) {
    level.set(x, y, tile);
    let size = (level.width(), level.height());
    let images = mirror.into_iter().flat_map(|mirror| mirror.images((x, y), size));
    for (column, row) in images {
        level.set(column, row, tile);
    }
}
