//! Places of things in the level: at sides, in halves, on the axes.

use marahel_level::{Level, Tile, TileSet};

use crate::imitation::cells::places;
use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, List, Rows, cells};
use crate::imitation::demands::scene::Scene;
use crate::imitation::movement::Moving;

/// For each side the distance of a cell from it in expressions, the lines along it, and its name.
const SIDES: [[&str; 3]; 4] = [
    ["column", "columns", "left side"],
    ["from_right", "columns", "right side"],
    ["row", "rows", "upper side"],
    ["from_bottom", "rows", "lower side"],
];

/// The distance of a cell from a side.
fn from_side(level: &Level, (x, y): (usize, usize), side: usize) -> usize {
    [x, level.width() - 1 - x, y, level.height() - 1 - y][side]
}

/// Places in the middle, and halves: what cells elsewhere meet, the key, and the place in words.
const AXES: [[&str; 3]; 2] = [
    ["column != from_right", "middle_column", "middle column"],
    ["row != from_bottom", "middle_row", "middle row"],
];
const HALVES: [[&str; 3]; 4] = [
    ["column > from_right", "left", "left half"],
    ["column < from_right", "right", "right half"],
    ["row > from_bottom", "upper", "upper half"],
    ["row < from_bottom", "lower", "lower half"],
];

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let is_ringed = scene.tiles.iter().any(|&tile| scene.drawn.encloses(tile));
    for &tile in &scene.tiles {
        let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), None);
        let (is_thing, n) = (scene.is_thing(tile), scene.counts(TileSet::only(tile)));
        let is_road = scene.is_way(TileSet::only(tile)) && !is_ringed && n.0 > 8;
        if is_road || !is_thing {
            rows.breaker = Breaker::Shuffles;
        }
        let inside = "self($t), dist(out) == 1";
        let weight = if is_road { 2.0 } else { 1.0 };
        rows.nowhere(weight, ["$t_inside", inside, "no $t at the border"]);
        rows.breaker = Breaker::Moves(tile);
        let border = "self($t), dist(out) > 1";
        rows.nowhere(1.0, ["$t_at_border", border, "$t at the border only"]);
        for side in 0..SIDES.len() {
            if is_thing {
                at_side(scene, &mut rows, tile, side);
            } else if tile != scene.tiles[0] {
                off_side(scene, &mut rows, tile, side);
            }
        }
        if is_thing {
            rows.breaker = Breaker::Moves(tile);
            in_corners(scene, &mut rows, tile);
            let halves = HALVES.iter().filter(|_| n == (1, 1)).map(|half| (half, 1.2));
            for ([elsewhere, key, words], weight) in
                AXES.iter().map(|axis| (axis, 2.1)).chain(halves)
            {
                let (key, elsewhere) = (format!("$t_{key}"), format!("self($t), {elsewhere}"));
                rows.nowhere(weight, [&key, &elsewhere, &format!("$t in the {words}")]);
            }
        }
    }
    sky(scene, list);
}

/// How far the cells of a tile are from a side, in all drawings.
fn all_from_side(scene: &Scene<'_>, tile: Tile, side: usize) -> impl Iterator<Item = usize> {
    scene.places(TileSet::only(tile)).map(move |(level, place)| from_side(level, place, side))
}

/// A thing at a side or near it.
fn at_side(scene: &Scene<'_>, rows: &mut Rows<'_>, tile: Tile, side: usize) {
    let [distance, lines, words] = SIDES[side];
    let farthest = all_from_side(scene, tile, side).max().unwrap_or(0);
    let of_columns = lines == "columns";
    let levels = scene.levels().iter();
    let lengths = levels.map(|level| if of_columns { level.width() } else { level.height() });
    let length = lengths.min().unwrap_or(0);
    let (limit, place) = match farthest {
        0 => (0, format!("at the {words}")),
        1 => (1, format!("one cell from the {words}, or at it")),
        // Some room: a few drawings do not contain the farthest possible place.
        _ => (farthest + 1 + farthest / 4, format!("near the {words}")),
    };
    if 2 * limit < length {
        // With gravity, the height of a thing depends on the ground.
        let falls = scene.moving == Some(Moving::Platformer) && !of_columns;
        let is_end = scene.cast.is_end(tile);
        let is_single = scene.counts(TileSet::only(tile)) == (1, 1);
        let weight = match (farthest, limit) {
            (0, _) if !falls && (is_end || is_single) => 2.2,
            (0, _) => 1.6,
            _ if is_end && !falls && 5 * limit <= length => 2.0,
            _ => 1.2,
        };
        let conditions = format!("self($t), {distance} > {limit}");
        rows.nowhere(weight, [&format!("$t_{distance}"), &conditions, &format!("$t {place}")]);
    }
    if farthest > 0 {
        off_side(scene, rows, tile, side);
    }
}

/// No tile in the rows or columns at a side.
fn off_side(scene: &Scene<'_>, rows: &mut Rows<'_>, tile: Tile, side: usize) {
    let [distance, lines, words] = SIDES[side];
    // No drawing has the tile here; require three quarters of it.
    let free = all_from_side(scene, tile, side).min().unwrap_or(0);
    let limit = free - free.div_ceil(4);
    if limit >= 3 {
        let (weight, breaker) = if scene.is_thing(tile) {
            (0.6, Breaker::Moves(tile))
        } else {
            (1.3, Breaker::Shuffles)
        };
        rows.breaker = breaker;
        let conditions = format!("self($t), {distance} < {limit}");
        let words = format!("no $t in the {limit} {lines} at the {words}");
        rows.nowhere(weight, [&format!("$t_off_{distance}"), &conditions, &words]);
    }
}

/// Things in the corners or next to them.
fn in_corners(scene: &Scene<'_>, rows: &mut Rows<'_>, tile: Tile) {
    let set = TileSet::only(tile);
    let off = scene.places(set).map(|(level, place)| {
        let [left, right, upper, lower] = [0, 1, 2, 3].map(|side| from_side(level, place, side));
        left.min(right).max(upper.min(lower))
    });
    let shortest = scene.levels().iter().map(|level| level.width().min(level.height())).min();
    let limit = off.max().filter(|&off| off <= 2 && 8 * off <= shortest.unwrap_or(0));
    if let Some(limit) = limit.filter(|_| scene.counts(set).0 >= 2) {
        let elsewhere = [("column", "from_right"), ("row", "from_bottom")]
            .map(|(from, to)| cells(&format!("self($t), {from} > {limit}, {to} > {limit}")));
        rows.none(2.6, ["$t_corners", &elsewhere.join(" + "), "$t in the corners"]);
    }
}

/// Whether one tile makes up nearly all of the upper or the lower third.
fn sky(scene: &Scene<'_>, list: &mut List) {
    let (Some((width, height)), Some(&tile)) = (scene.size(), scene.tiles.first()) else { return };
    let (third, n_cells) = (height / 3, width * (height / 3));
    if third < 2 {
        return;
    }
    let mut rows = list.rows(Breaker::Shuffles, scene.name(tile), None);
    for (side, words) in [(2, "upper"), (3, "lower")] {
        let exceptions = scene.levels().iter().map(|level| {
            let places = places(level, scene.all().difference(TileSet::only(tile)));
            places.filter(|&place| from_side(level, place, side) < third).count()
        });
        let most = 2 * exceptions.max().unwrap_or(0) + n_cells / 20;
        if 4 * most > n_cells {
            continue;
        }
        let is_sky = scene.moving == Some(Moving::Platformer) && words == "upper";
        let weight = if is_sky { ALWAYS_WEIGHT } else { 0.3 };
        let others = cells(&format!("self($t) == 0, {} < {third}", SIDES[side][0]));
        let words =
            [format!("{words}_rows"), format!("nearly all of the {words} {third} rows are $t")];
        rows.add(weight, Bound::AtMost(most as f64), [&words[0], &others, &words[1]]);
    }
}
