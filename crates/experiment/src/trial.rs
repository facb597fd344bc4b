//! One run of an experiment and its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use config::{Config, Problems};
use evolution::{Table, config_of_run};
use system::files::first_entries;

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
        let is_empty = first_entries(&path, 1).map_or(true, |entries| entries.is_empty());
        if is_empty {
            return Ok(false);
        }
        let found = config_of_run(self.known, &path);
        let difference = match found {
            Ok(found) => difference(&without_paths(&found), &without_paths(&self.config)),
            Err(_) => Some("its config.toml is not understood".to_owned()),
        };
        if let Some(difference) = difference {
            return Err(TrialsError::Another(path, difference));
        }
        let is_whole =
            |name| Table::read(path.join(name)).is_ok_and(|table: Table| table.n_rows() > 0);
        Ok(["generations.csv", "front.csv"].into_iter().all(is_whole))
    }
}

/// The config without the path of its problem, whose text it has: run folders keep copies.
fn without_paths(config: &Config) -> Config {
    let problem = match config.problem.file() {
        Some(_) => config.problem.at(evolution::PROBLEM),
        None => config.problem.clone(),
    };
    Config { problem, ..config.clone() }
}

/// The differences between two configs and the files they refer to, for a reader.
fn difference(found: &Config, wanted: &Config) -> Option<String> {
    let settings = |config: &Config| -> BTreeMap<String, String> {
        let table = toml::from_str(&config.to_toml()).expect("a config is written as TOML");
        dotted(&table).into_iter().collect()
    };
    let [there, here] = [found, wanted].map(settings);
    let keys: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
    let keys: Vec<&String> =
        keys.into_iter().filter(|&key| there.get(key) != here.get(key)).collect();
    let (first, more) = keys.split_at(keys.len().min(N_DIFFERENCES_MAX));
    let told = |key: &&String| {
        let [there, here] =
            [&there, &here].map(|all| all.get(*key).map_or("nothing", |value| value));
        format!("{key} is {there} there and {here} here")
    };
    let mut parts: Vec<String> = first.iter().map(told).collect();
    if !more.is_empty() {
        parts.push(format!("and {} more", more.len()));
    }
    let (one, other) = (&found.problem, &wanted.problem);
    if parts.is_empty() && !(one.file() == other.file() && one.pictures().eq(other.pictures())) {
        parts.push("its problem file differs".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
