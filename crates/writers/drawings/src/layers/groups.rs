//! Things of several tiles: a house of roof, walls and a door.

use std::collections::BTreeSet;

use marahel_level::Tile;

use crate::layers::scene::{PLUS, Scene};
use crate::layers::stamps;

/// Minimum share of the cells of a part that are beside its thing.
const BESIDE_MIN: f64 = 0.95;

/// Depth of parts of parts.
const N_ROUNDS: usize = 3;

/// Minimum number of drawn things for each kind of thing.
const N_EACH_MIN: usize = 2;

/// For each tile the others that are always parts of the same things; mostly empty.
pub(crate) fn parts(scene: &Scene, base: Tile, used: &[Tile]) -> Vec<Vec<Tile>> {
    let mut parts = vec![Vec::new(); scene.names.len()];
    let mut grouped: Vec<Tile> = vec![base];
    for (rank, &core) in used.iter().enumerate() {
        if grouped.contains(&core) {
            continue;
        }
        let mut group = vec![core];
        for _ in 0..N_ROUNDS {
            let rarer = used[rank + 1..].iter().copied().filter(|tile| !grouped.contains(tile));
            let new: Vec<Tile> = rarer
                .filter(|tile| !group.contains(tile) && is_beside(scene, *tile, &group))
                .collect();
            if new.is_empty() {
                break;
            }
            let wider = [group.clone(), new].concat();
            if !repeats(scene, &wider) {
                break;
            }
            group = wider;
        }
        if group.len() > 1 {
            grouped.extend(&group);
            group.remove(0);
            parts[usize::from(core)] = group;
        }
    }
    parts
}

/// Whether a tile is nearly always beside one of a group.
fn is_beside(scene: &Scene, tile: Tile, group: &[Tile]) -> bool {
    let (mut n, mut n_beside) = (0, 0);
    for cell in (0..scene.len()).filter(|&cell| scene.tiles[cell] == tile) {
        let mut beside = scene.neighbors(cell);
        n += 1;
        n_beside += usize::from(beside.any(|neighbor| group.contains(&scene.tiles[neighbor])));
    }
    n_beside as f64 >= BESIDE_MIN * f64::from(n)
}

/// Whether the pieces of a group that have parts come in few kinds, each drawn several times.
fn repeats(scene: &Scene, group: &[Tile]) -> bool {
    let pieces = scene.pieces(&scene.cells_that(|cell| group.contains(&scene.tiles[cell])), &PLUS);
    let things =
        pieces.iter().filter(|piece| piece.iter().any(|&cell| scene.tiles[cell] != group[0]));
    let things: Vec<&Vec<usize>> = things.collect();
    if !things.iter().all(|thing| stamps::is_small(scene, thing)) {
        return false;
    }
    let kinds: BTreeSet<Vec<(i32, i32, Tile)>> = things
        .iter()
        .map(|piece| {
            let from = scene.cells[piece[0]];
            let picture = piece.iter().map(|&cell| {
                let place = scene.cells[cell];
                let (x, y) = (place.x as i32 - from.x as i32, place.y as i32 - from.y as i32);
                (x, y, scene.tiles[cell])
            });
            picture.collect()
        })
        .collect();
    things.len() >= N_EACH_MIN * kinds.len()
}
