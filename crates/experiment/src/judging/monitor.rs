//! What others see of the work within a generation, and how they stop it.

use std::sync::atomic::{AtomicBool, Ordering};

use problem::Problem;

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

    /// Whether the search should end with the generation that is being measured,
    /// which is finished and kept. The first one is dropped all the same: before its
    /// end there is nothing to keep, and who stops a search so soon does not want to
    /// wait. Once a search was told to end it must be told so until it has.
    fn should_end(&self) -> bool {
        self.should_stop()
    }

    /// Whether what comes behind the search, measuring its front again, should end at
    /// once and be left out.
    fn should_skip(&self) -> bool {
        false
    }
}

/// Nobody watches, and nobody stops.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// Stops a search, too, once the judge of its problem has failed so that the work is to end,
/// and drops the first generation of one that is told to end, but no other.
pub(crate) struct OfSearch<'m> {
    monitor: &'m dyn Monitor,
    problem: &'m Problem,
    is_first: AtomicBool,
}

impl<'m> OfSearch<'m> {
    pub(crate) fn new(monitor: &'m dyn Monitor, problem: &'m Problem) -> Self {
        Self { monitor, problem, is_first: AtomicBool::new(true) }
    }

    /// The first generation is over: from now on there is something to keep.
    pub(crate) fn first_is_over(&self) {
        self.is_first.store(false, Ordering::Relaxed);
    }
}

impl Monitor for OfSearch<'_> {
    fn measured(&self) {
        self.monitor.measured();
    }

    fn should_stop(&self) -> bool {
        self.monitor.should_stop()
            || self.problem.has_ended()
            || self.is_first.load(Ordering::Relaxed) && self.monitor.should_end()
    }

    fn should_end(&self) -> bool {
        self.monitor.should_end() || self.problem.has_ended()
    }

    fn should_skip(&self) -> bool {
        self.monitor.should_skip()
    }
}

/// Work that a stop of the search does not stop.
pub(crate) struct ToTheEnd<'m>(pub(crate) &'m dyn Monitor);

impl Monitor for ToTheEnd<'_> {
    fn measured(&self) {
        self.0.measured();
    }

    fn should_stop(&self) -> bool {
        self.0.should_skip()
    }
}
