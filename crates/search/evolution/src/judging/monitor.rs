//! Observing the work within a generation, and stopping it.

use std::sync::atomic::{AtomicU8, Ordering};

use marahel_problem::Problem;

/// How much of a run to stop; each variant includes those before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// Nothing.
    #[default]
    No,
    /// The search, after the current generation, which is finished and kept. The first generation
    /// is dropped instead: before its end there is nothing to keep, and somebody who stops so early
    /// does not want to wait.
    AfterGeneration,
    /// The search, at once. The current generation is dropped, and the one before it is the last.
    Search,
    /// Also the work after the search: a running measurement of its front ends at once and is
    /// dropped.
    All,
}

/// Observes the measuring of levels, from all threads at once, and may stop the run.
pub trait Monitor: Sync {
    /// A level was made and measured.
    fn measured(&self) {}

    /// What to stop. After returning a stop, it must keep returning it until the run has ended.
    fn stop(&self) -> Stop {
        Stop::No
    }

    /// Whether a search should end at once.
    fn is_stopped(&self) -> bool {
        self.stop() >= Stop::Search
    }
}

/// A monitor that never stops anything.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// A monitor for the current work of a run: passes on a stop only if it applies to that work, and
/// also stops if the external judge failed for good.
pub(crate) struct Watched<'m> {
    monitor: &'m dyn Monitor,
    problem: &'m Problem,
    /// The weakest stop that ends the current work at once. It starts with the first generation,
    /// before which there is nothing to keep.
    from: AtomicU8,
}

impl<'m> Watched<'m> {
    pub(crate) fn new(monitor: &'m dyn Monitor, problem: &'m Problem) -> Self {
        Self { monitor, problem, from: AtomicU8::new(Stop::AfterGeneration as u8) }
    }

    /// The run has moved on to other work.
    pub(crate) fn heed_from(&self, stop: Stop) {
        self.from.store(stop as u8, Ordering::Relaxed);
    }
}

impl Monitor for Watched<'_> {
    fn measured(&self) {
        self.monitor.measured();
    }

    fn stop(&self) -> Stop {
        let stop = self.monitor.stop();
        if self.problem.has_ended() || stop as u8 >= self.from.load(Ordering::Relaxed) {
            return Stop::All;
        }
        stop.min(Stop::AfterGeneration)
    }
}
