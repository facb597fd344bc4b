//! The door for genomes that are not scripts.

use std::fmt::Debug;
use std::sync::Arc;

use problem::Problem;
use search::{Survival, Variation};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeValue, Error};

use crate::{Config, Decoding, EvolutionError, Genome, GenomeError};

mod older;

pub(crate) use older::refusal;

/// The table of a config with the settings of such genomes.
pub(crate) const STUDY: &str = "study";

/// Genomes that are lists of integers instead of scripts. A program passes them in with its
/// [`Problems`](crate::Problems). Only the crate that implements this knows their meaning and
/// their settings.
pub trait Genomes: Debug + Sync {
    /// Settings of older versions, by their places; `*` stands for the table of a problem. A
    /// setting with `None` is in the table `study` now. Others are gone: only the given value
    /// (`*`: any) still has its meaning.
    fn older(&self) -> &'static [(&'static str, Option<&'static str>)];

    /// Checks the table `study` of one file, or of one setting.
    ///
    /// # Errors
    ///
    /// If a key is unknown, or a value is not understood.
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

    /// The variation and the survival of the genomes of a config.
    ///
    /// # Errors
    ///
    /// If the problem does not suit them.
    fn variation(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<(Box<dyn Variation<Genome>>, Survival), EvolutionError>;

    /// The decoder of the genomes of a config.
    ///
    /// # Errors
    ///
    /// If the problem does not suit them.
    fn decode(&self, config: &Config, problem: &Problem)
    -> Result<Arc<dyn Decode>, EvolutionError>;
}

impl PartialEq for dyn Genomes {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self, other)
    }
}

/// Turns lists of integers into scripts for one problem.
pub trait Decode: Debug + Send + Sync {
    /// The explorers of a genome, as JSON.
    ///
    /// # Errors
    ///
    /// If the genome does not fit, or its expansion never ends.
    fn document(&self, genes: &[u32]) -> Result<Value, GenomeError>;

    /// The script of a genome; `None` if its expansion never ends.
    ///
    /// # Errors
    ///
    /// If the genome does not fit.
    fn decode(&self, genes: &[u32]) -> Result<Option<Decoding>, GenomeError>;

    /// The whole script, as JSON, of a document or of the text of a decoding.
    fn script(&self, written: &Value) -> Value;
}
