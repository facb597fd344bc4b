//! Conditions on the neighbors of things.

use marahel_level::{Level, Tile, TileSet};

use crate::imitation::cells::places;
use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List, cells, number};
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
    let (name, Group { text, description, set, .. }) = (scene.name(tile), group);
    let is_ground = set.len() > 1 || !set.iter().any(|tile| scene.is_thing(tile));
    let ground = if is_ground { 0.2 } else { 0.0 };
    // Without gravity, up and down are like left and right.
    let falls = if scene.moving == Some(Moving::Platformer) { 1.0 } else { 0.5 };
    let is_way =
        scene.moving == Some(Moving::Walk) && set.iter().all(|tile| scene.walked().contains(tile));
    let beside = if is_way { 2.0 } else { 1.4 };
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
        let conditions = format!("self({name}), {shape}({text}) {sign}");
        let is_floating = kind == "on" && set.is_disjoint(walls) && walls.contains(tile);
        let words = if is_floating { "in the air, over" } else { words };
        let description = format!("{name} {words} {description}");
        let key = format!("{name}_{kind}_{}", group.key);
        list.nowhere(key, &conditions, description, weight + ground, Breaker::Moves(tile));
    }
    if scene.drawn.is_solid(tile) && falls == 1.0 {
        let conditions = format!("self({name}), down({name}|{text}) == 0");
        let description = format!("{name} on top of {description}, or of more of it");
        list.nowhere(
            format!("{name}_on"),
            &conditions,
            description,
            ALWAYS_WEIGHT,
            Breaker::Moves(tile),
        );
    }
}

/// A constant number of a group's cells around a thing.
fn around(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let (name, Group { text, description, set, .. }) = (scene.name(tile), group);
    let shapes = [
        ("plus", "of the four cells beside it", "beside", PLUS.as_slice()),
        ("all", "of the cells around it", "around", ALL.as_slice()),
    ];
    for (shape, words, kind, offsets) in shapes {
        let each = scene.levels().iter().flat_map(|level| {
            places(level, TileSet::only(tile)).map(|place| n_around(level, *set, place, offsets))
        });
        let each: Vec<usize> = each.collect();
        let Some((&least, &most)) = each.iter().min().zip(each.iter().max()) else { continue };
        let is_start = kind == "beside" && scene.cast.start == Some(tile);
        if !is_start && !set.is_disjoint(scene.open()) {
            continue;
        }
        let key = format!("{name}_{kind}_{}", group.key);
        if least == most && least > 0 {
            let conditions = format!("self({name}), {shape}({text}) != {least}");
            let description = format!("{name} with {description} on {} {words}", number(least));
            list.nowhere(
                key,
                &conditions,
                description,
                if shape == "plus" { 1.1 } else { 0.9 },
                Breaker::Moves(tile),
            );
        }
    }
}

pub(in crate::imitation::demands) const PLUS: [(isize, isize); 4] =
    [(0, -1), (-1, 0), (1, 0), (0, 1)];
const ALL: [(isize, isize); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

pub(in crate::imitation::demands) fn n_around(
    level: &Level,
    set: TileSet,
    (x, y): (usize, usize),
    offsets: &[(isize, isize)],
) -> usize {
    let there = offsets.iter().filter(|&&(columns, rows)| {
        let place = x.checked_add_signed(columns).zip(y.checked_add_signed(rows));
        place.is_some_and(|(x, y)| {
            x < level.width() && y < level.height() && set.contains(level.get(x, y))
        })
    });
    there.count()
}

/// A thing between two cells of a group, with others before and behind.
fn doorway(scene: &Scene<'_>, list: &mut List, tile: Tile, groups: &[Group]) {
    let name = scene.name(tile);
    if [scene.cast.start, scene.cast.exit].contains(&Some(tile)) {
        return;
    }
    for group in groups
        .iter()
        .filter(|group| group.set.is_disjoint(scene.open()) && !group.set.contains(tile))
    {
        let Group { text, description, .. } = group;
        let [upright, level] = [("horz", "vert"), ("vert", "horz")].map(|(wall, way)| {
            cells(&format!("self({name}), {wall}({text}) == 2, {way}({text}) == 0"))
        });
        list.push(Candidate {
            key: format!("{name}_doorway"),
            expression: format!("count({name}) - {upright} - {level}"),
            bound: Bound::Just(0.0),
            description: format!("{name} in a doorway, {description} on two sides alone"),
            weight: 2.5,
            breaker: Breaker::Moves(tile),
        });
        let conditions = format!("self({name}), horz({text}) < 2, vert({text}) < 2");
        list.nowhere(
            format!("{name}_between"),
            &conditions,
            format!("{name} between two {description}"),
            1.6,
            Breaker::Moves(tile),
        );
    }
}

/// Grounds that are never adjacent, or never one above the other.
fn strangers(scene: &Scene<'_>, list: &mut List, left: Tile, right: Tile) {
    if scene.is_thing(left) || scene.is_thing(right) {
        return;
    }
    let (left_name, right_name) = (scene.name(left), scene.name(right));
    for (shape, kind, words, weight) in [
        ("plus", "apart", "never beside", 1.5),
        ("horz", "rows", "never left or right of", 1.2),
        ("vert", "columns", "never above or below", 1.2),
        ("up", "below", "never just below", 1.0),
        ("down", "above", "never just above", 1.0),
    ] {
        let conditions = format!("self({left_name}), {shape}({right_name}) > 0");
        list.nowhere(
            format!("{left_name}_{right_name}_{kind}"),
            &conditions,
            format!("{left_name} {words} {right_name}"),
            weight,
            Breaker::Shuffles,
        );
    }
}
