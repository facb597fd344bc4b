//! External programs that judge levels.
//!
//! A [`JudgeProgram`] says what to start, and each thread has a [`Process`] of it. The README of this
//! crate describes the lines that they exchange. The problem knows the meaning of the values, and
//! what to do about a level without an answer.

mod answer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use marahel_level::{Level, Palette, View};
use marahel_problem::{Outside, OutsideFailure, OutsideJudge, OutsideJudges, Problem};

use crate::process::{Heard, Running, Start, Trouble};

/// Maximum bytes of an answer of a judge, with the end of its line.
pub const JUDGE_BYTES_MAX: u64 = 1 << 16;

/// Attaches the external judge that a problem file names, if it names one. `folder` is that of the
/// file. The program starts with the first level.
pub fn with_judge(problem: Problem, folder: &Path) -> Problem {
    let Some(outside) = problem.definition().outside() else { return problem };
    let folder = outside.folder.as_ref().map_or(folder.to_owned(), |inner| folder.join(inner));
    let program = JudgeProgram {
        outside: outside.clone(),
        // `Path::parent` of a bare file name is empty: use the current directory.
        folder: if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder },
        palette: Arc::clone(problem.palette()),
    };
    problem.judged_by(Arc::new(program))
}

#[derive(Clone, Debug)]
struct JudgeProgram {
    /// Its settings in the problem file. A command with a path is relative to `folder`; others are
    /// found as a shell finds them.
    outside: Outside,
    folder: PathBuf,
    palette: Arc<Palette>,
}

/// One process for each thread.
impl OutsideJudges for JudgeProgram {
    fn begin(&self) -> Box<dyn OutsideJudge> {
        Box::new(Process::new(self.clone()))
    }
}

/// A running program. It starts with the first question, and dropping it stops it.
#[derive(Debug)]
struct Process {
    program: JudgeProgram,
    running: Option<Running>,
    /// Questions to the running program so far.
    n_asked: u64,
}

/// Cells of a level that an error shows whole.
const N_CELLS_SHOWN: usize = 4096;

impl JudgeProgram {
    fn start(&self) -> Start<'_> {
        let (command, folder) = (&self.outside.command, &self.folder);
        Start { command, folder, n_bytes_max: JUDGE_BYTES_MAX, what: "judge" }
    }
}

impl Process {
    /// A program before its start.
    fn new(program: JudgeProgram) -> Self {
        Self { program, running: None, n_asked: 0 }
    }

    fn answer(&mut self, level: &Level, values: &mut [f64]) -> Result<(), Trouble> {
        let program = &self.program;
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                self.n_asked = 0;
                none.insert(Running::start(program.start()).map_err(Trouble::Start)?)
            }
        };
        self.n_asked += 1;
        let Outside { values: names, timeout, start_timeout, .. } = &program.outside;
        let timeout = *if self.n_asked == 1 { start_timeout } else { timeout };
        match running.ask(question(self.n_asked, level), timeout) {
            Heard::Answer(text) => answer::read(&text, self.n_asked, names, values),
            Heard::End => Err(Trouble::Ended(running.status())),
            Heard::Nothing => Err(Trouble::Silent(timeout)),
        }
    }
}

impl OutsideJudge for Process {
    /// A program that fails to answer is stopped, and started again for the next level.
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure> {
        let tiles = level.rows().flatten().copied().collect();
        let level = Level::from_tiles(level.width(), tiles, Arc::clone(&self.program.palette));
        self.answer(&level, values).map_err(|trouble| {
            let last_words = self.running.take().map_or_else(String::new, Running::stop);
            let is_of_level = !matches!(trouble, Trouble::Start(_));
            let place = if is_of_level {
                at(&level)
            } else {
                format!(", in the folder {}", self.program.folder.display())
            };
            let command = self.program.outside.command.join(" ");
            let mut message = format!("the judge from outside, `{command}`, {trouble}{place}");
            if !last_words.trim_end().is_empty() {
                message = format!("{message}\nits last words were:\n{}", last_words.trim_end());
            }
            OutsideFailure { message, is_of_level }
        })
    }
}

fn at(level: &Level) -> String {
    let text = format!(" at this level of {}x{}", level.width(), level.height());
    if level.width() * level.height() > N_CELLS_SHOWN {
        return text;
    }
    format!("{text}:\n{}", level.to_text().trim_end_matches('\n'))
}

/// The question about a level: a line of JSON.
fn question(id: u64, level: &Level) -> String {
    let text = level.to_text();
    let rows: Vec<&str> = text.lines().collect();
    let map = serde_json::to_string(&rows).expect("texts are always JSON");
    let level = level.to_json();
    format!("{{\"id\":{id},\"map\":{map},{}\n", &level[1..])
}

// The programs of the tests are of shell.
#[cfg(all(test, unix))]
mod tests;
