//! Ways: their length, rooms behind doors, and ways from side to side.

use level::{Tile, TileSet};

use super::{By, Candidate, List, Wants};
use crate::imitation::demands::chosen::ALWAYS_WEIGHT;
use crate::imitation::demands::scene::Scene;

/// Movements used only for measuring: over all walkable tiles except this one.
pub(crate) const WITHOUT: &str = "without_";
/// The movement that opens no doors.
pub(crate) const BARE: &str = "bare";
/// The movements with one kind of keys.
pub(crate) const WITH: &str = "with_";

/// Maximum number of a thing in a drawing for it to be a gate.
const N_GATES_MAX: usize = 6;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    if scene.moving.is_none() {
        return;
    }
    across(list);
    if let Some(start) = scene.cast.start {
        lengths(scene, list, start);
        cuts(scene, list, start);
        locks(scene, list, start);
        reached(scene, list, start);
    }
}

fn across(list: &mut List) {
    for (measure, from, to) in [("across", "left", "right"), ("upward", "lower", "upper")] {
        list.push(Candidate {
            key: measure.into(),
            value: format!("if({measure}() >= 0, 1) else 0"),
            wants: Wants::Just(1.0),
            says: format!("a way from the {from} side to the {to} one"),
            weight: 2.2,
            by: By::Shuffles,
        });
    }
}

/// The way from the start over all keys to the exit.
fn lengths(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let Some(exit) = scene.cast.exit else { return };
    let (width, height) = scene.drawn.commonest_size();
    let keys = scene.cast.locks.iter().map(|&(_, key)| key);
    let stops: Vec<&str> =
        [start].into_iter().chain(keys).chain([exit]).map(|one| scene.name(one)).collect();
    list.push(Candidate {
        key: "way".into(),
        value: format!("path({}) else 0", stops.join(", ")),
        wants: Wants::Long((width + height) as f64 / 2.0),
        says: format!("a way from {} of at least # steps", stops.join(" to ")),
        weight: 2.0,
        by: By::Shuffles,
    });
}

/// Things without a lock that the only way to another thing leads over.
fn cuts(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let walked = scene.walked();
    for tile in scene.things().filter(|&tile| walked.contains(tile) && tile != start) {
        for target in scene.things().filter(|&one| one != tile && one != start) {
            if scene.counts(TileSet::only(tile)).1 > N_GATES_MAX
                || !walked.contains(target)
                || scene.counts(TileSet::only(target)).0 == 0
            {
                continue;
            }
            let [by, to, from] = [tile, target, start].map(|one| scene.name(one));
            list.push(Candidate {
                key: format!("behind_{by}"),
                value: format!("if(path({from}, {to}, by = {WITHOUT}{by}) >= 0, 1) else 0"),
                wants: Wants::Just(0.0),
                says: format!("no way from {from} to {to} but over {by}"),
                weight: if scene.cast.exit == Some(target) { 2.6 } else { 2.5 },
                by: By::Any,
            });
        }
    }
}

/// Things within reach and out of reach without keys, or with one key alone.
fn locks(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let locks = &scene.cast.locks;
    if locks.is_empty() {
        return;
    }
    let from = scene.name(start);
    let ends = locks.iter().map(|&(_, key)| key).chain(scene.cast.exit);
    let mut ways = vec![(BARE.to_owned(), "without any key".to_owned())];
    if locks.len() > 1 {
        let with = |&(_, key): &(Tile, Tile)| {
            let key = scene.name(key);
            (format!("{WITH}{key}"), format!("with the {key} alone"))
        };
        ways.extend(locks.iter().map(with));
    }
    for to in ends.map(|end| scene.name(end)) {
        // A key does not open the way to itself.
        let own = format!("{WITH}{to}");
        for (by, words) in ways.iter().filter(|(by, _)| *by != own) {
            let value = format!("if(path({from}, {to}, by = {by}) >= 0, 1) else 0");
            let mut push = |wants, says: String, weight| {
                let (key, value) = (format!("{to}_{by}"), value.clone());
                list.push(Candidate { key, value, wants, says, weight, by: By::Any });
            };
            // Out of reach with a key implies out of reach without one.
            let weight = if by == BARE { 3.1 } else { 3.2 };
            let near = if by == BARE { ALWAYS_WEIGHT } else { 3.0 };
            push(Wants::Just(1.0), format!("{to} within reach of {from} {words}"), near);
            push(Wants::Just(0.0), format!("{to} out of reach of {from} {words}"), weight);
        }
    }
}

/// Things that can be reached: all of them or, behind doors, some.
fn reached(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let from = scene.name(start);
    let walked = scene.walked();
    for tile in scene.things().filter(|&tile| walked.contains(tile) && tile != start) {
        let name = scene.name(tile);
        list.push(Candidate {
            key: format!("{name}_reached"),
            value: format!("count({name}) - reachable({from}, {name})"),
            wants: Wants::Just(0.0),
            says: format!("{name} within reach of {from}"),
            weight: 1.2,
            by: By::Shuffles,
        });
        if !scene.cast.locks.is_empty() && scene.counts(TileSet::only(tile)).1 > 1 {
            list.push(Candidate {
                key: format!("{name}_locked"),
                value: format!("count({name}) - reachable({from}, {name}, by = {BARE})"),
                wants: Wants::Range,
                says: format!("# {name} behind doors"),
                weight: 2.0,
                by: By::Shuffles,
            });
        }
    }
}
