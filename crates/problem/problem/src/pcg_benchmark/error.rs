//! Errors in the choice of a game.

/// Why a game cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameError(pub(crate) String);
