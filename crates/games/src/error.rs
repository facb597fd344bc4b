//! What can be wrong with a game that is asked for.

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameError(pub(crate) String);

impl GameError {
    pub(crate) fn size(name: &str, allowed: &str, (width, height): (usize, usize)) -> Self {
        Self(format!("levels of {name} are {allowed}, not {width}x{height}"))
    }
}
