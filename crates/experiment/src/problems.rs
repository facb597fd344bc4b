//! The table of problems, and what a config says of the one that it is about.

use std::collections::BTreeMap;
use std::fmt;

use grammar::{Decoder, Grammar, ScriptTrees};
use problem::{Listed, Problem, ProblemError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Table;
use toml::de::Error;

use crate::{Config, ExperimentError};

/// The problems that configs may name. There is at least one; a config that
/// names none is about the first.
#[derive(Clone, Copy, Debug)]
pub struct Problems(pub &'static [ProblemKind]);

/// One line of the table: what there is to know of a problem before it is made.
#[derive(Clone, Copy)]
pub struct ProblemKind {
    /// Name as in configs and on the command line.
    pub name: &'static str,
    /// The script of a generator that was published for it, if there is one.
    pub published: Option<&'static str>,
    complete: fn(Table) -> Result<Table, Error>,
    check: fn(toml::Deserializer<'_>) -> Result<(), Error>,
    make: fn(&Table) -> Result<Box<dyn Problem>, ProblemError>,
}

/// The problem of a config, with all its settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProblemChoice {
    name: String,
    settings: Table,
    /// Missing until a table of problems says what the name means.
    kind: Option<ProblemKind>,
}

/// Nothing, or the settings of a problem under its name, so that errors name it.
type Named<P> = BTreeMap<String, <P as Listed>::Settings>;

impl ProblemKind {
    /// The line of a problem.
    pub const fn of<P: Listed>() -> Self {
        Self {
            name: P::NAME,
            published: P::PUBLISHED,
            complete: |table| {
                let named: Named<P> = table.try_into()?;
                let settings = named.into_values().next().unwrap_or_default();
                Ok(Table::try_from(settings).expect("settings fit into TOML"))
            },
            check: |table| Named::<P>::deserialize(table).map(drop),
            make: |settings| {
                let settings = settings.clone().try_into().expect("they were completed");
                Ok(Box::new(P::new(&settings)?))
            },
        }
    }

    /// Finds mistakes in the settings of the problem under its name, or in nothing.
    pub(crate) fn check(&self, table: toml::Deserializer<'_>) -> Result<(), Error> {
        (self.check)(table)
    }

    /// The problem with the settings of a table under its name, or of nothing,
    /// and the defaults of all others.
    pub(crate) fn choose(self, table: Table) -> Result<ProblemChoice, Error> {
        let settings = (self.complete)(table)?;
        Ok(ProblemChoice { name: self.name.to_owned(), settings, kind: Some(self) })
    }

    /// The problem with its default settings.
    pub fn with_defaults(self) -> ProblemChoice {
        self.choose(Table::new()).expect("defaults are complete")
    }
}

impl fmt::Debug for ProblemKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("ProblemKind").field(&self.name).finish()
    }
}

impl PartialEq for ProblemKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Problems {
    /// Their names, in the order of the table.
    pub fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.0.iter().map(|kind| kind.name)
    }

    /// Their names as a list.
    pub fn listed(self) -> String {
        self.names().collect::<Vec<_>>().join(", ")
    }

    /// The problem of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn find(self, name: &str) -> Result<ProblemKind, ExperimentError> {
        let found = self.0.iter().copied().find(|kind| kind.name == name);
        found.ok_or_else(|| ExperimentError::UnknownProblem {
            name: name.to_owned(),
            known: self.listed(),
        })
    }

    /// All problems with their default settings.
    ///
    /// # Panics
    ///
    /// If the defaults of one make no sense.
    pub fn with_defaults(self) -> Vec<Box<dyn Problem>> {
        let make = |kind: &ProblemKind| kind.with_defaults().make();
        self.0.iter().map(|kind| make(kind).expect("the default settings are right")).collect()
    }
}

impl ProblemChoice {
    /// Name of the problem.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The settings of the problem, complete.
    pub(crate) fn settings(&self) -> &Table {
        &self.settings
    }

    fn make(&self) -> Result<Box<dyn Problem>, ExperimentError> {
        let problem = self.name.clone();
        let Some(kind) = self.kind else {
            return Err(ExperimentError::UnknownProblem { name: problem, known: String::new() });
        };
        (kind.make)(&self.settings).map_err(|source| ExperimentError::Problem { problem, source })
    }
}

impl fmt::Display for ProblemChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

/// Among the settings of a config a problem is its name; its own settings have a
/// table of that name.
impl Serialize for ProblemChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

impl<'de> Deserialize<'de> for ProblemChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { name: String::deserialize(deserializer)?, ..Self::default() })
    }
}

/// The problem of a config, with its settings.
///
/// # Errors
///
/// If its settings make no sense.
pub fn problem_of(config: &Config) -> Result<Box<dyn Problem>, ExperimentError> {
    config.problem.make()
}

/// The decoder of a config's genomes, for the entities of its problem.
///
/// # Errors
///
/// If the config names a grammar with mistakes.
pub fn decoder_of(config: &Config, problem: &dyn Problem) -> Result<Decoder, ExperimentError> {
    Ok(Decoder {
        grammar: grammar_of(config, problem, Grammar::fdg20)?,
        shape: config.genome,
        layout: config.layout,
        cleanup: config.cleanup,
    })
}

/// The free genomes of a config, for the entities of its problem.
///
/// # Errors
///
/// If the config names a grammar with mistakes.
pub fn script_trees_of(
    config: &Config,
    problem: &dyn Problem,
) -> Result<ScriptTrees, ExperimentError> {
    let grammar = grammar_of(config, problem, Grammar::free)?;
    Ok(ScriptTrees::new(grammar, config.cleanup)?)
}

/// The grammar that a config names, or the built-in one.
fn grammar_of(
    config: &Config,
    problem: &dyn Problem,
    built_in: impl FnOnce() -> Grammar,
) -> Result<Grammar, ExperimentError> {
    let grammar = match &config.grammar_text {
        None if problem.palette().tile("empty").is_none() => {
            return Err(ExperimentError::Config {
                place: format!("the problem {}", problem.name()),
                message: "it has no entity `empty`, which the built-in grammar names; \
                          give a `grammar` of its own"
                    .to_owned(),
            });
        }
        None => built_in(),
        Some(text) => Grammar::parse(text).map_err(|source| ExperimentError::Grammar {
            path: config.grammar.clone().unwrap_or_default(),
            source,
        })?,
    };
    let entities = problem.initial_weights().iter().map(|(name, _)| name.as_str());
    Ok(grammar.with_symbol(Grammar::ENTITY, entities))
}
