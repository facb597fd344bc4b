//! Conditions on the neighbors of things, and things within a few steps of others.

use marahel_level::{Level, Tile, TileSet};

use crate::imitation::cells::{has_block, n_around, n_beside};
use crate::imitation::demands::candidate::{ALWAYS_WEIGHT, LIKELY_WEIGHT};
use crate::imitation::demands::candidate::{Bound, Breaker, List, cells, number};
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::movement::Moving;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let groups = scene.groups();
    for tile in scene.things() {
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            stands(scene, list, tile, group);
            around(scene, list, tile, group);
        }
        doorway(scene, list, tile, &groups);
    }
    for (index, left) in scene.tiles.iter().enumerate() {
        for right in &scene.tiles[index + 1..] {
            strangers(scene, list, *left, *right);
        }
    }
}

/// Things on top of, below or beside others.
fn stands(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), Some(group));
    let set = group.set;
    let is_ground = set.len() > 1 || !scene.are_things(set);
    let ground = if is_ground { 0.2 } else { 0.0 };
    // Without gravity, up and down are like left and right.
    let falls = if scene.moving == Some(Moving::Platformer) { 1.0 } else { 0.5 };
    let beside = if scene.is_way(set) { 2.0 } else { 1.4 };
    let walls = scene.solid();
    for (shape, sign, kind, words, weight) in [
        ("down", "== 0", "on", "on top of", 2.0 * falls),
        ("up", "== 0", "under", "under", 1.4 * falls),
        ("plus", "== 0", "beside", "beside", beside),
        ("all", "== 0", "close", "beside, or corner to corner with,", 1.0),
        ("plus", "> 0", "not_beside", "not beside", 1.0),
        ("all", "> 0", "not_close", "neither beside nor corner to corner with", 0.8),
        ("down", "> 0", "not_on", "not on top of", 0.6 * falls),
        ("up", "> 0", "not_under", "not under", 0.6 * falls),
    ] {
        // Tiles above or below a large group are not informative.
        if falls < 1.0 && set.len() > 1 && matches!(shape, "up" | "down") {
            continue;
        }
        let is_floating = kind == "on" && set.is_disjoint(walls) && walls.contains(tile);
        let words = if is_floating { "in the air, over" } else { words };
        let conditions = format!("self($t), {shape}($g) {sign}");
        let words = format!("$t {words} $d");
        rows.nowhere(weight + ground, [&format!("$t_{kind}_$k"), &conditions, &words]);
    }
    if scene.drawn.is_solid(tile) && falls == 1.0 {
        let words = "$t on top of $d, or of more of it";
        rows.nowhere(ALWAYS_WEIGHT, ["$t_on", "self($t), down($t|$g) == 0", words]);
    }
}

/// Counts the cells of some tiles near a place.
type Count = fn(&Level, TileSet, (usize, usize)) -> usize;

/// A constant number of a group's cells around a thing.
fn around(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), Some(group));
    let shapes: [(_, _, _, _, Count); 2] = [
        ("plus", "of the four cells beside it", "beside", 1.1, n_beside),
        ("all", "of the cells around it", "around", 0.9, n_around),
    ];
    for (shape, words, kind, weight, count) in shapes {
        let is_start = kind == "beside" && scene.cast.start == Some(tile);
        if !is_start && !group.set.is_disjoint(scene.open()) {
            continue;
        }
        let places = scene.places(TileSet::only(tile));
        let mut each = places.map(|(level, place)| count(level, group.set, place));
        let first = each.next().unwrap_or(0);
        if first > 0 && each.all(|n| n == first) {
            let conditions = format!("self($t), {shape}($g) != {first}");
            let words = format!("$t with $d on {} {words}", number(first));
            rows.nowhere(weight, [&format!("$t_{kind}_$k"), &conditions, &words]);
        }
    }
}

/// A thing between two cells of a group, with others before and behind.
fn doorway(scene: &Scene<'_>, list: &mut List, tile: Tile, groups: &[Group]) {
    let walls = groups.iter().filter(|group| {
        let is_wall = group.set.is_disjoint(scene.open()) && !group.set.contains(tile);
        is_wall && !scene.cast.is_end(tile)
    });
    for group in walls {
        let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), Some(group));
        let [upright, level] = [("horz", "vert"), ("vert", "horz")]
            .map(|(wall, way)| cells(&format!("self($t), {wall}($g) == 2, {way}($g) == 0")));
        let elsewhere = format!("count($t) - {upright} - {level}");
        rows.none(2.5, ["$t_doorway", &elsewhere, "$t in a doorway, $d on two sides alone"]);
        let conditions = "self($t), horz($g) < 2, vert($g) < 2";
        rows.nowhere(1.6, ["$t_between", conditions, "$t between two $d"]);
    }
}

/// Grounds that are never adjacent, or never one above the other.
fn strangers(scene: &Scene<'_>, list: &mut List, left: Tile, right: Tile) {
    if scene.is_thing(left) || scene.is_thing(right) {
        return;
    }
    let stranger = scene.only(right);
    let mut rows = list.rows(Breaker::Shuffles, scene.name(left), Some(&stranger));
    for (shape, kind, words, weight) in [
        ("plus", "apart", "never beside", 1.5),
        ("horz", "rows", "never left or right of", 1.2),
        ("vert", "columns", "never above or below", 1.2),
        ("up", "below", "never just below", 1.0),
        ("down", "above", "never just above", 1.0),
    ] {
        let conditions = format!("self($t), {shape}($g) > 0");
        let words = format!("$t {words} $g");
        rows.nowhere(weight, [&format!("$t_$g_{kind}"), &conditions, &words]);
    }
}

/// All cells of a thing within a few steps of a group; and the share of the group with a cell of
/// the thing within a few steps.
pub(super) fn distances(scene: &Scene<'_>, list: &mut List) {
    let groups = scene.groups();
    for tile in scene.things() {
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            let mut rows = list.rows(Breaker::Moves(tile), scene.name(tile), Some(group));
            let set = group.set;
            let is_thing = set.len() == 1 && scene.are_things(set);
            // What starts and ends ways is rarely near something by chance.
            let weight = if scene.cast.is_end(tile) { LIKELY_WEIGHT } else { 0.9 };
            for distance in (2..=3).filter(|_| is_thing) {
                let off = format!("count($t) - near($t, $g, {distance})");
                rows.none(weight, ["$t_near", &off, &format!("$t within {distance} steps of $d")]);
            }
            let places = || scene.places(TileSet::only(tile));
            if scene.is_way(set)
                && set.len() == 1
                && scene.drawn.is_solid(tile)
                && scene.counts(set).0 >= 8
                && scene.counts(TileSet::only(tile)).0 > 2
                && !scene.levels().iter().any(|level| has_block(level, set))
                && places().all(|(level, place)| n_beside(level, set, place) > 0)
            {
                let share = "near($g, $t, 3) / count($g) else 0";
                rows.breaker = Breaker::Any;
                rows.add(
                    2.0,
                    Bound::Share,
                    ["$t_along", share, "# of $d with $t within three steps"],
                );
            }
        }
    }
}
