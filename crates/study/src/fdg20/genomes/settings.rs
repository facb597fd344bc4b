//! The table `study` of a config.

use config::{Algorithm, Config, ExperimentError, Noise};
use marahel::Semantics;
use paths::sokoban::SolverSettings;
use problem::{Means, PathMeasure, Problem};
use serde::{Deserialize, Serialize};

use super::genes::Flavor;
use crate::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
use crate::fdg20::problems::names;

/// What the table says; what it leaves out has a default.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Settings {
    /// What genomes are.
    representation: Option<Representation>,
    /// Reading of the language.
    semantics: Option<Reading>,
    /// Whether every other level of a search by the algorithm `islands` uses the other reading.
    both_readings: Option<bool>,
    /// Where the random numbers of the judged levels come from.
    noise: Option<Noise>,
    /// Order of the two leading genes.
    pub(super) layout: Option<Layout>,
    /// Clean-up of decoded explorers.
    pub(super) cleanup: Option<Cleanup>,
    /// Operators and crowding as in the paper or as released.
    flavor: Option<Flavor>,
    /// Probability of a crossover.
    crossover: Option<f64>,
    /// Probability of a mutation after a crossover.
    mutation: Option<f64>,
    /// Relative frequency of each operator; for the algorithm `islands`.
    operators: Option<Operators>,
    /// How longest paths are measured, instead of what the problem says.
    path: Option<PathMeasure>,
    /// How Sokoban puzzles are solved, instead of what the problem says.
    solver: Option<SolverSettings>,
}

/// The kind of genomes, which decides which scripts a search can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Representation {
    /// Genes for up to five explorers, which follow one that fills the map as the
    /// problem says (Khalifa 2020, section 3.1).
    Paper,
    /// Whole scripts.
    Free,
}

/// A reading of the language, as the text by which it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Reading(Semantics);

impl TryFrom<String> for Reading {
    type Error = <Semantics as std::str::FromStr>::Err;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl From<Reading> for String {
    fn from(Reading(semantics): Reading) -> Self {
        semantics.to_string()
    }
}

/// Weights of the operators that make children.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Operators {
    /// The paper's crossover of slots and mutation of a gene.
    pub(super) genes: f64,
    /// Whole explorers are swapped, copied, dropped, added or adopted.
    pub(super) blocks: f64,
    /// One symbol of an explorer's derivation tree is chosen anew.
    pub(super) tree: f64,
    /// A subtree of an explorer comes from another parent.
    pub(super) graft: f64,
}

/// Those that found the best generators (results/search).
impl Default for Operators {
    fn default() -> Self {
        Self { genes: 0.45, blocks: 0.2, tree: 0.25, graft: 0.1 }
    }
}

impl Settings {
    /// What the table of a config says.
    ///
    /// # Panics
    ///
    /// If it was not checked.
    pub(super) fn of(config: &Config) -> Self {
        config.study.clone().try_into().expect("each layer of a config was checked")
    }

    /// Makes what they say hold in a config and its problem, and writes down all that has a
    /// meaning there, defaults included. Returns whether genomes are of the paper's kind.
    pub(super) fn set_up(
        self,
        config: &mut Config,
        problem: &mut Problem,
        by_default: bool,
    ) -> Result<bool, (&'static str, String)> {
        use Representation::{Free, Paper};
        let has_islands = config.search.algorithm == Algorithm::Islands;
        let kind = if by_default { Paper } else { Free };
        let representation = self.representation.unwrap_or(kind);
        let noise = if has_islands { Noise::Own } else { Noise::Common };
        config.noise = self.noise.unwrap_or(noise);
        config.semantics = self.semantics.map_or_else(Semantics::default, |Reading(one)| one);
        // A search for genomes of the paper's kind goes for what is good in both.
        let in_both = by_default && has_islands;
        config.both_readings = self.both_readings.unwrap_or(in_both);
        let own = problem.means();
        let means = Means {
            path: self.path.unwrap_or(own.path),
            solver: self.solver.unwrap_or(own.solver),
        };
        *problem = problem.clone().with_means(means);
        let (is_paper, semantics) = (representation == Paper, config.semantics);
        let operators = self.operators();
        let weights = [operators.genes, operators.blocks, operators.tree, operators.graft];
        let are_weights = weights.iter().all(|weight| (0.0..=1e6).contains(weight));
        if !are_weights || weights.iter().sum::<f64>() <= 0.0 {
            let message = "weights are at least 0, and one of them is above 0";
            return Err(("study.operators", message.to_owned()));
        }
        let [crossover, mutation] = self.rates();
        // What is bred for a problem of the study by default also depends on other settings.
        let is_open = by_default || names().contains(&problem.name());
        let both = config.both_readings;
        let others = Self {
            representation: is_open.then_some(representation),
            semantics: (semantics != Semantics::default()).then_some(Reading(semantics)),
            both_readings: (is_open || both).then_some(both),
            path: (means.path != own.path).then_some(means.path),
            solver: (means.solver != own.solver).then_some(means.solver),
            ..Self::default()
        };
        let whole = if is_paper {
            Self {
                representation: Some(representation),
                semantics: Some(Reading(semantics)),
                both_readings: Some(both),
                noise: Some(config.noise),
                layout: Some(self.layout.unwrap_or_default()),
                cleanup: Some(self.cleanup.unwrap_or_default()),
                flavor: Some(self.flavor.unwrap_or_default()),
                crossover: Some(crossover),
                mutation: Some(mutation),
                operators: has_islands.then_some(operators),
                ..others
            }
        } else {
            others
        };
        config.study = toml::Table::try_from(whole).expect("the settings fit into TOML");
        Ok(is_paper)
    }

    /// Probabilities of a crossover, and of a mutation after it.
    pub(super) fn rates(&self) -> [f64; 2] {
        [self.crossover.unwrap_or(0.7), self.mutation.unwrap_or(0.3)]
    }

    pub(super) fn flavor(&self) -> Flavor {
        self.flavor.unwrap_or_default()
    }

    pub(super) fn operators(&self) -> Operators {
        self.operators.unwrap_or_default()
    }

    /// The decoder of genomes, for the entities of a problem.
    pub(super) fn decoder(&self, problem: &Problem) -> Result<Decoder, ExperimentError> {
        if problem.palette().tile("empty").is_none() {
            return Err(ExperimentError::Config {
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
