//! Settings that programs take as arguments.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Algorithm, Beginning, Config};

/// Settings that a program gives beside a config file, or instead of one. The default gives none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The name of a problem, or the path of a problem file.
    pub problem: Option<String>,
    /// Level sizes, columns and rows.
    pub size: Option<Vec<(usize, usize)>>,
    /// Controls of the problem for which scripts have dials.
    pub dials: Vec<String>,
    /// The seed of every random number.
    pub seed: Option<u64>,
    /// Number of levels to judge a new script.
    pub maps: Option<u32>,
    /// Number of levels to validate each script of the front.
    pub validation_maps: Option<u32>,
    /// Scripts to start from; a folder stands for its scripts.
    pub from: Vec<PathBuf>,
    /// The texts of those that are no files, by their paths.
    pub from_texts: BTreeMap<PathBuf, String>,
    /// Tile of the problem for each entity of these scripts whose name differs.
    pub names: BTreeMap<String, String>,
    /// Parts of these scripts that must not change.
    pub lock: Vec<String>,
    /// Where free genomes begin.
    pub start: Option<Beginning>,
    /// The search.
    pub algorithm: Option<Algorithm>,
    /// Number of survivors, and of offspring, per generation and island.
    pub population: Option<usize>,
    /// Generations after which the search ends. If only one of `generations` and `budget` is
    /// given, the other has no limit.
    pub generations: Option<u64>,
    /// Levels to measure before the search ends.
    pub budget: Option<u64>,
    /// Other settings, each a dotted key and a TOML value or a bare word. They win over the file,
    /// and the options above win over them.
    pub set: Vec<(String, String)>,
}

impl Options {
    /// Only these settings.
    pub fn of_settings<K: Into<String>, V: Into<String>>(
        settings: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        let set = settings.into_iter().map(|(key, value)| (key.into(), value.into()));
        Self { set: set.collect(), ..Self::default() }
    }

    /// Puts the options into a config, except the problem and `set`.
    pub(super) fn apply(&self, config: &mut Config) {
        let search = &mut config.search;
        give(&mut config.seed, self.seed);
        give(&mut config.maps, self.maps);
        give(&mut config.validation_maps, self.validation_maps);
        give(&mut search.start, self.start);
        give(&mut search.algorithm, self.algorithm);
        if let Some(n) = self.population {
            // The later populations of the islands keep their proportions.
            (search.population, search.pool) = (n, n.saturating_mul(2));
            search.polish_population = n.div_ceil(5).saturating_mul(2);
        }
        if self.generations.is_some() || self.budget.is_some() {
            search.generations = self.generations.unwrap_or(0);
            search.budget = self.budget.unwrap_or(0);
        }
        give(&mut config.size, self.size.clone());
        for (list, option) in [(&mut config.dials, &self.dials), (&mut config.lock, &self.lock)] {
            give(list, (!option.is_empty()).then(|| option.clone()));
        }
        give(&mut config.from, (!self.from.is_empty()).then(|| self.from.clone()));
        config.names.extend(self.names.clone());
    }
}

/// Replaces a setting if it was given.
fn give<T>(setting: &mut T, option: Option<T>) {
    if let Some(option) = option {
        *setting = option;
    }
}
