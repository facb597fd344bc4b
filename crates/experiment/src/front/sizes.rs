//! Generators by the size of their levels.

use std::path::Path;

use rayon::prelude::*;

use super::FrontMember;
use crate::crew::{Job, answers};
use crate::evaluate::Evaluator;
use crate::{CsvText, ExperimentError, Sample, Unwatched, set_measures, write_atomically};

/// What a generator is worth on levels of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct OfSize {
    /// Columns and rows.
    pub size: (usize, usize),
    /// Whether the search saw levels of this size.
    pub is_searched: bool,
    /// What its levels are like; `None` if one of them may not cost as much.
    pub sample: Option<Sample>,
}

/// Measures each member on `n_maps` validation levels of each size of the search and of
/// the validation; not at all where there is only one.
///
/// # Errors
///
/// If the grammar wrote what is not a script.
pub(crate) fn measure(
    front: &mut [FrontMember],
    evaluator: &Evaluator<'_>,
    n_maps: u32,
) -> Result<(), ExperimentError> {
    let sizes = evaluator.sizes();
    if sizes.len() < 2 {
        return Ok(());
    }
    let of_sizes = |samples: Vec<Option<Sample>>| -> Vec<OfSize> {
        let samples = sizes.iter().zip(samples);
        samples.map(|(&(size, is_searched), sample)| OfSize { size, is_searched, sample }).collect()
    };
    if let Some(crew) = evaluator.crew() {
        let with_script = front.iter_mut().filter(|member| member.script.is_some());
        let members: Vec<&mut FrontMember> = with_script.collect();
        let jobs = members.iter().map(|member| Job::Sizes { genome: &*member.genome, n_maps });
        let samples = answers(crew, &jobs.collect::<Vec<_>>(), &Unwatched)?;
        for (member, samples) in members.into_iter().zip(samples) {
            member.of_sizes = of_sizes(samples);
        }
        return Ok(());
    }
    front.par_iter_mut().with_max_len(1).try_for_each(|member| {
        let Some(decoding) = evaluator.phenotype().decode(&member.genome)? else { return Ok(()) };
        member.of_sizes = of_sizes(evaluator.validate_sizes(&decoding, n_maps)?);
        Ok(())
    })
}

/// Writes a row for each member and size, if there are several sizes.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn write(
    path: &Path,
    front: &[FrontMember],
    objectives: &[problem::Objective],
) -> Result<(), ExperimentError> {
    if front.iter().all(|member| member.of_sizes.is_empty()) {
        return Ok(());
    }
    let mut columns = ["id", "width", "height", "searched"].map(str::to_owned).to_vec();
    for objective in objectives {
        columns.extend([objective.name.clone(), format!("{}_se", objective.name)]);
    }
    for measure in set_measures(None) {
        columns.extend([measure.name.to_owned(), format!("{}_se", measure.name)]);
    }
    let mut table = CsvText::new(columns);
    let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for (member, of_size) in
        front.iter().flat_map(|member| member.of_sizes.iter().map(move |one| (member, one)))
    {
        let OfSize { size: (width, height), is_searched, sample } = of_size;
        let mut row = vec![
            member.id.to_string(),
            width.to_string(),
            height.to_string(),
            is_searched.to_string(),
        ];
        for index in 0..objectives.len() {
            let tally = sample.as_ref().map(|sample| &sample.scores[index]);
            row.push(text(tally.map(problem::Tally::mean)));
            row.push(text(tally.and_then(problem::Tally::standard_error)));
        }
        for measure in set_measures(sample.as_ref()) {
            row.extend([text(measure.value), text(measure.error)]);
        }
        table.add(&row);
    }
    write_atomically(path, table.bytes())
}
