//! One run of an experiment and its folder.

use std::fs;
use std::path::{Path, PathBuf};

use experiment::{Config, Problems, Table, config_of_run};

use crate::TrialsError;
use crate::merge::dotted;

/// Settings that an error names at most.
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
    /// What the problem is chosen from.
    pub(crate) known: Problems,
    /// Its seed.
    pub seed: u64,
    /// Everything that decides it.
    pub config: Config,
}

impl Trial {
    /// Its folder in that of the experiment. It has this name when it is done.
    pub fn folder(&self, experiment: &Path) -> PathBuf {
        let seed = format!("seed-{}", self.seed);
        experiment.join("runs").join(&self.setting_name).join(&self.problem).join(seed)
    }

    /// Where it is made.
    pub(crate) fn part(&self, experiment: &Path) -> PathBuf {
        self.folder(experiment).with_extension("part")
    }

    /// Whether it is done in its folder in that of the experiment; a part is made again.
    ///
    /// # Errors
    ///
    /// If it holds a run of another config, which is not to be lost.
    pub fn is_done(&self, experiment: &Path) -> Result<bool, TrialsError> {
        let path = self.folder(experiment);
        let is_empty = fs::read_dir(&path).map_or(true, |mut entries| entries.next().is_none());
        if is_empty {
            return Ok(false);
        }
        let another = |difference| TrialsError::Another { path: path.clone(), difference };
        let found = config_of_run(self.known, &path)
            .map_err(|_| another("its config.toml is not understood".to_owned()))?;
        let wanted = without_paths(&self.config);
        let found = without_paths(&found);
        if !is_same(&found, &wanted) {
            return Err(another(difference(&found, &wanted)));
        }
        let is_whole =
            |name| Table::read(path.join(name)).is_ok_and(|table: Table| table.n_rows() > 0);
        Ok(["generations.csv", "front.csv"].into_iter().all(is_whole))
    }
}

/// The config without the path of its problem, whose text it has: run folders keep copies.
fn without_paths(config: &Config) -> Config {
    let problem = match config.problem.file() {
        Some(_) => config.problem.at(experiment::PROBLEM),
        None => config.problem.clone(),
    };
    Config { problem, ..config.clone() }
}

/// Whether two configs are the same with all that their files refer to.
fn is_same(one: &Config, other: &Config) -> bool {
    one.to_toml() == other.to_toml() && has_same_problem(one, other)
}

fn has_same_problem(one: &Config, other: &Config) -> bool {
    one.problem.file() == other.problem.file()
        && one.problem.pictures().eq(other.problem.pictures())
}

/// What differs between two configs, as a person reads it.
fn difference(found: &Config, wanted: &Config) -> String {
    let settings = |config: &Config| {
        let table = toml::from_str(&config.to_toml()).expect("a config is written as TOML");
        dotted(&table)
    };
    let (found, wanted) = (settings(found), settings(wanted));
    let value = |settings: &[(String, String)], key: &str| {
        let at = settings.iter().find(|(name, _)| name == key);
        at.map_or("nothing".to_owned(), |(_, value)| value.clone())
    };
    let mut keys: Vec<&String> = found.iter().chain(&wanted).map(|(key, _)| key).collect();
    keys.sort();
    keys.dedup();
    let mut parts: Vec<String> = Vec::new();
    for key in keys {
        let (there, here) = (value(&found, key), value(&wanted, key));
        if there != here {
            parts.push(format!("{key} is {there} there and {here} here"));
        }
    }
    if parts.len() > N_DIFFERENCES_MAX {
        let n_more = parts.len() - N_DIFFERENCES_MAX;
        parts.truncate(N_DIFFERENCES_MAX);
        parts.push(format!("and {n_more} more"));
    }
    if parts.is_empty() { "its problem file differs".to_owned() } else { parts.join("; ") }
}
