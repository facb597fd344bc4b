//! A scratch folder in which the programs run, and what they end with.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A program that runs longer hangs.
pub(crate) const TIME_LIMIT: Duration = Duration::from_mins(4);

/// A folder that lives as long as a test; programs run in it.
pub(crate) struct Scratch(TempDir);

/// A program at work.
pub(crate) struct Running {
    child: OurChild,
    stdin: JoinHandle<()>,
    stdout: Pipe,
    stderr: Pipe,
}

/// A process that does not outlive its test, also where that fails.
pub(crate) struct OurChild(pub(crate) Child);

impl OurChild {
    /// Sends a signal, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let status = kill.args([format!("-{name}"), self.0.id().to_string()]).status();
        assert!(status.expect("there is `kill`").success());
    }
}

impl Drop for OurChild {
    fn drop(&mut self) {
        // It has ended already where all went well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What came out of a program so far, and who reads on until it ends.
struct Pipe {
    text: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
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

    /// Runs a search of binary mazes into a folder of any name, which replaces what
    /// is there.
    pub(crate) fn evolve_into(&self, folder: &str, options: &str) -> Ended {
        let mut command = Command::new(program_path("evolve"));
        command.current_dir(self.0.path()).args([
            "--problem",
            "binary",
            "--force",
            "--out",
            folder,
        ]);
        Running::new(command.args(options.split_whitespace()), "").end()
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
    pub(crate) fn new(command: &mut Command, stdin: &str) -> Self {
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
        let stdout = Pipe::new(child.stdout.take().expect("it is piped"));
        let stderr = Pipe::new(child.stderr.take().expect("it is piped"));
        Self { child: OurChild(child), stdin, stdout, stderr }
    }

    /// Waits until the program says something on standard error.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, part: &str) {
        let begin = Instant::now();
        while !self.stderr.so_far().contains(part) {
            let is_running = self.child.0.try_wait().expect("it is our child").is_none();
            assert!(is_running, "the program ended before `{part}`");
            assert!(begin.elapsed() < TIME_LIMIT, "`{part}` did not come");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends a signal, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        self.child.signal(name);
    }

    /// Waits for the end.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.0.try_wait().expect("it is our child") {
                break status;
            }
            assert!(begin.elapsed() < TIME_LIMIT, "the program did not end");
            thread::sleep(Duration::from_millis(2));
        };
        self.stdin.join().expect("writing does not panic");
        let ended =
            Ended { code: status.code(), stdout: self.stdout.whole(), stderr: self.stderr.whole() };
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
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        self.fails_saying(code, parts)
    }

    /// The same, but for what may have been said before.
    #[track_caller]
    pub(crate) fn fails_saying(self, code: i32, parts: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
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
    let stderr = Pipe::new(child.stderr.take().expect("it is piped"));
    let stdout = read_line(child.stdout.take().expect("it is piped"));
    let status = child.wait().expect("it is our child");
    Ended { code: status.code(), stdout, stderr: stderr.whole() }
}

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

pub(crate) fn program_path(name: &str) -> &'static Path {
    Path::new(match name {
        "evolve" => env!("CARGO_BIN_EXE_evolve"),
        "marahel" => env!("CARGO_BIN_EXE_marahel"),
        _ => panic!("there is no program {name}"),
    })
}

impl Pipe {
    fn new(pipe: impl Read + Send + 'static) -> Self {
        let text = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&text);
        let reader = thread::spawn(move || {
            let mut lines = BufReader::new(pipe);
            let mut line = String::new();
            while lines.read_line(&mut line).expect("programs write UTF-8") > 0 {
                written.lock().expect("nobody panics with the lock").push_str(&line);
                line.clear();
            }
        });
        Self { text, reader }
    }

    /// The lines so far.
    fn so_far(&self) -> String {
        self.text.lock().expect("nobody panics with the lock").clone()
    }

    /// All lines, when the program has ended.
    fn whole(self) -> String {
        self.reader.join().expect("programs write UTF-8");
        let text = self.text.lock().expect("nobody panics with the lock");
        text.clone()
    }
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
