//! Things of several tiles: a house of roof, walls and a door.

use std::collections::BTreeSet;

use level::Tile;

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
    let mut taken: Vec<Tile> = vec![base];
    for (rank, &core) in used.iter().enumerate() {
        if taken.contains(&core) {
            continue;
        }
        let mut group = vec![core];
        for _ in 0..N_ROUNDS {
            let rarer = used[rank + 1..].iter().copied().filter(|one| !taken.contains(one));
            let new: Vec<Tile> = rarer
                .filter(|one| !group.contains(one) && is_beside(scene, *one, &group))
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
            taken.extend(&group);
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
        let mut beside = PLUS.into_iter().filter_map(|step| scene.step(cell, step));
        n += 1;
        n_beside += usize::from(beside.any(|one| group.contains(&scene.tiles[one])));
    }
    n_beside as f64 >= BESIDE_MIN * f64::from(n)
}

/// Whether the pieces of a group that have parts come in few kinds, each drawn several times.
fn repeats(scene: &Scene, group: &[Tile]) -> bool {
    let pieces = scene.pieces(&scene.cells_that(|cell| group.contains(&scene.tiles[cell])), &PLUS);
    let has_parts = |piece: &&Vec<usize>| piece.iter().any(|&cell| scene.tiles[cell] != group[0]);
    let things: Vec<&Vec<usize>> = pieces.iter().filter(has_parts).collect();
    if !things.iter().all(|thing| stamps::is_small(scene, thing)) {
        return false;
    }
    let kinds: BTreeSet<Vec<(i32, i32, Tile)>> = things
        .iter()
        .map(|piece| {
            let from = scene.cells[piece[0]];
            let seen = piece.iter().map(|&cell| {
                let place = scene.cells[cell];
                let (x, y) = (place.x as i32 - from.x as i32, place.y as i32 - from.y as i32);
                (x, y, scene.tiles[cell])
            });
            seen.collect()
        })
        .collect();
    things.len() >= N_EACH_MIN * kinds.len()
}
