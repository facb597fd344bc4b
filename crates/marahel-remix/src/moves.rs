//! Moves that change several cells at once.

mod cut;

use std::collections::VecDeque;

use marahel_level::{Level, Tile, TileSet};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Changes of cells.
pub(crate) type Change = Vec<(usize, Tile)>;

/// Maximum number of cells of a piece that is filled, and of a line.
const N_FILLED_MAX: usize = 12;
const LENGTH_MAX: usize = 6;

/// A random move: a thing to another place or without its like, a way between two pieces, a wall between two things, a
/// piece filled, a line, or a part of the level copied to another place.
pub(crate) fn proposed(level: &Level, passing: &[Passing], rng: &mut ChaCha8Rng) -> Change {
    let n_cells = level.tiles().len();
    let cell = below(n_cells, rng);
    let by = &passing[below(passing.len(), rng)];
    match below(9, rng) {
        0 => swapped(level, rare(level, rng), cell),
        1 => way(level, rare(level, rng), by.over),
        2 => way(level, cell, by.over),
        3 => filled(level, cell, by.over, rng),
        4 => line(level, cell, rng),
        5 => copied(level, cell, rng),
        6 => alone(level, rare(level, rng)),
        _ => {
            let cut = cut::between(level, rare(level, rng), rare(level, rng), by.over);
            walled(level, cut, by, rng)
        }
    }
}

/// What can be passed by a movement, and the tiles that are doors.
#[derive(Clone, Debug)]
pub(crate) struct Passing {
    pub(crate) over: TileSet,
    pub(crate) doors: Vec<Tile>,
}

/// Cells as walls, one perhaps as a door.
fn walled(level: &Level, cells: Vec<usize>, by: &Passing, rng: &mut ChaCha8Rng) -> Change {
    let all = TileSet::entities(level.palette().len());
    let Some(wall) = commonest(level, all.difference(by.over)) else { return Vec::new() };
    let mut change: Change = cells.into_iter().map(|cell| (cell, wall)).collect();
    let n = change.len();
    if n > 0 && !by.doors.is_empty() && below(2, rng) == 0 {
        change[below(n, rng)].1 = by.doors[below(by.doors.len(), rng)];
    }
    change
}

/// A random number below `n`.
pub(crate) fn below(n: usize, rng: &mut ChaCha8Rng) -> usize {
    rng.random_range(0..n as u32) as usize
}

/// The cells on the four sides of a cell.
pub(crate) fn beside(cell: usize, level: &Level) -> impl Iterator<Item = usize> + use<> {
    let (width, n_cells) = (level.width(), level.tiles().len());
    let x = cell % width;
    let sides = [
        (x > 0).then(|| cell - 1),
        (x + 1 < width).then(|| cell + 1),
        cell.checked_sub(width),
        Some(cell + width).filter(|&cell| cell < n_cells),
    ];
    sides.into_iter().flatten()
}

/// A cell whose tile is rare: the rarest of some cells of all kinds.
fn rare(level: &Level, rng: &mut ChaCha8Rng) -> usize {
    let tiles = level.tiles();
    let mut counts = [0_usize; 64];
    tiles.iter().for_each(|&tile| counts[usize::from(tile)] += 1);
    let kinds: Vec<usize> = (0..64).filter(|&kind| counts[kind] > 0).collect();
    let [one, two] = [(); 2].map(|()| kinds[below(kinds.len(), rng)]);
    let kind = if counts[one] <= counts[two] { one } else { two };
    let number = below(counts[kind], rng);
    let mut cells = (0..tiles.len()).filter(|&cell| usize::from(tiles[cell]) == kind);
    cells.nth(number).expect("the kind was counted")
}

/// The tiles of two cells exchanged.
pub(crate) fn swapped(level: &Level, left: usize, right: usize) -> Change {
    vec![(left, level.tiles()[right]), (right, level.tiles()[left])]
}

/// A thing without its like: each other one becomes the commonest tile beside it.
fn alone(level: &Level, thing: usize) -> Change {
    let tiles = level.tiles();
    let cells = (0..tiles.len()).filter(|&cell| cell != thing && tiles[cell] == tiles[thing]);
    let cells: Vec<usize> = cells.take(N_FILLED_MAX).collect();
    let tile = |cell: usize| {
        let beside: Vec<Tile> = beside(cell, level).map(|cell| tiles[cell]).collect();
        let others = beside.iter().copied().filter(|&tile| tile != tiles[thing]);
        others.max_by_key(|tile| beside.iter().filter(|other| *other == tile).count())
    };
    cells.into_iter().filter_map(|cell| Some((cell, tile(cell)?))).collect()
}

/// A way of the commonest passable tile from the piece of a cell to the nearest other piece.
fn way(level: &Level, start: usize, passable: TileSet) -> Change {
    let tiles = level.tiles();
    let Some(floor) = commonest(level, passable) else { return Vec::new() };
    let is_open = |cell: usize| passable.contains(tiles[cell]);
    let mut from = vec![usize::MAX; tiles.len()];
    from[start] = start;
    let mut piece = VecDeque::from([start]);
    let mut edge = VecDeque::from([start]);
    while let Some(cell) = piece.pop_front() {
        for next in beside(cell, level) {
            if from[next] == usize::MAX && is_open(next) && is_open(start) {
                from[next] = next;
                piece.push_back(next);
                edge.push_back(next);
            }
        }
    }
    while let Some(cell) = edge.pop_front() {
        for next in beside(cell, level).filter(|&next| from[next] == usize::MAX).collect::<Vec<_>>()
        {
            from[next] = cell;
            if is_open(next) {
                let mut way = Vec::new();
                let mut cell = cell;
                while from[cell] != cell {
                    way.push((cell, floor));
                    cell = from[cell];
                }
                return way;
            }
            edge.push_back(next);
        }
    }
    Vec::new()
}

/// The small piece of a cell filled with what is beside it.
fn filled(level: &Level, start: usize, passable: TileSet, rng: &mut ChaCha8Rng) -> Change {
    let tiles = level.tiles();
    let is_open = passable.contains(tiles[start]);
    let mut piece = vec![start];
    let mut index = 0;
    let mut around = Vec::new();
    while let Some(&cell) = piece.get(index) {
        for next in beside(cell, level) {
            if passable.contains(tiles[next]) != is_open {
                around.push(tiles[next]);
            } else if !piece.contains(&next) {
                piece.push(next);
            }
        }
        if piece.len() > N_FILLED_MAX {
            return Vec::new();
        }
        index += 1;
    }
    if around.is_empty() {
        return Vec::new();
    }
    let tile = around[below(around.len(), rng)];
    piece.into_iter().map(|cell| (cell, tile)).collect()
}

/// A straight line of the tile of another cell.
fn line(level: &Level, start: usize, rng: &mut ChaCha8Rng) -> Change {
    let tile = level.tiles()[below(level.tiles().len(), rng)];
    let length = 2 + below(LENGTH_MAX - 1, rng);
    let is_row = below(2, rng) == 0;
    let (x, y) = (start % level.width(), start / level.width());
    let cells = (0..length).map(|step| if is_row { (x + step, y) } else { (x, y + step) });
    let cells = cells.filter(|&(x, y)| x < level.width() && y < level.height());
    cells.map(|(x, y)| (y * level.width() + x, tile)).collect()
}

/// A part of the level copied to another place.
fn copied(level: &Level, to: usize, rng: &mut ChaCha8Rng) -> Change {
    let from = below(level.tiles().len(), rng);
    let (width, height) = (1 + below(3, rng), 1 + below(3, rng));
    stamp(level, from, to, (width, height), false)
}

/// The change that copies a rectangle of a level to another place, perhaps turned left to right.
pub(crate) fn stamp(
    level: &Level,
    from: usize,
    to: usize,
    (width, height): (usize, usize),
    is_turned: bool,
) -> Change {
    let columns = level.width();
    let mut change = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let source = if is_turned { width - 1 - column } else { column };
            let [(x, y), (to_x, to_y)] = [(from, source), (to, column)]
                .map(|(corner, column)| (corner % columns + column, corner / columns + row));
            if x < columns && to_x < columns && y < level.height() && to_y < level.height() {
                change.push((to_y * columns + to_x, level.get(x, y)));
            }
        }
    }
    change
}

/// The commonest tile of a set.
fn commonest(level: &Level, tiles: TileSet) -> Option<Tile> {
    let count = |tile: Tile| level.tiles().iter().filter(|&&other| other == tile).count();
    let tiles = tiles.iter().filter(|&tile| usize::from(tile) < level.palette().len());
    tiles.max_by_key(|&tile| count(tile))
}
