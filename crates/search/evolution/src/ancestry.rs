//! Measures the ancestors of a run's front, read from its folder.
//!
//! Descent shows what a search did, and the gain of each step shows why. All ancestors are measured
//! on the same levels, so gains are paired differences. Neither the search nor the choice of its
//! best has seen these levels.

pub(crate) mod genealogy;

use std::path::Path;

use indexmap::IndexMap;
use marahel_problem::{Objective, Problem, Tally, programs};
use marahel_script::Document;
use marahel_system::files;
use rayon::prelude::*;
use serde_json::Value;

use crate::ancestry::genealogy::Ancestor;
use crate::folder::config_of_run;
use crate::judging::evaluate::Evaluator;
use crate::judging::sample::Sample;
use crate::judging::worth::worth;
use crate::{Purpose, Streams, Unwatched};
use marahel_config::{Config, EvolutionError, Problems, problem_of};

/// The ancestors of one run's front.
pub struct Ancestry {
    config: Config,
    problem: Problem,
    ancestors: Vec<Ancestor>,
    best: Option<u64>,
}

/// The measurements of an ancestor on fresh levels.
#[derive(Clone, Debug)]
pub struct MeasuredAncestor {
    /// The whole script; `None` if the expansion of the genes never ends.
    pub script: Option<Value>,
    /// One row for each of the [`N_SAMPLES`](Ancestry::N_SAMPLES), one column for each of the
    /// [`measures`](Ancestry::measures). An ancestor without levels scores like one that fails in
    /// everything.
    pub values: Vec<Vec<f64>>,
    /// Equal for ancestors with equal measurements.
    pub levels: usize,
}

/// The index of an individual in the streams of these samples. Searches, validation and minimising
/// use others.
const INDIVIDUAL: u64 = u64::MAX - 1;

/// The samples of a script; in each, one entry for each reading of the language.
type Samples = Vec<Vec<Sample>>;

impl Ancestry {
    /// Number of samples of levels, the same for all ancestors: enough for a standard error.
    pub const N_SAMPLES: u64 = 10;

    /// Reads the ancestry of a run folder.
    ///
    /// # Errors
    ///
    /// If the folder does not hold a finished run, or was written before runs kept their ancestry.
    pub fn read(problems: Problems, folder: &Path) -> Result<Self, EvolutionError> {
        let config = config_of_run(problems, folder)?;
        let problem = problem_of(&config);
        if !folder.join(genealogy::FILE).exists() {
            let message = format!(
                "there is no {}, which a run leaves at its end; for one of an older version, \
                 run its config.toml again",
                genealogy::FILE
            );
            return Err(EvolutionError::content(folder, message));
        }
        let ancestors = genealogy::read(folder, problem.objectives())?;
        Ok(Self { config, best: best_id(folder)?, problem, ancestors })
    }

    /// The members of the front and all their ancestors, by ascending id.
    pub fn ancestors(&self) -> &[Ancestor] {
        &self.ancestors
    }

    /// Id of the generator of the front to try first, if the front was validated.
    pub fn best(&self) -> Option<u64> {
        self.best
    }

    /// Names of the measures: the objectives of the problem, then `playable`, `good` and `worth`.
    pub fn measures(&self) -> Vec<&str> {
        let objectives = self.problem.objectives().iter().map(|objective| objective.name.as_str());
        objectives.chain(["playable", "good", "worth"]).collect()
    }

    /// Measures ancestors on [`N_SAMPLES`](Self::N_SAMPLES) times `n_maps` levels, on all threads.
    /// The streams are the same for all; the results are in the order of `ancestors`.
    ///
    /// If the config asks for both readings of the language, worth is the lower of the two;
    /// everything else is in the config's own reading.
    pub fn measure(
        &self,
        ancestors: &[&Ancestor],
        n_maps: u32,
    ) -> Result<Vec<MeasuredAncestor>, EvolutionError> {
        let evaluator = Evaluator::new(&self.config, &self.problem)?;
        let documents = ancestors.iter().map(|ancestor| evaluator.decode(&ancestor.genome));
        let documents = documents.collect::<Result<Vec<_>, _>>()?;
        let mut distinct: IndexMap<Option<u128>, Option<&Document>> = IndexMap::new();
        for document in &documents {
            let document = document.as_deref();
            distinct.entry(document.map(Document::hash)).or_insert(document);
        }
        let different: Vec<Option<&Document>> = distinct.values().copied().collect();
        let samples: Vec<Samples> = different
            .par_iter()
            .with_max_len(1)
            .map(|document| self.samples(&evaluator, *document, n_maps))
            .collect();
        self.problem.check_judge()?;
        let measured: IndexMap<Option<u128>, MeasuredAncestor> = distinct
            .into_iter()
            .zip(&samples)
            .enumerate()
            .map(|(index, ((hash, document), own))| {
                let script = document.map(|document| evaluator.script_of(document));
                let values = own.iter().map(|readings| self.values(readings)).collect();
                let levels = samples.iter().position(|equal| equal == own).unwrap_or(index);
                (hash, MeasuredAncestor { script, values, levels })
            })
            .collect();
        let hashes =
            documents.iter().map(|document| document.as_ref().map(|document| document.hash()));
        Ok(hashes.map(|hash| measured[&hash].clone()).collect())
    }

    fn samples(
        &self,
        evaluator: &Evaluator<'_>,
        document: Option<&Document>,
        n_maps: u32,
    ) -> Samples {
        let none = Sample::new(&self.problem);
        let Some(document) = document else {
            return vec![vec![none]; Self::N_SAMPLES as usize];
        };
        let problems = self.problem.in_each_reading();
        let programs: Vec<_> =
            problems.map(|problem| programs(&document.script, &problem)).collect();
        let streams = Streams::new(self.config.seed);
        let samples = (0..Self::N_SAMPLES).into_par_iter().map(|number| -> Vec<Sample> {
            let maps = streams.maps(Purpose::Validate, number, INDIVIDUAL, n_maps);
            // A script that exceeds the work limit of a level counts as one without levels.
            let samples = programs.iter().map(|programs| {
                evaluator.sample(programs, maps, &Unwatched).unwrap_or_else(|_| none.clone())
            });
            samples.collect()
        });
        samples.collect()
    }

    /// The values of one sample, which has one or two readings.
    fn values(&self, readings: &[Sample]) -> Vec<f64> {
        let kinds: Vec<_> = self.problem.objectives().iter().map(Objective::kind).collect();
        let worth = readings.iter().map(|sample| worth(sample, &kinds)).fold(f64::NAN, f64::min);
        let own = &readings[0];
        let scores = own.scores.iter().map(Tally::mean);
        scores.chain([own.playable(), own.good(), worth]).collect()
    }
}

/// The id in the `best.csv` of a run folder, if the file exists.
fn best_id(folder: &Path) -> Result<Option<u64>, EvolutionError> {
    let path = folder.join("best.csv");
    if !path.exists() {
        return Ok(None);
    }
    let text = files::read(&path)?;
    let id = text.lines().nth(1).and_then(|row| row.split(',').next()).map(str::parse);
    let message = "the first column should be an id";
    id.and_then(Result::ok).map(Some).ok_or_else(|| EvolutionError::content(path, message))
}

#[cfg(test)]
mod tests;
