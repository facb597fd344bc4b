//! What can be wrong with a project of LDtk.

/// Why a project of LDtk holds no levels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LdtkError {
    /// A level has no cells of its own.
    #[error(
        "level `{0}` is in a file of its own; turn \"save levels separately\" off in the settings \
         of the project"
    )]
    Elsewhere(String),
    /// A level has no layer that says what its cells are.
    #[error(
        "level `{0}` has no IntGrid layer; paint its cells there, as other layers are not read"
    )]
    NoIntGrid(String),
    /// A layer has more or fewer cells than its size says.
    #[error("level `{level}` is {width} x {height} cells large, but has {actual} cells")]
    Length {
        /// Name of the level.
        level: String,
        /// Number of its columns.
        width: usize,
        /// Number of its rows.
        height: usize,
        /// Number of its cells.
        actual: usize,
    },
    /// Some values name entities, but this one does not.
    #[error(
        "level `{level}`, row {row}, column {column}: value {value} has no name; enter that of its \
         entity in the settings of the layer, as other values have it"
    )]
    NoName {
        /// Name of the level.
        level: String,
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// The value.
        value: i64,
    },
    /// Something is wrong with the cells of one of the levels.
    #[error("level `{level}`")]
    Level {
        /// Name of the level.
        level: String,
        /// What is wrong.
        source: Box<crate::LevelError>,
    },
}
