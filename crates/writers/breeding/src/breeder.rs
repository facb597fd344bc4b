//! [`Breeder`]: the initial scripts of a search, and their variation.

use std::sync::Arc;

use marahel_script::{Dialect, Document, Listed, PartMut, Script, ScriptError};
use rand::{Rng, RngExt};

use crate::beginnings::EXPLAINED;
use crate::cast::{cast, lightened};
use crate::draw::{below, pick, row};
use crate::operators::{Needs, OPERATORS};
use crate::parts::writes;
use crate::task::Task;
use crate::together::keep_together;
use crate::{demanded, dials, mirrors, names, random};

/// Known generators.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Scripts whose entities are roles.
    pub starters: Arc<[Script]>,
    /// Scripts with the tiles of the problem that explain its drawings.
    pub explained: Vec<Script>,
}

/// The source of a search's initial scripts.
#[derive(Clone, Debug)]
pub enum Start {
    /// Random scripts.
    Random,
    /// The generators of the library.
    Starters,
    /// Changes of these scripts with the tiles of the problem; at least one.
    Scripts(Vec<Script>),
}

/// A changed script.
pub struct Child {
    /// The script with its text.
    pub document: Document,
    /// The operator that made it, in a word.
    pub operator: &'static str,
    /// Whether it contains something of the second parent.
    pub uses_second: bool,
}

/// Makes and varies the scripts of one problem.
pub struct Breeder {
    pub(crate) task: Task,
    /// The task of a search that is far from good: what is implied is demanded.
    pub(crate) far_task: Task,
    /// The known generators.
    pub library: Library,
    /// The source of the first scripts.
    pub start: Start,
    parse: fn(&str) -> Result<Script, ScriptError>,
    /// Maximum bytes of a script; scripts of the user may be longer.
    n_bytes_max: usize,
}

/// Maximum bytes of a script with short tile names; handwritten scripts have 300 to 4000.
const N_BYTES_MAX: usize = 8000;

/// A script has room to name all tiles this many times, however long their names are.
const N_TIMES_NAMED: usize = 20;

/// Maximum bytes of a script with the tiles of a problem; scripts of the user may be longer.
pub fn n_bytes_max(task: &Task) -> usize {
    let n_bytes_of_names: usize = task.tiles.iter().map(|part| part.name.len()).sum();
    N_BYTES_MAX.max(N_TIMES_NAMED * n_bytes_of_names)
}

/// Maximum number of tries for a sound, different script.
const N_TRIES: usize = 20;

/// Probability that a change is followed by another one.
const MORE: f64 = 0.3;

/// Probability that a starter gets an explorer for a thing that it does not place.
const PLACED: f64 = 0.7;

/// Probability that a first script is changed, and that it is changed once more.
const CHANGED: f64 = 0.5;

/// Probability of changing something that follows a dial, if there are dials.
const DIAL: f64 = 0.2;

/// Probability that a change is of mirrors, if the problem requires a symmetry.
const MIRROR: f64 = 0.1;

/// Probability that an initial script gets a mirror for all explorers, if the problem requires one.
const MIRRORED: f64 = 0.5;

impl Breeder {
    /// A breeder for the tiles of a problem. `parse` reads a document of another dialect.
    pub fn new(
        task: Task,
        library: Library,
        start: Start,
        parse: fn(&str) -> Result<Script, ScriptError>,
    ) -> Self {
        let n_bytes_max = n_bytes_max(&task);
        let demands = [&task.demands[..], &task.implied].concat();
        let far_task = Task { demands, ..task.clone() };
        Self { task, far_task, library, start, parse, n_bytes_max }
    }

    /// Whether a script has the tiles and the dials of the problem.
    pub fn fits(&self, script: &Script) -> bool {
        script.entities == self.task.names() && script.dials == self.task.dials
    }

    /// An initial script of a search, and the index of its generator in the library: starters count
    /// from 0, explanations of drawings follow. Random scripts and those of a user have none.
    pub fn first(&self, rng: &mut dyn Rng) -> (Document, Option<u32>) {
        for n_tries in 0.. {
            let (script, source) = match &self.start {
                Start::Starters if n_tries < N_TRIES => match self.starter(rng) {
                    Some((script, source)) => (script, Some(source)),
                    None => continue,
                },
                Start::Scripts(scripts) if n_tries < N_TRIES => match pick(scripts, rng) {
                    Some(script) => (self.changed(script, rng), None),
                    None => continue,
                },
                // A problem without walls or floors has no starter.
                _ => (random::script(&self.task, rng), None),
            };
            let mut script = dials::following(script, &self.task, rng);
            let is_made = !matches!(self.start, Start::Scripts(_));
            if is_made && !self.task.mirrors.is_empty() && rng.random_bool(MIRRORED) {
                mirrors::mirror_all(&mut script, &self.task, rng);
            }
            if let Some(document) = self.document(script) {
                return (document, source);
            }
        }
        unreachable!("a sound random script comes soon")
    }

    /// A child of `first`, possibly with parts of `second`; a copy of `first` if twenty changes in
    /// a row fail.
    pub fn vary(&self, first: &Script, second: &Script, rng: &mut dyn Rng) -> Child {
        for _ in 0..N_TRIES {
            let mut script = first.clone();
            let Some((operator, mut uses_second)) = self.change(&mut script, second, rng) else {
                continue;
            };
            while rng.random_bool(MORE) {
                let more = self.change(&mut script, second, rng);
                uses_second |= more.is_some_and(|(_, uses_second)| uses_second);
            }
            script.follow_dials();
            self.keep_together(&mut script);
            if script != *first
                && let Some(document) = self.document(script)
            {
                return Child { document, operator, uses_second };
            }
        }
        let document = Document::of(first.clone());
        Child { document, operator: "copy", uses_second: false }
    }

    /// A script changed for some demands, by what they measure as in [`CellDemand`](crate::CellDemand): by
    /// their conditions, or by negated ones. `None` if they have none, or the change is not sound.
    pub fn towards(
        &self,
        script: &Script,
        measures: &[usize],
        rng: &mut dyn Rng,
    ) -> Option<Script> {
        let mut changed = script.clone();
        demanded::change_for(&mut changed, measures, &self.far_task, rng)
            .then(|| self.sound(changed))?
    }

    /// A changed script with names for its neighborhoods; `None` if it cannot be written.
    pub fn sound(&self, mut script: Script) -> Option<Script> {
        names::settle(&mut script, [&self.task.neighborhoods, &[]]);
        script.follow_dials();
        Some(self.document(script)?.script)
    }

    /// Makes one change; returns its name, and whether it used `second`.
    pub(crate) fn change(
        &self,
        script: &mut Script,
        second: &Script,
        rng: &mut dyn Rng,
    ) -> Option<(&'static str, bool)> {
        if !script.dials.is_empty() && rng.random_bool(DIAL) {
            return dials::change(script, &self.task, rng).then_some(("dial", false));
        }
        let has_mirrors = !self.task.mirrors.is_empty() && script.dialect == Dialect::Current;
        if has_mirrors && rng.random_bool(MIRROR) {
            return mirrors::change(script, &self.task, rng).then_some(("mirror", false));
        }
        let operator = row(&OPERATORS, |operator| operator.weight, rng);
        let is_changed = operator.change(script, second, &self.task, rng);
        names::settle(script, [&second.neighborhoods.0, &self.task.neighborhoods]);
        is_changed.then_some((operator.name, operator.needs == Needs::SecondParent))
    }

    /// A generator of the library with the tiles of the problem, and its index. Explorers place
    /// most of the things that the generator does not know; explanations know them all.
    fn starter(&self, rng: &mut dyn Rng) -> Option<(Script, u32)> {
        let Library { starters, explained, .. } = &self.library;
        let is_explained = !explained.is_empty() && rng.random_bool(EXPLAINED);
        let (generators, n_before) =
            if is_explained { (&explained[..], starters.len()) } else { (&starters[..], 0) };
        if generators.is_empty() {
            return None;
        }
        let index = below(generators.len(), rng);
        let starter = &generators[index];
        let mut script =
            if is_explained { starter.clone() } else { cast(starter, &self.task, rng)? };
        for (part, tile) in self.task.tiles.iter().zip(0..) {
            if !part.is_ground() && !writes(&script, tile) && rng.random_bool(PLACED) {
                script.explorers.push(random::placing_of(tile, &self.task, rng));
            }
        }
        names::settle(&mut script, [&starter.neighborhoods.0, &self.task.neighborhoods]);
        let script = if rng.random_bool(CHANGED) { self.changed(&script, rng) } else { script };
        Some((script, (n_before + index) as u32))
    }

    /// A script after zero or more changes.
    fn changed(&self, script: &Script, rng: &mut dyn Rng) -> Script {
        let mut changed = script.clone();
        while rng.random_bool(CHANGED) {
            self.change(&mut changed, script, rng);
        }
        changed
    }

    /// Keeps locked explorers of a user's script side by side.
    pub(crate) fn keep_together(&self, script: &mut Script) {
        if let Start::Scripts(starts) = &self.start {
            keep_together(script, starts);
        }
    }

    /// A script with its document, if the document represents the script and is not too long.
    pub(crate) fn document(&self, mut script: Script) -> Option<Document> {
        for site in script.parts_mut() {
            if let PartMut::List(list, Listed::Written, Some(dialled)) = site.part {
                *list = lightened(std::mem::take(list), dialled);
            }
        }
        script.follow_dials();
        self.keep_together(&mut script);
        let document = Document::of(script);
        let is_short =
            document.text.len() <= self.n_bytes_max || matches!(self.start, Start::Scripts(_));
        if !is_short || document.script.dialect == Dialect::Current {
            return Some(document).filter(|document| is_short && document.is_sound());
        }
        let script = (self.parse)(&document.text).ok()?;
        (script == document.script).then_some(Document { script, ..document })
    }
}

#[cfg(test)]
pub(crate) mod tests;
