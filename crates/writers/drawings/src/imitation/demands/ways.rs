//! Movements that only demands use.

use marahel_level::{Tile, TileSet};
use toml::{Table, Value};

use super::scene::{Group, Scene};
use crate::imitation::cells::{count, n_beside};
use crate::imitation::movement::Moving;
use crate::imitation::toml::key;

/// Movements used only for measuring: over all walkable tiles except this one.
pub(crate) const WITHOUT: &str = "without_";
/// The movement that opens no doors.
pub(crate) const BARE: &str = "bare";
/// The movements with one kind of keys.
pub(crate) const WITH: &str = "with_";

/// The movement over one ground alone, with what bridges it.
pub(crate) const ON: &str = "on_";

/// Maximum share of the walkable cells that a road takes.
const ROAD_MAX: f64 = 0.5;

/// A movement for measuring only.
pub(super) struct Way {
    pub(super) name: String,
    lines: String,
}

impl Way {
    /// Its table.
    pub(super) fn text(&self) -> String {
        format!("\n[movement.{}]\n{}\n", key(&self.name), self.lines)
    }
}

/// Movements for the catalogue besides the one of the file: with fewer keys, and without one of the
/// walkable things.
pub(super) fn ways(scene: &Scene<'_>, movement: &str) -> Vec<Way> {
    let locks = &scene.cast.locks;
    let own = without_doors(movement);
    let mut ways = Vec::new();
    if !locks.is_empty() {
        ways.push(Way { name: BARE.to_owned(), lines: own.clone() });
        ways.extend(locks.iter().map(|&(door, opens)| {
            let (door, opens) = (scene.name(door), scene.name(opens));
            let lines = format!("{own}\ndoors = {{ {} = \"{opens}\" }}", key(door));
            Way { name: format!("{WITH}{opens}"), lines }
        }));
    }
    let walked = scene.walked();
    if scene.moving == Some(Moving::Walk) {
        for tile in scene.things().filter(|&tile| walked.contains(tile)) {
            let remaining = scene.group(walked.difference(TileSet::only(tile)), "");
            let (name, lines) = (scene.name(tile), format!("over = \"{}\"", remaining.text));
            ways.push(Way { name: format!("{WITHOUT}{name}"), lines });
        }
    }
    for (ground, over) in roads(scene) {
        let lines = format!("over = \"{}\"", over.text);
        ways.push(Way { name: format!("{ON}{}", scene.name(ground)), lines });
    }
    ways
}

/// The lines of the first movement of a text, without its doors.
fn without_doors(movement: &str) -> String {
    let document: Table = movement.parse().unwrap_or_default();
    let movements = document.get("movement").and_then(Value::as_table);
    let first = movements.and_then(|movements| movements.values().next()?.as_table());
    let entries = first.into_iter().flatten().filter(|(entry, _)| *entry != "doors");
    let lines = entries.map(|(entry, value)| format!("{} = {value}", key(entry)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Grounds that take a part of what is walked on, each with the things that lie between two of its
/// cells, such as bridges.
pub(super) fn roads<'s>(scene: &'s Scene<'_>) -> impl Iterator<Item = (Tile, Group)> + 's {
    let walked = scene.walked();
    let n_cells = |set| scene.levels().iter().map(|level| count(level, set)).sum::<usize>() as f64;
    let n_walked = n_cells(walked);
    let is_walk = scene.moving == Some(Moving::Walk);
    let roads = scene.grounds().filter(move |&ground| {
        let share = n_cells(TileSet::only(ground)) / n_walked;
        is_walk && walked.contains(ground) && share <= ROAD_MAX
    });
    roads.map(move |ground| {
        let road = TileSet::only(ground);
        let bridges = scene.things().filter(|&thing| {
            let places = scene.places(TileSet::only(thing));
            let ends: Vec<usize> =
                places.map(|(level, place)| n_beside(level, road, place)).collect();
            let n_between = ends.iter().filter(|&&n| n >= 2).count();
            walked.contains(thing) && 3 * n_between >= 2 * ends.len()
        });
        let (mut over, mut words) = (road, scene.name(ground).to_owned());
        for bridge in bridges {
            over = over.union(TileSet::only(bridge));
            words = format!("{words} and {}", scene.name(bridge));
        }
        (ground, scene.group(over, &words))
    })
}
