//! Places of things in the level: at sides, in halves, on the axes.

use marahel_level::{Level, Tile, TileSet};

use crate::imitation::cells::places;
use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List, cells};
use crate::imitation::demands::scene::Scene;
use crate::imitation::movement::Moving;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
    Upper,
    Lower,
}

impl Side {
    const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Upper, Self::Lower];

    /// The distance of a cell from it in expressions, and its words.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Left => ("column", "left side"),
            Self::Right => ("from_right", "right side"),
            Self::Upper => ("row", "upper side"),
            Self::Lower => ("from_bottom", "lower side"),
        }
    }

    fn is_of_columns(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// The distance of a cell from it.
    fn distance(self, level: &Level, (x, y): (usize, usize)) -> usize {
        match self {
            Self::Left => x,
            Self::Right => level.width() - 1 - x,
            Self::Upper => y,
            Self::Lower => level.height() - 1 - y,
        }
    }
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
    for &tile in &scene.tiles {
        let name = scene.name(tile);
        let off = format!("self({name}), dist(out) == 1");
        let is_way = scene.moving == Some(Moving::Walk) && scene.walked().contains(tile);
        let is_ringed = scene.tiles.iter().any(|&tile| scene.drawn.encloses(tile));
        let is_road = is_way && !is_ringed && scene.counts(TileSet::only(tile)).0 > 8;
        let (weight, breaker) = match (is_road, scene.is_thing(tile)) {
            (true, _) => (2.0, Breaker::Shuffles),
            (false, true) => (1.0, Breaker::Moves(tile)),
            (false, false) => (1.0, Breaker::Shuffles),
        };
        list.nowhere(
            format!("{name}_inside"),
            &off,
            format!("no {name} at the border"),
            weight,
            breaker,
        );
        let on = format!("self({name}), dist(out) > 1");
        list.nowhere(
            format!("{name}_at_border"),
            &on,
            format!("{name} at the border only"),
            1.0,
            Breaker::Moves(tile),
        );
        if !scene.is_thing(tile) && tile != scene.tiles[0] {
            for side in Side::ALL {
                off_side(scene, list, tile, side);
            }
        }
        if scene.is_thing(tile) {
            for side in Side::ALL {
                at_side(scene, list, tile, side);
            }
            in_corners(scene, list, tile);
            in_the(list, tile, name, (&AXES, 2.1));
            if scene.counts(TileSet::only(tile)) == (1, 1) {
                in_the(list, tile, name, (&HALVES, 1.2));
            }
        }
    }
    sky(scene, list);
}

/// A thing at a side or near it.
fn at_side(scene: &Scene<'_>, list: &mut List, tile: Tile, side: Side) {
    let (name, (distance, words)) = (scene.name(tile), side.words());
    let farthest = from_side(scene, tile, side).max().unwrap_or(0);
    let of_columns = side.is_of_columns();
    let levels = scene.levels().iter();
    let lengths = levels.map(|level| if of_columns { level.width() } else { level.height() });
    let length = lengths.min().unwrap_or(0);
    let (limit, description) = match farthest {
        0 => (0, format!("{name} at the {words}")),
        1 => (1, format!("{name} one cell from the {words}, or at it")),
        // Some room: a few drawings do not contain the farthest possible place.
        _ => (farthest + 1 + farthest / 4, format!("{name} near the {words}")),
    };
    if 2 * limit < length {
        let conditions = format!("self({name}), {distance} > {limit}");
        // With gravity, the height of a thing depends on the ground.
        let falls = scene.moving == Some(Moving::Platformer) && !of_columns;
        let is_end = [scene.cast.start, scene.cast.exit].contains(&Some(tile));
        let is_single = scene.counts(TileSet::only(tile)) == (1, 1);
        let weight = match (farthest, limit) {
            (0, _) if !falls && (is_end || is_single) => 2.2,
            (0, _) => 1.6,
            _ if is_end && !falls && 5 * limit <= length => 2.0,
            _ => 1.2,
        };
        list.nowhere(
            format!("{name}_{distance}"),
            &conditions,
            description,
            weight,
            Breaker::Moves(tile),
        );
    }
    if farthest > 0 {
        off_side(scene, list, tile, side);
    }
}

/// No tile in the rows or columns at a side.
fn off_side(scene: &Scene<'_>, list: &mut List, tile: Tile, side: Side) {
    let (name, (distance, words)) = (scene.name(tile), side.words());
    // No drawing has the tile here; require three quarters of it.
    let free = from_side(scene, tile, side).min().unwrap_or(0);
    let limit = free - free.div_ceil(4);
    if limit >= 3 {
        let lines = if side.is_of_columns() { "columns" } else { "rows" };
        let description = format!("no {name} in the {limit} {lines} at the {words}");
        let conditions = format!("self({name}), {distance} < {limit}");
        let (weight, breaker) = if scene.is_thing(tile) {
            (0.6, Breaker::Moves(tile))
        } else {
            (1.3, Breaker::Shuffles)
        };
        list.nowhere(format!("{name}_off_{distance}"), &conditions, description, weight, breaker);
    }
}

/// How far the cells of a tile are from a side, in all drawings.
fn from_side(scene: &Scene<'_>, tile: Tile, side: Side) -> impl Iterator<Item = usize> {
    scene.levels().iter().flat_map(move |level| {
        places(level, TileSet::only(tile)).map(move |place| side.distance(level, place))
    })
}

/// Things in the corners or next to them.
fn in_corners(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    let name = scene.name(tile);
    let off = scene.levels().iter().flat_map(|level| {
        let (width, height) = (level.width(), level.height());
        places(level, TileSet::only(tile))
            .map(move |(x, y)| x.min(width - 1 - x).max(y.min(height - 1 - y)))
    });
    if scene.counts(TileSet::only(tile)).0 < 2 {
        return;
    }
    let shortest = scene.levels().iter().map(|level| level.width().min(level.height())).min();
    let Some(limit) = off.max().filter(|&off| off <= 2 && 8 * off <= shortest.unwrap_or(0)) else {
        return;
    };
    let [across, along] = [("column", "from_right"), ("row", "from_bottom")]
        .map(|(from, to)| cells(&format!("self({name}), {from} > {limit}, {to} > {limit}")));
    list.push(Candidate {
        key: format!("{name}_corners"),
        expression: format!("{across} + {along}"),
        bound: Bound::Just(0.0),
        description: format!("{name} in the corners"),
        weight: 2.6,
        breaker: Breaker::Moves(tile),
    });
}

/// A thing in the middle or in a half, with this weight.
fn in_the(list: &mut List, tile: Tile, name: &str, (places, weight): (&[[&str; 3]], f64)) {
    for [elsewhere, key, words] in places {
        let elsewhere = format!("self({name}), {elsewhere}");
        let description = format!("{name} in the {words}");
        let key = format!("{name}_{key}");
        list.nowhere(key, &elsewhere, description, weight, Breaker::Moves(tile));
    }
}

/// Whether one tile makes up nearly all of the upper or the lower third.
fn sky(scene: &Scene<'_>, list: &mut List) {
    let Some((_, height)) = scene.size() else { return };
    let Some(&tile) = scene.tiles.first() else { return };
    let (name, third) = (scene.name(tile), height / 3);
    if third < 2 {
        return;
    }
    for (side, words) in [(Side::Upper, "upper"), (Side::Lower, "lower")] {
        let exceptions = scene.levels().iter().map(|level| {
            let all = level.tiles().iter().enumerate();
            all.filter(|&(cell, &cell_tile)| {
                let place = (cell % level.width(), cell / level.width());
                cell_tile != tile && side.distance(level, place) < third
            })
            .count()
        });
        let most = exceptions.max().unwrap_or(0);
        let n_cells = scene.levels()[0].width() * third;
        let most = 2 * most + n_cells / 20;
        if 4 * most > n_cells {
            continue;
        }
        list.push(Candidate {
            key: format!("{words}_rows"),
            expression: cells(&format!("self({name}) == 0, {} < {third}", side.words().0)),
            bound: Bound::AtMost(most as f64),
            description: format!("nearly all of the {words} {third} rows are {name}"),
            weight: if scene.moving == Some(Moving::Platformer) && side == Side::Upper {
                ALWAYS_WEIGHT
            } else {
                0.3
            },
            breaker: Breaker::Shuffles,
        });
    }
}
