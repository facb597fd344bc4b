//! A scratch folder in which the programs run, and what they end with.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A program that runs longer hangs.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// A folder that lives as long as a test; programs run in it.
pub(crate) struct Scratch(TempDir);

/// A program at work.
pub(crate) struct Running {
    child: Child,
    stdin: JoinHandle<()>,
    stdout: JoinHandle<String>,
    stderr: JoinHandle<String>,
}

/// What a program ended with.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("there is room for temporary files"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns the scratch folder for more.
    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(name, content);
        self
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a new folder");
        fs::write(path, content).expect("a new file");
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `evolve` with arguments that are separated by spaces.
    pub(crate) fn evolve(&self, arguments: &str) -> Ended {
        self.start("evolve", arguments, "").end()
    }

    /// Runs `marahel` with arguments that are separated by spaces.
    pub(crate) fn marahel(&self, arguments: &str) -> Ended {
        self.start("marahel", arguments, "").end()
    }

    /// Starts a program with arguments that are separated by spaces.
    pub(crate) fn start(&self, program: &str, arguments: &str, stdin: &str) -> Running {
        let mut command = Command::new(program_path(program));
        Running::new(command.current_dir(self.0.path()).args(arguments.split_whitespace()), stdin)
    }

    /// Runs a line of shell, which finds the programs by their names.
    pub(crate) fn shell(&self, line: &str) -> Ended {
        let programs = program_path("evolve");
        let folder = programs.parent().expect("a program is in a folder");
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("sh");
        Running::new(command.current_dir(self.0.path()).env("PATH", path).args(["-c", line]), "")
            .end()
    }
}

impl Running {
    fn new(command: &mut Command, stdin: &str) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = stdin.to_owned();
        let mut pipe = child.stdin.take().expect("it is piped");
        // A program that reads nothing closes the pipe, which is fine.
        let stdin = thread::spawn(move || drop(pipe.write_all(stdin.as_bytes())));
        let stdout = read_all(child.stdout.take().expect("it is piped"));
        let stderr = read_all(child.stderr.take().expect("it is piped"));
        Self { child, stdin, stdout, stderr }
    }

    /// Waits until a condition holds, while the program runs.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, is_so: impl Fn() -> bool) {
        let begin = Instant::now();
        while !is_so() {
            let is_running = self.child.try_wait().expect("it is our child").is_none();
            assert!(is_running, "the program ended before {what}");
            assert!(begin.elapsed() < TIME_LIMIT, "{what} did not come");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends a signal, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let status = kill.args([format!("-{name}"), self.child.id().to_string()]).status();
        assert!(status.expect("there is `kill`").success());
    }

    /// Waits for the end.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                break status;
            }
            if begin.elapsed() > TIME_LIMIT {
                self.child.kill().expect("it is our child");
                panic!("the program did not end");
            }
            thread::sleep(Duration::from_millis(2));
        };
        self.stdin.join().expect("writing does not panic");
        let ended = Ended {
            code: status.code(),
            stdout: self.stdout.join().expect("programs write UTF-8"),
            stderr: self.stderr.join().expect("programs write UTF-8"),
        };
        assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
        ended
    }
}

impl Ended {
    /// Demands success.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// Demands an exit code, nothing on standard output, and a message with
    /// all the `parts`.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, parts: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        for part in parts {
            assert!(self.stderr.contains(part), "there is no `{part}` in:\n{}", self.stderr);
        }
        self
    }
}

/// A program whose standard output is closed after a first line; what it ends with.
pub(crate) fn closed_after_a_line(scratch: &Scratch, program: &str, arguments: &str) -> Ended {
    let mut child = Command::new(program_path(program))
        .current_dir(scratch.path(""))
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stderr = read_all(child.stderr.take().expect("it is piped"));
    let stdout = read_line(child.stdout.take().expect("it is piped"));
    let status = child.wait().expect("it is our child");
    Ended { code: status.code(), stdout, stderr: stderr.join().expect("programs write UTF-8") }
}

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn program_path(name: &str) -> &'static Path {
    Path::new(match name {
        "evolve" => env!("CARGO_BIN_EXE_evolve"),
        "marahel" => env!("CARGO_BIN_EXE_marahel"),
        _ => panic!("there is no program {name}"),
    })
}

fn read_all(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("programs write UTF-8");
        text
    })
}

fn read_line(mut pipe: ChildStdout) -> String {
    let mut line = Vec::new();
    let mut byte = [0];
    while pipe.read(&mut byte).expect("it can be read") == 1 {
        line.push(byte[0]);
        if byte == *b"\n" {
            break;
        }
    }
    String::from_utf8(line).expect("programs write UTF-8")
}
