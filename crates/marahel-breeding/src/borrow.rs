//! Borrowing: explorers of known generators, for other tiles.
//!
//! What people write by hand is grown patches, coasts, rivers, rooms and halls. A random change
//! seldom makes such a thing in one step. So a child can take one, with other tiles in it.

use marahel_level::{Role, Tile};
use marahel_script::{Dialect, Explorer, Script};
use rand::{Rng, RngExt};

use crate::cast::renamed;
use crate::draw::{below, pick, weighted_tile};
use crate::explorers::unlocked;
use crate::parts::N_EXPLORERS_MAX;
use crate::task::Task;

/// Probability that an explorer brings the next one of its generator, and again the one after that:
/// noise its smoothing, a room its door.
const NEXT: f64 = 0.4;

/// How much likelier an entity becomes a tile of its role than another tile.
const SAME_ROLE: f64 = 8.0;

/// Explorers of one of the generators, next to each other, that write `tile` and otherwise tiles of
/// like roles and amounts; with the generator's division into regions, for this task. `None` if the
/// chosen generator has none.
pub(crate) fn borrowed(
    tile: Tile,
    generators: &[Script],
    task: &Task,
    rng: &mut dyn Rng,
) -> Option<Script> {
    let generator = pick(generators, rng)?;
    if generator.dialect != Dialect::Current {
        return None;
    }
    let explorers = &generator.explorers;
    let first = below(explorers.len(), rng);
    let mut end = first + 1;
    while end < explorers.len() && rng.random_bool(NEXT) {
        end += 1;
    }
    let chosen: Vec<Explorer> = explorers[first..end].iter().map(unlocked).collect();
    let written: Vec<Tile> = chosen[0].written().iter().collect();
    let becomes_tile = *pick(&written, rng)?;
    let entities = generator.entities.iter().zip(0..);
    let to: Vec<Option<Tile>> = entities
        .map(|(name, entity)| {
            if entity == becomes_tile {
                return Some(tile);
            }
            let role = Role::of_name(name);
            weighted_tile(
                task.tiles(),
                |tile| {
                    let is_same = role == Some(task.tile(tile).role);
                    task.bulk(tile).sqrt() * if is_same { SAME_ROLE } else { 1.0 }
                },
                rng,
            )
        })
        .collect();
    let part = Script { explorers: chosen, ..generator.clone() };
    Some(renamed(&part, task, &to)).filter(|part| !part.explorers.is_empty())
}

/// Puts the explorers of a borrowed part side by side into a script; returns whether there was room.
pub(crate) fn insert(script: &mut Script, part: Script, rng: &mut dyn Rng) -> bool {
    let n = script.explorers.len();
    if script.dialect != Dialect::Current || n + part.explorers.len() > N_EXPLORERS_MAX {
        return false;
    }
    if script.regions.is_none() {
        script.regions = part.regions;
    }
    let place = below(n + 1, rng).max(1).min(n);
    script.explorers.splice(place..place, part.explorers);
    true
}

#[cfg(test)]
mod tests;
