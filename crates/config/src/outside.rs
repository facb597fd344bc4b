//! Programs that judge levels: who starts them, and where they are found from.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use level::View;
use outside::{Process, Program};
use problem::{OutsideFailure, OutsideJudge, OutsideJudges, Problem};

/// The problem of a file in a folder, whose levels are judged by the program that the
/// file names, if it names one. The program starts with the first level that it is
/// asked about.
pub fn with_judge(problem: Problem, folder: &Path) -> Problem {
    let Some(outside) = problem.definition().outside() else { return problem };
    let program = Program {
        command: outside.command.clone(),
        folder: outside.folder.as_ref().map_or(folder.to_owned(), |inner| folder.join(inner)),
        values: outside.values.clone(),
        timeout: outside.timeout,
        start_timeout: outside.start_timeout,
        palette: Arc::clone(problem.palette()),
    };
    // An empty path is no folder, but that of the file is where it stands.
    let is_here = program.folder.as_os_str().is_empty();
    let folder = if is_here { PathBuf::from(".") } else { program.folder };
    problem.judged_by(Arc::new(Programs(Arc::new(Program { folder, ..program }))))
}

/// The program of a problem, as often as there are threads.
#[derive(Debug)]
struct Programs(Arc<Program>);

impl OutsideJudges for Programs {
    fn begin(&self) -> Box<dyn OutsideJudge> {
        Box::new(Asked(Process::new(Arc::clone(&self.0))))
    }
}

/// One process.
#[derive(Debug)]
struct Asked(Process);

impl OutsideJudge for Asked {
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure> {
        self.0.ask(level, values).map_err(|error| OutsideFailure {
            is_of_level: error.is_of_level(),
            message: error.to_string(),
        })
    }
}

/// The way from one folder to another, with `/` between its parts; as a whole path where
/// there is no such way, or a folder is missing.
pub(crate) fn way_between(from: &Path, to: &Path) -> String {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::way_between;

    #[test]
    fn a_way_goes_up_and_down() {
        let root = tempfile::tempdir().expect("there is room");
        let [runs, game] = ["runs/one", "games/crypt"].map(|name| root.path().join(name));
        for folder in [&runs, &game] {
            fs::create_dir_all(folder).expect("there is room");
        }
        assert_eq!(way_between(&runs, &game), "../../games/crypt");
        assert_eq!(way_between(&runs, root.path()), "../..");
        assert_eq!(way_between(root.path(), &game), "games/crypt");
        assert_eq!(way_between(&game, &game.join("../crypt")), ".");
        let missing = root.path().join("missing");
        assert_eq!(way_between(&runs, &missing), missing.to_string_lossy());
    }
}
