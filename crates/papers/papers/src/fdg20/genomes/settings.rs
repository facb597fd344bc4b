//! The table `study` of a config.

use marahel::Semantics;
use marahel_config::{Config, EvolutionError, Noise};
use marahel_problem::paths::sokoban::SolverSettings;
use marahel_problem::{MeasureSettings, PathMeasure, Problem};
use serde::{Deserialize, Serialize};

use super::genes::Flavor;
use crate::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
use crate::fdg20::problems::names;

/// The settings in the table; missing ones have defaults.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Settings {
    representation: Option<Representation>,
    semantics: Option<String>,
    both_readings: Option<bool>,
    noise: Option<Noise>,
    layout: Option<Layout>,
    cleanup: Option<Cleanup>,
    pub(super) flavor: Option<Flavor>,
    /// Replaces the problem's setting, like the next one.
    path: Option<PathMeasure>,
    solver: Option<SolverSettings>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Representation {
    /// Genes for up to five explorers (Khalifa 2020, section 3.1).
    Paper,
    Free,
}

impl Settings {
    pub(super) fn of(config: &Config) -> Self {
        config.study.clone().try_into().expect("each layer of a config was checked")
    }

    /// Applies the settings to a config and its problem, and writes all that apply into the config,
    /// including defaults. Returns whether genomes are those of the paper.
    pub(super) fn set_up(
        self,
        config: &mut Config,
        problem: &mut Problem,
        by_default: bool,
    ) -> Result<bool, (&'static str, String)> {
        use Representation::{Free, Paper};
        let has_islands = config.search.algorithm.has_islands;
        let kind = if by_default { Paper } else { Free };
        let representation = self.representation.unwrap_or(kind);
        config.noise = self.noise.unwrap_or_default();
        if has_islands && config.noise == Noise::Fresh {
            let message = "the algorithm `islands` measures scripts on levels of their own";
            return Err(("study.noise", message.to_owned()));
        }
        let semantics = self.semantics.as_deref().map_or(Ok(Semantics::default()), str::parse);
        let semantics = semantics.map_err(|error| ("study.semantics", error))?;
        let both_readings = self.both_readings.unwrap_or(by_default && has_islands);
        problem.read_as(semantics, both_readings);
        let own = problem.measure_settings;
        let measure_settings = MeasureSettings {
            path: self.path.unwrap_or(own.path),
            solver: self.solver.unwrap_or(own.solver),
        };
        problem.measure_settings = measure_settings;
        let is_paper = representation == Paper;
        // The default genomes of the study's problems also depend on other settings.
        let is_open = is_paper || names().contains(&problem.name());
        let whole = Self {
            representation: is_open.then_some(representation),
            semantics: (is_paper || semantics != Semantics::default())
                .then(|| semantics.to_string()),
            both_readings: (is_open || both_readings).then_some(both_readings),
            noise: is_paper.then_some(config.noise),
            layout: is_paper.then(|| self.layout.unwrap_or_default()),
            cleanup: is_paper.then(|| self.cleanup.unwrap_or_default()),
            flavor: is_paper.then(|| self.flavor.unwrap_or_default()),
            path: (measure_settings.path != own.path).then_some(measure_settings.path),
            solver: (measure_settings.solver != own.solver).then_some(measure_settings.solver),
        };
        config.study = toml::Table::try_from(whole).expect("the settings fit into TOML");
        Ok(is_paper)
    }

    pub(super) fn decoder(&self, problem: &Problem) -> Result<Decoder, EvolutionError> {
        if problem.palette().tile("empty").is_none() {
            return Err(EvolutionError::Config {
                place: format!("the problem {}", problem.name()),
                message: "it has no entity `empty`, which the grammar of the paper's genomes \
                          names; set study.representation = \"free\""
                    .to_owned(),
            });
        }
        let entities = problem.initial_weights().iter().map(|(name, _)| name.as_str());
        Ok(Decoder {
            grammar: Grammar::fdg20(entities),
            shape: GenomeShape::default(),
            layout: self.layout.unwrap_or_default(),
            cleanup: self.cleanup.unwrap_or_default(),
        })
    }
}
