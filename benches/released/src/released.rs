//! Evaluating with the released code, in a process of node.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::tables::Evaluated;

/// The version of node.
pub(crate) fn version() -> String {
    let output = Command::new("node").arg("--version").output().expect("node is in the PATH");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A process that evaluates generators of one problem, and ends with this value.
pub(crate) struct Released {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Released {
    pub(crate) fn start(folder: &Path, problem: &str, n_maps: u32) -> Self {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("evaluate.js");
        let mut process = Command::new("node")
            .arg(program)
            .arg(folder)
            .args([problem, &n_maps.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node is in the PATH");
        let requests = process.stdin.take().expect("it is piped");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        Self { process, requests, answers }
    }

    /// Evaluates a genome or a script on new levels.
    pub(crate) fn evaluate(&mut self, generator: &Value) -> Evaluated {
        writeln!(self.requests, "{generator}").expect("node reads what it is asked");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("node answers in text");
        serde_json::from_str(&answer).expect("node answers, or has said above what is wrong")
    }
}

impl Drop for Released {
    fn drop(&mut self) {
        // It may have ended by itself already.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
