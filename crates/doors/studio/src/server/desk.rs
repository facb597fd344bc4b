//! A process of the program itself that answers requests, one after the other.
//!
//! A request may always be more expensive than expected; unlike a thread, a process can be killed.
//! Requests and answers go through pipes, each after a line with its number of bytes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::{process, thread};

/// Maximum bytes of the line with the length.
const N_BYTES_OF_LENGTH: u64 = 32;

/// A process that waits for requests.
pub(crate) struct Desk {
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    child: Child,
}

/// A handle to kill the process while another thread waits for its answer.
#[derive(Clone)]
pub(crate) struct Child(Arc<Mutex<process::Child>>);

impl Desk {
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C in the terminal of the studio is meant for the studio.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (questions, answers) = pipes.expect("they were asked for");
        let child = Child(Arc::new(Mutex::new(child)));
        Ok(Self { questions, answers: BufReader::new(answers), child })
    }

    pub(crate) fn child(&self) -> Child {
        self.child.clone()
    }

    /// The answer to a request; an error if the process has ended.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<String> {
        send(&mut self.questions, question)?;
        receive(&mut self.answers)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.child.end();
    }
}

impl Child {
    /// Kills the process. Errors are ignored: there is no other way.
    pub(crate) fn end(&self) {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Answers requests of [`Questions`](crate::server::Questions) from standard input until that is
/// closed; then the process exits at once.
#[expect(clippy::disallowed_methods, reason = "a studio is at the other end of the pipe")]
pub fn answer_questions(answer: impl Fn(&str) -> String) -> io::Result<()> {
    let (to_answer, questions) = sync_channel(0);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(question)) = receive(&mut input) {
            if to_answer.send(question).is_err() {
                break;
            }
        }
        process::exit(0);
    });
    let mut output = io::stdout().lock();
    for question in questions {
        let question: String = question;
        send(&mut output, &answer(&question))?;
    }
    Ok(())
}

fn send(pipe: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(pipe, "{}", text.len())?;
    pipe.write_all(text.as_bytes())?;
    pipe.flush()
}

/// The next text; `None` at the end of the input.
fn receive(pipe: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    if pipe.by_ref().take(N_BYTES_OF_LENGTH).read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let length = line.trim_end().parse::<u64>().map_err(|_| io::ErrorKind::InvalidData)?;
    let mut text = String::new();
    let n_read = pipe.take(length).read_to_string(&mut text)?;
    let is_whole = n_read as u64 == length;
    if is_whole { Ok(Some(text)) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
