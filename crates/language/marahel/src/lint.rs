//! Warnings: parts of a script that are allowed but have no effect.
//!
//! Evolved scripts are full of rules that never fire, conditions that always hold, explorers that
//! change nothing, and regions that do not exist. In a script that a person wrote, each of them is
//! probably a mistake. [`check`] warns only of what is certain for every seed, in
//! the default reading of the language. A warning holds with any pins, unless its message begins with
//! "without pins". If a fix deletes such a part, every seed makes the same level as before, with
//! the same pins.
//!
//! Scripts of the older dialect get fewer warnings, for example about limits of 0 and rules after
//! one that always fires, because borders, limits of entities and the surroundings of a region
//! work differently there.
//!
//! The reader of scripts warns of ignored parameters and unused neighborhoods, because a [`Script`]
//! no longer contains them.

// A new variant must not fall into a wildcard unnoticed.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod explorer;
mod regions;
mod values;

use crate::decisions;
use marahel_level::{OUT, TileSet, UNKNOWN};
use marahel_script::parse::{Outline, Report};
use marahel_script::{Condition, Diagnostic, Script, ScriptError, Size};

pub use explorer::EXCLUDED;
use explorer::Site;
use values::Scene;

/// Reads a script, and warns of parts that have no effect or not the apparent one. The warnings are
/// in the order of the document.
pub fn check(text: &str) -> Result<(Script, Vec<Diagnostic>), ScriptError> {
    marahel_script::parse::check(text, None, warn)
}

/// Which conditions are decided where those before them hold, on finished levels of at most this size
/// with this many entities: each with its index and whether it always holds or never.
pub fn decided(conditions: &[Condition], n_entities: usize, max: Size) -> Vec<(usize, bool)> {
    let cells = TileSet::entities(n_entities).union(TileSet::only(UNKNOWN));
    let scene = Scene { cells, outside: TileSet::only(OUT), repeats: 1, max };
    if let Some(excluding) = scene.excluding(conditions) {
        return vec![(excluding, false)];
    }
    let following = scene.following(conditions).into_iter().zip(conditions).enumerate();
    // `self(any)` is the idiom for no condition.
    let is_told = |(holds, condition): &(bool, &Condition)| {
        *holds
            && !matches!(condition, Condition::Bare(estimator) if estimator.counted_here().is_some())
    };
    following.filter(|(_, condition)| is_told(condition)).map(|(index, _)| (index, true)).collect()
}

/// What is wrong with a remainder in a condition that is the number itself in all levels of at most
/// this size, such as `row7` in six rows.
pub fn idle_remainder(condition: &Condition, max: Size) -> Option<String> {
    values::idle_remainder(condition, max)
}

/// Adds the warnings about a script that hold for its current dial values and for other settings.
/// The outline has the places of its parts.
pub fn warn(script: &Script, outline: &Outline, report: &mut Report) {
    let open = TileSet::only(UNKNOWN);
    let pinned = open.union(TileSet::entities(script.entities.len()));
    let mut certain = common_warnings(script, outline, pinned);
    certain.append_others("without pins, ", common_warnings(script, outline, open));
    report.append(certain);
}

fn common_warnings(script: &Script, outline: &Outline, at_first: TileSet) -> Report {
    let mut common = warnings(script, outline, at_first);
    for setting in script.settings().iter().skip(1) {
        common.keep_common(&warnings(setting, outline, at_first));
    }
    common
}

/// The warnings for the current dial values; before the script runs, cells have tiles of
/// `at_first`.
fn warnings(script: &Script, outline: &Outline, at_first: TileSet) -> Report {
    let mut report = Report::default();
    regions::warn(script, outline, &mut report);
    let decided = decisions(script);
    let mut before = at_first;
    for (index, explorer) in script.explorers.iter().enumerate() {
        let during = before.union(explorer.written());
        let site = Site {
            script,
            explorer,
            number: index + 1,
            outline: &outline.explorers[index],
            decided: &decided[index],
            before,
            during,
        };
        site.warn(&mut report);
        before = during;
    }
    report
}

#[cfg(test)]
mod tests;
