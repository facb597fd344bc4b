//! Copying the parts of a script that make some tiles into another.

use level::TileSet;
use rand::{Rng, RngExt};
use script::{Dialect, Explorer, Locked, Script};

use crate::explorers::{N_EXPLORERS_MAX, take_regions, unlocked};
use crate::mirrors;
use crate::task::{Task, below};

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
    let writes = |one: &Explorer| !one.written().is_disjoint(tiles);
    let mut donated: Vec<usize> =
        (0..second.explorers.len()).filter(|&one| writes(&second.explorers[one])).collect();
    if donated.is_empty() {
        return false;
    }
    // Sometimes all but one are enough.
    if donated.len() > 1 && rng.random_bool(0.3) {
        donated.remove(below(donated.len(), rng));
    }
    if rng.random_bool(0.6) {
        let is_only = |one: &Explorer| {
            one.locked == Locked::No && one.written().difference(tiles).is_empty() && writes(one)
        };
        script.explorers.retain(|one| !is_only(one));
    }
    let goes_last = rng.random_bool(0.5);
    let symmetry = mirrors::kept(script, task, rng);
    let (n_own, n_donors) = (script.explorers.len(), second.explorers.len().max(1));
    let mut n_new = 0;
    for one in donated {
        if script.explorers.len() >= N_EXPLORERS_MAX {
            break;
        }
        let place = if goes_last { n_own } else { one * n_own / n_donors };
        let donated = mirrors::with(unlocked(&second.explorers[one]), symmetry);
        script.explorers.insert(place + n_new, donated);
        n_new += 1;
    }
    if script.regions.is_none() || rng.random_bool(0.15) {
        take_regions(script, second);
    }
    n_new > 0
}
