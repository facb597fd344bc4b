//! Things within a few steps of others.

use marahel_level::{Tile, TileSet};

use super::places::{PLUS, n_around};
use crate::imitation::cells::{has_block, places};
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, LIKELY_WEIGHT, List};
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::movement::Moving;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let groups = scene.groups();
    for tile in scene.things() {
        for group in groups.iter().filter(|group| !group.set.contains(tile)) {
            reach(scene, list, tile, group);
        }
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
