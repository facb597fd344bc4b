//! Drawing progress: on a terminal a bar, and a level of the best script at each tenth of a search;
//! else a line at each tenth.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use marahel_config::Config;
use marahel_evolution::SavedRun;
use marahel_level::Level;

use crate::terminal::{colored, counted, note, note_colored, picture_width};

/// Parts of a search, each of which has a line or a level.
const N_PARTS: f64 = 10.0;

/// Maximum time between two lines of progress without a terminal, which the studio reads.
const LINE_PERIOD: Duration = Duration::from_secs(30);

/// Time after which a search estimates its remaining time; shorter ones do not.
const PACE_PERIOD: Duration = Duration::from_secs(5);

/// Time between two updates of the bar.
const DRAW_PERIOD: Duration = Duration::from_millis(100);

/// Resolution of the progress bar.
const N_STEPS: u64 = 1000;

/// Shows the progress of a search.
pub(super) struct Screen {
    is_quiet: bool,
    n_threads: usize,
    shared: Arc<Shared>,
    /// The drawing thread; it ends when its sender is dropped.
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

/// State that the threads of a search share with the drawing thread.
struct Shared {
    /// Number of levels measured so far, for any purpose.
    n_levels: AtomicU64,
    state: Mutex<State>,
}

struct State {
    is_terminal: bool,
    bar: Option<ProgressBar>,
    limits: Limits,
    work: Work,
    /// Number of levels measured when the current work began.
    n_levels_before: u64,
    /// Finished generations, their share of the search, and their number of levels.
    n_generations: u64,
    share: f64,
    n_searched: u64,
    /// Number of levels of a generation, as far as known.
    n_of_generation: u64,
    /// The state of the search after its last generation; empty before.
    text: String,
    last_line: Instant,
    begin: Instant,
    /// The finished share of the search when it began or was resumed.
    share_before: f64,
    /// Parts of the search that were told.
    n_parts: u64,
    /// Whether the remaining time was printed.
    is_estimated: bool,
}

/// Limits of a search; 0 for no limit.
#[derive(Clone, Copy, Default)]
struct Limits {
    n_generations: u64,
    n_levels: u64,
}

/// The purpose of the levels being measured.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// None at the moment.
    Nothing,
    Generation,
    Validation {
        n_members: usize,
        n_maps: u32,
        /// Maximum number of levels.
        n_levels: u64,
    },
}

impl Screen {
    /// A screen for searches on `n_threads` threads.
    pub(super) fn new(is_quiet: bool, n_threads: usize) -> Self {
        let state = State {
            is_terminal: std::io::stderr().is_terminal(),
            bar: None,
            limits: Limits::default(),
            work: Work::Nothing,
            n_levels_before: 0,
            n_generations: 0,
            share: 0.0,
            n_searched: 0,
            n_of_generation: 0,
            text: String::new(),
            last_line: Instant::now(),
            begin: Instant::now(),
            share_before: 0.0,
            n_parts: 0,
            is_estimated: false,
        };
        let shared = Arc::new(Shared { n_levels: AtomicU64::new(0), state: Mutex::new(state) });
        let drawer = (!is_quiet).then(|| start_drawing(&shared)).flatten();
        Self { is_quiet, n_threads, shared, drawer }
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// A function that prints a line above the bar, from any thread.
    pub(super) fn voice(&self) -> impl Fn(&str) + Send + 'static {
        let shared = Arc::clone(&self.shared);
        move |line| shared.state().above_bar(|| note(line))
    }

    pub(super) fn measured(&self) {
        self.shared.n_levels.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins or resumes a search, and prints the plan.
    pub(super) fn begin(&self, config: &Config, folder: &Path, saved: Option<&SavedRun<'_>>) {
        // The levels of the random first generation, if all its scripts differ.
        let n_first = (config.search.n_beginners() as u64).saturating_mul(config.maps.into());
        if !self.is_quiet {
            note(format_args!(
                "searching generators of {} levels: {}, on {}, into {}",
                config.problem,
                plan(config, n_first),
                counted(self.n_threads, "thread"),
                folder.display()
            ));
            if let Some(saved) = saved {
                note(format_args!(
                    "going on after {} and {}",
                    counted(saved.n_generations() as usize, "generation"),
                    counted(saved.n_levels() as usize, "level")
                ));
            }
        }
        let mut state = self.shared.state();
        state.limits =
            Limits { n_generations: config.search.generations, n_levels: config.search.budget };
        (state.n_generations, state.share, state.n_searched) =
            saved.map_or((0, 0.0, 0), |saved| (saved.n_generations(), 0.0, saved.n_levels()));
        state.n_of_generation = n_first;
        state.text.clear();
        state.last_line = Instant::now();
        state.begin = Instant::now();
        state.share_before = state.share_after(0);
        state.n_parts = (N_PARTS * state.share_before) as u64;
        state.is_estimated = false;
        self.start(&mut state, Work::Generation);
    }

    /// Shows a finished generation, with a `level` of its best script if it is time; the next one
    /// begins. Whether what is said stays to be read.
    pub(super) fn generation(
        &self,
        n_done: u64,
        share: f64,
        n_searched: u64,
        text: &str,
        level: impl FnOnce() -> Option<Level>,
    ) -> bool {
        let mut state = self.shared.state();
        let n_parts = (N_PARTS * share) as u64;
        let is_part = n_parts > std::mem::replace(&mut state.n_parts, n_parts);
        let mut is_said = false;
        if !self.is_quiet && state.is_terminal {
            let width = is_part.then(picture_width).flatten();
            let picture = width.and_then(|width| colored(&level()?, width));
            is_said = picture.is_some();
            if let Some(picture) = picture {
                let title = format!("{:.0} %: {text}\n", 100.0 * share);
                state.above_bar(|| note_colored(&title, &picture));
            }
        } else if !self.is_quiet {
            is_said = n_done == 1 || is_part || state.last_line.elapsed() > LINE_PERIOD;
            if is_said {
                let reached = reached(state.limits, n_done, share, n_searched);
                note(format_args!("{reached}: {text}"));
                state.last_line = Instant::now();
            }
        }
        state.n_of_generation = n_searched - state.n_searched;
        (state.n_generations, state.share, state.n_searched) = (n_done, share, n_searched);
        text.clone_into(&mut state.text);
        self.start(&mut state, Work::Generation);
        is_said
    }

    /// Changes the purpose of measured levels.
    pub(super) fn work(&self, work: Work) {
        self.start(&mut self.shared.state(), work);
    }

    pub(super) fn end(&self) {
        let mut state = self.shared.state();
        self.start(&mut state, Work::Nothing);
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn start(&self, state: &mut State, work: Work) {
        state.work = work;
        state.n_levels_before = self.shared.n_levels.load(Ordering::Relaxed);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if let Some((sender, drawer)) = self.drawer.take() {
            drop(sender);
            // Nothing depends on a panic there.
            let _ = drawer.join();
        }
    }
}

/// Draws periodically until the sender is dropped. `None` without a thread; a search works without
/// drawing.
fn start_drawing(shared: &Arc<Shared>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (sender, end) = channel();
    let shared = Arc::clone(shared);
    let drawer = thread::Builder::new().name("progress".to_owned()).spawn(move || {
        while end.recv_timeout(DRAW_PERIOD) == Err(RecvTimeoutError::Timeout) {
            let n_levels = shared.n_levels.load(Ordering::Relaxed);
            shared.state().draw(n_levels);
        }
    });
    Some((sender, drawer.ok()?))
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn draw(&mut self, n_levels: u64) {
        let n_new = n_levels.saturating_sub(self.n_levels_before);
        self.tell_estimate(n_new);
        let progress = self.progress(n_new).filter(|_| self.is_terminal);
        let Some((text, share)) = progress else { return };
        let bar = self.bar.get_or_insert_with(new_bar);
        bar.set_message(text);
        bar.set_position((share * N_STEPS as f64) as u64);
    }

    /// Prints something above the bar, if there is one.
    fn above_bar(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Prints the remaining time once.
    fn tell_estimate(&mut self, n_new: u64) {
        if self.is_estimated || self.begin.elapsed() < PACE_PERIOD {
            return;
        }
        let Some(time) = self.time_left(n_new, self.begin.elapsed()) else { return };
        self.above_bar(|| note(format_args!("about {} to go at this pace", rounded(time))));
        self.is_estimated = true;
    }

    /// The remaining time at the current pace, after `n_new` levels of the next generation.
    fn time_left(&self, n_new: u64, elapsed: Duration) -> Option<Duration> {
        let share = self.share_after(n_new);
        let progress = share - self.share_before;
        let is_paced = matches!(self.work, Work::Generation) && progress > 0.0;
        let seconds = elapsed.as_secs_f64() * (1.0 - share) / progress;
        is_paced.then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// The current work and its finished share, after `n_new` levels.
    fn progress(&self, n_new: u64) -> Option<(String, f64)> {
        Some(match self.work {
            Work::Nothing => return None,
            Work::Generation if self.text.is_empty() => {
                ("measuring the first scripts".to_owned(), self.share_after(n_new))
            }
            Work::Generation => (self.text.clone(), self.share_after(n_new)),
            Work::Validation { n_members, n_maps, n_levels } => {
                let share = (n_new as f64 / n_levels.max(1) as f64).min(1.0);
                let text = format!(
                    "measuring {} on {} each: {:.0} %",
                    counted(n_members, "generator"),
                    counted(n_maps as usize, "held-out level"),
                    100.0 * share
                );
                (text, share)
            }
        })
    }

    /// The finished share of the search after `n_new` levels of the next generation.
    fn share_after(&self, n_new: u64) -> f64 {
        let Limits { n_generations, n_levels } = self.limits;
        let part = (n_new as f64 / self.n_of_generation.max(1) as f64).min(1.0);
        let by_generations = share_of(self.n_generations as f64 + part, n_generations);
        let by_levels = share_of((self.n_searched + n_new) as f64, n_levels);
        by_generations.max(by_levels).max(self.share).min(1.0)
    }
}

/// The finished part of a search in words. Tables number generations from 0, so these are counted.
fn reached(limits: Limits, n_done: u64, share: f64, n_searched: u64) -> String {
    let Limits { n_generations, n_levels } = limits;
    let generations = counted(n_done as usize, "generation");
    match n_generations {
        // The first generation is measured whole, however small the budget.
        0 if n_searched >= 2 * n_levels.max(1) => {
            format!("{generations}, {n_searched} levels for a budget of {n_levels}")
        }
        0 => format!("{generations}, {:.0} % of the budget", 100.0 * share),
        n => format!("{n_done} of {}", counted(n as usize, "generation")),
    }
}

fn share_of(n: f64, limit: u64) -> f64 {
    if limit == 0 { 0.0 } else { n / limit as f64 }
}

fn rounded(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..90.0 => format!("{:.0} seconds", (seconds / 10.0).ceil() * 10.0),
        ..5400.0 => format!("{:.0} minutes", seconds / 60.0),
        ..129_600.0 => format!("{:.0} hours", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

fn new_bar() -> ProgressBar {
    let style = "{msg}\n{bar:40} {percent} %, {elapsed} gone, {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is sound");
    ProgressBar::new(N_STEPS).with_style(style)
}

/// The limits of a search in words.
fn plan(config: &Config, n_first: u64) -> String {
    let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let levels = counted(size(config.search.budget), "level");
    let generations = counted(size(config.search.generations), "generation");
    let first = format!("{} in the first one", counted(size(n_first), "level"));
    match (config.search.generations, config.search.budget) {
        (0, 0) => "without an end".to_owned(),
        (0, budget) if budget < n_first => {
            format!("{levels} to measure, but up to {first} alone")
        }
        (0, _) => format!("{levels} to measure"),
        (_, 0) => format!("{generations}, {first}"),
        _ => format!("{generations} or {levels} to measure, {first}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Limits, Screen, Work, reached, rounded};

    #[test]
    fn the_share_grows_within_a_generation() {
        let screen = Screen::new(true, 1);
        let mut state = screen.shared.state();
        state.n_of_generation = 50;
        state.limits = Limits { n_generations: 10, n_levels: 0 };
        assert_eq!([0, 25, 50, 99].map(|n| state.share_after(n)), [0.0, 0.05, 0.1, 0.1]);
        state.limits = Limits { n_generations: 0, n_levels: 200 };
        assert_eq!([0, 25, 400].map(|n| state.share_after(n)), [0.0, 0.125, 1.0]);
        (state.n_generations, state.share, state.n_searched) = (2, 0.5, 100);
        assert_eq!(state.share_after(0), 0.5);
        assert_eq!(state.share_after(50), 0.75);
    }

    #[test]
    fn more_levels_than_the_budget_are_told() {
        let of = |n_levels, n| {
            let share = (n as f64 / n_levels as f64).min(1.0);
            reached(Limits { n_generations: 0, n_levels }, 3, share, n)
        };
        assert_eq!(of(10, 13_010), "3 generations, 13010 levels for a budget of 10");
        assert_eq!(of(1000, 500), "3 generations, 50 % of the budget");
        assert_eq!(of(1000, 1040), "3 generations, 100 % of the budget");
    }

    #[test]
    fn the_time_left_goes_by_the_pace() {
        let screen = Screen::new(true, 1);
        let mut state = screen.shared.state();
        (state.limits, state.work) = (Limits { n_generations: 0, n_levels: 200 }, Work::Generation);
        let seconds = Duration::from_secs;
        assert_eq!(state.time_left(0, seconds(5)), None);
        assert_eq!(state.time_left(50, seconds(5)), Some(seconds(15)));
        // Only the resumed part of a search counts.
        (state.share, state.n_searched) = (0.5, 100);
        state.share_before = state.share_after(0);
        assert_eq!(state.time_left(50, seconds(5)), Some(seconds(5)));
        let told = [4, 89, 91, 3000, 5400, 90_000, 259_200, u64::MAX].map(|n| rounded(seconds(n)));
        assert_eq!(told[..4], ["10 seconds", "90 seconds", "2 minutes", "50 minutes"]);
        assert_eq!(told[4..7], ["2 hours", "25 hours", "3 days"]);
    }

    #[test]
    fn what_is_being_done_is_told() {
        let screen = Screen::new(true, 1);
        let mut state = screen.shared.state();
        assert!(state.progress(7).is_none());
        state.work = Work::Generation;
        let told = |state: &super::State, n| state.progress(n).expect("there is work").0;
        assert_eq!(told(&state, 1), "measuring the first scripts");
        state.text = "the best script meets 2 of 3 demands".to_owned();
        assert_eq!(told(&state, 1), state.text);
        state.work = Work::Validation { n_members: 1, n_maps: 10, n_levels: 20 };
        assert_eq!(told(&state, 5), "measuring 1 generator on 10 held-out levels each: 25 %");
    }
}
