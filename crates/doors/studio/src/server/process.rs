//! A search as a process of the program itself.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use marahel_system::files;
use serde::Deserialize;

/// The exit code of a program stopped by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A line of a search's log, as far as it is read here.
#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line {
    Generation {
        best: Option<String>,
    },
    Searched {
        measuring: Option<String>,
    },
    #[serde(other)]
    Other,
}

/// A run that this studio started.
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
    is_told_to_end: bool,
}

impl Process {
    /// Starts the program so that it ends when its input ends: on request, and when this studio is
    /// gone, even if killed.
    pub(crate) fn start(mut command: Command, log: PathBuf) -> io::Result<Self> {
        command.args(["--log=info", "--until-input-ends"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(File::create(&log)?);
        // Ctrl-C in the terminal of the studio is meant for the studio, which then stops its runs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Self { child: command.spawn()?, log, is_told_to_end: false })
    }

    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Tells a search to end and keep its results.
    pub(crate) fn interrupt(&mut self) {
        if self.is_running() {
            self.is_told_to_end = true;
            self.child.stdin = None;
        }
    }

    pub(crate) fn wait(&mut self) {
        // Errors are ignored: there is no other way.
        let _ = self.child.wait();
    }

    /// What it measures after its search, and the seconds since it began with that.
    pub(crate) fn measuring(&self) -> Option<(String, u64)> {
        let written = fs::metadata(&self.log).and_then(|facts| facts.modified()).ok();
        let seconds = written.and_then(|time| time.elapsed().ok()).map_or(0, |time| time.as_secs());
        last_line(&self.text(), |line| match line {
            Line::Searched { measuring } => measuring.map(|text| (text, seconds)),
            _ => None,
        })
    }

    /// What its best script meets, as it wrote last; empty before.
    pub(crate) fn best(&self) -> String {
        let best = last_line(&self.text(), |line| match line {
            Line::Generation { best } => best,
            _ => None,
        });
        best.unwrap_or_default()
    }

    fn text(&self) -> String {
        files::read(&self.log).unwrap_or_default()
    }

    /// The last output of a run that failed, rather than ended or was stopped.
    pub(crate) fn failure(&mut self) -> Option<String> {
        let has_failed = match self.child.try_wait() {
            Ok(Some(status)) if self.is_told_to_end => status.code().is_some_and(is_failure),
            Ok(Some(status)) => status.code().is_none_or(is_failure),
            Ok(None) => false,
            Err(_) => true,
        };
        has_failed.then(|| last_words(&self.text()).to_owned())
    }
}

fn is_failure(code: i32) -> bool {
    code != 0 && code != INTERRUPTED
}

/// What the last line says of which something is asked.
fn last_line<T>(log: &str, answer: impl Fn(Line) -> Option<T>) -> Option<T> {
    log.lines().rev().find_map(|line| answer(serde_json::from_str(line).ok()?))
}

/// The last line of a log that is meant for people.
fn last_words(log: &str) -> &str {
    let is_for_people =
        |line: &&str| !line.trim().is_empty() && serde_json::from_str::<Line>(line).is_err();
    let last = log.lines().rev().find(is_for_people);
    last.unwrap_or("the search ended without a message")
}

#[cfg(test)]
mod tests {
    use super::{Line, last_line, last_words};

    const LOG: &str = r#"{"event":"begin","problem":"zelda","seconds":0.0}
{"event":"generation","best":"the best script meets 2 of 4 demands","seconds":0.1}
{"event":"generation","best":null,"seconds":0.2}
{"event":"searched","measuring":"measuring 9 generators","seconds":0.3}
"#;

    #[test]
    fn a_log_says_what_a_search_has_and_why_it_failed() {
        let best = last_line(LOG, |line| match line {
            Line::Generation { best } => best,
            _ => None,
        });
        assert_eq!(best.as_deref(), Some("the best script meets 2 of 4 demands"));
        assert_eq!(last_words(LOG), "the search ended without a message");
        assert_eq!(last_words(&format!("{LOG}error: no room\n")), "error: no room");
    }
}
