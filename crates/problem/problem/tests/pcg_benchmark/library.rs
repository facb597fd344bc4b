//! The library in Python, asked line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::Deserialize;
use serde_json::json;

/// A running interpreter with the library.
pub(crate) struct Library {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

#[derive(Deserialize)]
struct OfLevel {
    values: String,
}

#[derive(Deserialize)]
struct OfSet {
    share: String,
    values: String,
    distances: String,
}

impl Library {
    /// The library in the folder that `PCG_BENCHMARK` names, if it does.
    pub(crate) fn start() -> Option<Self> {
        let checkout = std::env::var_os("PCG_BENCHMARK")?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pcg_benchmark/ask.py");
        let mut process = Command::new("python3")
            .arg(script)
            .env("PYTHONPATH", checkout)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let questions = process.stdin.take().expect("it is piped");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        Some(Self { process, questions, answers })
    }

    /// Quality and other values of a level.
    pub(crate) fn level(&mut self, name: &str, rows: &[String]) -> Vec<f64> {
        let answer: OfLevel = self.ask(&json!({ "name": name, "rows": rows }));
        numbers(&answer.values)
    }

    /// Share, values and distances of the last `n` levels that were asked about.
    pub(crate) fn set(&mut self, name: &str, n: usize) -> (f64, Vec<f64>, Vec<f64>) {
        let answer: OfSet = self.ask(&json!({ "name": name, "set": n }));
        (numbers(&answer.share)[0], numbers(&answer.values), numbers(&answer.distances))
    }

    fn ask<T: for<'de> Deserialize<'de>>(&mut self, question: &serde_json::Value) -> T {
        writeln!(self.questions, "{question}").expect("the library listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the library answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // It is idle, and holds nothing; that it is gone already is no fault.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The numbers of a text, apart by spaces.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let parse = |word: &str| word.parse().unwrap_or_else(|_| panic!("{word} is no number"));
    text.split_ascii_whitespace().map(parse).collect()
}
