//! The status of a run in its folder.

use std::path::Path;

use marahel_system::FileError;
use marahel_system::files::{FileKind, write_atomically};
use serde::{Deserialize, Serialize};

use crate::progress::limit;
use crate::{LimitChange, Outcome};
use marahel_config::{Config, EvolutionError};

pub(crate) const FILE: &str = "run.toml";

const HEADER: &str = "\
# What became of the run that config.toml asks for. `validation_levels` is the number of fresh
# levels that each generator of front.csv was measured on (0: it was not), in each reading of the
# language that the search uses; `curve_levels` the same for validated_hypervolume in
# generations.csv. A number that was planned is missing where the config has no such limit.
# `extended` tells when the limits of the search were changed, and what they were until then:
# the phases of the search went by those, so that config.toml alone does not repeat it.
";

/// The status of a run: whether it finished, and how often its front was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunStatus {
    /// Whether the search was stopped before its end.
    #[serde(rename = "interrupted")]
    pub is_interrupted: bool,
    /// Number of finished generations.
    #[serde(rename = "generations")]
    pub n_generations: u64,
    /// Generations after which the search ends, if it has that limit.
    #[serde(rename = "planned_generations", skip_serializing_if = "Option::is_none")]
    pub n_generations_max: Option<u64>,
    /// Number of levels that the search measured.
    #[serde(rename = "levels")]
    pub n_levels: u64,
    /// Levels after which the search ends, if it has that limit.
    #[serde(rename = "planned_levels", skip_serializing_if = "Option::is_none")]
    pub n_levels_max: Option<u64>,
    /// Held-out levels for each generator of the front; 0 without validation.
    #[serde(rename = "validation_levels")]
    pub n_validation_levels: u32,
    /// Held-out levels for each point of the curve of validated hypervolumes.
    #[serde(rename = "curve_levels")]
    pub n_curve_levels: u32,
    /// Earlier limits of the search, if they affect its results: its phases depend on the share of
    /// the search that is done.
    #[serde(rename = "extended", default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<LimitChange>,
}

impl RunStatus {
    /// The status after a search of this config.
    pub fn of(config: &Config, outcome: &Outcome) -> Self {
        let last = outcome.last.as_ref();
        Self {
            is_interrupted: outcome.is_interrupted,
            n_generations: last.map_or(0, |last| last.generation + 1),
            n_generations_max: limit(config.search.generations),
            n_levels: last.map_or(0, |last| last.n_maps),
            n_levels_max: limit(config.search.budget),
            n_validation_levels: outcome.n_validated,
            n_curve_levels: config.n_curve_maps(),
            extensions: outcome.extensions.clone(),
        }
    }

    /// The status of a search that continues to the limits of a config.
    pub(crate) fn with_limits_of(self, config: &Config) -> Self {
        let [n_generations_max, n_levels_max] =
            [config.search.generations, config.search.budget].map(limit);
        let limits = [(self.n_generations, n_generations_max), (self.n_levels, n_levels_max)];
        let is_over = limits.into_iter().any(|(n, max)| max.is_some_and(|max| n >= max));
        Self { is_interrupted: !is_over, n_generations_max, n_levels_max, ..self }
    }

    /// Reads the status of a run folder; `None` if it has none, like those of older versions.
    pub fn read(folder: &Path) -> Result<Option<Self>, EvolutionError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let status = toml::from_str(&FileKind::CONFIG.text(&path)?);
        status
            .map(Some)
            .map_err(|error| EvolutionError::content(path, error.to_string().trim_end()))
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), FileError> {
        let fields = toml::to_string(self).expect("a search has fewer than 2^63 levels");
        write_atomically(&folder.join(FILE), format!("{HEADER}\n{fields}").as_bytes())
    }

    /// Where the search was stopped, such as `interrupted at generation 7 of 2000`; `None` if it
    /// finished.
    pub fn interruption(&self) -> Option<String> {
        let Self { n_generations, n_levels, .. } = self;
        let of = match (self.n_generations_max, self.n_levels_max) {
            (Some(max), _) => format!(" of {max}"),
            (None, Some(max)) => format!(", after {n_levels} of {max} levels"),
            (None, None) => String::new(),
        };
        self.is_interrupted.then(|| format!("interrupted at generation {n_generations}{of}"))
    }
}

#[cfg(test)]
mod tests {
    use super::RunStatus;
    use crate::LimitChange;

    const FINISHED: RunStatus = RunStatus {
        is_interrupted: false,
        n_generations: 7,
        n_generations_max: Some(2000),
        n_levels: 350,
        n_levels_max: None,
        n_validation_levels: 100,
        n_curve_levels: 100,
        extensions: Vec::new(),
    };

    #[test]
    fn a_status_is_read_as_it_was_written() {
        let folder = tempfile::TempDir::new().unwrap();
        assert_eq!(RunStatus::read(folder.path()).unwrap(), None);
        let before = LimitChange { generation: 3, n_generations_max: Some(5), n_levels_max: None };
        for extensions in [Vec::new(), vec![before]] {
            let status = RunStatus { extensions, ..FINISHED };
            status.write(folder.path()).unwrap();
            assert_eq!(RunStatus::read(folder.path()).unwrap(), Some(status));
        }
        std::fs::write(folder.path().join(super::FILE), "interrupted = 1").unwrap();
        let error = RunStatus::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("run.toml: "), "{error}");
    }

    #[test]
    fn an_interruption_is_told_by_the_limit_of_the_search() {
        assert_eq!(FINISHED.interruption(), None);
        let stopped = RunStatus { is_interrupted: true, ..FINISHED };
        assert_eq!(stopped.interruption().unwrap(), "interrupted at generation 7 of 2000");
        let by_levels =
            RunStatus { n_generations_max: None, n_levels_max: Some(800), ..stopped.clone() };
        assert_eq!(
            by_levels.interruption().unwrap(),
            "interrupted at generation 7, after 350 of 800 levels"
        );
    }
}
