//! Warnings: what a script may say, but says in vain.
//!
//! A rule that never fires, a condition that is no condition, an explorer that
//! changes nothing, a region that is not there: all this is allowed, and
//! evolved scripts are full of it, but who writes a script by hand means
//! something by every line. Only what is certain is told, for
//! [`Semantics::Documented`]: whatever the seed, it is so. Where a fix deletes
//! the idle part, every seed gives the level that it gave before.
//!
//! Scripts of 2017 are read otherwise in places (borders, limits of entities,
//! what lies around a region): of them only that is told which does not depend
//! on it, such as numbers that are 0, and rules after one that always fires.
//!
//! Parameters that their explorer has no use for and unused neighborhoods are
//! found while a script is read, since a [`Script`] has no trace of them.

mod explorer;
mod regions;
mod values;

use level::{TileSet, UNKNOWN};

use crate::parse::{Outline, Report};
use crate::program::decisions;
use crate::script::{Explorer, Script};
use crate::semantics::Semantics;
use explorer::Site;

/// Adds the warnings about a script, whose parts stand where the outline says.
pub(crate) fn warn(script: &Script, outline: &Outline, report: &mut Report) {
    regions::warn(script, outline, report);
    let decided = decisions(script, Semantics::Documented);
    let mut before = TileSet::only(UNKNOWN);
    for (index, explorer) in script.explorers.iter().enumerate() {
        let during = before.union(written(explorer));
        let site = Site {
            script,
            explorer,
            number: index + 1,
            outline: &outline.explorers[index],
            decided: &decided[index],
            before,
            during,
        };
        site.warn(report);
        before = during;
    }
}

/// Everything that the rules of an explorer may write.
fn written(explorer: &Explorer) -> TileSet {
    let executers = explorer.rules.iter().flat_map(|rule| &rule.executers);
    let members = executers.flat_map(|executer| &executer.entities.members);
    members.map(|&(tile, _)| tile).collect()
}

#[cfg(test)]
mod tests;
