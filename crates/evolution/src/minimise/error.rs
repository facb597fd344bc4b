//! What can go wrong.

use config::ExperimentError;
use marahel::{RunError, ScriptError};

/// Why a script could not be made smaller.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MinimiseError {
    /// The script has mistakes.
    #[error("the script cannot be read")]
    Script(#[from] ScriptError),
    /// The script is in the dialect of 2017.
    #[error(
        "the script is in the dialect of 2017, which is not taken apart; \
         rewrite it first by `marahel convert`"
    )]
    Dialect,
    /// The script has entities that the problem does not know, or a file cannot be written.
    #[error(transparent)]
    Entities(#[from] ExperimentError),
    /// The script itself wants more work done than a level may cost.
    #[error("the script cannot be compared with smaller ones, for it fails itself")]
    Run(#[from] RunError),
    /// Without a problem nothing says what levels are worth.
    #[error(
        "without a problem only what leaves every level as it is can be taken out; \
         name a problem, or ask for that alone"
    )]
    NoProblem,
}
