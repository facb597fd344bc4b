//! Changes of whole explorers and of regions.

use rand::{Rng, RngExt};
use script::{Dialect, Explorer, Locked, RegionSelector, Replace, Script};

use crate::random;
use crate::task::{Task, below, pick};

/// Maximum number of explorers of a script; scripts of the user may have more.
pub(crate) const N_EXPLORERS_MAX: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// Removes an explorer.
    Delete,
    /// Adds an explorer that places a thing.
    Place,
    /// Adds a random explorer.
    Insert,
    /// Duplicates an explorer.
    Double,
    /// Moves an explorer to another place.
    Shift,
    /// Adds an explorer of the second parent, sometimes with its regions.
    Graft,
    /// Takes the first explorers of one parent and the last ones of the other.
    Cross,
    /// Changes the type, the region, or the way to replace.
    Retype,
    /// Changes the division into regions.
    Regions,
}

/// Changes explorers; returns whether anything could be changed.
pub(crate) fn change(
    script: &mut Script,
    second: &Script,
    how: Move,
    task: &Task,
    rng: &mut dyn Rng,
) -> bool {
    let is_new = matches!(how, Move::Place | Move::Insert | Move::Regions | Move::Retype);
    if is_new && script.dialect != Dialect::Current
        || matches!(how, Move::Graft | Move::Cross) && script.dialect != second.dialect
    {
        return false;
    }
    let has_room = script.explorers.len() < N_EXPLORERS_MAX;
    let is_open = |one: &Explorer| one.locked == Locked::No;
    let open: Vec<usize> =
        (0..script.explorers.len()).filter(|&one| is_open(&script.explorers[one])).collect();
    let place = below(script.explorers.len() + 1, rng);
    match how {
        Move::Place if has_room => script.explorers.insert(place, random::placing(task, rng)),
        Move::Insert if has_room => script.explorers.insert(place, random::explorer(task, rng)),
        Move::Graft if has_room => {
            let Some(found) = pick(&second.explorers, rng) else { return false };
            script.explorers.insert(place, unlocked(found));
            if rng.random_bool(0.15) {
                take_regions(script, second);
            }
        }
        Move::Cross => return cross(script, second, rng),
        Move::Regions => {
            if script.regions.is_some_and(|regions| regions.is_locked) {
                return false;
            }
            script.regions = if rng.random_bool(0.15) { None } else { Some(random::regions(rng)) };
        }
        Move::Delete | Move::Double | Move::Shift | Move::Retype => {
            let Some(&one) = pick(&open, rng) else { return false };
            match how {
                Move::Delete if script.explorers.len() > 1 => drop(script.explorers.remove(one)),
                Move::Double if has_room => {
                    let copy = script.explorers[one].clone();
                    script.explorers.insert(place, copy);
                }
                Move::Shift => {
                    let moved = script.explorers.remove(one);
                    script.explorers.insert(place.min(script.explorers.len()), moved);
                    return place != one;
                }
                Move::Retype => retype(&mut script.explorers[one], task, rng),
                _ => return false,
            }
        }
        Move::Place | Move::Insert | Move::Graft => return false,
    }
    true
}

pub(crate) fn unlocked(explorer: &Explorer) -> Explorer {
    Explorer { locked: Locked::No, ..explorer.clone() }
}

/// Takes over the regions of another script, unless they are locked.
pub(crate) fn take_regions(script: &mut Script, second: &Script) {
    if script.regions.is_none_or(|regions| !regions.is_locked) {
        script.regions =
            second.regions.map(|regions| script::Regions { is_locked: false, ..regions });
    }
}

/// The first explorers of one parent and all its locked ones, then the last ones of the other
/// parent.
fn cross(script: &mut Script, second: &Script, rng: &mut dyn Rng) -> bool {
    let (here, there) =
        (below(script.explorers.len() + 1, rng), below(second.explorers.len() + 1, rng));
    let mut index = 0;
    script.explorers.retain(|one| {
        index += 1;
        index <= here || one.locked != Locked::No
    });
    let n_kept = script.explorers.len();
    script.explorers.extend(second.explorers[there..].iter().map(unlocked));
    script.explorers.truncate(N_EXPLORERS_MAX.max(n_kept));
    !script.explorers.is_empty()
}

fn retype(explorer: &mut Explorer, task: &Task, rng: &mut dyn Rng) {
    match below(3, rng) {
        0 => {
            let (walk, name) = random::walk(task, rng);
            (explorer.walk, explorer.name) = (walk, script::Spelling::of(name));
        }
        1 => {
            let is_map = explorer.region == [RegionSelector::Map];
            explorer.region = vec![if is_map { RegionSelector::All } else { RegionSelector::Map }];
        }
        _ => {
            explorer.replace = match explorer.replace {
                Replace::Same => Replace::Buffer,
                Replace::Buffer => Replace::Same,
            };
        }
    }
}
