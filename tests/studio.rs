//! The studio: pages, files and runs over HTTP, and who is kept out.

mod files;
mod guard;
mod judges;
mod searches;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{OurChild, Scratch, TIME_LIMIT, program_path};

/// A server that does not answer a request for so long hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// A script and a problem file, as small as they can be told from others.
const SCRIPT: &str = r#"{"metadata": {}, "explorers": []}"#;
const PROBLEM: &str = "[tiles]\nempty = {}\n";

/// A studio at work in a folder.
struct Studio {
    child: OurChild,
    port: u16,
    token: String,
    scratch: Scratch,
}

/// What a request was answered with.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Studio {
    fn new(scratch: Scratch) -> Self {
        Self::with_arguments(scratch, &[])
    }

    fn with_arguments(scratch: Scratch, arguments: &[&str]) -> Self {
        let mut child = Command::new(program_path("evolve"))
            .args(["studio", "--port", "18100"])
            .args(arguments)
            .current_dir(scratch.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let (_, rest) = line.split_once("http://127.0.0.1:").expect("it says where it is");
        let (port, _) = rest.split_once('/').expect("an address ends");
        let port = port.parse().expect("a port is a number");
        let mut studio = Self { child: OurChild(child), port, token: String::new(), scratch };
        let page = studio.get("/").body;
        let (_, rest) = page.split_once(r#"name="token" content=""#).expect("the page has a token");
        rest.split('"').next().expect("it ends").clone_into(&mut studio.token);
        assert_eq!(studio.token.len(), 32);
        studio
    }

    /// Sends bytes, and reads until the server closes or says nothing for long.
    fn send(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        // What refuses a request early may close before all of it was sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Err(_) if !answer.is_empty() => Ok(answer),
            other => other.map(|_| answer),
        }
    }

    /// A request with these headers alone.
    #[track_caller]
    fn request_with(&self, what: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let headers = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let headers: String = headers.collect();
        let length = body.len();
        let head = format!(
            "{what} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        let answer = self.send(&[head.as_bytes(), body].concat()).expect("the studio answers");
        Answer::of(&String::from_utf8(answer).expect("answers are UTF-8"))
    }

    /// A request as the page makes it.
    #[track_caller]
    fn request(&self, what: &str, body: &str) -> Answer {
        let host = self.host();
        let origin = format!("http://{host}");
        let headers = [
            ("Host", host.as_str()),
            ("Origin", &origin),
            ("X-Token", &self.token),
            ("Content-Type", "application/json"),
        ];
        self.request_with(what, &headers, body.as_bytes())
    }

    #[track_caller]
    fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), "")
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Value) -> Answer {
        self.request(&format!("POST {path}"), &body.to_string())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Starts a search and returns its name.
    #[track_caller]
    fn start(&self, wish: &Value) -> String {
        let started = self.post("/api/runs", wish).ok().json();
        started["name"].as_str().expect("a run has a name").to_owned()
    }

    /// Looks at a run until it is as wanted.
    #[track_caller]
    fn wait_for(&self, name: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let found = self.get(&format!("/api/runs/{name}")).ok().json();
            if is_wanted(&found) {
                return found;
            }
            assert!(begin.elapsed() < TIME_LIMIT, "it did not come: {found}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Demands that it answers as ever.
    #[track_caller]
    fn check_lives(&self) {
        let question = json!({ "do": "check", "script": "{}" });
        let answer = self.post("/api/ask", &question).ok().json();
        assert!(answer["diagnostics"].is_array(), "{answer}");
    }
}

impl Answer {
    #[track_caller]
    fn of(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("`{text}`"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("`{head}`"));
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    #[track_caller]
    fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{self:?}");
        self
    }

    /// Demands a refusal that says why.
    #[track_caller]
    fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let error = self.json()["error"].as_str().map(str::to_owned);
        error.filter(|error| !error.is_empty()).unwrap_or_else(|| panic!("no word: {self:?}"))
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn is(state: &'static str) -> impl Fn(&Value) -> bool {
    move |run| run["state"] == state
}
