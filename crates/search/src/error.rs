//! What can be wrong with settings, objectives and restored populations.

/// An error of this crate: input that an engine cannot work with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// Objectives that cannot be ranked, or an individual that this engine cannot have made: what
    /// is wrong.
    #[error("{0}")]
    Content(String),
    /// A population of nobody, or of too many.
    #[error("a population of {0} is not possible; use 1 to {max}", max = crate::population::SIZE_MAX)]
    PopulationSize(usize),
    /// A crossover or mutation rate that is no probability.
    #[error("the {name} rate is {value}; use a probability from 0 to 1")]
    Rate {
        /// `crossover` or `mutation`.
        name: &'static str,
        /// The rate.
        value: f64,
    },
    /// Saved populations that are not those of an engine with these settings.
    #[error("the populations of {sizes:?} individuals cannot be those of this search")]
    Populations {
        /// How many individuals may survive in each.
        sizes: Vec<usize>,
    },
}
