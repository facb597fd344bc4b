//! Measuring the results of a finished run again.

use std::path::Path;

use marahel_config::Individual;

use crate::ending::best::best_member;
use crate::ending::front::{self, FrontMember};
use crate::folder::lock::Lock;
use crate::folder::tables::{add_last_volume, read_individuals, write_members};
use crate::folder::write_best;
use crate::judging::crew::Workers;
use crate::judging::evaluate::Evaluator;
use crate::{Crew, RunStatus, Unwatched, config_of_run};
use marahel_config::{EvolutionError, Problems, problem_of};

/// Measures the front of a run folder on `n_maps` validation levels, and replaces its `front.csv`.
/// A generator to try first stays, since it may be tidied. If the run was stopped before it
/// measured its last front, also adds the last point of its curve of validated hypervolumes. A crew
/// measures the levels with the same result.
///
/// # Errors
///
/// If the folder does not hold a finished run, a program is writing into it, it has links, or it
/// cannot be written.
pub fn revalidate(
    problems: Problems,
    folder: &Path,
    n_maps: u32,
    crew: Option<&dyn Crew>,
) -> Result<Vec<FrontMember>, EvolutionError> {
    let config = config_of_run(problems, folder)?;
    let problem = problem_of(&config);
    let _lock = Lock::take(folder)?;
    let workers = Workers { monitor: &Unwatched, crew };
    let evaluator = Evaluator::new(&config, &problem)?.with_workers(workers);
    let members = revalidate_table(&folder.join("front.csv"), &evaluator, n_maps, |individuals| {
        let mut front = front::first_front(individuals, &evaluator)?;
        front::unite_equals(&mut front, &evaluator)?;
        Ok(front)
    })?;
    if let Some(best) = best_member(&members, problem.objectives())
        && !folder.join("best.json").exists()
    {
        write_best(folder, best, None, &config, &problem)?;
    }
    if config.n_curve_maps() > 0 && front::has_hypervolume(&problem) {
        add_last_volume(folder, || {
            let n_maps = config.n_curve_maps();
            let volume = front::validated_hypervolume(&members, &evaluator, n_maps, &Unwatched)?;
            problem.check_judge()?;
            Ok(volume)
        })?;
    }
    if let Some(status) = RunStatus::read(folder)? {
        RunStatus { n_validation_levels: n_maps, ..status }.write(folder)?;
    }
    Ok(members)
}

/// Measures the survivors of the random first generation of a run folder on `n_maps` validation
/// levels. Replaces its `random.csv` by a table like that of a front, without scripts: these are
/// not kept.
pub fn revalidate_random(
    problems: Problems,
    folder: &Path,
    n_maps: u32,
) -> Result<Vec<FrontMember>, EvolutionError> {
    let config = config_of_run(problems, folder)?;
    let problem = problem_of(&config);
    let _lock = Lock::take(folder)?;
    let evaluator = Evaluator::new(&config, &problem)?;
    revalidate_table(&folder.join("random.csv"), &evaluator, n_maps, |individuals| {
        let mut members = front::members(individuals, &evaluator)?;
        for member in &mut members {
            member.script = None;
        }
        Ok(members)
    })
}

/// Measures the individuals of a table again, converted to members by `arrange`, and replaces the
/// table.
fn revalidate_table(
    path: &Path,
    evaluator: &Evaluator<'_>,
    n_maps: u32,
    arrange: impl Fn(&[Individual]) -> Result<Vec<FrontMember>, EvolutionError>,
) -> Result<Vec<FrontMember>, EvolutionError> {
    let problem = evaluator.problem;
    let individuals = read_individuals(path, problem.objectives())?;
    check_genes(path, &individuals, evaluator)?;
    let mut members = arrange(&individuals)?;
    front::validate(&mut members, evaluator, n_maps, &Unwatched)?;
    problem.check_judge()?;
    write_members(path, &members, problem.objectives())?;
    Ok(members)
}

/// Rejects a table with genes that do not fit this run, and names the row.
fn check_genes(
    path: &Path,
    individuals: &[Individual],
    evaluator: &Evaluator<'_>,
) -> Result<(), EvolutionError> {
    for (index, individual) in individuals.iter().enumerate() {
        evaluator.decode(&individual.genome).map_err(|error| {
            let message = format!("row {}, column `genes`: {error}", index + 1);
            EvolutionError::content(path, message)
        })?;
    }
    Ok(())
}
