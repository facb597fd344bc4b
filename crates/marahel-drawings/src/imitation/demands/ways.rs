//! Movements that only demands use.

use marahel_level::TileSet;

use super::scene::Scene;
use crate::imitation::movement::Moving;
use crate::imitation::toml::key;

/// Movements used only for measuring: over all walkable tiles except this one.
pub(crate) const WITHOUT: &str = "without_";
/// The movement that opens no doors.
pub(crate) const BARE: &str = "bare";
/// The movements with one kind of keys.
pub(crate) const WITH: &str = "with_";

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
            let remaining = scene.group(walked.difference(TileSet::only(tile)), "");
            let (name, lines) = (scene.name(tile), format!("over = \"{}\"", remaining.text));
            ways.push(Way { name: format!("{WITHOUT}{name}"), lines });
        }
    }
    ways
}
