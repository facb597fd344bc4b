//! Makes a script smaller without changing its levels.
//!
//! [`minimise`] removes parts of a script as long as all levels of many seeds stay the same, tile by
//! tile. [`tidy_best`] makes the best script of a search ready to read.

mod ddmin;
mod dead;
mod exact;
mod reduce;
mod tidy;
mod unit;

#[cfg(test)]
mod tests;

use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use marahel_problem::Problem;
use marahel_script::{Locked, Script};

pub use tidy::tidy_best;

use crate::ImproveError;
use exact::Exact;
use reduce::{History, Tries, reduce};
use unit::Reduced;

/// Settings of minimising.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether the scores of the problem have to stay the same, too.
    pub is_rated: bool,
    pub seed: u64,
    /// Levels that must stay the same.
    pub n_seeds: u32,
    /// Maximum number of candidates to try.
    pub n_tries_max: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { is_rated: true, seed: 1, n_seeds: 1000, n_tries_max: 2000 }
    }
}

/// A smaller script and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimised {
    /// The script as JSON.
    pub script: String,
    /// Whether the old script had comments, which the new one lacks.
    pub had_comments: bool,
    /// The kinds of parts that went, each with their number.
    pub dropped: Vec<(&'static str, usize)>,
    /// The length of the text before and after.
    pub n_characters: [usize; 2],
    /// Number of candidates that were tried.
    pub n_tries: u32,
    /// Whether nothing was left to try; otherwise the limit of candidates ended the search.
    pub is_complete: bool,
}

/// Makes a script (JSON or JSON5, in today's dialect) smaller, as `problem` reads it.
pub fn minimise(
    text: &str,
    problem: &Problem,
    options: &Options,
) -> Result<Minimised, ImproveError> {
    let script = read(text)?;
    let mut tries = Tries::new(options.n_tries_max);
    let whole = Reduced::new(script.clone());
    let History { now, steps } = reduced(whole, problem, options, &mut tries)?;
    let mut dropped: Vec<(&'static str, usize)> = Vec::new();
    for kind in steps.iter().flat_map(|(_, units)| units).map(|unit| unit.kind()) {
        match dropped.iter_mut().find(|(counted, _)| *counted == kind) {
            Some((_, n)) => *n += 1,
            None => dropped.push((kind, 1)),
        }
    }
    let texts = [&script, &now.script].map(Script::to_string);
    let n_characters = texts.each_ref().map(|text| text.chars().count());
    let [_, script] = texts;
    Ok(Minimised {
        script,
        had_comments: has_comments(text),
        dropped,
        n_characters,
        n_tries: tries.n,
        is_complete: !tries.is_spent,
    })
}

/// Parses a script and unlocks everything: locks are only for searches.
fn read(text: &str) -> Result<Script, ImproveError> {
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

/// Removes parts of a script that no level of many seeds depends on.
fn reduced(
    whole: Reduced,
    problem: &Problem,
    options: &Options,
    tries: &mut Tries,
) -> Result<History, ImproveError> {
    let mut exact = Exact::new(&whole.script, problem, options, tries)?;
    let mut history = History::new(whole);
    reduce(&mut history, &mut exact, tries);
    Ok(history)
}
