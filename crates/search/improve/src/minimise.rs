//! Makes a script smaller without changing its levels.
//!
//! [`minimise`] removes parts of a script as long as all levels of many seeds stay the same, tile by
//! tile. A report then shows the use of each remaining rule.
//!
//! All threads make levels; the result does not depend on their number.

mod ddmin;
mod dead;
mod error;
mod judge;
mod measurer;
mod reduce;
mod size;
mod tidy;
mod unit;
mod worth;

#[cfg(test)]
mod tests;

use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use marahel_problem::Problem;
use marahel_script::{Locked, Script};
use marahel_statistics::Estimate;

pub use error::MinimiseError;
pub use size::Size;
pub use tidy::tidy_best;
pub use worth::{RuleWorth, Without};

use judge::{Exact, Tries};
use measurer::Measurer;
use reduce::{History, reduce};
use unit::Reduced;

/// Settings of minimising.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether the report also rates the levels without each rule by the problem.
    pub is_rated: bool,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Levels that must stay the same.
    pub n_seeds: u32,
    /// Levels without each rule in the report, at least 2.
    pub n_levels: u32,
    /// Maximum number of candidates to try.
    pub n_tries_max: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { is_rated: true, seed: 1, n_seeds: 1000, n_levels: 2000, n_tries_max: 2000 }
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
    /// The use of each rule, in the order of the script.
    pub rules: Vec<RuleWorth>,
}

/// One step on the way to a smaller script.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The parts that it removed. Explorers and rules have the numbers of the old script, from 1.
    pub dropped: Vec<String>,
    /// The size of the script after it.
    pub size: Size,
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
}

/// Makes a script (JSON or JSON5, in today's dialect) smaller, as `problem` reads it.
pub fn minimise(
    text: &str,
    problem: &Problem,
    options: &Options,
) -> Result<Minimised, MinimiseError> {
    let script = read(text)?;
    let mut tries = Tries::new(options.n_tries_max);
    let mut history = History::new(Reduced::new(script.clone()));
    let measurer = remove_idle(&script, problem, options, &mut tries, &mut history)?;
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
        rules,
    })
}

/// Parses a script and unlocks everything: locks are only for searches.
fn read(text: &str) -> Result<Script, MinimiseError> {
    let mut script = marahel_dialects::parse(text)?;
    script.dialect.check_current("minimised")?;
    script.explorers.iter_mut().for_each(|explorer| explorer.locked = Locked::No);
    Ok(script)
}

fn has_comments(text: &str) -> bool {
    let collect = CollectOptions { comments: CommentCollectionStrategy::Separate, tokens: false };
    let parsed = parse_to_ast(text, &collect, &ParseOptions::default());
    parsed.is_ok_and(|parsed| parsed.comments.is_some_and(|comments| !comments.is_empty()))
}

/// Minimises without a report. Also tries to remove the defaults of walks as if
/// written: other units would lead to other scripts.
fn without_report(
    script: &Script,
    problem: &Problem,
    options: &Options,
) -> Result<Script, MinimiseError> {
    let mut history = History::new(Reduced::new(script.clone()).with_defaults());
    remove_idle(script, problem, options, &mut Tries::new(options.n_tries_max), &mut history)?;
    Ok(history.now.script)
}

/// Removes parts of a script that no level of many seeds depends on. Returns the measurer.
fn remove_idle<'p>(
    script: &Script,
    problem: &'p Problem,
    options: &Options,
    tries: &mut Tries,
    history: &mut History,
) -> Result<Measurer<'p>, MinimiseError> {
    let measurer = Measurer::new(script, problem, options)?;
    let original = measurer.programs(script);
    // Report a failing script before trying anything.
    let n_levels = options.n_seeds.min(options.n_levels);
    measurer.measure(&original, measurer.round(tries.fresh_round()), 0..n_levels)?;
    let mut exact = Exact::new(&measurer, &original, options.n_seeds, tries);
    reduce(history, &mut exact, tries);
    Ok(measurer)
}
