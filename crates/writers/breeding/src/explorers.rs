//! Changes of whole explorers and of regions. Each operator returns whether it changed anything.

use marahel_script::{Explorer, Locked, RegionSelector, Regions, Replace, Script, Spelling};
use rand::{Rng, RngExt};

use crate::draw::{below, pick};
use crate::parts::{N_EXPLORERS_MAX, is_free};
use crate::random;
use crate::task::Task;

/// Probability that explorers of another script bring its regions.
pub(crate) const WITH_REGIONS: f64 = 0.15;

/// Probability that a change of regions removes them.
const NO_REGIONS: f64 = 0.15;

/// What an operator may draw on.
#[derive(Clone, Copy)]
pub(crate) struct Material<'a> {
    /// A random place for an explorer.
    pub(crate) place: usize,
    /// The second parent.
    pub(crate) second: &'a Script,
    pub(crate) task: &'a Task,
}

/// Removes an explorer.
pub(crate) fn delete(script: &mut Script, _: Material<'_>, rng: &mut dyn Rng) -> bool {
    let Some(index) = any_free(script, rng) else { return false };
    if script.explorers.len() == 1 {
        return false;
    }
    script.explorers.remove(index);
    true
}

/// Adds an explorer that places a thing.
pub(crate) fn place(
    script: &mut Script,
    Material { place, task, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    has_room(script) && add(script, place, random::placing(task, rng))
}

/// Moves an explorer to another place.
pub(crate) fn shift(
    script: &mut Script,
    Material { place, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    let Some(index) = any_free(script, rng) else { return false };
    let explorer = script.explorers.remove(index);
    script.explorers.insert(place.min(script.explorers.len()), explorer);
    place != index
}

/// Duplicates an explorer.
pub(crate) fn double(
    script: &mut Script,
    Material { place, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    let Some(index) = any_free(script, rng) else { return false };
    has_room(script) && add(script, place, script.explorers[index].clone())
}

/// Adds an explorer of the second parent, sometimes with its regions.
pub(crate) fn graft(
    script: &mut Script,
    Material { place, second, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    if !has_room(script) {
        return false;
    }
    let Some(scion) = pick(&second.explorers, rng) else { return false };
    script.explorers.insert(place, unlocked(scion));
    if rng.random_bool(WITH_REGIONS) {
        take_regions(script, second);
    }
    true
}

/// The first explorers of one parent and all its locked ones, then the last ones of the other
/// parent.
pub(crate) fn cross(
    script: &mut Script,
    Material { second, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    let end = any_place(script, rng);
    let start = any_place(second, rng);
    let mut index = 0;
    script.explorers.retain(|explorer| {
        index += 1;
        index <= end || !is_free(explorer)
    });
    let n_kept = script.explorers.len();
    script.explorers.extend(second.explorers[start..].iter().map(unlocked));
    script.explorers.truncate(N_EXPLORERS_MAX.max(n_kept));
    !script.explorers.is_empty()
}

/// Adds a random explorer.
pub(crate) fn insert(
    script: &mut Script,
    Material { place, task, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    has_room(script) && add(script, place, random::explorer(task, rng))
}

/// Changes the type, the region, or the way to replace.
pub(crate) fn retype(
    script: &mut Script,
    Material { task, .. }: Material<'_>,
    rng: &mut dyn Rng,
) -> bool {
    let Some(index) = any_free(script, rng) else { return false };
    let explorer = &mut script.explorers[index];
    match below(3, rng) {
        0 => {
            let (walk, name) = random::walk(task, rng);
            (explorer.walk, explorer.name) = (walk, Spelling::of(name));
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
    true
}

/// Changes the division into regions.
pub(crate) fn regions(script: &mut Script, _: Material<'_>, rng: &mut dyn Rng) -> bool {
    if script.regions.is_some_and(|regions| regions.is_locked) {
        return false;
    }
    script.regions = if rng.random_bool(NO_REGIONS) { None } else { Some(random::regions(rng)) };
    true
}

/// A random place for an explorer.
pub(crate) fn any_place(script: &Script, rng: &mut dyn Rng) -> usize {
    below(script.explorers.len() + 1, rng)
}

/// The index of a random explorer that is not locked.
fn any_free(script: &Script, rng: &mut dyn Rng) -> Option<usize> {
    let indices = 0..script.explorers.len();
    let free: Vec<usize> = indices.filter(|&index| is_free(&script.explorers[index])).collect();
    pick(&free, rng).copied()
}

fn has_room(script: &Script) -> bool {
    script.explorers.len() < N_EXPLORERS_MAX
}

fn add(script: &mut Script, place: usize, explorer: Explorer) -> bool {
    script.explorers.insert(place, explorer);
    true
}

pub(crate) fn unlocked(explorer: &Explorer) -> Explorer {
    Explorer { locked: Locked::No, ..explorer.clone() }
}

/// Takes over the regions of another script, unless they are locked.
pub(crate) fn take_regions(script: &mut Script, second: &Script) {
    if script.regions.is_none_or(|regions| !regions.is_locked) {
        script.regions = second.regions.map(|regions| Regions { is_locked: false, ..regions });
    }
}
