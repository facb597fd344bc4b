//! How a person stops a search.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::output::note;

/// Time after a Ctrl-C in which another one counts as the same.
const ECHO_PERIOD: Duration = Duration::from_millis(500);

/// Exit code of a program that Ctrl-C ended, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// Notices Ctrl-C.
///
/// The first Ctrl-C lets a search end after its current generation, as if it
/// were the last. A second one, or one after the search, ends the program at
/// once. Files are whole either way.
pub(super) struct Interrupts {
    /// Whether the search is over or about to be.
    is_ending: Arc<AtomicBool>,
}

impl Interrupts {
    /// Notices from now on; to be called once.
    pub(super) fn watch() -> anyhow::Result<Self> {
        let is_ending = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_ending);
        let mut first: Option<Instant> = None;
        ctrlc::set_handler(move || {
            // Some senders reach a program twice with one signal.
            if first.is_some_and(|first| first.elapsed() < ECHO_PERIOD) {
                return;
            }
            if flag.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED.into());
            }
            first = Some(Instant::now());
            note("\nstopping after this generation; Ctrl-C again to stop at once");
        })
        .context("watching for Ctrl-C")?;
        Ok(Self { is_ending })
    }

    /// A search begins, which the next Ctrl-C lets end after its generation.
    pub(super) fn begin(&self) {
        self.is_ending.store(false, Ordering::Relaxed);
    }

    /// The search is over: the next Ctrl-C ends the program.
    pub(super) fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// Whether the search should end.
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }
}
