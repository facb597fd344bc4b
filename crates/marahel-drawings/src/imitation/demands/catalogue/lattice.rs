//! Tiles at every second, third or fourth cell.

use marahel_level::{Tile, TileSet};

use crate::imitation::cells::{is_inside, places};
use crate::imitation::demands::candidate::{Breaker, List};
use crate::imitation::demands::scene::Scene;

/// A lattice of a tile with a larger share of the inner cells is meaningless.
const SHARE_MAX: f64 = 0.6;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for tile in scene.tiles.iter().copied() {
        if inner_share(scene, tile) <= SHARE_MAX {
            for period in 2..=4 {
                of_period(scene, list, tile, period);
            }
        }
        odd_or_even(scene, list, tile);
    }
}

fn inner_share(scene: &Scene<'_>, tile: Tile) -> f64 {
    let (mut n, mut n_all) = (0, 0);
    for level in scene.levels() {
        let (width, height) = (level.width(), level.height());
        n += places(level, TileSet::only(tile)).filter(|&cell| is_inside(level, cell)).count();
        n_all += width.saturating_sub(2) * height.saturating_sub(2);
    }
    n as f64 / n_all.max(1) as f64
}

/// A lattice in the interior of all drawings.
fn of_period(scene: &Scene<'_>, list: &mut List, tile: Tile, period: usize) {
    for offset in 0..period * period {
        let (column, row) = (offset % period, offset / period);
        let (mut n, mut is_all) = (0, true);
        for level in scene.levels() {
            for y in (1..level.height().saturating_sub(1)).filter(|y| y % period == row) {
                for x in (1..level.width().saturating_sub(1)).filter(|x| x % period == column) {
                    n += 1;
                    is_all &= level.get(x, y) == tile;
                }
            }
        }
        if is_all && n >= 4 * scene.levels().len() {
            let name = scene.name(tile);
            let every = ["second", "third", "fourth"][period - 2];
            let description = format!("{name} at every {every} cell inside");
            let conditions = format!(
                "column{period} == {column}, row{period} == {row}, dist(out) > 1, self({name}) == 0"
            );
            list.nowhere(format!("{name}_grid"), &conditions, description, 3.0, Breaker::Shuffles);
        }
    }
}

/// Things only in odd or only in even columns or rows.
fn odd_or_even(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    if !scene.is_thing(tile) || scene.size().is_none() {
        return;
    }
    let name = scene.name(tile);
    for line in ["column", "row"] {
        for (remainder, kind) in [(0, "odd"), (1, "even")] {
            let description = format!("{name} in {kind} {line}s only");
            let conditions = format!("self({name}), {line}2 == {remainder}");
            let weight = if scene.counts(TileSet::only(tile)).0 >= 4 { 1.2 } else { 0.5 };
            list.nowhere(
                format!("{name}_{kind}_{line}s"),
                &conditions,
                description,
                weight,
                Breaker::Moves(tile),
            );
        }
    }
}
