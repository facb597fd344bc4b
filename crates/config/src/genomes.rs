//! The door for genomes that are not scripts.

use std::fmt::Debug;
use std::sync::Arc;

use problem::Problem;
use search::{Survival, Variation};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeValue, Error};

use crate::{Config, Decoding, ExperimentError, Genome, GenomeError};

mod older;

pub(crate) use older::refusal;

/// The table of a config with all settings of such genomes.
pub(crate) const STUDY: &str = "study";

/// Genomes of another kind than scripts: lists of integers. A program hands them in with its
/// [`Problems`](crate::Problems).
///
/// A crate above implements this, and alone knows what they mean and their settings.
pub trait Genomes: Debug + Sync {
    /// Settings of older versions by their places, where `*` is the table of a problem. One is
    /// in the table `study` now; or it is gone, and only this value (`*`: any) still has its meaning.
    fn older(&self) -> &'static [(&'static str, Option<&'static str>)];

    /// Checks the table `study` of one file, or of one setting.
    ///
    /// # Errors
    ///
    /// If it has an unknown key or a value that is not understood.
    fn check(&self, table: Spanned<DeValue<'_>>) -> Result<(), Error>;

    /// Whether a search for the problem of a config breeds them by default; if so, its other
    /// defaults become those of such a search.
    fn preset(&self, config: &mut Config) -> bool;

    /// Completes the table `study` of a config, and makes it hold in the config and its problem.
    /// Returns whether the search breeds such genomes, which it does `by_default` if the table
    /// does not decide it.
    ///
    /// # Errors
    ///
    /// If the settings make no sense: the setting, and what to do.
    fn set_up(
        &self,
        config: &mut Config,
        problem: &mut Problem,
        by_default: bool,
    ) -> Result<bool, (&'static str, String)>;

    /// Who varies the genomes of a config, and who survives.
    ///
    /// # Errors
    ///
    /// If the problem does not suit them.
    fn variation(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<(Box<dyn Variation<Genome>>, Survival), ExperimentError>;

    /// Who turns the genomes of a config into scripts.
    ///
    /// # Errors
    ///
    /// If the problem does not suit them.
    fn decode(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<Arc<dyn Decode>, ExperimentError>;
}

impl PartialEq for dyn Genomes {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self, other)
    }
}

/// Turns lists of integers into scripts for one problem.
pub trait Decode: Debug + Send + Sync {
    /// What a genome stands for, as JSON.
    ///
    /// # Errors
    ///
    /// If the genome does not fit, or its expansion never ends.
    fn document(&self, genes: &[u32]) -> Result<Value, GenomeError>;

    /// What a genome stands for; `None` if its expansion never ends.
    ///
    /// # Errors
    ///
    /// If the genome does not fit.
    fn decode(&self, genes: &[u32]) -> Result<Option<Decoding>, GenomeError>;

    /// The whole script, as JSON, of a document or of the text of a decoding.
    fn script(&self, written: &Value) -> Value;
}
