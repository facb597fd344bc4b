//! Minimum and maximum distances between things.

use marahel_level::{Tile, TileSet};

use super::places::{PLUS, n_around};
use crate::imitation::cells::{has_block, places};
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, LIKELY_WEIGHT, List};
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::movement::Moving;

/// Maximum required distance between two things.
const DISTANCE_MAX: usize = 12;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let groups = scene.groups();
    for tile in scene.things() {
        for landmark in scene.things().filter(|&landmark| landmark != tile) {
            far(scene, list, tile, landmark);
        }
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            reach(scene, list, tile, group);
        }
        apart(scene, list, tile);
    }
}

/// Never close to some other thing.
fn far(scene: &Scene<'_>, list: &mut List, tile: Tile, landmark: Tile) {
    let sets = [tile, landmark].map(TileSet::only);
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
        let (name, landmark_name) = (scene.name(tile), scene.name(landmark));
        list.push(Candidate {
            key: format!("{name}_off_{landmark_name}"),
            expression: format!("near({name}, {landmark_name}, {limit})"),
            bound: Bound::Just(0.0),
            description: format!("no {name} within {limit} steps of {landmark_name}"),
            weight: 0.9,
            breaker: Breaker::Moves(tile),
        });
    }
}

/// All cells of a thing within a few steps of a group; and the share of the group with a cell of
/// the thing within a few steps.
fn reach(scene: &Scene<'_>, list: &mut List, tile: Tile, group: &Group) {
    let (name, Group { text, description, set, .. }) = (scene.name(tile), group);
    let is_thing = set.len() == 1 && set.iter().all(|tile| scene.is_thing(tile));
    let is_end = [scene.cast.start, scene.cast.exit].contains(&Some(tile));
    for distance in (2..=3).filter(|_| is_thing) {
        list.push(Candidate {
            key: format!("{name}_near"),
            expression: format!("count({name}) - near({name}, {text}, {distance})"),
            bound: Bound::Just(0.0),
            description: format!("{name} within {distance} steps of {description}"),
            // What starts and ends ways is rarely near something by chance.
            weight: if is_end { LIKELY_WEIGHT } else { 0.9 },
            breaker: Breaker::Moves(tile),
        });
    }
    let is_thin = !scene.levels().iter().any(|level| has_block(level, *set));
    let is_way = scene.moving == Some(Moving::Walk)
        && is_thin
        && set.len() == 1
        && set.iter().all(|tile| scene.walked().contains(tile));
    let is_at_way = is_way
        && scene.levels().iter().all(|level| {
            places(level, TileSet::only(tile)).all(|place| n_around(level, *set, place, &PLUS) > 0)
        });
    if is_at_way
        && scene.drawn.is_solid(tile)
        && scene.counts(*set).0 >= 8
        && scene.counts(TileSet::only(tile)).0 > 2
    {
        list.push(Candidate {
            key: format!("{name}_along"),
            expression: format!("near({text}, {name}, 3) / count({text}) else 0"),
            bound: Bound::Share,
            description: format!("# of {description} with {name} within three steps"),
            weight: 2.0,
            breaker: Breaker::Any,
        });
    }
}

/// Minimum distance between the cells of a thing.
fn apart(scene: &Scene<'_>, list: &mut List, tile: Tile) {
    let name = scene.name(tile);
    let each = scene.levels().iter().filter_map(|level| {
        let all: Vec<(usize, usize)> = places(level, TileSet::only(tile)).take(64).collect();
        let pairs = all.clone().into_iter().enumerate().flat_map(move |(index, (x, y))| {
            let further = all[index + 1..].to_vec();
            further.into_iter().map(move |(column, row)| x.abs_diff(column) + y.abs_diff(row))
        });
        pairs.min()
    });
    let limit = each.min().unwrap_or(0) * 3 / 4;
    if limit >= 2 {
        list.push(Candidate {
            key: format!("{name}_distance"),
            expression: format!("min(apart({name}) else {limit}, {limit})"),
            bound: Bound::Just(limit as f64),
            description: format!("{name} at least {limit} steps from each other"),
            weight: 1.0,
            breaker: Breaker::Moves(tile),
        });
    }
}
