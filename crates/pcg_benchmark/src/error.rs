//! What can be wrong with a game that is asked for.

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameError(pub(crate) String);
