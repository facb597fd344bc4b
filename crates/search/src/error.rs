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
    /// A share outside of 0..=1.
    #[error("the {name} rate is {value}; use a probability from 0 to 1")]
    Rate {
        /// The name of the setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// Saved populations that do not fit the settings.
    #[error("the populations of {sizes:?} individuals cannot be those of this search")]
    Populations {
        /// The size of each population.
        sizes: Vec<usize>,
    },
}
