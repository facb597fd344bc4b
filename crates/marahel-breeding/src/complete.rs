//! Children that add what a script lacks, by operators of their own, one row each.

use marahel_level::{Level, Tile, TileSet};
use marahel_script::{Dialect, Document, Explorer, Script};
use marahel_search::Variant;
use rand::{Rng, RngExt};

use crate::breeder::Breeder;
use crate::compose::compose;
use crate::draw::{row, weighted_tile};
use crate::parts::{N_EXPLORERS_MAX, is_free};
use crate::task::{Symmetry, Task};
use crate::{demanded, mirrors, names, reading};

/// Makes a level of a script, if that is cheap.
pub type MakeLevel<'l> = &'l mut dyn FnMut(&Script, &mut dyn Rng) -> Option<Level>;

/// What a script lacks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shortfall {
    /// The tiles in question.
    pub tiles: TileSet,
    /// The measures in question, as in [`CellDemand`](crate::CellDemand).
    pub measures: Vec<usize>,
}

/// Maximum number of tries for a sound, different script.
const N_TRIES: usize = 20;

/// Probability of an ordinary change instead of one for the shortfall.
const ORDINARY: f64 = 0.4;

/// Probability that an ordinary change follows.
const MORE: f64 = 0.25;

/// Probability of placing a thing anew, instead of placing more of it.
const ANEW: f64 = 0.5;

/// Probability of placing a thing where the other parent has it.
const MODELLED: f64 = 0.4;

/// One way of adding what a script lacks.
struct Completion {
    /// What the files of a run call it.
    name: &'static str,
    /// How often it is drawn, compared with the others.
    weight: usize,
    uses_second: bool,
    /// Changes a script; `None` if it cannot.
    change: fn(&mut Script, &Gap<'_>, MakeLevel<'_>, &mut dyn Rng) -> Option<Change>,
}

/// What a completion adds, and to what.
struct Gap<'g> {
    /// The tiles in question, and one of them.
    tiles: TileSet,
    tile: Tile,
    symmetry: Option<Symmetry>,
    second: &'g Script,
    task: &'g Task,
}

enum Change {
    AsNamed,
    /// It set unset tiles instead.
    Filled,
}

const COMPLETIONS: [Completion; 3] = [
    Completion { name: "compose", weight: 28, uses_second: true, change: take_over },
    Completion { name: "stand", weight: 28, uses_second: false, change: stand },
    Completion { name: "clear", weight: 14, uses_second: false, change: clear },
];

impl Breeder {
    /// A child of `first` with a change for its shortfall; the part may come from `second`.
    pub fn complete(
        &self,
        first: &Script,
        second: &Script,
        shortfall: &Shortfall,
        make_level: MakeLevel<'_>,
        rng: &mut dyn Rng,
    ) -> Variant<Document> {
        if first.dialect != Dialect::Current || rng.random_bool(ORDINARY) {
            return self.vary(first, second, rng);
        }
        for _ in 0..N_TRIES {
            let mut script = first.clone();
            let Some((operator, uses_second)) =
                self.change_for(&mut script, second, shortfall, make_level, rng)
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

    /// A script changed for the demands behind its shortfall: by their conditions, or by negated
    /// ones. `None` if they have none, or the change is not sound.
    pub fn towards(
        &self,
        script: &Script,
        shortfall: &Shortfall,
        rng: &mut dyn Rng,
    ) -> Option<Script> {
        let mut changed = script.clone();
        demanded::change_for(&mut changed, &shortfall.measures, &self.far_task, rng)
            .then(|| self.sound(changed))?
    }

    /// A changed script with names for its neighborhoods; `None` if it cannot be written.
    pub fn sound(&self, mut script: Script) -> Option<Script> {
        names::settle(&mut script, [&self.task.neighborhoods, &[]]);
        script.follow_dials();
        Some(self.document(script)?.script)
    }

    fn change_for(
        &self,
        script: &mut Script,
        second: &Script,
        shortfall: &Shortfall,
        make_level: MakeLevel<'_>,
        rng: &mut dyn Rng,
    ) -> Option<(&'static str, bool)> {
        let task = &self.far_task;
        let own = TileSet::entities(task.tiles.len());
        let tiles = own.difference(own.difference(shortfall.tiles));
        let tiles = if tiles.is_empty() { own } else { tiles };
        let tile = weighted_tile(tiles.iter(), |tile| 1.0 / (task.bulk(tile) + 0.1), rng)?;
        let symmetry = mirrors::kept(script, task, rng);
        let gap = Gap { tiles, tile, symmetry, second, task };
        let completion = row(&COMPLETIONS, |completion| completion.weight, rng);
        let operator = match (completion.change)(script, &gap, make_level, rng)? {
            Change::AsNamed => completion.name,
            Change::Filled => "fill",
        };
        Some((operator, completion.uses_second))
    }
}

/// Takes the explorers of the second parent that write the tiles.
fn take_over(
    script: &mut Script,
    gap: &Gap<'_>,
    _: MakeLevel<'_>,
    rng: &mut dyn Rng,
) -> Option<Change> {
    compose(script, gap.second, gap.tiles, gap.task, rng).then_some(Change::AsNamed)
}

/// Puts the tile at cells like one of a level; or sets the unset cells of the level, if any.
fn stand(
    script: &mut Script,
    gap: &Gap<'_>,
    make_level: MakeLevel<'_>,
    rng: &mut dyn Rng,
) -> Option<Change> {
    let &Gap { tile, symmetry, task, .. } = gap;
    let mut without = script.clone();
    if rng.random_bool(ANEW) {
        take_out(&mut without, tile);
    }
    let level = make_level(&without, rng)?;
    if let Some(explorer) = reading::filling(level.view(), task) {
        add(script, explorer)?;
        return Some(Change::Filled);
    }
    let model = if rng.random_bool(MODELLED) { make_level(gap.second, rng) } else { None };
    let model = model.as_ref().filter(|model| model.tiles().contains(&tile)).map(Level::view);
    let explorer = reading::placing(tile, level.view(), model, symmetry, task, rng)?;
    *script = without;
    add(script, explorer)?;
    Some(Change::AsNamed)
}

/// Replaces the tile at cells like one of a level; or sets the unset cells of the level, if any.
fn clear(
    script: &mut Script,
    gap: &Gap<'_>,
    make_level: MakeLevel<'_>,
    rng: &mut dyn Rng,
) -> Option<Change> {
    let level = make_level(script, rng)?;
    let filling = reading::filling(level.view(), gap.task);
    let explorer = filling.or_else(|| reading::clearing(gap.tile, level.view(), gap.task, rng))?;
    add(script, mirrors::with(explorer, gap.symmetry))?;
    Some(Change::AsNamed)
}

/// Adds an explorer at the end; `None` if there is no room.
fn add(script: &mut Script, explorer: Explorer) -> Option<()> {
    (script.explorers.len() < N_EXPLORERS_MAX).then(|| script.explorers.push(explorer))
}

/// Removes the explorers that write only this tile, except locked ones and the last one.
fn take_out(script: &mut Script, tile: Tile) {
    let only = TileSet::only(tile);
    let n = script.explorers.len();
    script.explorers.retain(|explorer| !is_free(explorer) || explorer.written() != only || n == 1);
}

#[cfg(test)]
mod tests;
