//! Why a level has no answer.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use level::Level;

use crate::Program;

/// A level that a program has no answer for, and why.
#[derive(Debug, thiserror::Error)]
#[error("the judge from outside, `{command}`, {problem}{place}{told}")]
pub struct OutsideError {
    command: String,
    /// What went wrong.
    pub problem: Problem,
    /// Where it was started, or the level that it has no answer for.
    place: String,
    /// What it said on its standard error.
    told: String,
}

/// What went wrong with a program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It ended, or closed its output, instead of answering; how, if that is known.
    #[error("ended instead of answering ({0})")]
    Ended(String),
    /// It did not answer in time.
    #[error("did not answer in {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It answered something else.
    #[error("answered `{answer}`, {what}")]
    Answer {
        /// What is wrong with the answer.
        what: String,
        /// The beginning of the answer.
        answer: String,
    },
}

/// Cells of a level that an error shows whole.
const N_CELLS_SHOWN: usize = 4096;

impl OutsideError {
    pub(crate) fn new(problem: Problem, program: &Program, level: &Level, told: &str) -> Self {
        let place = match &problem {
            Problem::Start(_) => format!(", in the folder {}", program.folder.display()),
            Problem::Ended(_) | Problem::Silent(_) | Problem::Answer { .. } => at(level),
        };
        let told = told.trim_end();
        let told =
            if told.is_empty() { String::new() } else { format!("\nits last words were:\n{told}") };
        Self { command: program.typed(), problem, place, told }
    }

    /// Whether a level is to blame, rather than what was to be started.
    pub fn is_of_level(&self) -> bool {
        !matches!(self.problem, Problem::Start(_))
    }
}

/// The level, drawn unless it fills screens.
fn at(level: &Level) -> String {
    let mut text = format!(" at this level of {}x{}", level.width(), level.height());
    if level.width() * level.height() > N_CELLS_SHOWN {
        return text;
    }
    let _ = write!(text, ":\n{}", level.to_text().trim_end_matches('\n'));
    text
}
