//! Pieces of tiles: their number, size, width and ends.

use marahel_level::{Level, Tile, TileSet};

use super::places::{PLUS, n_around};
use crate::imitation::cells::{begins_block, count, has_block, places};
use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List, cells, number};
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::flood::pieces as pieces_of;
use crate::imitation::movement::Moving;

/// Maximum share of the cells of lines that begin a block, or of clumps that are alone.
const ODD_MAX: f64 = 0.2;

/// Maximum number of pieces to count.
const N_PIECES_MAX: usize = 12;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for group in scene.groups() {
        if scene.counts(group.set).1 < 2 {
            continue;
        }
        pieces(scene, list, &group);
        ends(scene, list, &group);
        if let Some(tile) = group.set.iter().next().filter(|_| group.set.len() == 1) {
            rows(scene, list, &group, tile);
            lines(scene, list, &group, tile);
        }
        together(scene, list, &group);
    }
    for group in scene.lands().filter(|group| has_large_pieces(scene, group)) {
        islands(scene, list, &group);
    }
}

/// Pieces of a ground with the things on it: their number and their minimum size.
fn islands(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let Group { text, description, key, .. } = group;
    list.layout(
        format!("{key}_pieces"),
        format!("regions({text})"),
        Bound::Range,
        format!("# pieces of {description}"),
        2.0,
    );
    let sizes = scene.levels().iter().flat_map(|level| pieces_of(level, group.set).1);
    // Some room: a few drawings do not contain the smallest possible piece.
    let least = sizes.min().unwrap_or(0) * 2 / 3;
    if least > 2 {
        let smaller = format!("regions_with({text}, {text}, 0, {})", least - 1);
        let description =
            format!("no piece of {description} of fewer than {} cells", number(least));
        list.layout(format!("{key}_least"), smaller, Bound::Just(0.0), description, 1.2);
    }
}

/// The number of pieces and their sizes.
fn pieces(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let Group { text, description, key, .. } = group;
    let is_walked = is_walked(scene, group);
    let around = group.set.iter().all(|tile| !scene.drawn.encloses(tile)) && group.key == "cells";
    let [single, many] = match (is_walked, around) {
        (true, _) if !scene.cast.locks.is_empty() => [2.5, ALWAYS_WEIGHT],
        (true, _) => [2.5, 2.0],
        (_, true) => [2.0, 0.7],
        _ => [1.2, 0.7],
    };
    let regions = format!("regions({})", if is_walked { "" } else { text });
    list.layout(
        format!("{key}_pieces"),
        regions.clone(),
        Bound::Just(1.0),
        format!("{description} in one piece"),
        single,
    );
    // Walls can have any number of pieces where characters walk around them.
    let is_solid = scene.moving != Some(Moving::Walk)
        && group.set.len() == 1
        && group.set.is_disjoint(scene.open());
    if group.key == "rooms" {
        list.layout(
            format!("{key}_number"),
            regions,
            Bound::Range,
            "# rooms, with doors between them".into(),
            ALWAYS_WEIGHT,
        );
    } else if is_walked || is_solid && has_large_pieces(scene, group) {
        let description = format!("# pieces of {description}");
        list.layout(format!("{key}_pieces"), regions, Bound::Range, description, many);
    }
    for size in 2..=8 {
        let of_size = format!("regions({text}) - regions_with({text}, {text}, {size}, {size})");
        let description = format!("pieces of {description} of {} cells each", number(size));
        let weight = if size > 2 { 2.0 } else { 1.5 };
        list.layout(format!("{key}_size"), of_size, Bound::Just(0.0), description, weight);
    }
    // Some room: a few drawings do not contain the smallest possible piece.
    let sizes = scene.levels().iter().flat_map(|level| pieces_of(level, group.set).1);
    let least = sizes.min().unwrap_or(0) * 2 / 3;
    let is_open = !is_walked && !group.set.is_disjoint(scene.open());
    let is_rest = group.set.contains(scene.tiles[0]);
    if least > 2 && !is_open && !is_rest {
        let smaller = format!("regions_with({text}, {text}, 0, {})", least - 1);
        let description =
            format!("no piece of {description} of fewer than {} cells", number(least));
        let weight = if is_walked { 1.2 } else { 0.8 };
        list.layout(format!("{key}_least"), smaller, Bound::Just(0.0), description, weight);
    }
}

/// Whether a group is the walkable cells, mostly in one piece or in rooms behind doors.
fn is_walked(scene: &Scene<'_>, group: &Group) -> bool {
    let has_ways = !scene.cast.locks.is_empty()
        || scene.levels().iter().all(|level| {
            let sizes = pieces_of(level, group.set).1;
            2 * sizes.iter().max().unwrap_or(&0) >= count(level, group.set)
        });
    group.set == scene.walked() && scene.moving == Some(Moving::Walk) && has_ways
}

/// Whether tiles form pieces instead of single cells.
fn has_large_pieces(scene: &Scene<'_>, group: &Group) -> bool {
    scene.levels().iter().all(|level| {
        let n_pieces = pieces_of(level, group.set).1.len();
        (2..=N_PIECES_MAX).contains(&n_pieces) && 3 * n_pieces <= count(level, group.set)
    })
}

/// Dead ends, junctions, and open blocks.
fn ends(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let Group { text, description, .. } = group;
    let name = &group.key;
    let is_air = scene.moving == Some(Moving::Platformer) && !group.set.is_disjoint(scene.open());
    let is_walked = is_walked(scene, group);
    if is_air || !is_walked && group.set.iter().all(|tile| scene.is_thing(tile)) {
        return;
    }
    let is_thin = scene.levels().iter().all(|level| !has_block(level, group.set));
    let is_ring = group.set.iter().any(|tile| scene.drawn.encloses(tile));
    let is_line = group.set.len() == 1
        && !is_ring
        && is_thin
        && scene
            .levels()
            .iter()
            .all(|level| 4 * pieces_of(level, group.set).1.len() <= count(level, group.set));
    // Corridors instead of rooms.
    let is_maze = is_walked && is_thin;
    let weight = if is_maze { ALWAYS_WEIGHT } else { 2.0 };
    let breaker = if is_walked { Breaker::Any } else { Breaker::Shuffles };
    let tiles = if is_walked { "" } else { text };
    let conditions = format!("block({text})");
    let no_block = format!("no 2x2 block of {description}");
    if !is_maze && !is_line {
        list.nowhere(format!("{name}_block"), &conditions, no_block, 1.3, breaker);
        return;
    }
    let n_ends = Bound::Same(if is_maze { 6.0 } else { 2.0 });
    let mut rows = vec![
        ("dead_ends", Bound::Just(0.0), "no dead end", weight + 0.5),
        ("dead_ends", n_ends, "# dead ends", weight + 0.4),
        ("junctions", Bound::Just(0.0), "no junction", weight + 0.5),
    ];
    if is_maze {
        rows.push(("junctions", Bound::Range, "# junctions", weight));
    }
    for (kind, bound, words, weight) in rows {
        let (key, expression) = (format!("{name}_{kind}"), format!("{kind}({tiles})"));
        let description = format!("{words} of {description}");
        list.push(Candidate { key, expression, bound, description, weight, breaker });
    }
    list.nowhere(format!("{name}_block"), &conditions, no_block, weight + 0.3, breaker);
}

/// Tiles with others of their kind beside, above or around them.
fn rows(scene: &Scene<'_>, list: &mut List, group: &Group, tile: Tile) {
    let Group { text: name, .. } = group;
    let is_ledge = scene.moving == Some(Moving::Platformer) && scene.drawn.is_solid(tile);
    let floor = scene.tiles.iter().copied().find(|&tile| !scene.drawn.is_solid(tile));
    if floor == Some(tile) {
        return;
    }
    let [row, thin] = if is_ledge { [2.0, 1.5] } else { [1.2, 1.0] };
    for (conditions, kind, description, weight) in [
        ("horz(T) == 0", "rows", "in rows of two or more", row),
        ("vert(T) == 0", "columns", "in columns of two or more", 1.2),
        ("horz(T) != 1", "width", "two cells wide", 2.1),
        ("vert(T) != 1", "height", "two cells high", 1.9),
        ("vert(T) > 0", "thin", "one cell high", thin),
        ("horz(T) > 0", "narrow", "one cell wide", 1.0),
        ("horz(T) == 0, vert(T) == 0", "alone", "never alone", 1.0),
        ("all(T) > 1", "loose", "never side by side, nor corner to corner", 1.1),
        ("plus(T) > 1", "apart", "never side by side", 1.0),
    ] {
        let conditions = format!("self({name}), {}", conditions.replace('T', name));
        let description = format!("{name} {description}");
        list.nowhere(
            format!("{name}_{kind}"),
            &conditions,
            description,
            weight,
            Breaker::Moves(tile),
        );
    }
}

/// A tile that is mostly in lines: the share of its cells that are not.
fn lines(scene: &Scene<'_>, list: &mut List, group: &Group, tile: Tile) {
    let name = &group.text;
    if scene.is_thing(tile) || scene.tiles[0] == tile {
        return;
    }
    let share = |level: &Level, is_odd: &dyn Fn((usize, usize)) -> bool| {
        let n = places(level, group.set).filter(|&place| is_odd(place)).count();
        n as f64 / count(level, group.set).max(1) as f64
    };
    let most = |is_odd: &dyn Fn(&Level, (usize, usize)) -> bool| {
        let shares = scene.levels().iter().map(|level| share(level, &|place| is_odd(level, place)));
        shares.fold(0.0, f64::max)
    };
    let in_blocks = most(&|level, place| begins_block(level, group.set, place));
    let alone = most(&|level, place| n_around(level, group.set, place, &PLUS) == 0);
    let is_line = alone <= ODD_MAX && in_blocks > 0.0 && in_blocks <= ODD_MAX;
    if is_line {
        list.push(Candidate {
            key: format!("{name}_blocks"),
            expression: format!("{} / count({name}) else 0", cells(&format!("block({name})"))),
            bound: Bound::Share,
            description: format!("# of {name} where a 2x2 block of it begins"),
            weight: 2.1,
            breaker: Breaker::Any,
        });
    }
}

/// The number of things in each piece of a group with such things.
fn together(scene: &Scene<'_>, list: &mut List, group: &Group) {
    if group.set.len() < 2 {
        return;
    }
    let Group { text, description, .. } = group;
    for tile in scene.things().filter(|&tile| group.set.contains(tile)) {
        let name = scene.name(tile);
        let (least, most) = scene.counts(TileSet::only(tile));
        if most < 2 {
            continue;
        }
        let breaker =
            if scene.cast.start == Some(tile) { Breaker::Any } else { Breaker::Moves(tile) };
        let piece = if group.key == "rooms" {
            "room".to_owned()
        } else {
            format!("piece of {description}")
        };
        let two = format!("regions_with({text}, {name}, 2)");
        let each = format!("regions({text}) - regions_with({text}, {name}, 1, 1)");
        let mut rows = vec![
            ("shut_off", two, format!("no two {name} in one {piece}"), 2.5),
            ("each", each, format!("one {name} in each {piece}"), 2.0),
        ];
        if least > 1 {
            let together = format!("regions_with({text}, {name}, 1) - 1");
            rows.push(("together", together, format!("all {name} in one {piece}"), 1.0));
        }
        for (kind, expression, description, weight) in rows {
            let (key, bound) = (format!("{name}_{kind}"), Bound::Just(0.0));
            list.push(Candidate { key, expression, bound, description, weight, breaker });
        }
    }
}
