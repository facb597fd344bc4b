//! Levels to look at.

use std::sync::Arc;

use marahel_level::Level;
use marahel_problem::Problem;

use marahel_config::{Config, EvolutionError, script_for};

/// The first `n` levels of a script: those that `marahel generate` makes from seed 0 on, with the
/// tiles of the problem, matched by name.
///
/// `None` if the script exceeds the work limit of a level. A script with an entity that the problem
/// lacks, for example after editing, keeps its own tiles.
pub fn example_levels(
    script: &str,
    n: u64,
    config: &Config,
    problem: &Problem,
) -> Result<Option<Vec<Level>>, EvolutionError> {
    let parsed = marahel_dialects::parse(script)
        .map_err(|source| EvolutionError::Script { script: script.to_owned(), source })?;
    let names: Vec<_> = config.names.clone().into_iter().collect();
    let cast = script_for(parsed.clone(), problem, &names);
    let palette = cast.is_ok().then(|| Arc::clone(problem.palette()));
    let generator = problem.generator(&cast.unwrap_or(parsed));
    let levels = (0..n).map(|seed| generator.generate(seed).ok()?.in_palette(palette.clone()).ok());
    Ok(levels.collect())
}

#[cfg(test)]
mod tests;
