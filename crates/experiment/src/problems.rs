//! The problems by their names: the one place that lists them.

use binary::Binary;
use grammar::{Decoder, Grammar, ScriptTrees};
use problem::{Problem, ProblemError};
use sokoban::Sokoban;
use zelda::Zelda;

use crate::{Config, ExperimentError};

/// Names of all problems.
pub const NAMES: [&str; 3] = ["binary", "zelda", "sokoban"];

/// The problem of a config, with its settings.
///
/// # Errors
///
/// If there is no such problem, or its settings make no sense.
pub fn problem_of(config: &Config) -> Result<Box<dyn Problem>, ExperimentError> {
    let name = &config.problem;
    let problem = match name.as_str() {
        "binary" => boxed(Binary::new(&config.binary.clone().unwrap_or_default())),
        "zelda" => boxed(Zelda::new(&config.zelda.clone().unwrap_or_default())),
        "sokoban" => boxed(Sokoban::new(&config.sokoban.clone().unwrap_or_default())),
        _ => return Err(ExperimentError::UnknownProblem { name: name.clone() }),
    };
    problem.map_err(|source| ExperimentError::Problem { problem: name.clone(), source })
}

fn boxed<P: Problem + 'static>(
    made: Result<P, ProblemError>,
) -> Result<Box<dyn Problem>, ProblemError> {
    made.map(|problem| Box::new(problem) as Box<dyn Problem>)
}

/// The decoder of a config's genomes, for the entities of its problem.
///
/// # Errors
///
/// If the config names a grammar with mistakes.
pub fn decoder_of(config: &Config, problem: &dyn Problem) -> Result<Decoder, ExperimentError> {
    Ok(Decoder {
        grammar: grammar_of(config, problem, Grammar::fdg20)?,
        shape: config.genome,
        layout: config.layout,
        cleanup: config.cleanup,
    })
}

/// The free genomes of a config, for the entities of its problem.
///
/// # Errors
///
/// If the config names a grammar with mistakes.
pub fn script_trees_of(
    config: &Config,
    problem: &dyn Problem,
) -> Result<ScriptTrees, ExperimentError> {
    let grammar = grammar_of(config, problem, Grammar::free)?;
    Ok(ScriptTrees::new(grammar, config.cleanup)?)
}

/// The grammar that a config names, or the built-in one.
fn grammar_of(
    config: &Config,
    problem: &dyn Problem,
    built_in: impl FnOnce() -> Grammar,
) -> Result<Grammar, ExperimentError> {
    let grammar = match &config.grammar_text {
        None => built_in(),
        Some(text) => Grammar::parse(text).map_err(|source| ExperimentError::Grammar {
            path: config.grammar.clone().unwrap_or_default(),
            source,
        })?,
    };
    let entities = problem.initial_weights().iter().map(|(name, _)| name.as_str());
    Ok(grammar.with_symbol(Grammar::ENTITY, entities))
}
