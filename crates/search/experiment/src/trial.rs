//! One run of an experiment and its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use marahel_config::{Config, Problems};
use marahel_evolution::{Table, config_of_run};
use marahel_system::files::first_entries;

use crate::ExperimentError;
use crate::merge::dotted;

/// Maximum number of settings that an error names.
const N_DIFFERENCES_MAX: usize = 3;

/// One run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Index of its setting in the experiment.
    pub setting: usize,
    /// Name of its setting.
    pub setting_name: String,
    /// Its problem.
    pub problem: String,
    pub(crate) problem_table: Problems,
    /// Its seed.
    pub seed: u64,
    /// The config of the run.
    pub config: Config,
}

impl Trial {
    /// The folder of a finished run in the folder of the experiment.
    pub fn folder(&self, experiment: &Path) -> PathBuf {
        let seed = format!("seed-{}", self.seed);
        experiment.join("runs").join(&self.setting_name).join(&self.problem).join(seed)
    }

    /// The folder of an unfinished run.
    pub(crate) fn part(&self, experiment: &Path) -> PathBuf {
        self.folder(experiment).with_extension("part")
    }

    /// Whether its folder in that of the experiment contains the finished run; an unfinished one
    /// will start over.
    ///
    /// # Errors
    ///
    /// If the folder contains a run of another config, which must not be lost.
    pub fn is_done(&self, experiment: &Path) -> Result<bool, ExperimentError> {
        let path = self.folder(experiment);
        let is_empty = first_entries(&path, 1).map_or(true, |entries| entries.is_empty());
        if is_empty {
            return Ok(false);
        }
        let config = config_of_run(self.problem_table, &path);
        let difference = match config {
            Ok(config) => difference(&without_paths(&config), &without_paths(&self.config)),
            Err(_) => Some("its config.toml is not understood".to_owned()),
        };
        if let Some(difference) = difference {
            return Err(ExperimentError::Another(path, difference));
        }
        let files = ["generations.csv", "front.csv"].into_iter();
        let mut tables = files.map(|name| Table::read(path.join(name)));
        Ok(tables.all(|table| table.is_ok_and(|table| table.n_rows() > 0)))
    }
}

/// The config without the path of its problem file: run folders contain copies of it.
fn without_paths(config: &Config) -> Config {
    let problem = match config.problem.file() {
        Some(_) => config.problem.at(marahel_evolution::PROBLEM),
        None => config.problem.clone(),
    };
    Config { problem, ..config.clone() }
}

/// The differences between two configs and their files, in words; `None` if there are none.
fn difference(existing: &Config, planned: &Config) -> Option<String> {
    let [there, here] = [existing, planned].map(|config| -> BTreeMap<String, String> {
        let table = toml::from_str(&config.to_toml()).expect("a config is written as TOML");
        dotted(&table).into_iter().collect()
    });
    let keys: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
    let keys: Vec<&String> =
        keys.into_iter().filter(|&key| there.get(key) != here.get(key)).collect();
    let (first, more) = keys.split_at(keys.len().min(N_DIFFERENCES_MAX));
    let lines = first.iter().map(|key| {
        let [there, here] =
            [&there, &here].map(|all| all.get(*key).map_or("nothing", |value| value));
        format!("{key} is {there} there and {here} here")
    });
    let mut parts: Vec<String> = lines.collect();
    if !more.is_empty() {
        parts.push(format!("and {} more", more.len()));
    }
    let (existing_problem, planned_problem) = (&existing.problem, &planned.problem);
    if parts.is_empty()
        && !(existing_problem.file() == planned_problem.file()
            && existing_problem.pictures().eq(planned_problem.pictures()))
    {
        parts.push("its problem file differs".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
