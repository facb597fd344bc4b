//! Whether the rules of a script do something.

use std::collections::BTreeMap;

use marahel::{Generator, RunError, Script};
use marahel_problem::Problem;
use rayon::prelude::*;

use crate::edits::Counterparts;

/// Levels in which rules are counted.
pub(crate) const N_LEVELS_LIVELY: u32 = 100;

/// A rule that changed tiles in at least this share of the levels must go on to do so in ...
const SHARE_MIN: f64 = 0.1;
/// ... this part of them.
const KEPT: f64 = 0.5;

/// A new rule must change tiles in this share of the levels.
const NEW_MIN: f64 = 0.02;

/// For each explorer and rule of a script the numbers of levels in which it fires, and in which it
/// changes a tile.
pub(crate) struct Liveliness {
    rules: BTreeMap<(usize, usize), [u32; 2]>,
    n_levels: u32,
}

impl Liveliness {
    /// By the levels of seeds from 0 on, which cycle through the settings of the dials.
    pub(crate) fn of(script: &Script, problem: &Problem, n_levels: u32) -> Result<Self, RunError> {
        let settings = script.settings();
        let generators = settings.iter().map(|script| problem.generator(script));
        let generators: Vec<Generator> = generators.collect();
        let levels = (0..n_levels).into_par_iter().with_min_len(8).map(|seed| {
            let generator = &generators[seed as usize % generators.len()];
            let snapshots = generator.snapshots(seed.into(), 0)?;
            let rules = snapshots.iter().enumerate().flat_map(|(explorer, snapshot)| {
                let rules = snapshot.rules.iter().enumerate();
                rules.map(move |(rule, count)| {
                    ((explorer, rule), [count.n_fired > 0, count.n_changed > 0])
                })
            });
            Ok(rules.collect::<Vec<_>>())
        });
        let mut rules: BTreeMap<(usize, usize), [u32; 2]> = BTreeMap::new();
        for (place, [fires, changes]) in levels.collect::<Result<Vec<_>, _>>()?.concat() {
            let [n_firing, n_changing] = rules.entry(place).or_default();
            *n_firing += u32::from(fires);
            *n_changing += u32::from(changes);
        }
        Ok(Self { rules, n_levels })
    }

    /// Whether a rule fires in any level.
    pub(crate) fn fires(&self, place: (usize, usize)) -> bool {
        self.rules.get(&place).is_some_and(|[n_firing, _]| *n_firing > 0)
    }

    /// The share of levels in which a rule changes a tile.
    pub(crate) fn changing(&self, place: &(usize, usize)) -> f64 {
        let n_changing = self.rules.get(place).map_or(0, |[_, n_changing]| *n_changing);
        f64::from(n_changing) / f64::from(self.n_levels)
    }

    /// Whether each rule that does something in this script does so in a changed one, and each new
    /// rule does something. A rule that is gone does nothing.
    pub(crate) fn is_kept(&self, changed: &Self, counterparts: &Counterparts) -> bool {
        let kept: Vec<&(usize, usize)> = counterparts.values().collect();
        let mut new = changed.rules.keys().filter(|place| !kept.contains(place));
        new.all(|place| changed.changing(place) >= NEW_MIN)
            && self.rules.keys().all(|place| {
                let share = self.changing(place);
                let now = counterparts.get(place).map_or(0.0, |place| changed.changing(place));
                share < SHARE_MIN || now >= KEPT * share
            })
    }
}
