//! Moves that change several cells at once.

use std::collections::VecDeque;

use marahel_level::{Level, Tile, TileSet};
use marahel_problem::{Counts, below};
use rand_chacha::ChaCha8Rng;

use crate::freedom::Change;

/// Maximum number of things that give way to their like.
const N_LIKES_MAX: usize = 8;

/// A random move of several cells.
pub(crate) fn proposed(level: &Level, passable: &[TileSet], rng: &mut ChaCha8Rng) -> Change {
    let n_cells = level.tiles().len();
    let cell = below(n_cells, rng);
    let over = passable[below(passable.len(), rng)];
    match below(5, rng) {
        0 => {
            let thing = rare(level, rng);
            vec![(thing, level.tiles()[cell]), (cell, level.tiles()[thing])]
        }
        1 => way(level, rare(level, rng), over),
        2 => way(level, cell, [over, TileSet::only(level.tiles()[cell])][below(2, rng)]),
        3 => enclosed(level, rare(level, rng), over, rng),
        _ => stamp(level, [below(n_cells, rng), cell], 3, rng),
    }
}

/// A cell whose tile is rare: the rarer of two kinds.
fn rare(level: &Level, rng: &mut ChaCha8Rng) -> usize {
    let counts = Counts::of(level.view());
    let kinds: Vec<Tile> = (0..64).filter(|&kind| counts.get(kind) > 0).collect();
    let pair = [(); 2].map(|()| kinds[below(kinds.len(), rng)]);
    let kind = pair.into_iter().min_by_key(|&kind| counts.get(kind)).expect("two kinds");
    let mut cells = (0..level.tiles().len()).filter(|&cell| level.tiles()[cell] == kind);
    cells.nth(below(counts.get(kind) as usize, rng)).expect("the kind was counted")
}

/// A way of the commonest passable tile from the piece of a cell to the nearest other piece.
fn way(level: &Level, start: usize, passable: TileSet) -> Change {
    let Some(floor) = commonest(level, passable) else { return Vec::new() };
    // A cell of the piece comes from itself.
    let mut from = vec![None; level.tiles().len()];
    from[start] = Some(start);
    let mut edge = VecDeque::from([start]);
    while let Some(cell) = edge.pop_front() {
        for next in level.view().beside(cell) {
            let is_open = passable.contains(level.tiles()[next]);
            if from[next].is_some() {
                continue;
            }
            if is_open && from[cell] == Some(cell) {
                from[next] = Some(next);
                edge.push_front(next);
            } else if is_open {
                let back = std::iter::successors(Some(cell), |&cell| from[cell]);
                let way = back.take_while(|&cell| from[cell] != Some(cell));
                return way.map(|cell| (cell, floor)).collect();
            } else {
                from[next] = Some(cell);
                edge.push_back(next);
            }
        }
    }
    Vec::new()
}

/// A thing without its like, and with the commonest wall on its sides, but any tile on one.
fn enclosed(level: &Level, thing: usize, passable: TileSet, rng: &mut ChaCha8Rng) -> Change {
    let (tiles, all) = (level.tiles(), TileSet::entities(level.palette().len()));
    let [wall, floor] = [all.difference(passable), passable].map(|of| commonest(level, of));
    let likes = (0..tiles.len()).filter(|&cell| cell != thing && tiles[cell] == tiles[thing]);
    let mut change: Change =
        likes.take(N_LIKES_MAX).filter_map(|cell| Some((cell, floor?))).collect();
    let (side, any) = (below(4, rng), below(all.len(), rng) as Tile);
    let tile = |index| if index == side { Some(any) } else { wall };
    let sides = level.view().beside(thing).enumerate();
    change.extend(sides.filter_map(|(index, cell)| Some((cell, tile(index)?))));
    change
}

fn commonest(level: &Level, tiles: TileSet) -> Option<Tile> {
    let counts = Counts::of(level.view());
    let tiles = tiles.iter().filter(|&tile| usize::from(tile) < level.palette().len());
    tiles.max_by_key(|&tile| counts.get(tile))
}

/// A rectangle of a level, of random sides up to `side`, copied from one place to another.
pub(crate) fn stamp(level: &Level, ends: [usize; 2], side: usize, rng: &mut ChaCha8Rng) -> Change {
    let (width, height) = (level.width(), level.height());
    let [columns, rows] = [(); 2].map(|()| 1 + below(side, rng));
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let pairs = cells.map(|(x, y)| ends.map(|at| (at % width + x, at / width + y)));
    let pairs = pairs.filter(|pair| pair.iter().all(|&(x, y)| x < width && y < height));
    pairs.map(|[(x, y), (to_x, to_y)]| (to_y * width + to_x, level.get(x, y))).collect()
}
