//! The tables of tiles and of the movement in a problem file.

use std::fmt::Write as _;

use marahel_level::Entity;

use crate::imitation::cast::Cast;
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::movement::Moving;
use crate::imitation::toml::{key, quoted};

pub(crate) fn tiles(drawn: &DrawnLevels, cast: &Cast) -> String {
    let mut text = String::from("[tiles]\n");
    for tile in drawn.tiles() {
        let Entity { name, character, color: [red, green, blue] } = drawn.entity(tile);
        let weight = (1000.0 * drawn.share(tile)).ceil();
        let name = key(name);
        let character = quoted(&character.to_string());
        let color = format!("#{red:02x}{green:02x}{blue:02x}");
        let role = cast.roles.iter().find(|(roled, ..)| *roled == tile);
        let role = role.map_or_else(String::new, |(_, role, _)| format!(", role = \"{role}\""));
        let _ = writeln!(
            text,
            "{name} = {{ character = {character}, color = \"{color}\", weight = {weight}{role} }}"
        );
    }
    text
}

/// The table of the movement, with its locks.
pub(crate) fn movement(drawn: &DrawnLevels, how: Moving, cast: &Cast) -> String {
    if let Some(table) = &drawn.movement {
        return format!("\n{table}");
    }
    let mut text = if how == Moving::Walk {
        let free = drawn.named(|tile| !drawn.is_solid(tile) && !cast.is_lock(tile));
        format!("\n[movement.walk]\nover = \"{free}\"\n")
    } else {
        let [ladders, ropes] = ["ladder", "rope"].map(|word| {
            drawn.named(|tile| {
                !drawn.is_solid(tile) && drawn.name(tile).to_lowercase().contains(word)
            })
        });
        let jump = if ladders.is_empty() { 4 } else { 0 };
        let solid = drawn.named(|tile| drawn.is_solid(tile) && !cast.is_lock(tile));
        let mut text =
            format!("\n[movement.run]\nsolid = \"{solid}\"\njump = {jump}\nreach = {jump}\n");
        for (key, tiles) in [("ladders", ladders), ("ropes", ropes)] {
            if !tiles.is_empty() {
                let _ = writeln!(text, "{key} = \"{tiles}\"");
            }
        }
        text
    };
    if !cast.locks.is_empty() {
        let locks = cast
            .locks
            .iter()
            .map(|&(door, opens)| format!("{} = \"{}\"", key(drawn.name(door)), drawn.name(opens)));
        let _ = writeln!(text, "doors = {{ {} }}", locks.collect::<Vec<_>>().join(", "));
    }
    text
}
