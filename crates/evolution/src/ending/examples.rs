//! Levels to look at.

use std::sync::Arc;

use level::Level;
use marahel::Generator;
use problem::Problem;

use config::{Config, ExperimentError};

/// The first `n` levels of a script that a run found: those that
/// `marahel generate` makes of it from seed 0 on, in the tiles of the problem.
///
/// `None` if it wants more work done than a level may cost. A script that has
/// other entities than the problem, as one that was edited may, keeps its own tiles.
///
/// # Errors
///
/// If the text is no script.
pub fn example_levels(
    script: &str,
    n: u64,
    config: &Config,
    problem: &Problem,
) -> Result<Option<Vec<Level>>, ExperimentError> {
    let parsed = aiide17::parse_either(script)
        .map_err(|source| ExperimentError::Script { script: script.to_owned(), source })?;
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
