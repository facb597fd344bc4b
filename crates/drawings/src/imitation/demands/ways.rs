//! Movements that only demands use.

use level::TileSet;

use super::catalogue::{BARE, WITH, WITHOUT};
use super::scene::Scene;
use crate::imitation::inferred::key;
use crate::imitation::movement::Moving;

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
    let lines = movement.trim().lines().skip(1).filter(|line| !line.starts_with("doors"));
    let own = lines.collect::<Vec<_>>().join("\n");
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
            let rest = scene.group(walked.difference(TileSet::only(tile)), "");
            let (name, lines) = (scene.name(tile), format!("over = \"{}\"", rest.text));
            ways.push(Way { name: format!("{WITHOUT}{name}"), lines });
        }
    }
    ways
}
