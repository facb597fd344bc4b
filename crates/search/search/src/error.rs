//! Errors of settings, objectives and saved searches.

/// Input that an engine cannot use.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// Objectives that cannot be ranked, or an impossible individual; contains the message.
    #[error("{0}")]
    Content(String),
    /// A population size that is 0 or too large.
    #[error("a population of {0} is not possible; use 1 to {max}", max = crate::population::SIZE_MAX)]
    PopulationSize(usize),
    /// A share `isolation` outside of 0..=1.
    #[error("isolation is {0}; use a share of the search from 0 to 1")]
    Isolation(f64),
    /// Saved populations that do not fit the settings.
    #[error("the populations of {sizes:?} individuals cannot be those of this search")]
    Populations {
        /// The size of each population.
        sizes: Vec<usize>,
    },
}
