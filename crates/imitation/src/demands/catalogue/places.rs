//! What stands on, beside, between and far from what.

use level::{Level, Tile, TileSet};

use super::{By, Candidate, List, Wants, cells, number};
use crate::demands::chosen::ALWAYS_WEIGHT;
use crate::demands::scene::{Group, Scene, has_block, places};
use crate::movement::Moving;

/// A thing is kept so far from another one at most.
const DISTANCE_MAX: usize = 12;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let groups = scene.groups();
    for tile in scene.things() {
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            stands(scene, list, tile, group);
            around(scene, list, tile, group);
        }
        doorway(scene, list, tile, &groups);
        for other in scene.things().filter(|&other| other != tile) {
            far(scene, list, tile, other);
        }
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            reach(scene, list, tile, group);
        }
        apart(scene, list, tile);
    }
    for (index, one) in scene.tiles.iter().enumerate() {
        for other in &scene.tiles[index + 1..] {
            strangers(scene, list, *one, *other);
        }
    }
}

/// On top, below, beside.
fn stands(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let (name, Group { text, says, set, .. }) = (scene.name(tile), group);
    let is_ground = set.len() > 1 || !set.iter().any(|tile| scene.is_thing(tile));
    let ground = if is_ground { 0.2 } else { 0.0 };
    // Up and down are like left and right where nobody falls.
    let falls = if scene.moving == Some(Moving::Platformer) { 1.0 } else { 0.5 };
    let is_way = scene.moving == Some(Moving::Walk) && set.iter().all(|tile| scene.walked().contains(tile));
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
        let conditions = format!("self({name}), {shape}({text}) {sign}");
        let is_floating = kind == "on" && set.is_disjoint(walls) && walls.contains(tile);
        let words = if is_floating { "in the air, over" } else { words };
        let says = format!("{name} {words} {says}");
        let key = format!("{name}_{kind}_{}", group.key);
        list.nowhere(key, &conditions, says, weight + ground, By::Moves(tile));
    }
    if scene.drawn.is_solid(tile) && falls == 1.0 {
        let conditions = format!("self({name}), down({name}|{text}) == 0");
        let says = format!("{name} on top of {says}, or of more of it");
        list.nowhere(format!("{name}_on"), &conditions, says, ALWAYS_WEIGHT, By::Moves(tile));
    }
}

/// The same number around all of its cells.
fn around(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let (name, Group { text, says, set, .. }) = (scene.name(tile), group);
    let shapes: [(&str, &str, &str, &[(isize, isize)]); 2] = [
        ("plus", "of the four cells beside it", "beside", &PLUS),
        ("all", "of the cells around it", "around", &ALL),
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
            let says = format!("{name} with {says} on {} {words}", number(least));
            list.nowhere(key, &conditions, says, if shape == "plus" { 1.1 } else { 0.9 }, By::Moves(tile));
        }
    }
}

const PLUS: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const ALL: [(isize, isize); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn n_around(
    level: &Level,
    set: TileSet,
    (x, y): (usize, usize),
    offsets: &[(isize, isize)],
) -> usize {
    let is_there = |&&(columns, rows): &&(isize, isize)| {
        let place = x.checked_add_signed(columns).zip(y.checked_add_signed(rows));
        place.is_some_and(|(x, y)| {
            x < level.width() && y < level.height() && set.contains(level.get(x, y))
        })
    };
    offsets.iter().filter(is_there).count()
}

/// Between two of one kind, with others before and behind.
fn doorway(scene: &Scene<'_>, list: &mut List, tile: Tile, groups: &[Group]) {
    let name = scene.name(tile);
    if [scene.cast.start, scene.cast.exit].contains(&Some(tile)) {
        return;
    }
    for group in groups.iter().filter(|one| one.set.is_disjoint(scene.open()) && !one.set.contains(tile)) {
        let Group { text, says, .. } = group;
        let between = |wall: &str, way: &str| {
            cells(&format!("self({name}), {wall}({text}) == 2, {way}({text}) == 0"))
        };
        list.push(Candidate {
            key: format!("{name}_doorway"),
            value: format!("count({name}) - {} - {}", between("horz", "vert"), between("vert", "horz")),
            wants: Wants::Just(0.0),
            says: format!("{name} in a doorway, {says} on two sides alone"),
            weight: 2.5,
            by: By::Moves(tile),
        });
        let conditions = format!("self({name}), horz({text}) < 2, vert({text}) < 2");
        list.nowhere(format!("{name}_between"), &conditions, format!("{name} between two {says}"), 1.6, By::Moves(tile));
    }
}

/// Never close to some other thing.
fn far(scene: &Scene<'_>, list: &mut List, tile: Tile, other: Tile) {
    let sets = [tile, other].map(TileSet::only);
    if scene.counts(sets[1]).1 > 2 {
        return;
    }
    let nearest = scene.levels().iter().flat_map(|level| {
        places(level, sets[0]).filter_map(move |(x, y)| {
            places(level, sets[1]).map(|(column, row)| x.abs_diff(column) + y.abs_diff(row)).min()
        })
    });
    // Some room, since a few drawings do not have the nearest pair.
    let limit = nearest.min().unwrap_or(0) * 2 / 3;
    if (2..=DISTANCE_MAX).contains(&limit) {
        let (name, others) = (scene.name(tile), scene.name(other));
        list.push(Candidate {
            key: format!("{name}_off_{others}"),
            value: format!("near({name}, {others}, {limit})"),
            wants: Wants::Just(0.0),
            says: format!("no {name} within {limit} steps of {others}"),
            weight: 0.9,
            by: By::Moves(tile),
        });
    }
}

/// All within a few steps of a group; and how much of the group has one within a few steps.
fn reach(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let (name, Group { text, says, set, .. }) = (scene.name(tile), group);
    let is_thing = set.len() == 1 && set.iter().all(|one| scene.is_thing(one));
    for distance in (2..=3).filter(|_| is_thing) {
        list.push(Candidate {
            key: format!("{name}_near"),
            value: format!("count({name}) - near({name}, {text}, {distance})"),
            wants: Wants::Just(0.0),
            says: format!("{name} within {distance} steps of {says}"),
            weight: 0.9,
            by: By::Moves(tile),
        });
    }
    let is_thin = !scene.levels().iter().any(|level| has_block(level, *set));
    let is_way = scene.moving == Some(Moving::Walk) && is_thin && set.len() == 1
        && set.iter().all(|one| scene.walked().contains(one));
    let is_beside = |level: &Level| {
        places(level, TileSet::only(tile)).all(|place| n_around(level, *set, place, &PLUS) > 0)
    };
    let is_at_way = is_way && scene.levels().iter().all(is_beside);
    if is_at_way && scene.drawn.is_solid(tile) && scene.counts(*set).0 >= 8 && scene.counts(TileSet::only(tile)).0 > 2 {
        list.push(Candidate {
            key: format!("{name}_along"),
            value: format!("near({text}, {name}, 3) / count({text}) else 0"),
            wants: Wants::Share,
            says: format!("# of {says} with {name} within three steps"),
            weight: 2.0,
            by: By::Any,
        });
    }
}

/// Cells of one thing that keep their distance.
fn apart(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    let name = scene.name(tile);
    let each = scene.levels().iter().flat_map(|level| {
        let all: Vec<(usize, usize)> = places(level, TileSet::only(tile)).take(64).collect();
        let pairs = all.clone().into_iter().enumerate().flat_map(move |(index, (x, y))| {
            let others = all[index + 1..].to_vec();
            others.into_iter().map(move |(column, row)| x.abs_diff(column) + y.abs_diff(row))
        });
        pairs.min()
    });
    let limit = each.min().unwrap_or(0) * 3 / 4;
    if limit >= 2 {
        list.push(Candidate {
            key: format!("{name}_distance"),
            value: format!("min(apart({name}) else {limit}, {limit})"),
            wants: Wants::Just(limit as f64),
            says: format!("{name} at least {limit} steps from each other"),
            weight: 1.0,
            by: By::Moves(tile),
        });
    }
}

/// Grounds that never lie side by side, or one above the other.
fn strangers(scene: &Scene<'_>, list: &mut List, one: Tile, other: Tile) {
    if scene.is_thing(one) || scene.is_thing(other) {
        return;
    }
    let (a, b) = (scene.name(one), scene.name(other));
    for (shape, kind, words, weight) in [
        ("plus", "apart", "never beside", 1.5),
        ("horz", "rows", "never left or right of", 1.2),
        ("vert", "columns", "never above or below", 1.2),
        ("up", "below", "never just below", 1.0),
        ("down", "above", "never just above", 1.0),
    ] {
        let conditions = format!("self({a}), {shape}({b}) > 0");
        list.nowhere(format!("{a}_{b}_{kind}"), &conditions, format!("{a} {words} {b}"), weight, By::Shuffles);
    }
}
