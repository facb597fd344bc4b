//! What can be wrong with settings, objectives and restored populations.

/// An error of this crate: input that an engine cannot work with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A table of objectives without columns.
    #[error("there are no objectives; a search needs at least one")]
    NoObjectives,
    /// A row of objectives that is shorter or longer than the others.
    #[error("row {row} has {found} objectives instead of {expected}; give each row all of them")]
    RowLength {
        /// Index of the row, from 0. Flat values are cut into rows from the first value on.
        row: usize,
        /// Number of objectives of the table.
        expected: usize,
        /// Number of objectives of this row.
        found: usize,
    },
    /// An objective that is infinite or not a number, and so cannot be ranked.
    #[error(
        "objective {objective} of row {row} is {value}; score a failed evaluation with the worst finite value"
    )]
    NotFinite {
        /// Index of the row, from 0.
        row: usize,
        /// Index of the objective, from 0.
        objective: usize,
        /// The value.
        value: f64,
    },
    /// A genome shape without genes, without values, or too long.
    #[error("a genome cannot have this shape: {0}")]
    Shape(&'static str),
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
    /// A flavor that does not exist.
    #[error("there is no flavor `{0}`; use `paper` or `released`")]
    Flavor(String),
    /// A kind of survival that does not exist.
    #[error(
        "there is no survival `{0}`; use `crowding`, `crowding-released`, `truthful` or `reference`"
    )]
    Survival(String),
    /// Saved populations that are not those of an engine with these settings.
    #[error("the populations of {sizes:?} individuals cannot be those of this search")]
    Populations {
        /// How many individuals may survive in each.
        sizes: Vec<usize>,
    },
    /// A restored individual that this engine cannot have made.
    #[error("individual {id} cannot be restored: {reason}")]
    Restore {
        /// Birth index of the individual.
        id: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
}
