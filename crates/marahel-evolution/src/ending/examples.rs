//! Levels to look at.

use std::sync::Arc;

use marahel::Generator;
use marahel_level::Level;
use marahel_problem::Problem;

use marahel_config::{Config, EvolutionError};

/// The first `n` levels of a script from a run: those that `marahel generate` makes from seed 0 on,
/// with the tiles of the problem.
///
/// `None` if the script exceeds the work limit of a level. A script whose entities differ from the
/// problem's, for example after editing, keeps its own tiles.
///
/// # Errors
///
/// If the text is not a script.
pub fn example_levels(
    script: &str,
    n: u64,
    config: &Config,
    problem: &Problem,
) -> Result<Option<Vec<Level>>, EvolutionError> {
    let parsed = marahel_dialects::parse(script)
        .map_err(|source| EvolutionError::Script { script: script.to_owned(), source })?;
    let generator = Generator::new(&parsed, config.semantics);
    let names = problem.palette().entities().iter().map(|entity| &entity.name);
    let palette =
        if parsed.entities.iter().eq(names) { problem.palette() } else { generator.palette() };
    let levels = (0..n).map(|seed| generator.generate(seed).ok());
    let levels = levels.map(|level| Some(Level::from_view(level?.view(), Arc::clone(palette))));
    Ok(levels.collect())
}

#[cfg(test)]
mod tests;
