//! The results of a study as CSV.

use marahel_report::{Hypervolumes, Records};
use marahel_statistics::{CsvText, Estimate};

use super::evidence::{chosen, validated};
use super::problems::{names, objectives, problem_index};
use super::{Run, Study, check};
use crate::Checked;

pub fn claims_csv(study: &Study) -> String {
    let columns = "family,place,claim,published,test,\
        searched,searched_verdict,validated,validated_verdict,verdict,why";
    let mut table = CsvText::new(columns.split(','));
    for found in &study.families {
        for checked in check(found) {
            let &Checked { place, claim, published, test, .. } = &checked;
            let fixed = [found.family.name, place, claim, published, test].map(str::to_owned);
            let judged = [checked.verdict.to_string(), checked.why.clone()];
            table.add(fixed.into_iter().chain(checked.cells()).chain(judged));
        }
    }
    table.finish()
}

/// `runs.csv`: a line for each run with its end, and with the generator that the paper would print.
pub fn runs_csv(study: &Study) -> String {
    let columns = "family,problem,seed,fronts,front_size,still_non_dominated,hypervolume,\
        validated_hypervolume,chosen_searched,chosen_validated,chosen_se,chosen_playable";
    let mut table = CsvText::new(columns.split(','));
    for (run, records) in all_runs(study) {
        table.add(run_row(run, records));
    }
    table.finish()
}

pub(crate) fn run_row(run: &Run, records: &Records) -> [String; 12] {
    let n_still = records.front.iter().filter(|member| member.is_still_non_dominated).count();
    let volumes = Hypervolumes::of(records);
    let [searched, validated_volume] = [&volumes.searched, &volumes.validated]
        .map(|points| points.last().map_or(String::new(), |&(_, value)| rounded(value)));
    let chosen = chosen(records);
    let index = records.objectives.len() - 1;
    let estimate = validated(chosen, index);
    [
        run.family.name.to_owned(),
        run.problem.to_owned(),
        run.seed.to_string(),
        records.generations.n_fronts.last().copied().unwrap_or(0).to_string(),
        records.front.len().to_string(),
        n_still.to_string(),
        searched,
        validated_volume,
        rounded(chosen.searched[index]),
        rounded(estimate.value),
        rounded(estimate.error),
        chosen.playable.map_or(String::new(), rounded),
    ]
}

pub fn front_csv(study: &Study, problem: &str) -> String {
    let mut columns = columns(problem);
    columns.extend(["playable", "still_non_dominated"].map(str::to_owned));
    let mut table = CsvText::new(columns);
    for (run, records) in runs_of(study, problem) {
        for member in &records.front {
            let estimates = (0..member.searched.len()).map(|index| validated(member, index));
            let mut row = row(run, &member.searched, estimates);
            row.push(member.playable.map_or(String::new(), rounded));
            row.push(member.is_still_non_dominated.to_string());
            table.add(row);
        }
    }
    table.finish()
}

pub fn random_csv(study: &Study, problem: &str) -> String {
    let mut table = CsvText::new(columns(problem));
    for (run, records) in runs_of(study, problem) {
        for (searched, validated) in records.baseline.iter().zip(&records.baseline_validated) {
            table.add(row(run, searched, validated.iter().copied()));
        }
    }
    table.finish()
}

pub(crate) fn all_runs(study: &Study) -> impl Iterator<Item = &(Run, Records)> {
    names().into_iter().flat_map(|problem| runs_of(study, problem))
}

fn runs_of<'s>(
    study: &'s Study,
    problem: &str,
) -> impl Iterator<Item = &'s (Run, Records)> + use<'s> {
    let index = problem_index(problem);
    study.families.iter().flat_map(move |found| &found.runs[index])
}

fn columns(problem: &str) -> Vec<String> {
    let names = objectives(problem).iter();
    let each = names.clone().flat_map(|name| [format!("{name}_validated"), format!("{name}_se")]);
    let fixed = ["family", "seed"].into_iter().chain(names.copied());
    fixed.map(str::to_owned).chain(each).collect()
}

fn row(run: &Run, searched: &[f64], validated: impl Iterator<Item = Estimate>) -> Vec<String> {
    let mut row = vec![run.family.name.to_owned(), run.seed.to_string()];
    row.extend(searched.iter().copied().map(rounded));
    row.extend(validated.flat_map(|one| [rounded(one.value), rounded(one.error)]));
    row
}

/// A number with two decimals more than the precision of a mean of 1000 levels.
fn rounded(value: f64) -> String {
    format!("{value:.5}").trim_end_matches('0').trim_end_matches('.').to_owned()
}
