//! Ways: their length, rooms behind doors, and ways from side to side.

use marahel_level::{Tile, TileSet};

use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, List, Need};
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
    let mut rows = list.rows(Breaker::Shuffles, "", None);
    for (measure, from, to) in [("across", "left", "right"), ("upward", "lower", "upper")] {
        let is_there = format!("if({measure}() >= 0, 1) else 0");
        let words = format!("a way from the {from} side to the {to} one");
        rows.add(2.2, Bound::Just(1.0), [measure, &is_there, &words]);
    }
}

/// Whether there is a way from one tile to another by a movement.
fn is_way(from: &str, to: &str, by: &str) -> String {
    format!("if(path({from}, {to}, by = {by}) >= 0, 1) else 0")
}

/// The way from the start over all keys to the exit.
fn lengths(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let Some(exit) = scene.cast.exit else { return };
    let (width, height) = scene.drawn.commonest_size();
    let keys = scene.cast.locks.iter().map(|&(_, key)| key);
    let stops: Vec<&str> =
        [start].into_iter().chain(keys).chain([exit]).map(|tile| scene.name(tile)).collect();
    let bound = Bound::Long((width + height) as f64 / 2.0, (stops.len() * width * height) as f64);
    let path = format!("path({}) else 0", stops.join(", "));
    let words = format!("a way from {} of at least # steps", stops.join(" to "));
    list.push(Breaker::Shuffles, 2.0, bound, ["way".into(), path, words]);
}

/// Things without a lock that the only way to another thing leads over.
fn cuts(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let walked = scene.walked();
    let things: Vec<Tile> =
        scene.things().filter(|&tile| walked.contains(tile) && tile != start).collect();
    let counts = |tile: Tile| scene.counts(TileSet::only(tile));
    for &tile in things.iter().filter(|&&tile| counts(tile).1 <= N_GATES_MAX) {
        for &target in things.iter().filter(|&&target| target != tile && counts(target).0 > 0) {
            let [gate, to, from] = [tile, target, start].map(|stop| scene.name(stop));
            let weight = if scene.cast.exit == Some(target) { 2.6 } else { 2.5 };
            let by = format!("{WITHOUT}{gate}");
            let around = is_way(from, to, &by);
            let words = format!("no way from {from} to {to} but over {gate}");
            let texts = [format!("behind_{gate}"), around, words];
            list.push(Breaker::Any, weight, Bound::Just(0.0), texts).needs = Some(Need::Way(by));
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
    let keys = locks.iter().map(|&(_, key)| key);
    let mut ways = vec![(BARE.to_owned(), "without any key".to_owned())];
    if locks.len() > 1 {
        let keys = keys.clone().map(|key| scene.name(key));
        ways.extend(keys.map(|key| (format!("{WITH}{key}"), format!("with the {key} alone"))));
    }
    for to in keys.chain(scene.cast.exit).map(|end| scene.name(end)) {
        // A key does not open the way to itself.
        let own = format!("{WITH}{to}");
        for (by, words) in ways.iter().filter(|(by, _)| *by != own) {
            // Out of reach with a key implies out of reach without one.
            let [near, far] = if by == BARE { [ALWAYS_WEIGHT, 3.1] } else { [3.0, 3.2] };
            for (value, place, weight) in [(1.0, "within", near), (0.0, "out of", far)] {
                let words = format!("{to} {place} reach of {from} {words}");
                let texts = [format!("{to}_{by}"), is_way(from, to, by), words];
                let candidate = list.push(Breaker::Any, weight, Bound::Just(value), texts);
                candidate.needs = Some(Need::Way(by.clone()));
            }
        }
    }
}

/// The way from the start to the exit on a path, a road or the like alone.
fn along(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let Some(exit) = scene.cast.exit else { return };
    let [from, to] = [start, exit].map(|end| scene.name(end));
    for (ground, over) in roads(scene) {
        let ground = scene.name(ground);
        let words = format!("a way from {from} to {to} on {}", over.description);
        let by = format!("{ON}{ground}");
        let texts = [format!("{ground}_way"), is_way(from, to, &by), words];
        list.push(Breaker::Shuffles, 2.2, Bound::Just(1.0), texts).needs = Some(Need::Way(by));
    }
}

/// Things that can be reached: all of them or, behind doors, some.
fn reached(scene: &Scene<'_>, list: &mut List, start: Tile) {
    let from = scene.only(start);
    let walked = scene.walked();
    for tile in scene.things().filter(|&tile| walked.contains(tile) && tile != start) {
        let mut rows = list.rows(Breaker::Shuffles, scene.name(tile), Some(&from));
        let lacking = "count($t) - reachable($g, $t)";
        rows.none(1.2, ["$t_reached", lacking, "$t within reach of $g"]);
        if !scene.cast.locks.is_empty() && scene.counts(TileSet::only(tile)).1 > 1 {
            let locked = format!("count($t) - reachable($g, $t, by = {BARE})");
            rows.add(2.0, Bound::Range, ["$t_locked", &locked, "# $t behind doors"]).needs =
                Some(Need::Way(BARE.to_owned()));
        }
    }
}
