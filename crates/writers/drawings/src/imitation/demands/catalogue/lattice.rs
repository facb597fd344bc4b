//! Tiles at every second, third or fourth cell.

use marahel_level::{Tile, TileSet};

use crate::imitation::cells::is_inside;
use crate::imitation::demands::candidate::{Breaker, List};
use crate::imitation::demands::scene::Scene;

/// A lattice of a tile with a larger share of the inner cells is meaningless.
const SHARE_MAX: f64 = 0.6;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let inner = |set| scene.places(set).filter(|&(level, place)| is_inside(level, place));
    let n_inner = inner(scene.all()).count();
    for tile in scene.tiles.iter().copied() {
        let n = inner(TileSet::only(tile)).count();
        if n as f64 / n_inner.max(1) as f64 <= SHARE_MAX {
            for period in 2..=4 {
                of_period(scene, list, tile, period);
            }
        }
        odd_or_even(scene, list, tile);
    }
}

/// A lattice in the interior of all drawings.
fn of_period(scene: &Scene<'_>, list: &mut List, tile: Tile, period: usize) {
    let mut rows = list.rows(Breaker::Shuffles, scene.name(tile), None);
    let every = ["second", "third", "fourth"][period - 2];
    for offset in 0..period * period {
        let (column, row) = (offset % period, offset / period);
        let nodes = scene.places(scene.all()).filter(|&(level, (x, y))| {
            is_inside(level, (x, y)) && (x % period, y % period) == (column, row)
        });
        let (mut n, mut is_all) = (0, true);
        for (level, (x, y)) in nodes {
            (n, is_all) = (n + 1, is_all && level.get(x, y) == tile);
        }
        if is_all && n >= 4 * scene.levels().len() {
            let place = format!("column{period} == {column}, row{period} == {row}");
            let conditions = format!("{place}, dist(out) > 1, self($t) == 0");
            let words = format!("$t at every {every} cell inside");
            rows.nowhere(3.0, ["$t_grid", &conditions, &words]);
        }
    }
}

/// Things only in odd or only in even columns or rows.
fn odd_or_even(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    if !scene.is_thing(tile) || scene.size().is_none() {
        return;
    }
    let weight = if scene.counts(TileSet::only(tile)).0 >= 4 { 1.2 } else { 0.5 };
    let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), None);
    for line in ["column", "row"] {
        for (remainder, kind) in [(0, "odd"), (1, "even")] {
            let conditions = format!("self($t), {line}2 == {remainder}");
            let words = format!("$t in {kind} {line}s only");
            rows.nowhere(weight, [&format!("$t_{kind}_{line}s"), &conditions, &words]);
        }
    }
}
