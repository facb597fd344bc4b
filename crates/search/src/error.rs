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
    /// A flavor that does not exist.
    #[error("there is no flavor `{0}`; use `paper` or `released`")]
    Flavor(String),
}
