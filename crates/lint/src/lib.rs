//! Warnings: parts of a script that are allowed, but do nothing.
//!
//! A rule that never fires, a condition that always holds, an explorer that
//! changes nothing, a region that is not there: evolved scripts are full of them,
//! but in a script that a person wrote, each is probably a mistake. [`check`] only
//! warns of what is certain for every seed, under [`Semantics::Documented`]. It holds with any
//! pins, or the message begins with "without pins". Where a fix deletes such a part, every seed
//! gives the same level as before, with the same pins.
//!
//! Some words mean something else in scripts of 2017: borders, limits of entities,
//! what lies around a region. So fewer warnings are given for them, such as for
//! numbers that are 0 and for rules after one that always fires.
//!
//! The reader itself warns of parameters that their explorer ignores and of unused
//! neighborhoods, since a [`Script`] no longer contains them.

#![allow(clippy::missing_errors_doc, reason = "the types of errors say what can go wrong")]
// A new variant must not be mistaken in silence.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

/// The examples of the README are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod explorer;
mod regions;
mod values;

use level::{TileSet, UNKNOWN};
use marahel::{Semantics, decisions};
use script::parse::{Outline, Report};
use script::{Diagnostic, Script, ScriptError};

use explorer::Site;

/// Reads a script of either dialect and warns of what can be deleted without
/// changing a level, or does not do what it seems to.
///
/// The warnings are in the order of the document.
pub fn check(text: &str) -> Result<(Script, Vec<Diagnostic>), ScriptError> {
    aiide17::check(text, warn)
}

/// Adds the warnings about a script, whose parts stand where the outline says: those that hold
/// as its dials are set, and however they are turned.
fn warn(script: &Script, outline: &Outline, report: &mut Report) {
    let warnings = |at_first: TileSet| {
        let as_set = |script: &Script| {
            let mut report = Report::default();
            warn_as_set(script, outline, at_first, &mut report);
            report
        };
        let mut common = as_set(script);
        for turned in script.settings().iter().skip(1) {
            common.keep_common(&as_set(turned));
        }
        common
    };
    let open = TileSet::only(UNKNOWN);
    let mut certain = warnings(open.union(TileSet::entities(script.entities.len())));
    certain.append_others("without pins, ", warnings(open));
    report.append(certain);
}

/// The same for a script as its dials are set; cells may hold `at_first` before it runs.
fn warn_as_set(script: &Script, outline: &Outline, at_first: TileSet, report: &mut Report) {
    regions::warn(script, outline, report);
    let decided = decisions(script, Semantics::Documented);
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
        site.warn(report);
        before = during;
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
