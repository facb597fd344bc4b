//! The errors of minimising.

use marahel::{RunError, ScriptError};
use marahel_config::EvolutionError;
use marahel_script::parse::NotCurrent;

/// Why minimising failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MinimiseError {
    /// The script has mistakes.
    #[error("the script cannot be read")]
    Script(#[from] ScriptError),
    /// The script is in another dialect than today's.
    #[error(transparent)]
    Dialect(#[from] NotCurrent),
    /// The script has entities that the problem does not know, or a file cannot be written.
    #[error(transparent)]
    Entities(#[from] EvolutionError),
    /// The script itself exceeds the work limit of a level.
    #[error("the script cannot be compared with smaller ones, because it fails itself")]
    Run(#[from] RunError),
}
