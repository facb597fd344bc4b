//! Makes a script smaller without making its levels worse.
//!
//! [`minimise`] removes parts of a script in two phases. In the exact phase, all levels of many
//! seeds must stay the same, tile by tile. In the tolerant phase, no objective may fall by more
//! than its standard error allows, nor may the shares of playable and of different levels; each
//! test uses new levels. A report then shows the use of each remaining rule.
//!
//! All threads make levels; the result does not depend on their number.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

mod ddmin;
mod dead;
mod error;
mod judge;
mod measurer;
mod reduce;
mod round;
mod size;
mod tidy;
mod unit;
mod worth;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use marahel::Semantics;
use marahel_problem::Problem;
use marahel_script::{Dialect, Locked, Script};
use marahel_statistics::Estimate;

pub use error::MinimiseError;
pub use size::Size;
pub use tidy::tidy_best;
pub use worth::{RuleWorth, Without};

use judge::{Exact, Tolerant, Tries};
use measurer::{Measurer, Programs};
use reduce::{History, reduce};
use unit::Reduced;

/// Settings of minimising.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The reading of the language.
    pub semantics: Semantics,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Levels that must stay the same in the exact phase.
    pub n_seeds: u32,
    /// Levels of each comparison in the tolerant phase, at least 2.
    pub n_levels: u32,
    /// Whether to skip the tolerant phase.
    pub is_exact: bool,
    /// Significance level of the one-sided tests, in 0..=0.5: how often a quantity that does not
    /// fall seems to fall. A smaller level tolerates more.
    pub level: f64,
    /// Maximum number of candidates to try.
    pub n_tries_max: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            semantics: Semantics::default(),
            seed: 1,
            n_seeds: 1000,
            n_levels: 2000,
            is_exact: false,
            level: 0.05,
            n_tries_max: 2000,
        }
    }
}

/// A smaller script and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimised {
    /// The script as JSON.
    pub script: String,
    /// Whether the old script had comments, which the new one lacks.
    pub had_comments: bool,
    /// The old size.
    pub before: Size,
    /// The new size.
    pub after: Size,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Steps that were undone because they failed on new levels.
    pub n_undone: u32,
    /// Number of candidates that were tried.
    pub n_tries: u32,
    /// Whether nothing was left to try; otherwise the limit of candidates ended the search.
    pub is_complete: bool,
    /// Comparison of the old script with the new one on new levels; empty if both make the same
    /// levels.
    pub changes: Vec<Change>,
    /// The use of each rule, in the order of the script.
    pub rules: Vec<RuleWorth>,
}

/// One step on the way to a smaller script.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its phase.
    pub phase: Phase,
    /// The change.
    pub what: What,
    /// The size of the script after it.
    pub size: Size,
}

/// A phase of minimising.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// All levels stay the same.
    Exact,
    /// Levels may change, but must not become worse.
    Tolerant,
}

impl Phase {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Tolerant => "tolerant",
        }
    }
}

/// The change of a step. Explorers and rules keep the numbers of the old script, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Removed these parts.
    Dropped(Vec<String>),
    /// Replaced a number by a rounder one.
    Rounded {
        /// The place of the number.
        place: String,
        /// The old number.
        from: String,
        /// The new one.
        to: String,
    },
}

/// The change of one quantity: an objective; `playable`, the share of playable levels; `different`,
/// the share of levels that equal no other level of the sample; `floor`, how much the floor plans
/// of two levels differ; or `unlike`, how much the ways through them do.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Name of the quantity.
    pub name: String,
    /// The old value.
    pub before: Estimate,
    /// The new value.
    pub after: Estimate,
    /// The mean change, level by level.
    pub difference: Estimate,
    /// The p-value: how often chance produces such a fall or a larger one.
    pub p: f64,
}

/// Makes a script (JSON or JSON5, in today's dialect) smaller.
///
/// Without a `problem` only the exact phase is possible.
///
/// # Errors
///
/// If the text has mistakes or is in the dialect of 2017, if the problem does not know its
/// entities, if a level exceeds the work limit, or if the tolerant phase is requested without a
/// problem.
pub fn minimise(
    text: &str,
    problem: Option<&Problem>,
    options: &Options,
) -> Result<Minimised, MinimiseError> {
    if problem.is_none() && !options.is_exact {
        return Err(MinimiseError::NoProblem);
    }
    let script = read(text)?;
    let mut tries = Tries::new(options.n_tries_max);
    let mut history = History::new(Reduced::new(script.clone()));
    let (measurer, original) = reduce_exactly(&script, problem, options, &mut tries, &mut history)?;
    let mut changes = Vec::new();
    if !options.is_exact {
        let n_steps_exact = history.steps.len();
        let mut tolerant = Tolerant::new(&measurer, &original, options.n_levels, options.level);
        reduce(&mut history, &mut tolerant, true, &mut tries);
        if let Some(failure) = tolerant.failure() {
            return Err(failure.into());
        }
        if history.steps.len() > n_steps_exact {
            changes = tolerant.into_confirmed().unwrap_or_default();
            // Rounder numbers may leave idle parts; earlier losses must not keep them.
            let program =
                measurer.program(&history.now.script).expect("it was accepted as a script");
            let mut exact = Exact::new(&measurer, &program, options.n_seeds, &mut tries);
            reduce(&mut history, &mut exact, false, &mut tries);
        }
    }
    let rules =
        worth::worths(&measurer, &history.now.script, options.n_levels, tries.fresh_round())?;
    Ok(Minimised {
        script: history.now.script.to_string(),
        had_comments: has_comments(text),
        before: Size::of(&script),
        after: Size::of(&history.now.script),
        steps: history.steps,
        n_undone: history.n_undone,
        n_tries: tries.n,
        is_complete: !tries.is_spent,
        changes,
        rules,
    })
}

/// Parses a script and unlocks everything: locks are only for searches.
fn read(text: &str) -> Result<Script, MinimiseError> {
    let mut script = marahel_dialects::parse(text)?;
    if script.dialect != Dialect::Current {
        return Err(MinimiseError::Dialect);
    }
    script.explorers.iter_mut().for_each(|explorer| explorer.locked = Locked::No);
    Ok(script)
}

fn has_comments(text: &str) -> bool {
    let collect = CollectOptions { comments: CommentCollectionStrategy::Separate, tokens: false };
    let parsed = parse_to_ast(text, &collect, &ParseOptions::default());
    parsed.is_ok_and(|parsed| parsed.comments.is_some_and(|comments| !comments.is_empty()))
}

/// Runs only the exact phase, without a report. Also tries to remove the defaults of walks as if
/// written: other units would lead to other scripts.
fn minimise_exactly(script: &Script, options: &Options) -> Result<Script, MinimiseError> {
    let mut history = History::new(Reduced::new(script.clone()).with_defaults());
    reduce_exactly(script, None, options, &mut Tries::new(options.n_tries_max), &mut history)?;
    Ok(history.now.script)
}

/// Removes parts of a script that no level of many seeds depends on. Returns the measurer, and the
/// programs of the original script.
fn reduce_exactly<'p>(
    script: &Script,
    problem: Option<&'p Problem>,
    options: &Options,
    tries: &mut Tries,
    history: &mut History,
) -> Result<(Measurer<'p>, Programs), MinimiseError> {
    let measurer = Measurer::new(script, problem, options)?;
    let original = measurer.programs(script);
    // Report a failing script before trying anything.
    let n_levels = options.n_seeds.min(options.n_levels);
    measurer.measure(&original, measurer.round(tries.fresh_round()), 0..n_levels)?;
    let mut exact = Exact::new(&measurer, &original, options.n_seeds, tries);
    reduce(history, &mut exact, false, tries);
    Ok((measurer, original))
}
