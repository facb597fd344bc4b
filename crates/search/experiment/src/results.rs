//! The final results of an experiment's runs.

use std::path::Path;

use indexmap::IndexSet;
use marahel_config::EvolutionError;

use crate::record::Record;
use crate::{Design, ExperimentError, Trial};

/// Default columns to compare, if runs have them.
const USUAL: [&str; 4] = ["validated_hypervolume", "best_playable", "best_good", "best_different"];

/// The finished runs, in the order of problems, settings and seeds.
#[derive(Debug)]
pub struct Results {
    pub(crate) runs: Vec<(Trial, Record)>,
    pub(crate) measures: Vec<String>,
}

impl Results {
    /// Reads the finished runs of an experiment in its folder.
    pub fn read(design: &Design, folder: &Path) -> Result<Self, ExperimentError> {
        let mut runs = Vec::new();
        for trial in design.trials()? {
            if trial.is_done(folder)? {
                let record = Record::read(&trial.folder(folder))?;
                runs.push((trial, record));
            }
        }
        if runs.is_empty() {
            let message = "no run of this experiment is done".to_owned();
            return Err(EvolutionError::content(folder, message).into());
        }
        runs.sort_by_key(|(trial, _)| {
            let place = design.problems.iter().position(|name| *name == trial.problem);
            (place, trial.setting, trial.seed)
        });
        let mut results = Self { runs, measures: Vec::new() };
        results.measures = results.choose_measures(design)?;
        results.check_curves(design)?;
        Ok(results)
    }

    /// All columns of the runs, in order of appearance.
    pub(crate) fn columns(&self) -> IndexSet<&str> {
        self.runs.iter().flat_map(|(_, record)| record.ends.keys().map(String::as_str)).collect()
    }

    pub(crate) fn of(&self, setting: usize, problem: &str) -> impl Iterator<Item = &Record> {
        self.runs
            .iter()
            .filter(move |(trial, _)| trial.setting == setting && trial.problem == problem)
            .map(|(_, record)| record)
    }

    /// The final values of the runs of a setting and a problem, without runs that lack the column.
    pub(crate) fn ends(&self, setting: usize, problem: &str, column: &str) -> Vec<f64> {
        self.of(setting, problem).filter_map(|record| record.ends.get(column).copied()).collect()
    }

    fn choose_measures(&self, design: &Design) -> Result<Vec<String>, ExperimentError> {
        let columns = self.columns();
        if let Some(measures) = &design.file.measure {
            return match measures.iter().find(|column| !columns.contains(column.as_str())) {
                None => Ok(measures.clone()),
                Some(column) => Err(unknown(column, &columns)),
            };
        }
        let mut usual: Vec<&str> =
            USUAL.into_iter().filter(|column| columns.contains(column)).collect();
        // Runs with too many objectives have neither.
        if !columns.contains("validated_hypervolume") && columns.contains("hypervolume") {
            usual.insert(0, "hypervolume");
        }
        if !columns.contains("best_playable") && columns.contains("front_playable") {
            usual.push("front_playable");
        }
        Ok(usual.into_iter().map(str::to_owned).collect())
    }

    fn check_curves(&self, design: &Design) -> Result<(), ExperimentError> {
        let columns: IndexSet<&str> = self
            .runs
            .iter()
            .flat_map(|(_, record)| record.curves.keys().map(String::as_str))
            .collect();
        // Runs without validation or with too many objectives lack these curves, which is not an
        // error.
        let may_lack = ["hypervolume", "validated_hypervolume"];
        let unknown_column = design.file.curves.iter().find(|column| {
            !columns.contains(column.as_str()) && !may_lack.contains(&column.as_str())
        });
        match unknown_column {
            None => Ok(()),
            Some(column) => Err(unknown(column, &columns)),
        }
    }
}

fn unknown(column: &str, columns: &IndexSet<&str>) -> ExperimentError {
    let columns = columns.iter().copied().collect::<Vec<_>>().join(", ");
    ExperimentError::Invalid(format!("no run has the column `{column}`; there are {columns}"), None)
}
