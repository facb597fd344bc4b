//! Ways: their length, rooms behind doors, and ways from side to side.

use marahel_level::{Tile, TileSet};

use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List};
use crate::imitation::demands::scene::Scene;
use crate::imitation::demands::ways::{BARE, ON, WITH, WITHOUT, roads};

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
        along(scene, list, start);
    }
}

fn across(list: &mut List) {
    for (measure, from, to) in [("across", "left", "right"), ("upward", "lower", "upper")] {
        let expression = format!("if({measure}() >= 0, 1) else 0");
        let description = format!("a way from the {from} side to the {to} one");
        list.layout(measure.into(), expression, Bound::Just(1.0), description, 2.2);
    }
}

/// The way from the start over all keys to the exit.
fn lengths(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let Some(exit) = scene.cast.exit else { return };
    let (width, height) = scene.drawn.commonest_size();
    let keys = scene.cast.locks.iter().map(|&(_, key)| key);
    let stops: Vec<&str> =
        [start].into_iter().chain(keys).chain([exit]).map(|tile| scene.name(tile)).collect();
    list.layout(
        "way".into(),
        format!("path({}) else 0", stops.join(", ")),
        Bound::Long((width + height) as f64 / 2.0, (stops.len() * width * height) as f64),
        format!("a way from {} of at least # steps", stops.join(" to ")),
        2.0,
    );
}

/// Things without a lock that the only way to another thing leads over.
fn cuts(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let walked = scene.walked();
    for tile in scene.things().filter(|&tile| walked.contains(tile) && tile != start) {
        for target in scene.things().filter(|&target| target != tile && target != start) {
            if scene.counts(TileSet::only(tile)).1 > N_GATES_MAX
                || !walked.contains(target)
                || scene.counts(TileSet::only(target)).0 == 0
            {
                continue;
            }
            let [gate, to, from] = [tile, target, start].map(|stop| scene.name(stop));
            list.push(Candidate {
                key: format!("behind_{gate}"),
                expression: format!("if(path({from}, {to}, by = {WITHOUT}{gate}) >= 0, 1) else 0"),
                bound: Bound::Just(0.0),
                description: format!("no way from {from} to {to} but over {gate}"),
                weight: if scene.cast.exit == Some(target) { 2.6 } else { 2.5 },
                breaker: Breaker::Any,
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
        ways.extend(locks.iter().map(|&(_, key)| {
            let key = scene.name(key);
            (format!("{WITH}{key}"), format!("with the {key} alone"))
        }));
    }
    for to in ends.map(|end| scene.name(end)) {
        // A key does not open the way to itself.
        let own = format!("{WITH}{to}");
        for (breaker, words) in ways.iter().filter(|(breaker, _)| *breaker != own) {
            let expression = format!("if(path({from}, {to}, by = {breaker}) >= 0, 1) else 0");
            // Out of reach with a key implies out of reach without one.
            let weight = if breaker == BARE { 3.1 } else { 3.2 };
            let near = if breaker == BARE { ALWAYS_WEIGHT } else { 3.0 };
            for (value, place, weight) in [(1.0, "within", near), (0.0, "out of", weight)] {
                list.push(Candidate {
                    key: format!("{to}_{breaker}"),
                    expression: expression.clone(),
                    bound: Bound::Just(value),
                    description: format!("{to} {place} reach of {from} {words}"),
                    weight,
                    breaker: Breaker::Any,
                });
            }
        }
    }
}

/// The way from the start to the exit on a path, a road or the like alone.
fn along(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let Some(exit) = scene.cast.exit else { return };
    let [from, to] = [start, exit].map(|end| scene.name(end));
    for (ground, over) in roads(scene) {
        list.layout(
            format!("{}_way", scene.name(ground)),
            format!("if(path({from}, {to}, by = {ON}{}) >= 0, 1) else 0", scene.name(ground)),
            Bound::Just(1.0),
            format!("a way from {from} to {to} on {}", over.description),
            2.2,
        );
    }
}

/// Things that can be reached: all of them or, behind doors, some.
fn reached(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let from = scene.name(start);
    let walked = scene.walked();
    for tile in scene.things().filter(|&tile| walked.contains(tile) && tile != start) {
        let name = scene.name(tile);
        list.layout(
            format!("{name}_reached"),
            format!("count({name}) - reachable({from}, {name})"),
            Bound::Just(0.0),
            format!("{name} within reach of {from}"),
            1.2,
        );
        if !scene.cast.locks.is_empty() && scene.counts(TileSet::only(tile)).1 > 1 {
            list.layout(
                format!("{name}_locked"),
                format!("count({name}) - reachable({from}, {name}, by = {BARE})"),
                Bound::Range,
                format!("# {name} behind doors"),
                2.0,
            );
        }
    }
}
