//! The door for genomes that are not scripts.

use std::fmt::Debug;
use std::sync::Arc;

use marahel_problem::Problem;
use marahel_script::Document;
use marahel_search::{Survival, Variation};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeValue, Error};

use super::script_genome::{ScriptDecoder, ScriptGenome};
use crate::{Config, EvolutionError, Genome, GenomeError};

/// The table of a config with the settings of such genomes.
pub(crate) const STUDY: &str = "study";

/// Genomes that are lists of integers instead of scripts. A program passes them in with its
/// [`Problems`](crate::Problems). Only the crate that implements this knows their meaning and
/// their settings.
pub trait Genomes: Debug + Sync {
    /// Checks the table `study` of one file, or of one setting.
    fn check(&self, table: Spanned<DeValue<'_>>) -> Result<(), Error>;

    /// Whether a search for the problem of a config breeds them by default. If so, this sets the
    /// other defaults of such a search, too.
    fn preset(&self, config: &mut Config) -> bool;

    /// Completes the table `study` of a config, and applies it to the config and its problem.
    /// Returns whether the search breeds such genomes: as the table says, else `by_default`.
    ///
    /// # Errors
    ///
    /// If the settings make no sense: the setting, and a message with what to do.
    fn set_up(
        &self,
        config: &mut Config,
        problem: &mut Problem,
        by_default: bool,
    ) -> Result<bool, (&'static str, String)>;

    /// The variation of the genomes of a config.
    fn variation(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<Box<dyn Variation<Genome>>, EvolutionError>;

    /// The survival of the genomes of a config: that of its algorithm, unless they have their own.
    fn survival(&self, config: &Config) -> Survival {
        config.search.algorithm.survival
    }

    /// The decoder of the genomes of a config.
    fn decode(&self, config: &Config, problem: &Problem)
    -> Result<Arc<dyn Decode>, EvolutionError>;
}

impl PartialEq for dyn Genomes {
    fn eq(&self, genomes: &Self) -> bool {
        std::ptr::addr_eq(self, genomes)
    }
}

/// Turns the genomes of a search into scripts for one problem.
pub trait Decode: Debug + Send + Sync {
    /// The script of a genome as JSON: an object with the `explorers`, or the whole script.
    ///
    /// # Errors
    ///
    /// If the genome does not fit, or its expansion never ends.
    fn document(&self, genome: &Genome) -> Result<Value, GenomeError>;

    /// The script of a genome, whose text may be only the part by which scripts of one problem
    /// differ; `None` if its expansion never ends.
    fn decode(&self, genome: &Genome) -> Result<Option<Arc<Document>>, EvolutionError>;

    /// The whole script, as JSON, of what [`document`](Self::document) gave, or of such a text.
    fn script(&self, written: &Value) -> Value;

    /// The whole script of what [`decode`](Self::decode) gave, as JSON.
    fn script_of(&self, document: &Document) -> Value {
        self.script(&serde_json::from_str(&document.text).expect("it was written as JSON"))
    }

    fn genome(&self, integers: Vec<u32>) -> Result<Genome, GenomeError> {
        Ok(Genome::Genes(integers))
    }
}

// Only here a search for scripts differs from one for other genomes.
impl Config {
    /// Whether genomes are whole scripts.
    pub fn breeds_scripts(&self) -> bool {
        self.genomes.is_none()
    }

    pub(crate) fn variation(
        &self,
        problem: &Problem,
    ) -> Result<Box<dyn Variation<Genome>>, EvolutionError> {
        match self.genomes {
            Some(genomes) => genomes.variation(self, problem),
            None => Ok(Box::new(ScriptGenome::new(self, problem)?)),
        }
    }

    pub(crate) fn survival(&self) -> Survival {
        let own = self.genomes.map(|genomes| genomes.survival(self));
        own.unwrap_or(self.search.algorithm.survival)
    }

    /// The decoder of its genomes, for scripts of a problem.
    pub fn decoder(&self, problem: &Problem) -> Result<Arc<dyn Decode>, EvolutionError> {
        match self.genomes {
            Some(genomes) => genomes.decode(self, problem),
            None => Ok(Arc::new(ScriptDecoder::new(problem))),
        }
    }
}
