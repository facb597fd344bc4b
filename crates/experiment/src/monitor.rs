//! What others see of the work within a generation, and how they stop it.

/// Watches levels being measured, from all threads at once, and may stop the search.
pub trait Monitor: Sync {
    /// A level was made and measured.
    fn measured(&self) {}

    /// Whether the search should end at once. The generation that is being
    /// measured is dropped then, and the one before it is the last. Once a
    /// search was told to stop it must be told so until it has.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Nobody watches, and nobody stops.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// Work that is done to its end: levels are told, but nothing stops it.
pub(crate) struct ToTheEnd<'m>(pub(crate) &'m dyn Monitor);

impl Monitor for ToTheEnd<'_> {
    fn measured(&self) {
        self.0.measured();
    }
}
