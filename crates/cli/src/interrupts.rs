//! How a person, or a system that shuts down, stops long work.

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

/// Time between two looks for a signal.
const LOOK_PERIOD: Duration = Duration::from_millis(20);

/// Whoever stops a search waits no longer than this for the generation that it is at.
const PATIENCE: Duration = Duration::from_secs(1);

/// A program that a signal ended has this exit code plus its number, as shells have it.
const OF_SIGNALS: usize = 128;

/// Notices Ctrl-C and what asks a program to terminate.
///
/// The first signal lets a search end with the generation that it is at, or
/// without it if it is the first, or takes long. A second one, or one while no
/// search goes on, ends the program at once. Files are whole either way.
pub(crate) struct Interrupts(Arc<State>);

#[derive(Default)]
struct State {
    /// The signal that came last and was not heeded yet; 0 for none.
    caught: Arc<AtomicUsize>,
    is_searching: AtomicBool,
    /// The signal that stopped the search; 0 for none.
    stopped_by: AtomicUsize,
    /// Whether that was so long ago that nothing more is waited for.
    is_urgent: AtomicBool,
}

impl Interrupts {
    /// Notices from now on, and lets a person know by a line to `say`; to be called once.
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

    /// From now on the end of standard input counts as Ctrl-C. Whoever holds the other end of a pipe
    /// closes it by its own end, too, whatever that was; and so it works on all systems.
    #[expect(clippy::disallowed_methods, reason = "what is read is thrown away")]
    pub(crate) fn heed_end_of_input(&self) -> anyhow::Result<()> {
        let state = Arc::clone(&self.0);
        let wait = move || {
            // A stream that cannot be read has ended.
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            state.caught.store(SIGINT as usize, Ordering::Relaxed);
        };
        let thread = thread::Builder::new().name("input".to_owned()).spawn(wait);
        thread.map(drop).context("watching standard input")
    }

    /// A search begins, which the next signal stops.
    pub(crate) fn begin(&self) {
        self.0.stopped_by.store(0, Ordering::Relaxed);
        self.0.is_urgent.store(false, Ordering::Relaxed);
        self.0.is_searching.store(true, Ordering::Relaxed);
    }

    /// The search is over: the next signal ends the program.
    pub(crate) fn end(&self) {
        self.0.is_searching.store(false, Ordering::Relaxed);
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.0.stopped_by.load(Ordering::Relaxed) != 0
    }

    /// Whether the search has not ended yet, a while after it was stopped.
    pub(crate) fn is_urgent(&self) -> bool {
        self.0.is_urgent.load(Ordering::Relaxed)
    }

    /// The exit code, once the work is over or stopped.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self.0.stopped_by.load(Ordering::Relaxed) {
            0 => ExitCode::SUCCESS,
            signal => ExitCode::from(code_of(signal)),
        }
    }
}

impl State {
    /// Waits for signals as long as the program runs.
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
            // Some senders reach a program twice with one signal.
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
