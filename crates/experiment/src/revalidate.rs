//! Measuring the front of a finished run again.

use std::path::Path;

use crate::evaluate::Evaluator;
use crate::front::{self, FrontMember};
use crate::tables::{read_front, write_front};
use crate::{Config, ExperimentError, problem_of};

/// Measures the front of a run folder on `n_maps` validation levels and
/// replaces its `front.csv`.
///
/// # Errors
///
/// If the folder is not that of a finished run, or cannot be written to.
pub fn revalidate(folder: &Path, n_maps: u32) -> Result<Vec<FrontMember>, ExperimentError> {
    let config = Config::load(Some(&folder.join("config.toml")), &[])?;
    let problem = problem_of(&config)?;
    let evaluator = Evaluator::new(&config, &*problem)?;
    let members = read_front(folder, problem.objectives())?;
    let mut front = front::first_front(&members, evaluator.phenotype())?;
    front::validate(&mut front, &evaluator, n_maps)?;
    write_front(folder, &front, problem.objectives())?;
    Ok(front)
}
