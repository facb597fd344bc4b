//! Stopping long work by Ctrl-C or a system shutdown.

use std::io;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Time after a signal in which another one counts as the same.
const ECHO_PERIOD: Duration = Duration::from_millis(500);

/// Time between two checks for a signal.
const LOOK_PERIOD: Duration = Duration::from_millis(20);

/// Maximum time to wait for the current generation of a stopped search.
const PATIENCE: Duration = Duration::from_secs(1);

/// The exit code after a signal is this plus its number, as in shells.
const OF_SIGNALS: usize = 128;

/// Handles Ctrl-C and termination signals.
///
/// The first signal ends a search after the current generation, or without it if it is the first
/// one or takes too long. A second signal, or one outside of a search, ends the program at once.
/// Files stay valid either way.
pub(crate) struct Interrupts(Arc<State>);

#[derive(Default)]
struct State {
    /// The last unhandled signal; 0 for none.
    caught: Arc<AtomicUsize>,
    is_searching: AtomicBool,
    /// The signal that stopped the search; 0 for none.
    stopped_by: AtomicUsize,
    /// Whether the patience for the current generation is over.
    is_urgent: AtomicBool,
}

impl Interrupts {
    /// Starts handling signals; `say` prints a line for the user. Call it once.
    pub(crate) fn watch(say: impl Fn(&str) + Send + 'static) -> anyhow::Result<Self> {
        let state = Arc::new(State::default());
        for signal in signals() {
            flag::register_usize(signal, Arc::clone(&state.caught), signal as usize)
                .context("watching for Ctrl-C")?;
        }
        let heeding = Arc::clone(&state);
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || heeding.heed(say))
            .context("watching for Ctrl-C")?;
        Ok(Self(state))
    }

    /// Treats the end of standard input like Ctrl-C. A pipe ends when its writer ends for any
    /// reason, on all systems.
    #[expect(clippy::disallowed_methods, reason = "what is read is thrown away")]
    pub(crate) fn heed_end_of_input(&self) -> anyhow::Result<()> {
        let state = Arc::clone(&self.0);
        let thread = thread::Builder::new().name("input".to_owned()).spawn(move || {
            // An unreadable stream has ended.
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            state.caught.store(SIGINT as usize, Ordering::Relaxed);
        });
        thread.map(drop).context("watching standard input")
    }

    /// Marks the begin of a search, which the next signal stops.
    pub(crate) fn begin(&self) {
        self.0.stopped_by.store(0, Ordering::Relaxed);
        self.0.is_urgent.store(false, Ordering::Relaxed);
        self.0.is_searching.store(true, Ordering::Relaxed);
    }

    /// Marks the end of the search: the next signal ends the program.
    pub(crate) fn end(&self) {
        self.0.is_searching.store(false, Ordering::Relaxed);
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.0.stopped_by.load(Ordering::Relaxed) != 0
    }

    /// Whether a stopped search should no longer wait for its generation.
    pub(crate) fn is_urgent(&self) -> bool {
        self.0.is_urgent.load(Ordering::Relaxed)
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self.0.stopped_by.load(Ordering::Relaxed) {
            0 => ExitCode::SUCCESS,
            signal => ExitCode::from(code_of(signal)),
        }
    }
}

impl State {
    /// Handles signals as long as the program runs.
    fn heed(&self, say: impl Fn(&str)) {
        let mut first: Option<Instant> = None;
        loop {
            thread::sleep(LOOK_PERIOD);
            if self.stopped_by.load(Ordering::Relaxed) != 0
                && first.is_some_and(|first| first.elapsed() >= PATIENCE)
            {
                self.is_urgent.store(true, Ordering::Relaxed);
            }
            let signal = self.caught.swap(0, Ordering::Relaxed);
            // Some senders send a signal twice.
            if signal == 0 || first.is_some_and(|first| first.elapsed() < ECHO_PERIOD) {
                continue;
            }
            let is_stopped = self.stopped_by.load(Ordering::Relaxed) != 0;
            if is_stopped || !self.is_searching.load(Ordering::Relaxed) {
                process::exit(code_of(signal).into());
            }
            first = Some(Instant::now());
            say("stopping the search, which keeps what it found; Ctrl-C again to stop at once");
            self.stopped_by.store(signal, Ordering::Relaxed);
        }
    }
}

fn signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    signals.push(signal_hook::consts::SIGHUP);
    signals
}

fn code_of(signal: usize) -> u8 {
    u8::try_from(OF_SIGNALS + signal).unwrap_or(u8::MAX)
}
