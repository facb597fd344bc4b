//! An external program that proposes scripts.
//!
//! The README of this crate describes the lines that it exchanges with a search. The search writes
//! the questions and uses the proposals.

mod answer;
mod answered;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{Heard, Running, Start, Trouble};

pub use answer::Answer;
pub use answered::Answered;

/// A program that proposes scripts. It starts with the first question, and dropping it stops it.
#[derive(Debug)]
pub struct Proposer {
    command: Vec<String>,
    folder: PathBuf,
    running: Option<Running>,
}

/// The result of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The text of an answer.
    Answer(String),
    /// The program failed: how.
    Failure(String),
    /// The answer was no longer wanted.
    Unwanted,
}

impl Proposer {
    /// Bytes of an answer at most.
    pub const N_ANSWER_BYTES_MAX: u64 = 1 << 20;

    /// A program with its arguments, and the folder in which it will run.
    pub fn new(command: Vec<String>, folder: &Path) -> Self {
        // `Path::parent` of a bare file name is empty: use the current directory.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { command, folder: folder.to_owned(), running: None }
    }

    /// Asks a question, a line of JSON, and waits while the answer is wanted. A program that fails to
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
        let last_words = self.running.take().map_or_else(String::new, Running::stop);
        if matches!(trouble, Trouble::Silent(_)) && !is_wanted() {
            return Reply::Unwanted;
        }
        let place = match &trouble {
            Trouble::Start(_) => format!(", in the folder {}", self.folder.display()),
            _ => String::new(),
        };
        let message = format!("the proposer, `{}`, {trouble}{place}", self.command.join(" "));
        Reply::Failure(match last_words.trim_end() {
            "" => message,
            last_words => format!("{message}\nits last words were:\n{last_words}"),
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
