//! What programs are told of a config in words of their own.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Algorithm, Beginning, Config};

/// What a program is told of a config, beside a file or instead of one; nothing by default.
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
    /// Levels that each new script is judged by.
    pub maps: Option<u32>,
    /// Levels that the front is measured on again.
    pub validation_maps: Option<u32>,
    /// Scripts to start from; a folder stands for its scripts.
    pub from: Vec<PathBuf>,
    /// Tile of the problem for each entity of these scripts whose name differs.
    pub names: BTreeMap<String, String>,
    /// Parts of these scripts that must not change.
    pub lock: Vec<String>,
    /// A program that is asked for scripts, and its arguments. It runs where one works.
    pub proposer: Vec<String>,
    /// What it answered in another run.
    pub proposals: Option<PathBuf>,
    /// Where free genomes begin.
    pub start: Option<Beginning>,
    /// The search.
    pub algorithm: Option<Algorithm>,
    /// Individuals that survive a generation, and offspring of one, on each island.
    pub population: Option<usize>,
    /// Generations after which the search ends. Whoever gives this one alone has no
    /// limit of levels, and the other way round.
    pub generations: Option<u64>,
    /// Levels to measure before the search ends.
    pub budget: Option<u64>,
    /// Any settings, each a dotted key and a TOML value (or a bare word). They lie over those
    /// of a file, and the options above over them.
    pub set: Vec<(String, String)>,
}

impl Options {
    /// Nothing but these settings.
    pub fn of_settings<K: Into<String>, V: Into<String>>(
        settings: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        let set = settings.into_iter().map(|(key, value)| (key.into(), value.into()));
        Self { set: set.collect(), ..Self::default() }
    }

    /// Puts what was given into a config, but for the problem and what is `set`.
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
        if !self.proposer.is_empty() {
            search.proposer.clone_from(&self.proposer);
            search.proposing.folder = PathBuf::new();
        }
        give(&mut search.proposals, self.proposals.clone().map(Some));
        give(&mut config.size, self.size.clone());
        for (list, given) in [(&mut config.dials, &self.dials), (&mut config.lock, &self.lock)] {
            give(list, (!given.is_empty()).then(|| given.clone()));
        }
        give(&mut config.from, (!self.from.is_empty()).then(|| self.from.clone()));
        config.names.extend(self.names.clone());
    }
}

/// Replaces a setting by what was given.
fn give<T>(setting: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *setting = given;
    }
}
