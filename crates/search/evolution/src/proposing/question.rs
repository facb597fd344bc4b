//! The question for a proposer, as a line of JSON.

use std::collections::BTreeSet;

use marahel_config::Mistake;
use marahel_problem::Problem;
use marahel_problem::programs;
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_128;

use super::Asking;
use crate::ending::quality::lacks_of_levels;
use crate::{Purpose, Streams, Unmet};
use marahel_config::{Config, EvolutionError, Individual};

/// The page of the language, for proposers that request it.
pub(super) use marahel_config::LANGUAGE;

/// Maximum number of scripts to show.
const N_PARENTS: usize = 4;

/// Longer scripts are not shown: only a user's own can be this long.
const N_PARENT_BYTES_MAX: usize = 1 << 16;

/// Levels of each script that are searched for lacks. They are its first ones, which the search
/// measured.
const N_LEVELS: u32 = 20;

/// Maximum number of lacks, and of unmet cases.
const N_LACKS_MAX: usize = 12;

/// Maximum bytes of a question without the page of the language. The problem file is left out if it
/// does not fit; everything else is bounded by itself.
pub const N_BYTES_MAX: usize = 4 << 20;

pub(super) struct Question {
    /// Number of the question, from 1.
    pub(super) call: u64,
    pub(super) n: usize,
    /// The problem in words and as a file.
    pub(super) problem: Value,
    /// The best scripts so far; empty for the first generation.
    pub(super) parents: Vec<Value>,
    pub(super) unmet: Vec<Unmet>,
    /// The mistakes in the scripts of the last answer, by the index of the script.
    pub(super) mistakes: Vec<(usize, Mistake)>,
    /// Whether the page of the language is attached.
    pub(super) has_language: bool,
}

impl Question {
    /// A hash to recognize the question, independent of the text of the language page.
    pub(super) fn hash(&self) -> String {
        let language = self.has_language.then_some("");
        format!("{:032x}", xxh3_128(self.to_line(language).as_bytes()))
    }

    /// The question as a line with its end.
    pub(super) fn to_line(&self, language: Option<&str>) -> String {
        let line = self.line(&self.problem, language);
        if line.len() <= N_BYTES_MAX + language.map_or(0, str::len) {
            return line;
        }
        let mut problem = self.problem.clone();
        problem["file"] = Value::Null;
        self.line(&problem, language)
    }

    fn line(&self, problem: &Value, language: Option<&str>) -> String {
        let unmet = self.unmet.iter().take(N_LACKS_MAX);
        let unmet = unmet.map(|demand| json!({ "text": demand.text, "best": demand.best }));
        let mistakes = self.mistakes.iter().map(
            |(script, mistake)| json!({ "script": script, "place": mistake.place, "message": mistake.message }),
        );
        let mut question = json!({
            "call": self.call,
            "n": self.n,
            "problem": problem,
            "parents": self.parents,
            "unmet": unmet.collect::<Vec<_>>(),
            "mistakes": mistakes.collect::<Vec<_>>(),
        });
        if let Some(language) = language {
            question["language"] = language.into();
        }
        format!("{question}\n")
    }
}

/// The problem of a config: its demands in words, and its file. It does not depend on the run's
/// folder.
pub(super) fn problem(config: &Config, problem: &Problem) -> Value {
    let definition = problem.definition();
    let tiles = problem.palette().entities().iter().zip(problem.roles());
    let tiles = tiles.map(|(tile, role)| {
        json!({ "name": tile.name, "character": tile.character, "role": role.name() })
    });
    let sizes = problem.sizes().iter().map(|(width, height)| format!("{width}x{height}"));
    let asks = problem.objectives().iter().map(|objective| {
        let asks = format!("{} is {}", objective.text(), objective.band.in_words());
        json!({ "name": objective.name, "asks": asks })
    });
    let file = config.problem.file();
    json!({
        "name": problem.name(),
        "about": definition.about(),
        "sizes": sizes.collect::<Vec<_>>(),
        "tiles": tiles.collect::<Vec<_>>(),
        "playable": definition.playable(),
        "whole": definition.whole(),
        "objectives": asks.collect::<Vec<_>>(),
        "file": file.as_deref().unwrap_or_else(|| definition.text()),
    })
}

/// The best scripts, each of another family.
pub(super) fn parents(
    asking: Asking<'_, '_>,
    config: &Config,
    problem: &Problem,
) -> Result<Vec<Value>, EvolutionError> {
    let Asking { population, judge, .. } = asking;
    let Some(growing) = judge.growing() else { return Ok(Vec::new()) };
    let candidates = population.iter().filter_map(|individual| {
        let sample = growing.sample(individual.id)?;
        let mean =
            individual.objectives.iter().sum::<f64>() / individual.objectives.len().max(1) as f64;
        Some((individual, sample, [sample.good(), sample.playable(), mean]))
    });
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by(|(_, _, left), (_, _, right)| {
        let by = |index: usize| right[index].total_cmp(&left[index]);
        by(0).then_with(|| by(1)).then_with(|| by(2))
    });
    let mut families = BTreeSet::new();
    let mut parents = Vec::new();
    for (individual, sample, _) in candidates {
        let Some(document) = individual.genome.script() else { continue };
        let is_short = document.text.len() <= N_PARENT_BYTES_MAX;
        if parents.len() == N_PARENTS || !is_short || !families.insert(individual.family) {
            continue;
        }
        let scores = problem.objectives().iter().zip(&sample.scores);
        let scores: Map<String, Value> = scores
            .map(|(objective, tally)| (objective.name.clone(), tally.mean().into()))
            .collect();
        parents.push(json!({
            "script": document.script.to_json(),
            "playable": sample.playable(),
            "good": sample.good(),
            "scores": scores,
            "lacks": lacks(individual, config, problem)?,
        }));
    }
    Ok(parents)
}

/// The lacks of a script's first levels, each with the share of levels.
fn lacks(
    individual: &Individual,
    config: &Config,
    problem: &Problem,
) -> Result<Vec<Value>, EvolutionError> {
    let Some(document) = individual.genome.script() else { return Ok(Vec::new()) };
    let programs = programs(&document.script, problem);
    let maps = Streams::new(config.seed).maps(Purpose::Sample, individual.id, 0, N_LEVELS);
    // A script that exceeds the work limit may have too few levels.
    let lacks = match lacks_of_levels(&document.script, &programs, problem, maps) {
        Err(EvolutionError::Run(_)) => Vec::new(),
        lacks => lacks?,
    };
    let texts = lacks
        .iter()
        .take(N_LACKS_MAX)
        .map(|shortfall| json!({ "text": shortfall.lack.to_string(), "share": shortfall.share() }));
    Ok(texts.collect())
}
