//! A smaller script that makes the same levels, or levels that are as good.
//!
//! [`minimise`] takes parts out of a script in two phases. In the exact phase
//! a part goes only if all levels of many seeds stay what they are, tile by
//! tile; in the tolerant phase, if no objective and neither the share of
//! playable levels nor that of different ones falls by more than its standard
//! error allows, each time on levels that were never used before. What is
//! left is told rule by rule, with what each is good for.
//!
//! Levels are made on all threads; what
//! comes out does not depend on how many there are.

mod changes;
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
use problem::Problem;
use script::{Dialect, Locked, Script};
use statistics::Estimate;

pub use changes::changes;
pub use error::MinimiseError;
pub use size::Size;
pub use tidy::{tidy, tidy_best};
pub use worth::{RuleWorth, Without};

use judge::{Exact, Tolerant, Tries};
use measurer::{Measurer, Programs};
use reduce::{History, reduce};
use unit::Reduced;

/// How a script is minimised.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The reading of the language.
    pub semantics: Semantics,
    /// The number that all random numbers come from.
    pub seed: u64,
    /// Levels that must stay what they are in the exact phase.
    pub n_seeds: u32,
    /// Levels of each comparison in the tolerant phase, at least 2.
    pub n_levels: u32,
    /// Whether there is no tolerant phase.
    pub is_exact: bool,
    /// The level of the one-sided tests: how often a quantity that does not
    /// fall is taken to fall, in 0..=0.5. A smaller number tolerates more.
    pub level: f64,
    /// So many candidates are tried at most.
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

/// A smaller script and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimised {
    /// The script as JSON.
    pub script: String,
    /// Whether the old one had comments, which are not in the new one.
    pub had_comments: bool,
    /// How large it was.
    pub before: Size,
    /// How large it is.
    pub after: Size,
    /// What was done, in this order.
    pub steps: Vec<Step>,
    /// Steps that were taken back, for they did not stand the test of fresh levels.
    pub n_undone: u32,
    /// Candidates that were tried.
    pub n_tries: u32,
    /// Whether the search ended since there was nothing left to try, not since
    /// there were too many candidates.
    pub is_complete: bool,
    /// The old script against the new one on levels that were never used
    /// before; empty if both make the same levels.
    pub changes: Vec<Change>,
    /// What each rule is good for, in the order of the script.
    pub rules: Vec<RuleWorth>,
}

/// One step on the way to a smaller script.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The phase that it belongs to.
    pub phase: Phase,
    /// What was done.
    pub what: What,
    /// How large the script was after it.
    pub size: Size,
}

/// A phase of minimising.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// All levels stay what they are.
    Exact,
    /// Levels may change, but not be worse.
    Tolerant,
}

impl Phase {
    /// The name as in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Tolerant => "tolerant",
        }
    }
}

/// What a step did. Explorers and rules have the numbers here that they had in
/// the old script, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Took out these parts.
    Dropped(Vec<String>),
    /// Put a rounder number in the place of another.
    Rounded {
        /// Where.
        place: String,
        /// The old number.
        from: String,
        /// The new one.
        to: String,
    },
}

/// What became of one quantity: an objective, `playable`, the share of
/// playable levels, `different`, the share of levels that no other level of
/// the sample equals, `floor`, how much the floor plans of two levels differ, or `unlike`, how much
/// the ways through them do.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Name of the quantity.
    pub name: String,
    /// What it was.
    pub before: Estimate,
    /// What it is.
    pub after: Estimate,
    /// The mean change from one to the other, level by level.
    pub difference: Estimate,
    /// How often chance gives such a fall, or a larger one, where there is none.
    pub p: f64,
}

/// Makes a script (JSON or JSON5, in today's dialect) smaller.
///
/// Without a `problem` only the exact phase is possible.
///
/// # Errors
///
/// If the text has mistakes or is in the dialect of 2017, if the problem does
/// not know its entities, if some level costs more work than a level may, or
/// if the tolerant phase is asked for without a problem.
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
            // Rounder numbers may leave idle parts; what was lost before must not keep them.
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

/// The script of a text, with nothing locked, for locks are for searches.
fn read(text: &str) -> Result<Script, MinimiseError> {
    let mut script = aiide17::parse_either(text)?;
    if script.dialect != Dialect::Current {
        return Err(MinimiseError::Dialect);
    }
    script.explorers.iter_mut().for_each(|explorer| explorer.locked = Locked::No);
    Ok(script)
}

/// Whether the text of a script has comments.
fn has_comments(text: &str) -> bool {
    let collect = CollectOptions { comments: CommentCollectionStrategy::Separate, tokens: false };
    let parsed = parse_to_ast(text, &collect, &ParseOptions::default());
    parsed.is_ok_and(|parsed| parsed.comments.is_some_and(|comments| !comments.is_empty()))
}

/// The exact phase alone: the script without what no level depends on, and nothing told of it.
/// The defaults of walks are tried as well, as they are written: other units in their place would
/// find other scripts.
fn minimise_exactly(script: &Script, options: &Options) -> Result<Script, MinimiseError> {
    let mut history = History::new(Reduced::new(script.clone()).with_defaults());
    reduce_exactly(script, None, options, &mut Tries::new(options.n_tries_max), &mut history)?;
    Ok(history.now.script)
}

/// Takes out of a script what the levels of many seeds do not depend on.
/// Returns where levels are made, and the programs of the script as it was.
fn reduce_exactly<'p>(
    script: &Script,
    problem: Option<&'p Problem>,
    options: &Options,
    tries: &mut Tries,
    history: &mut History,
) -> Result<(Measurer<'p>, Programs), MinimiseError> {
    let measurer = Measurer::new(script, problem, options)?;
    let original = measurer.programs(script);
    // A script that fails by itself is told so before anything is tried.
    let n_levels = options.n_seeds.min(options.n_levels);
    measurer.measure(&original, measurer.round(tries.fresh_round()), 0..n_levels)?;
    let mut exact = Exact::new(&measurer, &original, options.n_seeds, tries);
    reduce(history, &mut exact, false, tries);
    Ok((measurer, original))
}
