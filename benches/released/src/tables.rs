//! What was measured, as Markdown.

use std::fmt::Write;

use marahel_papers::fdg20::PROBLEMS;
use serde::Deserialize;
use serde_json::Value;

use crate::N_MAPS;
use crate::ours::{Settings, objectives};

/// What one evaluation took and found, or several on average.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Evaluated {
    pub(crate) seconds: f64,
    /// Fitness in 0..=1 for each objective.
    pub(crate) fitness: Vec<f64>,
}

impl Evaluated {
    /// The mean of some evaluations of one generator, at least one.
    pub(crate) fn mean(evaluations: &[Self]) -> Self {
        let n = evaluations.len() as f64;
        let n_objectives = evaluations[0].fitness.len();
        let fitness = |objective| evaluations.iter().map(move |one: &Self| one.fitness[objective]);
        Self {
            seconds: evaluations.iter().map(|one| one.seconds).sum::<f64>() / n,
            fitness: (0..n_objectives).map(|i| fitness(i).sum::<f64>() / n).collect(),
        }
    }
}

/// Where a generator comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Published,
    /// A random genome without a `wide` explorer.
    Narrow,
    /// A random genome with one.
    Wide,
}

/// One generator, and all its evaluations by both programs.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    problem: &'static str,
    pub(crate) kind: Kind,
    /// A genome, or a script.
    pub(crate) generator: Value,
    pub(crate) released: Vec<Evaluated>,
    /// For each of [`Settings::ALL`].
    pub(crate) ours: [Vec<Evaluated>; 2],
}

impl Compared {
    pub(crate) fn new(problem: &'static str, kind: Kind, generator: Value) -> Self {
        Self { problem, kind, generator, released: Vec::new(), ours: [Vec::new(), Vec::new()] }
    }
}

/// Levels per second, by the mean time.
fn speed(evaluations: &[Evaluated]) -> f64 {
    f64::from(N_MAPS) / Evaluated::mean(evaluations).seconds
}

/// Levels per second of both, and how many times as fast ours is.
pub(crate) fn speeds(rows: &[Compared]) -> String {
    let mut text = format!(
        "Levels per second on one thread, genomes decoded, run and scored on {N_MAPS} new levels each time: \
         geometric means over the generators. The ratio is that of each generator, its geometric mean and \
         what one in ten lies below and above.\n\n\
         | problem | generators | n | released code | settings | this project | ratio | p10 | p90 |\n\
         |---|---|---:|---:|---|---:|---:|---:|---:|\n"
    );
    for problem in PROBLEMS.each_ref().map(|one| one.name) {
        let kinds: [(&str, &[Kind]); 3] = [
            ("published", &[Kind::Published]),
            ("random", &[Kind::Narrow, Kind::Wide]),
            ("random with wide", &[Kind::Wide]),
        ];
        for (name, kinds) in kinds {
            let rows: Vec<&Compared> = rows
                .iter()
                .filter(|row| row.problem == problem && kinds.contains(&row.kind))
                .collect();
            if rows.is_empty() {
                continue; // a few genomes may have no `wide`
            }
            let released: Vec<f64> = rows.iter().map(|row| speed(&row.released)).collect();
            for (index, settings) in Settings::ALL.iter().enumerate() {
                let ours: Vec<f64> = rows.iter().map(|row| speed(&row.ours[index])).collect();
                let mut ratios: Vec<f64> =
                    ours.iter().zip(&released).map(|(ours, released)| ours / released).collect();
                ratios.sort_by(f64::total_cmp);
                let quantile =
                    |share: f64| ratios[((ratios.len() - 1) as f64 * share).round() as usize];
                writeln!(
                    text,
                    "| {problem} | {name} | {} | {:.0} | {} | {:.0} | {:.0} | {:.0} | {:.0} |",
                    rows.len(),
                    geometric_mean(&released),
                    match settings {
                        Settings::Released => "released",
                        Settings::Default => "default",
                    },
                    geometric_mean(&ours),
                    geometric_mean(&ratios),
                    quantile(0.1),
                    quantile(0.9),
                )
                .expect("a string can be written to");
            }
        }
    }
    text
}

/// What both find random genomes worth, with our released settings.
pub(crate) fn agreement(rows: &[Compared]) -> String {
    let mut text = "\nWhat both compute: the mean fitness of the random genomes by the released code and by this \
         project with its settings, and the mean of their differences with its standard error.\n\n\
         | problem | objective | released code | this project | difference |\n|---|---|---:|---:|---:|\n"
        .to_owned();
    for problem in PROBLEMS.each_ref().map(|one| one.name) {
        let is_random = |row: &&Compared| row.problem == problem && row.kind != Kind::Published;
        let fitness = |evaluations: &[Evaluated]| Evaluated::mean(evaluations).fitness;
        let fitness: Vec<(Vec<f64>, Vec<f64>)> = rows
            .iter()
            .filter(is_random)
            .map(|row| (fitness(&row.released), fitness(&row.ours[0])))
            .collect();
        for (index, objective) in objectives(problem).iter().enumerate() {
            let of = |value: fn(f64, f64) -> f64| -> Vec<f64> {
                fitness.iter().map(|(released, ours)| value(released[index], ours[index])).collect()
            };
            let (difference, error) = mean_with_error(&of(|released, ours| ours - released));
            writeln!(
                text,
                "| {problem} | {objective} | {:.4} | {:.4} | {difference:+.4} ± {error:.4} |",
                mean_with_error(&of(|released, _| released)).0,
                mean_with_error(&of(|_, ours| ours)).0,
            )
            .expect("a string can be written to");
        }
    }
    text
}

#[expect(clippy::disallowed_methods, reason = "a speed differs between machines anyway")]
fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// The mean of some values and its standard error.
fn mean_with_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}
