//! A program that answers lines with lines, and the threads that talk with it.
//!
//! Pipes have no time limits, so that a thread of its own writes questions and reads
//! answers, and another one keeps the last of what goes to standard error. Both end when
//! the program has.
//!
//! Judges from outside and proposers are such programs: kept running, and killed when they hang.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Characters of an answer that an error shows.
const N_SHOWN: usize = 300;

/// Bytes of standard error that are kept, the last ones.
const N_BYTES_TOLD: usize = 2000;

/// A program that was told to end, or that closed its output, has so long to do so.
const TIME_TO_END: Duration = Duration::from_secs(1);

/// Time between two looks whether it has ended.
const LOOK_PERIOD: Duration = Duration::from_millis(1);

/// Time between two looks whether anybody still waits for an answer.
const PATIENCE_PERIOD: Duration = Duration::from_millis(20);

/// What to start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'s> {
    /// The program and its arguments. One that is named with a path is found from the folder,
    /// others as a shell finds them.
    pub(crate) command: &'s [String],
    /// Where it runs.
    pub(crate) folder: &'s Path,
    /// Bytes of an answer at most; what is longer is cut, and no answer.
    pub(crate) n_bytes_max: u64,
    /// What it is, in a word, as its threads are called.
    pub(crate) what: &'static str,
}

/// What went wrong with a program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It ended, or closed its output, instead of answering; how, if that is known.
    #[error("ended instead of answering ({0})")]
    Ended(String),
    /// It did not answer in time.
    #[error("did not answer in {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It answered something else: the beginning of that, and what is wrong with it.
    #[error("answered `{answer}`, {what}")]
    Answer { what: String, answer: String },
}

impl Trouble {
    /// About an answer that is none.
    pub(crate) fn with_answer(text: &str, what: String) -> Self {
        Self::Answer { what, answer: cut(text) }
    }
}

/// A program that was started.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    /// Taken when the program is to end: its input ends with it.
    questions: Option<Sender<String>>,
    answers: Receiver<io::Result<String>>,
    /// Comes when nobody can write to standard error any more.
    told: Receiver<String>,
    /// Whether all questions were answered, so that the program waits for another one.
    is_idle: bool,
}

/// What came of a question.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A line.
    Answer(String),
    /// The end of the program, or of its output.
    End,
    /// Nothing, in the time that there was.
    Nothing,
}

impl Start<'_> {
    /// A path is one from the folder, wherever this program runs.
    fn executable(&self) -> PathBuf {
        let name = self.command.first().map_or("", String::as_str);
        if Path::new(name).components().count() < 2 {
            return PathBuf::from(name);
        }
        let path = self.folder.join(name);
        std::path::absolute(&path).unwrap_or(path)
    }
}

impl Running {
    pub(crate) fn start(start: Start<'_>) -> io::Result<Self> {
        let mut command = Command::new(start.executable());
        command.args(start.command.iter().skip(1)).current_dir(start.folder);
        // Ctrl-C is for the search, which still needs the program to end well.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn()?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (questions, asked) = channel();
        let (answering, answers) = channel();
        let (telling, told) = channel();
        let mut running = Self { child, questions: Some(questions), answers, told, is_idle: true };
        let n_bytes_max = start.n_bytes_max;
        let talk = move || talk(stdin, stdout, n_bytes_max, &asked, &answering);
        let listen = move || drop(telling.send(last_words(stderr)));
        let is_watched =
            thread::Builder::new().name(start.what.to_owned()).spawn(talk).and_then(|_| {
                thread::Builder::new().name(format!("{}'s words", start.what)).spawn(listen)
            });
        match is_watched {
            Ok(_) => Ok(running),
            Err(error) => {
                running.is_idle = false;
                Err(error)
            }
        }
    }

    /// Asks, and waits for the answer, but not longer than `timeout`.
    pub(crate) fn ask(&mut self, question: String, timeout: Duration) -> Heard {
        self.ask_while(question, timeout, None)
    }

    /// The same, but not longer than `is_wanted` either.
    pub(crate) fn ask_while(
        &mut self,
        question: String,
        timeout: Duration,
        is_wanted: Option<&dyn Fn() -> bool>,
    ) -> Heard {
        self.is_idle = false;
        if let Some(questions) = &self.questions {
            // Who can no longer be asked has ended, which is heard below.
            let _ = questions.send(question);
        }
        let begin = Instant::now();
        loop {
            let left = timeout.saturating_sub(begin.elapsed());
            let wait = if is_wanted.is_some() { left.min(PATIENCE_PERIOD) } else { left };
            match self.answers.recv_timeout(wait) {
                Ok(Ok(answer)) => {
                    self.is_idle = true;
                    return Heard::Answer(answer);
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) => {
                    if left <= wait || is_wanted.is_some_and(|is_wanted| !is_wanted()) {
                        return Heard::Nothing;
                    }
                }
            }
        }
    }

    /// How the program ended, of which nothing more is to be heard.
    pub(crate) fn status(&mut self) -> String {
        match self.wait(TIME_TO_END) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Kills the program; its last words.
    pub(crate) fn stop(mut self) -> String {
        self.kill();
        self.told.recv_timeout(TIME_TO_END).unwrap_or_default()
    }

    /// How it ended, if it does so within a time.
    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begin.elapsed() < time => thread::sleep(LOOK_PERIOD),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Kills the program and, on Unix, what it started, unless that left its process group;
    /// waits until it is gone.
    fn kill(&mut self) {
        self.questions = None;
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // There is none left where all have ended already.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Its input ends, and a program that waits for input ends with it.
        self.questions = None;
        if self.is_idle {
            self.wait(TIME_TO_END);
        }
        self.kill();
    }
}

/// Writes each question, and reads a line as its answer, until there are no more
/// questions or the program has ended.
fn talk(
    mut stdin: ChildStdin,
    stdout: ChildStdout,
    n_bytes_max: u64,
    questions: &Receiver<String>,
    answers: &Sender<io::Result<String>>,
) {
    let mut stdout = BufReader::new(stdout);
    for question in questions {
        let answer =
            stdin.write_all(question.as_bytes()).and_then(|()| read_line(&mut stdout, n_bytes_max));
        let is_last = answer.is_err();
        if answers.send(answer).is_err() || is_last {
            return;
        }
    }
}

/// A line of bounded length.
fn read_line(stdout: &mut BufReader<ChildStdout>, n_bytes_max: u64) -> io::Result<String> {
    let mut line = Vec::new();
    stdout.take(n_bytes_max).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// Reads to the end; the last bytes of it, from the beginning of a line on.
fn last_words(mut stderr: ChildStderr) -> String {
    let (mut kept, mut buffer) = (Vec::new(), [0; 4096]);
    let mut is_cut = false;
    while let Ok(n @ 1..) = stderr.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..n]);
        let n_old = kept.len().saturating_sub(N_BYTES_TOLD);
        kept.drain(..n_old);
        is_cut |= n_old > 0;
    }
    let text = String::from_utf8_lossy(&kept).into_owned();
    match text.split_once('\n') {
        Some((_, rest)) if is_cut => format!("...\n{rest}"),
        _ => text,
    }
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    let text = text.trim_end();
    match text.char_indices().nth(N_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
