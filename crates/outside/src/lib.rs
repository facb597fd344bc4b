//! Programs that judge levels: kept running, asked in lines of JSON, and killed when they hang.
//!
//! A [`Program`] says what to start, a [`Process`] is one at work, for one thread. The
//! README of this crate says what the lines are. What the values mean, and what to do
//! about a level without an answer, is not known here.

mod answer;
mod error;
mod running;

pub use error::{OutsideError, Problem};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use level::{Level, Palette, View};

use running::{Heard, Running};

/// A program that judges levels.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments. A program that is named with a path is found from
    /// `folder`, others as a shell finds them.
    pub command: Vec<String>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Names of the values of an answer.
    pub values: Vec<String>,
    /// Time for an answer.
    pub timeout: Duration,
    /// Time for the first answer, which starting takes a part of.
    pub start_timeout: Duration,
    /// The tiles of the levels.
    pub palette: Arc<Palette>,
}

/// A program at work. It starts when it is first asked; dropping it stops it.
#[derive(Debug)]
pub struct Process {
    program: Arc<Program>,
    running: Option<Running>,
    /// Levels that the running program was asked about.
    n_asked: u64,
}

impl Program {
    /// The command as a person would type it.
    pub fn typed(&self) -> String {
        self.command.join(" ")
    }

    /// What to start: a path is one from the folder, wherever this program runs.
    fn executable(&self) -> PathBuf {
        let name = self.command.first().map_or("", String::as_str);
        if Path::new(name).components().count() < 2 {
            return PathBuf::from(name);
        }
        let path = self.folder.join(name);
        std::path::absolute(&path).unwrap_or(path)
    }
}

impl Process {
    /// A program that is not started yet.
    pub fn new(program: Arc<Program>) -> Self {
        Self { program, running: None, n_asked: 0 }
    }

    /// Writes what the program answers about a level to `values`, in the order of
    /// [`Program::values`]; NaN for none.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, ends, takes too long, or answers anything else.
    /// It is stopped then, and started again for the next level.
    ///
    /// # Panics
    ///
    /// If `values` is not as long as [`Program::values`].
    pub fn ask(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideError> {
        assert_eq!(values.len(), self.program.values.len(), "a value for each name");
        let tiles = level.rows().flatten().copied().collect();
        let level = Level::from_tiles(level.width(), tiles, Arc::clone(&self.program.palette));
        self.answer(&level, values).map_err(|problem| {
            let told = self.running.take().map_or_else(String::new, Running::stop);
            OutsideError::new(problem, &self.program, &level, &told)
        })
    }

    fn answer(&mut self, level: &Level, values: &mut [f64]) -> Result<(), Problem> {
        let program = &*self.program;
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                self.n_asked = 0;
                none.insert(Running::start(program).map_err(Problem::Start)?)
            }
        };
        self.n_asked += 1;
        let timeout = if self.n_asked == 1 { program.start_timeout } else { program.timeout };
        match running.ask(question(self.n_asked, level), timeout) {
            Heard::Answer(text) => answer::read(&text, self.n_asked, &program.values, values),
            Heard::End => Err(Problem::Ended(running.status())),
            Heard::Nothing => Err(Problem::Silent(timeout)),
        }
    }
}

/// A level as a line.
fn question(id: u64, level: &Level) -> String {
    let text = level.to_text();
    let rows: Vec<&str> = text.lines().collect();
    let map = serde_json::to_string(&rows).expect("texts are always JSON");
    let level = level.to_json();
    format!("{{\"id\":{id},\"map\":{map},{}\n", &level[1..])
}
