//! Programs that judge levels: kept running, asked in lines of JSON, and killed when they hang.
//!
//! A [`Program`] says what to start, a [`Process`] is one at work, for one thread. The
//! README of this crate says what the lines are. What the values mean, and what to do
//! about a level without an answer, the problem knows.

mod answer;

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use level::{Level, Palette, View};
use problem::{Outside, OutsideFailure, OutsideJudge, OutsideJudges, Problem};

use crate::process::{Heard, Running, Start, Trouble};

/// Bytes of an answer at most.
const N_BYTES_MAX: u64 = 1 << 16;

/// The problem of a file in a folder, whose levels are judged by the program that the
/// file names, if it names one. The program starts with the first level that it is
/// asked about.
pub fn with_judge(problem: Problem, folder: &Path) -> Problem {
    let Some(outside) = problem.definition().outside() else { return problem };
    let folder = outside.folder.as_ref().map_or(folder.to_owned(), |inner| folder.join(inner));
    let program = Program {
        outside: outside.clone(),
        // An empty path is no folder, but that of the file is where it stands.
        folder: if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder },
        palette: Arc::clone(problem.palette()),
    };
    problem.judged_by(Arc::new(program))
}

/// A program that judges levels.
#[derive(Clone, Debug)]
struct Program {
    /// What the problem says of it. A program that is named with a path is found from
    /// `folder`, others as a shell finds them.
    outside: Outside,
    /// Where it runs.
    folder: PathBuf,
    /// The tiles of the levels.
    palette: Arc<Palette>,
}

/// One at work for each thread.
impl OutsideJudges for Program {
    fn begin(&self) -> Box<dyn OutsideJudge> {
        Box::new(Process::new(self.clone()))
    }
}

/// A program at work. It starts when it is first asked; dropping it stops it.
#[derive(Debug)]
struct Process {
    program: Program,
    running: Option<Running>,
    /// Levels that the running program was asked about.
    n_asked: u64,
}

/// Cells of a level that an error shows whole.
const N_CELLS_SHOWN: usize = 4096;

impl Program {
    fn start(&self) -> Start<'_> {
        let (command, folder) = (&self.outside.command, &self.folder);
        Start { command, folder, n_bytes_max: N_BYTES_MAX, what: "judge" }
    }
}

impl Process {
    /// A program that is not started yet.
    fn new(program: Program) -> Self {
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
    /// A program that has no answer is stopped, and started again for the next level.
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure> {
        let tiles = level.rows().flatten().copied().collect();
        let level = Level::from_tiles(level.width(), tiles, Arc::clone(&self.program.palette));
        self.answer(&level, values).map_err(|trouble| {
            let told = self.running.take().map_or_else(String::new, Running::stop);
            let is_of_level = !matches!(trouble, Trouble::Start(_));
            let place = if is_of_level {
                at(&level)
            } else {
                format!(", in the folder {}", self.program.folder.display())
            };
            let command = self.program.outside.command.join(" ");
            let mut message = format!("the judge from outside, `{command}`, {trouble}{place}");
            if !told.trim_end().is_empty() {
                message = format!("{message}\nits last words were:\n{}", told.trim_end());
            }
            OutsideFailure { message, is_of_level }
        })
    }
}

/// The level, drawn unless it fills screens.
fn at(level: &Level) -> String {
    let text = format!(" at this level of {}x{}", level.width(), level.height());
    if level.width() * level.height() > N_CELLS_SHOWN {
        return text;
    }
    format!("{text}:\n{}", level.to_text().trim_end_matches('\n'))
}

/// A level as a line.
fn question(id: u64, level: &Level) -> String {
    let text = level.to_text();
    let rows: Vec<&str> = text.lines().collect();
    let map = serde_json::to_string(&rows).expect("texts are always JSON");
    let level = level.to_json();
    format!("{{\"id\":{id},\"map\":{map},{}\n", &level[1..])
}

/// The way from one folder to another, with `/` between its parts; as a whole path where
/// there is no such way, or a folder is missing.
pub fn way_between(from: &Path, to: &Path) -> String {
    let found = from.canonicalize().ok().zip(to.canonicalize().ok());
    let Some((from, to)) = found else {
        let whole = std::path::absolute(to).unwrap_or_else(|_| to.to_owned());
        return whole.to_string_lossy().into_owned();
    };
    let n_common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if n_common == 0 {
        return to.to_string_lossy().into_owned();
    }
    let up = from.components().skip(n_common).map(|_| "..".into());
    let down = to
        .components()
        .skip(n_common)
        .map(|part: Component<'_>| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

// The programs of the tests are of shell.
#[cfg(all(test, unix))]
mod tests;
