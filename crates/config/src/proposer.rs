//! A program that is asked for scripts: kept running, asked in lines of JSON, and killed when it
//! hangs or talks nonsense.
//!
//! The README of this crate says what the lines are. What is asked, and what becomes of a
//! proposal, the search knows.

mod answer;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Search;
use crate::process::{Heard, Running, Start, Trouble};

pub use answer::Answer;

/// A program that proposes scripts. It starts when it is first asked; dropping it stops it.
#[derive(Debug)]
pub struct Proposer {
    command: Vec<String>,
    folder: PathBuf,
    running: Option<Running>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer, as it came.
    Answer(String),
    /// None, and why.
    Failure(String),
    /// None, since nobody wants it any more.
    Unwanted,
}

impl Proposer {
    /// Bytes of an answer.
    pub const N_ANSWER_BYTES_MAX: u64 = 1 << 20;

    /// That of a search, which has not been started yet.
    pub fn new(search: &Search) -> Self {
        let folder = search.proposing.folder.as_path();
        // An empty path is no folder, but that where one works.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { command: search.proposer.clone(), folder: folder.to_owned(), running: None }
    }

    /// Asks a question, a line of JSON, as long as the answer is wanted. A program without an
    /// answer is stopped, and started again for the next question.
    pub fn ask(
        &mut self,
        question: String,
        timeout: Duration,
        is_wanted: &dyn Fn() -> bool,
    ) -> Reply {
        let trouble = match self.answer(question, timeout, is_wanted) {
            Ok(answer) => return Reply::Answer(answer),
            Err(trouble) => trouble,
        };
        let told = self.running.take().map_or_else(String::new, Running::stop);
        if matches!(trouble, Trouble::Silent(_)) && !is_wanted() {
            return Reply::Unwanted;
        }
        let place = match &trouble {
            Trouble::Start(_) => format!(", in the folder {}", self.folder.display()),
            _ => String::new(),
        };
        let message = format!("the proposer, `{}`, {trouble}{place}", self.command.join(" "));
        Reply::Failure(match told.trim_end() {
            "" => message,
            told => format!("{message}\nits last words were:\n{told}"),
        })
    }

    /// Ends the program.
    pub fn stop(&mut self) {
        self.running = None;
    }

    fn answer(
        &mut self,
        question: String,
        timeout: Duration,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<String, Trouble> {
        let start = Start {
            command: &self.command,
            folder: &self.folder,
            n_bytes_max: Self::N_ANSWER_BYTES_MAX,
            what: "proposer",
        };
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(start).map_err(Trouble::Start)?),
        };
        match running.ask_while(question, timeout, Some(is_wanted)) {
            Heard::Answer(text) => match Answer::read(&text) {
                Ok(_) => Ok(text),
                Err(what) => Err(Trouble::with_answer(&text, what)),
            },
            Heard::End => Err(Trouble::Ended(running.status())),
            Heard::Nothing => Err(Trouble::Silent(timeout)),
        }
    }
}

// The programs of the tests are of shell.
#[cfg(all(test, unix))]
mod tests;
