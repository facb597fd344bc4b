//! Pieces of tiles: their number, size, width and ends.

use level::{Level, TileSet};

use super::{By, Candidate, List, Wants, number};
use crate::imitation::demands::cells::{count, has_block};
use crate::imitation::demands::chosen::ALWAYS_WEIGHT;
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::flood::pieces as pieces_of;
use crate::imitation::movement::Moving;

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
        }
        together(scene, list, &group);
    }
    for group in scene.lands().filter(|group| has_large_pieces(scene, group)) {
        islands(scene, list, &group);
    }
}

/// Pieces of a ground with the things on it: their number and their minimum size.
fn islands(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let Group { text, says, key, .. } = group;
    let mut push = |kind: &str, value: String, wants, says: String, weight| {
        let key = format!("{key}_{kind}");
        list.push(Candidate { key, value, wants, says, weight, by: By::Shuffles });
    };
    push("pieces", format!("regions({text})"), Wants::Range, format!("# pieces of {says}"), 2.0);
    let sizes = scene.levels().iter().flat_map(|level| pieces_of(level, group.set).1);
    // Some room: a few drawings do not contain the smallest possible piece.
    let least = sizes.min().unwrap_or(0) * 2 / 3;
    if least > 2 {
        let smaller = format!("regions_with({text}, {text}, 0, {})", least - 1);
        let says = format!("no piece of {says} of fewer than {} cells", number(least));
        push("least", smaller, Wants::Just(0.0), says, 1.2);
    }
}

/// The number of pieces and their sizes.
fn pieces(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let Group { text, says, .. } = group;
    let name = &group.key;
    let mut push = |kind: &str, value: String, wants, says: String, weight| {
        let key = format!("{name}_{kind}");
        list.push(Candidate { key, value, wants, says, weight, by: By::Shuffles });
    };
    let is_walked = is_walked(scene, group);
    let around = group.set.iter().all(|tile| !scene.drawn.encloses(tile)) && group.key == "cells";
    let [one, many] = match (is_walked, around) {
        (true, _) if !scene.cast.locks.is_empty() => [2.5, ALWAYS_WEIGHT],
        (true, _) => [2.5, 2.0],
        (_, true) => [2.0, 0.7],
        _ => [1.2, 0.7],
    };
    let regions = format!("regions({})", if is_walked { "" } else { text });
    push("pieces", regions.clone(), Wants::Just(1.0), format!("{says} in one piece"), one);
    // Walls can have any number of pieces where characters walk around them.
    let is_solid = scene.moving != Some(Moving::Walk)
        && group.set.len() == 1
        && group.set.is_disjoint(scene.open());
    if group.key == "rooms" {
        push(
            "number",
            regions,
            Wants::Range,
            "# rooms, with doors between them".into(),
            ALWAYS_WEIGHT,
        );
    } else if is_walked || is_solid && has_large_pieces(scene, group) {
        push("pieces", regions, Wants::Range, format!("# pieces of {says}"), many);
    }
    for size in 2..=8 {
        let of_size = format!("regions({text}) - regions_with({text}, {text}, {size}, {size})");
        let says = format!("pieces of {says} of {} cells each", number(size));
        push("size", of_size, Wants::Just(0.0), says, if size > 2 { 2.0 } else { 1.5 });
    }
    // Some room: a few drawings do not contain the smallest possible piece.
    let sizes = scene.levels().iter().flat_map(|level| pieces_of(level, group.set).1);
    let least = sizes.min().unwrap_or(0) * 2 / 3;
    let is_open = !is_walked && !group.set.is_disjoint(scene.open());
    let is_rest = group.set.contains(scene.tiles[0]);
    if least > 2 && !is_open && !is_rest {
        let smaller = format!("regions_with({text}, {text}, 0, {})", least - 1);
        let says = format!("no piece of {says} of fewer than {} cells", number(least));
        push("least", smaller, Wants::Just(0.0), says, if is_walked { 1.2 } else { 0.8 });
    }
}

/// Whether a group is the walkable cells, mostly in one piece or in rooms behind doors.
fn is_walked(scene: &Scene<'_>, group: &Group) -> bool {
    let is_way = |level: &Level| {
        let sizes = pieces_of(level, group.set).1;
        2 * sizes.iter().max().unwrap_or(&0) >= count(level, group.set)
    };
    let has_ways = !scene.cast.locks.is_empty() || scene.levels().iter().all(is_way);
    group.set == scene.walked() && scene.moving == Some(Moving::Walk) && has_ways
}

/// Whether tiles form pieces instead of single cells.
fn has_large_pieces(scene: &Scene<'_>, group: &Group) -> bool {
    scene.levels().iter().all(|level| {
        let n_pieces = pieces_of(level, group.set).1.len();
        (2..=N_PIECES_MAX).contains(&n_pieces) && 3 * n_pieces <= count(level, group.set)
    })
}

/// Dead ends, junctions, crossings, and open blocks.
fn ends(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let Group { text, says, .. } = group;
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
    let by = if is_walked { By::Any } else { By::Shuffles };
    let tiles = if is_walked { "" } else { text };
    let conditions = format!("block({text})");
    let no_block = format!("no 2x2 block of {says}");
    if !is_maze && !is_line {
        list.nowhere(format!("{name}_block"), &conditions, no_block, 1.3, by);
        return;
    }
    let mut push = |kind: &str, wants, says: String, weight| {
        let value = format!("{kind}({tiles})");
        let key = format!("{name}_{kind}");
        list.push(Candidate { key, value, wants, says, weight, by });
    };
    push("dead_ends", Wants::Just(0.0), format!("no dead end of {says}"), weight + 0.5);
    push(
        "dead_ends",
        Wants::Same(if is_maze { 6.0 } else { 2.0 }),
        format!("# dead ends of {says}"),
        weight + 0.4,
    );
    push("junctions", Wants::Just(0.0), format!("no junction of {says}"), weight + 0.5);
    push("crossings", Wants::Just(0.0), format!("no crossing of {says}"), 1.9);
    if is_maze {
        push("junctions", Wants::Range, format!("# junctions of {says}"), weight);
    }
    list.nowhere(format!("{name}_block"), &conditions, no_block, weight + 0.3, by);
}

/// Tiles with others of their kind beside, above or around them.
fn rows(scene: &Scene<'_>, list: &mut List, group: &Group, tile: level::Tile) {
    let Group { text: name, .. } = group;
    let is_ledge = scene.moving == Some(Moving::Platformer) && scene.drawn.is_solid(tile);
    let floor = scene.tiles.iter().copied().find(|&tile| !scene.drawn.is_solid(tile));
    if floor == Some(tile) {
        return;
    }
    let [row, thin] = if is_ledge { [2.0, 1.5] } else { [1.2, 1.0] };
    for (conditions, kind, says, weight) in [
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
        let says = format!("{name} {says}");
        list.nowhere(format!("{name}_{kind}"), &conditions, says, weight, By::Moves(tile));
    }
}

/// The number of things in each piece of a group with such things.
fn together(scene: &Scene<'_>, list: &mut List, group: &Group) {
    if group.set.len() < 2 {
        return;
    }
    let Group { text, says, .. } = group;
    for tile in scene.things().filter(|&tile| group.set.contains(tile)) {
        let name = scene.name(tile);
        let (least, most) = scene.counts(TileSet::only(tile));
        if most < 2 {
            continue;
        }
        let mut push = |kind: &str, value: String, says: String, weight| {
            let key = format!("{name}_{kind}");
            let by = if scene.cast.start == Some(tile) { By::Any } else { By::Moves(tile) };
            list.push(Candidate { key, value, wants: Wants::Just(0.0), says, weight, by });
        };
        let piece =
            if group.key == "rooms" { "room".to_owned() } else { format!("piece of {says}") };
        let two = format!("regions_with({text}, {name}, 2)");
        push("shut_off", two, format!("no two {name} in one {piece}"), 2.5);
        let one = format!("regions({text}) - regions_with({text}, {name}, 1, 1)");
        push("each", one, format!("one {name} in each {piece}"), 2.0);
        let together = format!("regions_with({text}, {name}, 1) - 1");
        if least > 1 {
            push("together", together, format!("all {name} in one {piece}"), 1.0);
        }
    }
}
