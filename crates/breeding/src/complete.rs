//! Children that add what a script lacks.

use level::{Level, Tile, TileSet};
use rand::{Rng, RngExt};
use script::{Dialect, Document, Locked, Script};
use search::{First, Variant};

use crate::breeder::{Breeder, Library, Start};
use crate::cast::{cast_by, writes};
use crate::compose::compose;
use crate::explorers::N_EXPLORERS_MAX;
use crate::task::{below, pick, weighted_tile};
use crate::{asked, dials, mirrors, names, plans, random, reading, sites};

/// Makes a level of a script, if that is cheap.
pub type Look<'l> = &'l mut dyn FnMut(&Script, &mut dyn Rng) -> Option<Level>;

/// What a script lacks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lack {
    /// The tiles in question.
    pub tiles: TileSet,
    /// The measures in question, as in [`Asked`](crate::Asked).
    pub measures: Vec<usize>,
}

/// Maximum number of tries for a sound, different script.
const N_TRIES: usize = 20;

/// Probability of an ordinary change instead of one for the lack.
const ORDINARY: f64 = 0.4;

/// Probability that a layout is a plan instead of the ground of a starter.
const PLANNED: f64 = 0.6;

/// Probability of placing a thing where the other parent has it.
const MODELLED: f64 = 0.4;

/// Probability of following a requirement of the lacking case, if there is one.
const ASKED: f64 = 0.25;

/// Probabilities of joining tiles that must be one piece instead of laying them out again, in a
/// change and in a plan. If many things stand on this ground, joining clears them.
const JOINED: f64 = 0.25;
const JOINED_FIRST: f64 = 0.15;

/// Probability that an ordinary change follows.
const MORE: f64 = 0.25;

impl Breeder {
    /// A child of `first` with a change for something it lacks; the part may come from `second`.
    pub fn complete(
        &self,
        first: &Script,
        second: &Script,
        lack: &Lack,
        look: Look<'_>,
        rng: &mut dyn Rng,
    ) -> Variant<Document> {
        if first.dialect != Dialect::Current || rng.random_bool(ORDINARY) {
            return self.vary(first, second, rng);
        }
        for _ in 0..N_TRIES {
            let mut script = first.clone();
            let Some((operator, uses_second)) =
                self.change_for(&mut script, second, lack, look, rng)
            else {
                continue;
            };
            if rng.random_bool(MORE) {
                self.change(&mut script, second, rng);
            }
            names::settle(&mut script, [&second.neighborhoods.0, &self.task.neighborhoods]);
            script.follow_dials();
            if script != *first
                && let Some(genome) = self.document(script)
            {
                return Variant { genome, operator, uses_second };
            }
        }
        self.vary(first, second, rng)
    }

    fn change_for(
        &self,
        script: &mut Script,
        second: &Script,
        lack: &Lack,
        look: Look<'_>,
        rng: &mut dyn Rng,
    ) -> Option<(&'static str, bool)> {
        let task = &self.far_task;
        if rng.random_bool(ASKED) && asked::change_for(script, &lack.measures, task, rng) {
            return Some(("asked", false));
        }
        let own = TileSet::entities(task.tiles.len());
        let tiles = own.difference(own.difference(lack.tiles));
        let tiles = if tiles.is_empty() { own } else { tiles };
        let tile = weighted_tile(tiles.iter(), |tile| 1.0 / (task.bulk(tile) + 0.1), rng)?;
        let n = script.explorers.len();
        let symmetry = mirrors::kept(script, task, rng);
        match below(100, rng) {
            0..=27 => compose(script, second, tiles, task, rng).then_some(("compose", true)),
            28..=55 => {
                let mut without = script.clone();
                if rng.random_bool(0.5) {
                    take_out(&mut without, tile);
                }
                let level = look(&without, rng)?;
                if let Some(explorer) = reading::filling(level.view(), task) {
                    (n < N_EXPLORERS_MAX).then(|| script.explorers.push(explorer))?;
                    return Some(("fill", false));
                }
                let model = if rng.random_bool(MODELLED) { look(second, rng) } else { None };
                let stands =
                    |model: &&Level| model.view().rows().flatten().any(|&found| found == tile);
                let model = model.as_ref().filter(stands).map(Level::view);
                let explorer = reading::placing(tile, level.view(), model, symmetry, task, rng)?;
                *script = without;
                (script.explorers.len() < N_EXPLORERS_MAX)
                    .then(|| script.explorers.push(explorer))?;
                Some(("stand", false))
            }
            56..=69 => {
                let level = look(script, rng)?;
                let filling = reading::filling(level.view(), task);
                let explorer =
                    filling.or_else(|| reading::clearing(tile, level.view(), task, rng))?;
                (n < N_EXPLORERS_MAX)
                    .then(|| script.explorers.push(mirrors::with(explorer, symmetry)))?;
                Some(("clear", false))
            }
            70..=79 => {
                let level = look(script, rng)?;
                let condition = reading::condition_of(tile, level.view(), task, rng)?;
                let mut writing = Vec::new();
                for (index, one) in script.explorers.iter().enumerate() {
                    if one.locked == Locked::No {
                        let rules = reading::writers(&one.rules, tile);
                        writing.extend(rules.into_iter().map(|rule| (index, rule)));
                    }
                }
                let &(one, rule) = pick(&writing, rng)?;
                let conditions = &mut script.explorers[one].rules[rule].conditions;
                (!conditions.contains(&condition)).then(|| conditions.push(condition))?;
                Some(("narrow", false))
            }
            80..=85 => {
                let others = task.tiles().filter(|&other| other != tile);
                let other = weighted_tile(others, |other| task.bulk(other), rng)?;
                sites::exchange(script, (tile, other)).then_some(("exchange", false))
            }
            _ => {
                let on = task.any(rng);
                let joining = plans::joining(tile, task, rng).filter(|_| rng.random_bool(JOINED));
                let explorer = joining.unwrap_or_else(|| plans::layout(tile, on, task, rng));
                let explorer = mirrors::with(explorer, symmetry);
                let place = below(n + 1, rng).min(below(n + 1, rng)).max(1).min(n);
                (n < N_EXPLORERS_MAX).then(|| script.explorers.insert(place, explorer))?;
                Some(("lay", false))
            }
        }
    }

    /// An initial script for a problem without a fitting starter: a layout with the requirements of
    /// its tiles, then each thing at cells like one observed in a level of it. A search with other
    /// initial scripts gets another [first](Self::first) script instead: parts that its user locked
    /// stay.
    pub fn plan(&self, look: Look<'_>, rng: &mut dyn Rng) -> First<Document> {
        if !matches!(self.start, Start::Starters) {
            return self.first(rng);
        }
        for _ in 0..N_TRIES {
            let Some((script, source)) = self.planned(look, rng) else { continue };
            if let Some(genome) = self.document(dials::following(script, &self.task, rng)) {
                return First { genome, source };
            }
        }
        self.first(rng)
    }

    fn planned(&self, look: Look<'_>, rng: &mut dyn Rng) -> Option<(Script, Option<u32>)> {
        let task = &self.far_task;
        let (mut script, source) = match below(10, rng) {
            0..=6 => self.ground(rng)?,
            _ => (plans::bare(task, rng), None),
        };
        let place = if rng.random_bool(0.8) { script.explorers.len() } else { 1 };
        for explorer in plans::demanded(task, rng) {
            script.explorers.insert(place.min(script.explorers.len()), explorer);
        }
        if !task.mirrors.is_empty() && rng.random_bool(0.6) {
            mirrors::mirror_all(&mut script, task, rng);
        }
        // Bulk tiles come first, mostly.
        let keyed = task.tiles().map(|tile| (task.bulk(tile) * (0.2 + rng.random::<f64>()), tile));
        let mut keyed: Vec<(f64, Tile)> = keyed.collect();
        keyed.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, tile) in keyed {
            if writes(&script, tile) || script.explorers.len() >= N_EXPLORERS_MAX {
                continue;
            }
            let asked = task.asked_around(tile, rng);
            let symmetry = mirrors::kept(&script, task, rng);
            let explorer = if !asked.is_empty() && rng.random_bool(0.5) {
                let explorer = random::placing_of(tile, task, rng);
                Some(mirrors::with(explorer, symmetry))
            } else {
                let level = look(&script, rng);
                level.and_then(|level| {
                    reading::placing(tile, level.view(), None, symmetry, task, rng)
                })
            };
            script.explorers.extend(explorer);
        }
        if let Some(joined) = pick(&task.joined, rng)
            && let Some(tile) = joined.tiles.iter().next()
            && rng.random_bool(JOINED_FIRST)
        {
            script.explorers.extend(plans::joining(tile, task, rng));
        }
        let level = look(&script, rng);
        script.explorers.extend(level.and_then(|level| reading::filling(level.view(), task)));
        let named = script.neighborhoods.0.clone();
        names::settle(&mut script, [&named, &task.neighborhoods]);
        Some((script, source))
    }

    /// The ground of a plan or starter without its things, cast by the required amounts of tiles.
    /// The index counts plans after starters and learnt scripts.
    fn ground(&self, rng: &mut dyn Rng) -> Option<(Script, Option<u32>)> {
        let task = &self.task;
        let Library { starters, plans, learnt } = &self.library;
        let is_plan = rng.random_bool(PLANNED) && !plans.is_empty();
        let known = if is_plan { plans } else { starters };
        let index = below(known.len().max(1), rng);
        let starter = known.get(index)?;
        let source = if is_plan { starters.len() + learnt.len() } else { 0 } + index;
        let mut cast = cast_by(starter, task, |tiles| {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            weighted_tile(tiles, |tile| task.bulk(tile), rng)
        })?;
        let is_laid_out = |tile: Tile| {
            task.tiles
                .get(usize::from(tile))
                .is_none_or(|part| LAID_OUT.contains(&part.role.as_str()))
        };
        if !is_plan && rng.random_bool(0.8) {
            cast.explorers.retain(|one| one.written().iter().any(is_laid_out));
        }
        plans::tell_locks_apart(&mut cast, task);
        (!cast.explorers.is_empty()).then_some((cast, Some(source as u32)))
    }
}

/// Roles that layouts consist of.
const LAID_OUT: [&str; 8] =
    ["wall", "floor", "hazard", "decoration", "door", "locked_door", "climbable", "rope"];

/// Removes the explorers that write only this tile, except locked ones and the last one.
fn take_out(script: &mut Script, tile: Tile) {
    let only = TileSet::only(tile);
    let n = script.explorers.len();
    script.explorers.retain(|one| one.locked != Locked::No || one.written() != only || n == 1);
}

#[cfg(test)]
mod tests;
