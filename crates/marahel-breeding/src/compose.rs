//! Copying the parts of a script that make some tiles into another.

use marahel_level::TileSet;
use marahel_script::{Dialect, Explorer, Script};
use rand::{Rng, RngExt};

use crate::draw::below;
use crate::explorers::{WITH_REGIONS, take_regions, unlocked};
use crate::mirrors;
use crate::parts::{N_EXPLORERS_MAX, is_free};
use crate::task::Task;

/// Probability of leaving one of several explorers out: sometimes all but one are enough.
const ALL_BUT_ONE: f64 = 0.3;

/// Probability of removing the explorers that wrote only these tiles before.
const INSTEAD: f64 = 0.6;

/// Probability of adding explorers at the end instead of at about their own places.
const LAST: f64 = 0.5;

/// Copies the explorers that write these tiles in `second` into a script, each at about its own
/// place. Often removes the explorers that wrote only these tiles before. Returns whether the
/// script may have changed.
pub(crate) fn compose(
    script: &mut Script,
    second: &Script,
    tiles: TileSet,
    task: &Task,
    rng: &mut dyn Rng,
) -> bool {
    if script.dialect != Dialect::Current || second.dialect != Dialect::Current {
        return false;
    }
    let explorers = second.explorers.iter().enumerate();
    let donors = explorers.filter(|(_, explorer)| writes_any(explorer, tiles));
    let mut donated: Vec<usize> = donors.map(|(index, _)| index).collect();
    if donated.is_empty() {
        return false;
    }
    if donated.len() > 1 && rng.random_bool(ALL_BUT_ONE) {
        donated.remove(below(donated.len(), rng));
    }
    if rng.random_bool(INSTEAD) {
        script.explorers.retain(|explorer| {
            !is_free(explorer)
                || !explorer.written().difference(tiles).is_empty()
                || !writes_any(explorer, tiles)
        });
    }
    let goes_last = rng.random_bool(LAST);
    let symmetry = mirrors::kept(script, task, rng);
    let (n_own, n_donors) = (script.explorers.len(), second.explorers.len().max(1));
    let mut n_new = 0;
    for index in donated {
        if script.explorers.len() >= N_EXPLORERS_MAX {
            break;
        }
        let place = if goes_last { n_own } else { index * n_own / n_donors };
        let donated = mirrors::with(unlocked(&second.explorers[index]), symmetry);
        script.explorers.insert(place + n_new, donated);
        n_new += 1;
    }
    if script.regions.is_none() || rng.random_bool(WITH_REGIONS) {
        take_regions(script, second);
    }
    n_new > 0
}

fn writes_any(explorer: &Explorer, tiles: TileSet) -> bool {
    !explorer.written().is_disjoint(tiles)
}
