//! The final front, measured again on levels that the search never saw.
//!
//! The fitness of a survivor is a mean over sampled levels, and selection favours lucky means.
//! Fresh levels show the real worth of a generator.

use std::cmp::Ordering;
use std::sync::Arc;

use indexmap::IndexMap;
use marahel_config::Individual;
use marahel_problem::Problem;
use marahel_script::Document;
use marahel_search::{
    N_VOLUME_OBJECTIVES_MAX, Objectives, feasible_hypervolume, non_dominated_sort,
};
use serde_json::Value;

use crate::Monitor;
use crate::judging::crew::{Job, Workers};
use crate::judging::evaluate::Evaluator;
use crate::run::UNDERSTOOD;
use marahel_config::{EvolutionError, Genome};
use marahel_problem::Sample;

pub(crate) use equals::unite_equals;

/// A member of the final front.
#[derive(Clone, Debug, PartialEq)]
pub struct FrontMember {
    /// Birth index of the individual.
    pub id: u64,
    pub genome: Genome,
    /// Objectives as measured by the search.
    pub objectives: Vec<f64>,
    /// Measurements on validation levels; `None` without levels or validation.
    pub validation: Option<Sample>,
    /// The same in the other reading of the language, if the config asks for both.
    pub validation_other: Option<Sample>,
    /// Whether no other member dominates it by the validated means; without validation, as the
    /// search left it.
    pub is_still_non_dominated: bool,
    /// Number of explorers, the initial one included.
    pub n_explorers: usize,
    /// The whole script; `None` if the expansion of the genome never ends.
    pub script: Option<Value>,
    /// Id of the member that represents all members with the same script, or with scripts that make
    /// the same levels.
    pub script_id: u64,
    /// Whether the search began with it: a user gave it, or it explains the drawings.
    pub is_known: bool,
    /// Whether it is the script that explains the drawings.
    pub is_understood: bool,
}

/// The first front of a population, not measured again yet.
///
/// Best first: by the first objective, then the second and so on.
pub(crate) fn first_front(
    population: &[Individual],
    evaluator: &Evaluator<'_>,
) -> Result<Vec<FrontMember>, EvolutionError> {
    let mut front: Vec<&Individual> =
        population.iter().filter(|individual| individual.rank == 0).collect();
    front.sort_by(|left, right| {
        better_first(&left.objectives, &right.objectives).then(left.id.cmp(&right.id))
    });
    members(front, evaluator)
}

/// Individuals with their scripts, not measured again yet.
pub(crate) fn members<'i>(
    individuals: impl IntoIterator<Item = &'i Individual>,
    evaluator: &Evaluator<'_>,
) -> Result<Vec<FrontMember>, EvolutionError> {
    let mut first_ids: IndexMap<Option<u128>, u64> = IndexMap::new();
    let mut members = Vec::new();
    for member in individuals {
        let document = evaluator.decode(&member.genome)?;
        let hash = document.as_ref().map(|document| document.hash());
        let script = document.map(|document| evaluator.script_of(&document));
        let explorers = script.as_ref().and_then(|script| script["explorers"].as_array());
        members.push(FrontMember {
            id: member.id,
            genome: member.genome.clone(),
            objectives: member.objectives.clone(),
            validation: None,
            validation_other: None,
            is_still_non_dominated: true,
            n_explorers: explorers.map_or(0, Vec::len),
            script,
            script_id: *first_ids.entry(hash).or_insert(member.id),
            is_known: false,
            is_understood: false,
        });
    }
    Ok(members)
}

/// Adds the scripts of a user and the one that explains the drawings, or marks those that the search
/// kept.
pub(crate) fn add_known(
    front: &mut Vec<FrontMember>,
    scripts: &[Individual],
    evaluator: &Evaluator<'_>,
) -> Result<(), EvolutionError> {
    for script in scripts {
        if front.iter().all(|member| member.genome != script.genome) {
            front.extend(members([script], evaluator)?);
        }
        for member in front.iter_mut().filter(|member| member.genome == script.genome) {
            member.is_known = true;
            member.is_understood = script.operator == UNDERSTOOD;
        }
    }
    Ok(())
}

/// Measures a front on `n_maps` validation levels; does nothing if 0.
pub(crate) fn validate(
    front: &mut [FrontMember],
    evaluator: &Evaluator<'_>,
    n_maps: u32,
    monitor: &dyn Monitor,
) -> Result<(), EvolutionError> {
    if n_maps == 0 {
        return Ok(());
    }
    let documents = front
        .iter()
        .map(|member| evaluator.decode(&member.genome))
        .collect::<Result<Vec<_>, _>>()?;
    let genomes = front.iter().map(|member| &member.genome);
    let decoded: Vec<_> = genomes.zip(&documents).collect();
    let samples = measure_scripts(&decoded, evaluator, n_maps, monitor)?;
    for (member, document) in front.iter_mut().zip(&documents) {
        let measured =
            document.as_ref().and_then(|document| samples.get(&document.hash())).cloned();
        (member.validation, member.validation_other) = measured.unwrap_or_default();
    }
    mark_non_dominated(front)
}

/// Measures the members of a front at these indices on `n_maps` validation levels.
pub(crate) fn validate_some(
    front: &mut [FrontMember],
    indices: &[usize],
    evaluator: &Evaluator<'_>,
    n_maps: u32,
    monitor: &dyn Monitor,
) -> Result<(), EvolutionError> {
    let mut chosen: Vec<FrontMember> = indices.iter().map(|&index| front[index].clone()).collect();
    validate(&mut chosen, evaluator, n_maps, monitor)?;
    for (&index, member) in indices.iter().zip(chosen) {
        front[index] = member;
    }
    mark_non_dominated(front)
}

/// Samples of a script: in the config's reading, and in the other one if the config asks for both.
type Samples = (Option<Sample>, Option<Sample>);

/// Measures each different script once, on all threads or by the crew. The keys are hashes of
/// scripts.
fn measure_scripts(
    decoded: &[(&Genome, &Option<Arc<Document>>)],
    evaluator: &Evaluator<'_>,
    n_maps: u32,
    monitor: &dyn Monitor,
) -> Result<IndexMap<u128, Samples>, EvolutionError> {
    let mut distinct: IndexMap<u128, (&Genome, &Document)> = IndexMap::new();
    for &(genome, document) in decoded {
        let Some(document) = document else { continue };
        distinct.entry(document.hash()).or_insert((genome, document));
    }
    let scripts: Vec<_> = distinct.values().copied().collect();
    let samples = Workers { monitor, ..evaluator.workers }.work(
        &scripts,
        |&(genome, _)| Job::Validate { genome, n_maps },
        |&(_, document)| evaluator.validate(document, n_maps, monitor),
    )?;
    Ok(distinct.into_keys().zip(samples).collect())
}

fn mark_non_dominated(front: &mut [FrontMember]) -> Result<(), EvolutionError> {
    if front.is_empty() {
        return Ok(());
    }
    let ranks = non_dominated_sort(&validated_means(front)?);
    for (member, rank) in front.iter_mut().zip(ranks) {
        member.is_still_non_dominated = rank == 0;
    }
    Ok(())
}

/// The volume that a front dominates by its means on `n_maps` validation levels, in 0..=1. Reuses
/// the validation if it had just as many levels. `None` for too many objectives.
pub(crate) fn validated_hypervolume(
    front: &[FrontMember],
    evaluator: &Evaluator<'_>,
    n_maps: u32,
    monitor: &dyn Monitor,
) -> Result<Option<f64>, EvolutionError> {
    if !has_hypervolume(evaluator.problem) {
        return Ok(None);
    }
    let mut samples = front.iter().filter_map(|member| member.validation.as_ref()).peekable();
    let is_known = samples.peek().is_some() && samples.all(|sample| sample.n_maps == n_maps);
    if is_known {
        return Ok(feasible_hypervolume(&validated_means(front)?));
    }
    let mut front = front.to_vec();
    validate(&mut front, evaluator, n_maps, monitor)?;
    Ok(feasible_hypervolume(&validated_means(&front)?))
}

/// Whether a problem has few enough objectives to measure the hypervolume of its fronts.
pub(crate) fn has_hypervolume(problem: &Problem) -> bool {
    problem.objectives().len() <= N_VOLUME_OBJECTIVES_MAX
}

/// The validated means of a front, one row for each member; zeros for one without levels.
fn validated_means(front: &[FrontMember]) -> Result<Objectives, EvolutionError> {
    let n_objectives = front.first().map_or(0, |member| member.objectives.len());
    let rows: Vec<Vec<f64>> = front
        .iter()
        .map(|member| match &member.validation {
            Some(sample) => sample.scores.iter().map(marahel_problem::Tally::mean).collect(),
            None => vec![0.0; n_objectives],
        })
        .collect();
    Ok(Objectives::from_rows(n_objectives, rows.iter().map(Vec::as_slice))?)
}

/// Compares objectives from the first to the last; larger values come first.
fn better_first(left: &[f64], right: &[f64]) -> Ordering {
    let pairs = left.iter().zip(right);
    pairs
        .map(|(left, right)| right.total_cmp(left))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

mod equals;
#[cfg(test)]
mod tests;
