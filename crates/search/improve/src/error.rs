//! The errors of improving and minimising.

use marahel::{RunError, ScriptError};
use marahel_config::EvolutionError;
use marahel_script::parse::NotCurrent;

/// Why a script could not be improved or minimised.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// The script has mistakes.
    #[error("the script cannot be read")]
    Script(#[from] ScriptError),
    /// The script is in another dialect than today's.
    #[error(transparent)]
    Dialect(#[from] NotCurrent),
    /// The levels are so large that those to compare would fill the memory.
    #[error("its levels have {0} cells; levels of at most {max} cells are improved", max = crate::N_CELLS_MAX)]
    Large(usize),
    /// The config names no script, or several.
    #[error("name one script to improve")]
    OneScript,
    /// The script does not fit the problem, or a setting makes no sense.
    #[error(transparent)]
    Config(#[from] EvolutionError),
    /// The script itself exceeds the work limit of a level.
    #[error("the script cannot be compared with others, because it fails itself")]
    Run(#[from] RunError),
    /// Numbers of edits that there are not.
    #[error("there is no edit {0}; the edits are numbered from 1 to {1}")]
    NoEdit(usize, usize),
}
