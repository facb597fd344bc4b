//! A program that answers lines with lines, and the threads that exchange them.
//!
//! Pipes have no time limits. So one thread writes questions and reads answers, and another keeps the
//! end of standard error. Both end with the program. Judges are such programs: kept running, and
//! killed when they hang.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Characters of an answer in an error.
const N_SHOWN: usize = 300;

/// The last bytes of standard error that are kept.
const N_BYTES_TOLD: usize = 2000;

/// Time for a program to end, after its input or its output is closed.
const TIME_TO_END: Duration = Duration::from_secs(1);

/// Period of checking whether a program has ended.
const LOOK_PERIOD: Duration = Duration::from_millis(1);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'s> {
    /// The program and its arguments. A program with a path is relative to the folder; others are
    /// found as a shell finds them.
    pub(crate) command: &'s [String],
    pub(crate) folder: &'s Path,
    /// Bytes of an answer at most. A longer one is cut, and then refused.
    pub(crate) n_bytes_max: u64,
    /// A word for it, in the names of its threads.
    pub(crate) what: &'static str,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It ended, or closed its output, before it answered: its exit status, if known.
    #[error("ended instead of answering ({0})")]
    Ended(String),
    /// It did not answer in time.
    #[error("did not answer in {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It gave a wrong answer: the beginning of the answer, and what is wrong with it.
    #[error("answered `{answer}`, {what}")]
    Answer { what: String, answer: String },
}

impl Trouble {
    pub(crate) fn with_answer(text: &str, what: String) -> Self {
        Self::Answer { what, answer: cut(text) }
    }
}

#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    /// Dropped to end the program: this closes its input.
    questions: Option<Sender<String>>,
    answers: Receiver<io::Result<String>>,
    /// The end of standard error, once that is closed.
    farewell: Receiver<String>,
    /// Whether all questions were answered, and the program waits.
    is_idle: bool,
}

/// The result of a question.
#[derive(Debug)]
pub(crate) enum Heard {
    Answer(String),
    End,
    /// No answer in time.
    Nothing,
}

impl Start<'_> {
    /// The program; a path is relative to the folder, not to the current directory.
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
        // Ctrl-C must stop the search, not the program: the search needs it to finish.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn()?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (questions, questions_asked) = channel();
        let (answering, answers) = channel();
        let (telling, farewell) = channel();
        let mut running =
            Self { child, questions: Some(questions), answers, farewell, is_idle: true };
        let n_bytes_max = start.n_bytes_max;
        let talker = thread::Builder::new().name(start.what.to_owned());
        let listener = thread::Builder::new().name(format!("{}'s words", start.what));
        let is_watched = talker
            .spawn(move || talk(stdin, stdout, n_bytes_max, &questions_asked, &answering))
            .and_then(|_| listener.spawn(move || drop(telling.send(last_words(stderr)))));
        match is_watched {
            Ok(_) => Ok(running),
            Err(error) => {
                running.is_idle = false;
                Err(error)
            }
        }
    }

    /// Asks, and waits for the answer up to `timeout`.
    pub(crate) fn ask(&mut self, question: String, timeout: Duration) -> Heard {
        self.is_idle = false;
        if let Some(questions) = &self.questions {
            // If the program has ended, the loop below notices.
            let _ = questions.send(question);
        }
        match self.answers.recv_timeout(timeout) {
            Ok(Ok(answer)) => {
                self.is_idle = true;
                Heard::Answer(answer)
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Heard::End,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
        }
    }

    /// How the program ended, after its output was closed.
    pub(crate) fn status(&mut self) -> String {
        match self.wait(TIME_TO_END) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Kills the program; its last words.
    pub(crate) fn stop(mut self) -> String {
        self.kill();
        self.farewell.recv_timeout(TIME_TO_END).unwrap_or_default()
    }

    /// The exit status, if the program ends within a time.
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

    /// Kills the program and, on Unix, its process group, and waits for its end.
    fn kill(&mut self) {
        self.questions = None;
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // This fails if all have ended already.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An idle program ends by itself when its input is closed.
        self.questions = None;
        if self.is_idle {
            self.wait(TIME_TO_END);
        }
        self.kill();
    }
}

/// Writes each question and reads a line as its answer, until the questions or the program end.
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

fn read_line(stdout: &mut BufReader<ChildStdout>, n_bytes_max: u64) -> io::Result<String> {
    let mut line = Vec::new();
    stdout.take(n_bytes_max).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// Reads to the end, and returns the last whole lines.
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
        Some((_, tail)) if is_cut => format!("...\n{tail}"),
        _ => text,
    }
}

fn cut(text: &str) -> String {
    let text = text.trim_end();
    match text.char_indices().nth(N_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
