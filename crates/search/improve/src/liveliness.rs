//! Whether what somebody wrote still does something.

use std::collections::BTreeMap;

use marahel::{Generator, Script};
use marahel_problem::Problem;
use rayon::prelude::*;

use crate::edits::Counterparts;

/// Levels in which rules are counted.
const N_LEVELS: u32 = 100;

/// A rule that changed tiles in at least this share of the levels must go on to do so in ...
const SHARE_MIN: f64 = 0.1;
/// ... this part of them.
const KEPT: f64 = 0.5;

/// A new rule must change tiles in this share of the levels.
const NEW_MIN: f64 = 0.02;

/// For each explorer and rule of a script the share of levels in which it changes a tile.
pub(crate) struct Liveliness {
    shares: BTreeMap<(usize, usize), f64>,
}

impl Liveliness {
    /// `None` if a level exceeds the work limit.
    pub(crate) fn of(script: &Script, problem: &Problem) -> Option<Self> {
        let settings = script.settings();
        let generators = settings.iter().map(|script| problem.generator(script));
        let generators: Vec<Generator> = generators.collect();
        let levels = (0..N_LEVELS).into_par_iter().with_min_len(8).map(|seed| {
            let generator = &generators[seed as usize % generators.len()];
            let snapshots = generator.snapshots(seed.into(), 0).ok()?;
            let changed = snapshots.iter().enumerate().flat_map(|(explorer, snapshot)| {
                let rules = snapshot.rules.iter().enumerate();
                rules.map(move |(rule, counts)| ((explorer, rule), counts.n_changed > 0))
            });
            Some(changed.collect::<Vec<_>>())
        });
        let levels: Vec<_> = levels.collect::<Option<_>>()?;
        let mut shares: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (place, is_changed) in levels.into_iter().flatten() {
            *shares.entry(place).or_default() +=
                if is_changed { 1.0 / f64::from(N_LEVELS) } else { 0.0 };
        }
        Some(Self { shares })
    }

    /// Whether each rule that does something in this script does so in a changed one, and each new
    /// rule does something. A rule that is gone does nothing.
    pub(crate) fn is_kept(&self, changed: &Self, counterparts: &Counterparts) -> bool {
        let kept: Vec<&(usize, usize)> = counterparts.values().collect();
        let mut new = changed.shares.iter().filter(|(place, _)| !kept.contains(place));
        new.all(|(_, &share)| share >= NEW_MIN)
            && self.shares.iter().all(|(place, &share)| {
                let now = counterparts.get(place).and_then(|place| changed.shares.get(place));
                share < SHARE_MIN || now.is_some_and(|&now| now >= KEPT * share)
            })
    }
}
