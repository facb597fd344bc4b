//! Progress of many levels, for a user at a terminal.

use std::cell::OnceCell;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time after which progress appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// A bar that appears after a while if there is a terminal and levels are not written to it; it
/// disappears at the end.
pub(super) struct Progress {
    n_levels: u64,
    begin: Instant,
    is_shown: bool,
    bar: OnceCell<ProgressBar>,
}

impl Progress {
    /// `prints` is whether the levels go to standard output.
    pub(super) fn new(n_levels: u64, prints: bool) -> Self {
        let is_in_the_way = prints && io::stdout().is_terminal();
        let is_shown = io::stderr().is_terminal() && !is_in_the_way;
        Self { n_levels, begin: Instant::now(), is_shown, bar: OnceCell::new() }
    }

    pub(super) fn reach(&self, n_done: u64) {
        if self.is_shown && self.begin.elapsed() > PATIENCE {
            self.bar.get_or_init(|| bar(self.n_levels)).set_position(n_done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn bar(n_levels: u64) -> ProgressBar {
    let style = "{bar:40} {human_pos} of {human_len} levels, {eta} left";
    ProgressBar::new(n_levels)
        .with_style(ProgressStyle::with_template(style).expect("the template is sound"))
}
