//! The progress of a search.

use serde::{Deserialize, Serialize};

use marahel_config::Config;

/// Counts generations and levels against the limits of a config.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_field_names, reason = "all of them are numbers")]
pub(crate) struct Progress {
    pub(crate) n_generations: u64,
    n_maps: u64,
    /// Limits; 0 for none.
    n_generations_max: u64,
    n_maps_max: u64,
}

impl Progress {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            n_generations: 0,
            n_maps: 0,
            n_generations_max: config.search.generations,
            n_maps_max: config.search.budget,
        }
    }

    /// The same progress with the limits of a config, and the old limits if they differ.
    pub(crate) fn with_limits_of(self, config: &Config) -> (Self, Option<LimitChange>) {
        let changed =
            Self { n_generations: self.n_generations, n_maps: self.n_maps, ..Self::new(config) };
        let [old, new] =
            [&self, &changed].map(|progress| (progress.n_generations_max, progress.n_maps_max));
        let before = LimitChange {
            generation: self.n_generations,
            n_generations_max: limit(self.n_generations_max),
            n_levels_max: limit(self.n_maps_max),
        };
        (changed, (old != new).then_some(before))
    }

    /// Adds a finished generation with `n_maps` levels.
    pub(crate) fn add(&mut self, n_maps: u64) {
        self.n_generations += 1;
        self.n_maps += n_maps;
    }

    /// The finished share of the search, in 0..=1, by the limit that is nearer.
    pub(crate) fn share(&self) -> f64 {
        let limits = [(self.n_generations, self.n_generations_max), (self.n_maps, self.n_maps_max)];
        let shares = limits.map(|(n, max)| if max == 0 { 0.0 } else { n as f64 / max as f64 });
        shares[0].max(shares[1]).min(1.0)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.share() >= 1.0
    }
}

/// A change of the limits during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitChange {
    /// Number of finished generations at that time.
    pub generation: u64,
    /// The old limit of generations, if there was one.
    #[serde(rename = "planned_generations")]
    pub n_generations_max: Option<u64>,
    /// The old limit of levels, if there was one.
    #[serde(rename = "planned_levels")]
    pub n_levels_max: Option<u64>,
}

/// A limit; 0 stands for none.
pub(crate) fn limit(n: u64) -> Option<u64> {
    (n > 0).then_some(n)
}
