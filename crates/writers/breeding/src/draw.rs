//! Random choices.

use marahel_level::Tile;
use rand::{Rng, RngExt};

/// A random number in `0..n`; `n` must not be 0.
pub(crate) fn below(n: usize, rng: &mut dyn Rng) -> usize {
    rng.random_range(0..n as u32) as usize
}

/// A random element; `None` if there is none.
pub(crate) fn pick<'t, T>(all: &'t [T], rng: &mut dyn Rng) -> Option<&'t T> {
    if all.is_empty() { None } else { Some(&all[below(all.len(), rng)]) }
}

/// A number of `1..=max` with a random sign.
pub(crate) fn step(max: usize, rng: &mut dyn Rng) -> i64 {
    let size = 1 + below(max, rng) as i64;
    if rng.random_bool(0.5) { size } else { -size }
}

/// A random row of a table by whole weights.
pub(crate) fn row<'t, T>(table: &'t [T], weight: fn(&T) -> usize, rng: &mut dyn Rng) -> &'t T {
    let mut place = below(table.iter().map(weight).sum(), rng);
    for row in table {
        if place < weight(row) {
            return row;
        }
        place -= weight(row);
    }
    unreachable!("the place is below the sum of the weights")
}

/// A random element by weight; `None` if there is none.
pub(crate) fn weighted<T>(all: Vec<(f64, T)>, rng: &mut dyn Rng) -> Option<T> {
    let total: f64 = all.iter().map(|(weight, _)| weight).sum();
    let mut place = rng.random::<f64>() * total;
    let mut chosen = None;
    for (weight, element) in all {
        place -= weight;
        chosen = Some(element);
        if place <= 0.0 {
            break;
        }
    }
    chosen
}

/// A random tile by weight; `None` if there is none.
pub(crate) fn weighted_tile(
    tiles: impl IntoIterator<Item = Tile>,
    weight: impl Fn(Tile) -> f64,
    rng: &mut dyn Rng,
) -> Option<Tile> {
    weighted(tiles.into_iter().map(|tile| (weight(tile), tile)).collect(), rng)
}
