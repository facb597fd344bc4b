//! Pieces of tiles: their number, size, width and ends.

use marahel_level::{Level, Tile, TileSet};

use crate::imitation::cells::{begins_block, count, has_block, n_beside, places};
use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, List, Need, cells, number};
use crate::imitation::demands::scene::{Group, Scene};
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
        if let Some(tile) = group.set.single() {
            rows_of(scene, list, tile);
            lines(scene, list, tile);
        }
        together(scene, list, &group);
    }
    for group in scene.lands().filter(|group| has_large_pieces(scene, group)) {
        // Pieces of a ground with the things on it.
        let mut rows = list.rows(Breaker::Shuffles, "", Some(&group));
        rows.add(2.0, Bound::Range, ["$k_pieces", "regions($g)", "# pieces of $d"]);
        least(scene, list, &group, 1.2);
    }
}

/// The minimum size of the pieces of a group.
fn least(scene: &Scene<'_>, list: &mut List, group: &Group, weight: f64) {
    // Some room: a few drawings do not contain the smallest possible piece.
    let least = scene.pieces(group.set).flatten().min().unwrap_or(0) * 2 / 3;
    if least > 2 {
        let smaller = format!("regions_with($g, $g, 0, {})", least - 1);
        let words = format!("no piece of $d of fewer than {} cells", number(least));
        let mut rows = list.rows(Breaker::Shuffles, "", Some(group));
        rows.none(weight, ["$k_least", &smaller, &words]);
    }
}

/// The number of pieces and their sizes.
fn pieces(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let is_walked = is_walked(scene, group);
    let around = group.set.iter().all(|tile| !scene.drawn.encloses(tile)) && group.key == "cells";
    let [single, many] = match (is_walked, around) {
        (true, _) if !scene.cast.locks.is_empty() => [2.5, ALWAYS_WEIGHT],
        (true, _) => [2.5, 2.0],
        (_, true) => [2.0, 0.7],
        _ => [1.2, 0.7],
    };
    let mut rows = list.rows(Breaker::Shuffles, "", Some(group));
    let regions = if is_walked { "regions()" } else { "regions($g)" };
    rows.add(single, Bound::Just(1.0), ["$k_pieces", regions, "$d in one piece"]);
    // Walls can have any number of pieces where characters walk around them.
    let is_solid = scene.moving != Some(Moving::Walk)
        && group.set.len() == 1
        && group.set.is_disjoint(scene.open());
    if group.key == "rooms" {
        let words = "# rooms, with doors between them";
        rows.add(ALWAYS_WEIGHT, Bound::Range, ["$k_number", regions, words]);
    } else if is_walked || is_solid && has_large_pieces(scene, group) {
        rows.add(many, Bound::Range, ["$k_pieces", regions, "# pieces of $d"]);
    }
    for size in 2..=8 {
        let of_size = format!("regions($g) - regions_with($g, $g, {size}, {size})");
        let words = format!("pieces of $d of {} cells each", number(size));
        rows.none(if size > 2 { 2.0 } else { 1.5 }, ["$k_size", &of_size, &words]);
    }
    let is_open = !is_walked && !group.set.is_disjoint(scene.open());
    if !is_open && !group.set.contains(scene.tiles[0]) {
        least(scene, list, group, if is_walked { 1.2 } else { 0.8 });
    }
}

/// Whether a group is the walkable cells, mostly in one piece or in rooms behind doors.
fn is_walked(scene: &Scene<'_>, group: &Group) -> bool {
    let mut pieces = scene.levels().iter().zip(scene.pieces(group.set));
    group.set == scene.walked()
        && scene.moving == Some(Moving::Walk)
        && (!scene.cast.locks.is_empty()
            || pieces.all(|(level, sizes)| {
                2 * sizes.iter().max().unwrap_or(&0) >= count(level, group.set)
            }))
}

/// Whether tiles form pieces instead of single cells.
fn has_large_pieces(scene: &Scene<'_>, group: &Group) -> bool {
    scene.levels().iter().zip(scene.pieces(group.set)).all(|(level, pieces)| {
        (2..=N_PIECES_MAX).contains(&pieces.len()) && 3 * pieces.len() <= count(level, group.set)
    })
}

/// Dead ends, junctions, and open blocks.
fn ends(scene: &Scene<'_>, list: &mut List, group: &Group) {
    let is_air = scene.moving == Some(Moving::Platformer) && !group.set.is_disjoint(scene.open());
    let is_walked = is_walked(scene, group);
    if is_air || !is_walked && scene.are_things(group.set) {
        return;
    }
    let is_thin = scene.levels().iter().all(|level| !has_block(level, group.set));
    let is_ring = group.set.iter().any(|tile| scene.drawn.encloses(tile));
    let mut pieces = scene.levels().iter().zip(scene.pieces(group.set));
    let is_line = group.set.len() == 1
        && !is_ring
        && is_thin
        && pieces.all(|(level, pieces)| 4 * pieces.len() <= count(level, group.set));
    // Corridors instead of rooms.
    let is_maze = is_walked && is_thin;
    let weight = if is_maze { ALWAYS_WEIGHT } else { 2.0 };
    let breaker = if is_walked { Breaker::Any } else { Breaker::Shuffles };
    let mut rows = list.rows(breaker, "", Some(group));
    let block = ["$k_block", "block($g)", "no 2x2 block of $d"];
    if !is_maze && !is_line {
        rows.nowhere(1.3, block).needs = Some(Need::Block);
        return;
    }
    let n_ends = Bound::Same(if is_maze { 6.0 } else { 2.0 });
    let mut kinds = vec![
        ("dead_ends", Bound::Just(0.0), "no dead end", weight + 0.5),
        ("dead_ends", n_ends, "# dead ends", weight + 0.4),
        ("junctions", Bound::Just(0.0), "no junction", weight + 0.5),
    ];
    if is_maze {
        kinds.push(("junctions", Bound::Range, "# junctions", weight));
    }
    for (kind, bound, words, weight) in kinds {
        let count = format!("{kind}({})", if is_walked { "" } else { "$g" });
        rows.add(weight, bound, [&format!("$k_{kind}"), &count, &format!("{words} of $d")]);
    }
    rows.nowhere(weight + 0.3, block).needs = Some(Need::Block);
}

/// Tiles with others of their kind beside, above or around them.
fn rows_of(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    let is_ledge = scene.moving == Some(Moving::Platformer) && scene.drawn.is_solid(tile);
    let floor = scene.tiles.iter().copied().find(|&tile| !scene.drawn.is_solid(tile));
    if floor == Some(tile) {
        return;
    }
    let [row, thin] = if is_ledge { [2.0, 1.5] } else { [1.2, 1.0] };
    let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), None);
    for (conditions, kind, words, weight) in [
        ("horz($t) == 0", "rows", "in rows of two or more", row),
        ("vert($t) == 0", "columns", "in columns of two or more", 1.2),
        ("horz($t) != 1", "width", "two cells wide", 2.1),
        ("vert($t) != 1", "height", "two cells high", 1.9),
        ("vert($t) > 0", "thin", "one cell high", thin),
        ("horz($t) > 0", "narrow", "one cell wide", 1.0),
        ("horz($t) == 0, vert($t) == 0", "alone", "never alone", 1.0),
        ("all($t) > 1", "loose", "never side by side, nor corner to corner", 1.1),
        ("plus($t) > 1", "apart", "never side by side", 1.0),
    ] {
        let conditions = format!("self($t), {conditions}");
        rows.nowhere(weight, [&format!("$t_{kind}"), &conditions, &format!("$t {words}")]);
    }
}

/// A tile that is mostly in lines: the share of its cells that are not.
fn lines(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    if scene.is_thing(tile) || scene.tiles[0] == tile {
        return;
    }
    let set = TileSet::only(tile);
    let most = |is_odd: fn(&Level, TileSet, (usize, usize)) -> bool| {
        let shares = scene.levels().iter().map(|level| {
            let n = places(level, set).filter(|&place| is_odd(level, set, place)).count();
            n as f64 / count(level, set).max(1) as f64
        });
        shares.fold(0.0, f64::max)
    };
    let in_blocks = most(begins_block);
    let alone = most(|level, set, place| n_beside(level, set, place) == 0);
    if alone <= ODD_MAX && in_blocks > 0.0 && in_blocks <= ODD_MAX {
        let share = format!("{} / count($t) else 0", cells("block($t)"));
        let words = "# of $t where a 2x2 block of it begins";
        let mut rows = list.rows(Breaker::Any, scene.name(tile), None);
        rows.add(2.1, Bound::Share, ["$t_blocks", &share, words]).needs = Some(Need::Block);
    }
}

/// The number of things in each piece of a group with such things.
fn together(scene: &Scene<'_>, list: &mut List, group: &Group) {
    if group.set.len() < 2 {
        return;
    }
    let piece = if group.key == "rooms" { "room" } else { "piece of $d" };
    for tile in scene.things().filter(|&tile| group.set.contains(tile)) {
        let (least, most) = scene.counts(TileSet::only(tile));
        if most < 2 {
            continue;
        }
        let is_start = scene.cast.start == Some(tile);
        let breaker = if is_start { Breaker::Any } else { Breaker::Moves(tile) };
        let mut rows = list.rows(breaker, scene.name(tile), Some(group));
        let (no_two, each) =
            (format!("no two $t in one {piece}"), format!("one $t in each {piece}"));
        let n_other = "regions($g) - regions_with($g, $t, 1, 1)";
        rows.none(2.5, ["$t_shut_off", "regions_with($g, $t, 2)", &no_two]);
        rows.none(2.0, ["$t_each", n_other, &each]);
        if least > 1 {
            let all = format!("all $t in one {piece}");
            rows.none(1.0, ["$t_together", "regions_with($g, $t, 1) - 1", &all]);
        }
    }
}
