//! What others see of the work within a generation, and how they stop it.

use std::sync::atomic::{AtomicU8, Ordering};

use problem::Problem;

/// How much of a run should end; each includes those before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// Nothing.
    #[default]
    No,
    /// The search, with the generation that is being measured, which is finished and kept. The
    /// first one is dropped all the same: before its end there is nothing to keep, and who stops
    /// a search so soon does not want to wait.
    AfterGeneration,
    /// The search, at once. The generation that is being measured is dropped, and the one before
    /// it is the last.
    Search,
    /// What comes behind the search, too: measuring its front again ends at once and is left out.
    All,
}

/// Watches levels being measured, from all threads at once, and may stop the run.
pub trait Monitor: Sync {
    /// A level was made and measured.
    fn measured(&self) {}

    /// What should end. Once a search was told so it must be told so until it has ended.
    fn stop(&self) -> Stop {
        Stop::No
    }

    /// Whether a search should end at once.
    fn is_stopped(&self) -> bool {
        self.stop() >= Stop::Search
    }
}

/// Nobody watches, and nobody stops.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// Says of the work that is being done whether it should end: also once the judge of the
/// problem has failed so that it is to end, and no longer than the run is at that work.
pub(crate) struct Watched<'m> {
    monitor: &'m dyn Monitor,
    problem: &'m Problem,
    /// The least that ends the work at once: at first its first generation, before there is
    /// anything to keep.
    from: AtomicU8,
}

impl<'m> Watched<'m> {
    pub(crate) fn new(monitor: &'m dyn Monitor, problem: &'m Problem) -> Self {
        Self { monitor, problem, from: AtomicU8::new(Stop::AfterGeneration as u8) }
    }

    /// From now on there is other work.
    pub(crate) fn heed_from(&self, stop: Stop) {
        self.from.store(stop as u8, Ordering::Relaxed);
    }
}

impl Monitor for Watched<'_> {
    fn measured(&self) {
        self.monitor.measured();
    }

    fn stop(&self) -> Stop {
        let told = self.monitor.stop();
        if self.problem.has_ended() || told as u8 >= self.from.load(Ordering::Relaxed) {
            return Stop::All;
        }
        told.min(Stop::AfterGeneration)
    }
}
