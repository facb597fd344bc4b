//! Minimum and maximum distances between things.

use level::{Level, Tile, TileSet};

use super::places::{PLUS, n_around};
use super::{By, Candidate, List, Wants};
use crate::imitation::demands::cells::{has_block, places};
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::movement::Moving;

/// Maximum required distance between two things.
const DISTANCE_MAX: usize = 12;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let groups = scene.groups();
    for tile in scene.things() {
        for other in scene.things().filter(|&other| other != tile) {
            far(scene, list, tile, other);
        }
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            reach(scene, list, tile, group);
        }
        apart(scene, list, tile);
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
    // Some room: a few drawings do not contain the closest possible pair.
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

/// All cells of a thing within a few steps of a group; and the share of the group with a cell of
/// the thing within a few steps.
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
    let is_way = scene.moving == Some(Moving::Walk)
        && is_thin
        && set.len() == 1
        && set.iter().all(|one| scene.walked().contains(one));
    let is_beside = |level: &Level| {
        places(level, TileSet::only(tile)).all(|place| n_around(level, *set, place, &PLUS) > 0)
    };
    let is_at_way = is_way && scene.levels().iter().all(is_beside);
    if is_at_way
        && scene.drawn.is_solid(tile)
        && scene.counts(*set).0 >= 8
        && scene.counts(TileSet::only(tile)).0 > 2
    {
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

/// Minimum distance between the cells of a thing.
fn apart(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    let name = scene.name(tile);
    let each = scene.levels().iter().filter_map(|level| {
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
