//! The server for assistants, asked line by line. `python/tests/test_mcp.py` drives it by the official
//! client of the protocol, tool by tool.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::program::{OurChild, Scratch, program_path};

/// A server at work in a folder.
pub(crate) struct Server {
    child: OurChild,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    pub(crate) scratch: Scratch,
    n_asked: u64,
}

impl Server {
    pub(crate) fn new() -> Self {
        let scratch = Scratch::new();
        let mut child = Command::new(program_path("evolve"))
            .args(["mcp", "."])
            .current_dir(scratch.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut server = Self { child: OurChild(child), input, output, scratch, n_asked: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let told = server.ask("initialize", &hello);
        assert_eq!(told["result"]["serverInfo"]["name"], "marahel", "{told}");
        server
            .send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        server
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").expect("the server reads");
    }

    /// The answer to a request.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.n_asked += 1;
        let id = self.n_asked;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        self.answer(id)
    }

    /// The answer of a number; others are passed over.
    fn answer(&mut self, id: u64) -> Value {
        loop {
            let told = self.next();
            if told["id"] == id {
                return told;
            }
        }
    }

    /// The next message of the server.
    pub(crate) fn next(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).expect("it can be read") > 0, "no more answers");
        serde_json::from_str(&line).expect("a line is an object")
    }

    /// Text of the answer of a tool, and whether it is an error.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let told = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let result = &told["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{told}"));
        (text.to_owned(), result["isError"] == true)
    }

    /// What a tool tells, which is no error.
    pub(crate) fn told(&mut self, tool: &str, arguments: &Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{tool} {arguments}: {text}");
        text
    }
}

#[test]
fn a_session_ends_in_a_script_of_the_folder() {
    let mut server = Server::new();
    let tools = server.ask("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().expect("there are tools");
    let listed = server.scratch.evolve("mcp --tools").ok().stdout;
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(listed.contains(tool["name"].as_str().expect("a name")), "{tool}");
    }
    let begun = json!({ "problem": "roguelike", "budget": 3000, "name": "dungeon" });
    server.told("start_search", &begun);
    let look = json!({ "name": "dungeon", "wait_seconds": 60 });
    while server.told("look_at_search", &look).contains("running") {}
    server.told("take_best", &json!({ "name": "dungeon", "to": "mine/best.json" }));
    let told =
        server.told("evaluate", &json!({ "script": "mine/best.json", "problem": "roguelike" }));
    assert!(told.contains("200 levels of mine/best.json, for roguelike"), "{told}");
    server.scratch.marahel("check mine/best.json").ok();
}

#[test]
fn what_makes_no_sense_is_answered_or_passed_over() {
    let mut server = Server::new();
    let deep = "[".repeat(200) + &"]".repeat(200);
    let lines = [
        ("{", json!(null), -32700),
        ("null", json!(null), -32600),
        ("[1]", json!(null), -32600),
        (r#"{"jsonrpc": "2.0", "id": 7}"#, json!(7), -32600),
        ("\u{0}", json!(null), -32700),
        (&deep, json!(null), -32700),
    ];
    for (line, id, code) in lines {
        server.send("");
        server.send(line);
        let told = server.next();
        assert_eq!((&told["id"], &told["error"]["code"]), (&id, &json!(code)), "{line}: {told}");
        assert!(told.get("id").is_some(), "{told}");
    }
    let unknown = server.ask("tools/call", &json!({ "name": "nonsense" }));
    assert_eq!(unknown["error"]["message"], "there is no tool `nonsense`", "{unknown}");
    let unknown = server.ask("nonsense", &json!({}));
    assert!(unknown["error"].is_object(), "{unknown}");
    let (text, is_error) = server.call("read", &json!({ "what": "../secret.json" }));
    assert!(is_error && text.contains("name a file of the folder"), "{text}");
}

#[test]
fn a_name_that_windows_keeps_is_refused() {
    let mut server = Server::new();
    for name in ["con.json", "Mine/NUL.json", "aux/a.toml", "mine./a.json"] {
        let (text, is_error) = server.call("save", &json!({ "to": name, "text": "{}" }));
        assert!(is_error && text.contains("on Windows"), "{name}: {text}");
    }
    assert_eq!(fs::read_dir(server.scratch.path("")).expect("it is there").count(), 0);
    let begun = json!({ "problem": "binary", "budget": 1000, "name": "con" });
    assert!(server.told("start_search", &begun).contains("con-2 has begun"));
}

/// Tables of a run may be long; only what is told of them is kept.
#[test]
fn a_look_at_a_long_run_is_short() {
    const N: usize = 250_000;
    let mut server = Server::new();
    let scratch = &server.scratch;
    let config = "problem = \"binary\"\n[search]\ngenerations = 500000\n";
    scratch.write("runs/long/config.toml", config);
    let generation = |n: usize| format!("{n},{},7\n", 10 * n);
    let generations: String = (0..N).map(generation).collect();
    // The last row is being written.
    let generations = format!("generation,maps,front_size\n{generations}250000,25");
    scratch.write("runs/long/generations.csv", generations);
    let individual = |n: usize| {
        let genes = format!("\"{{\"\"description\"\": \"\"{n}\"\"}}\"");
        let rank = u8::from(n == N - 1);
        format!(
            "{n},{},0.5,{},{rank},inf,,{genes}{}\n",
            n as f64 / N as f64,
            n % 2,
            " ".repeat(100)
        )
    };
    let population: String = (0..N).map(individual).collect();
    let columns = "id,one,two,good,rank,crowding_distance,parents,genes";
    // Nobody reads a row that no search writes.
    let wide = ",".repeat(48_000_000);
    scratch.write("runs/long/population.csv", format!("{columns}\n{population}{wide}\n"));
    let told = server.told("look_at_search", &json!({ "name": "long" }));
    let head = "long: stopped, 50 % done\n\
                generation 249999, 2499990 levels measured, 7 scripts on the front\n";
    assert!(told.starts_with(head), "{told}");
    let members: Vec<&str> =
        told.lines().filter_map(|line| line.trim().split_once(':')).map(|(name, _)| name).collect();
    let members: Vec<&&str> =
        members.iter().filter(|name| name.starts_with("population/")).collect();
    assert_eq!(members[..2], [&"population/249997", &"population/249995"], "{told}");
    assert_eq!(members.len(), 5, "{told}");
    let take = json!({ "name": "long", "to": "one.json", "member": "population/249000" });
    server.told("take_best", &take);
    assert!(
        fs::read_to_string(server.scratch.path("one.json"))
            .expect("it is there")
            .contains("249000")
    );
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string(format!("/proc/{}/status", server.child.0.id()));
        let status = status.expect("it lives");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it is told");
        let n_kib: u64 = most.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(n_kib < 100 << 10, "{n_kib} KiB");
    }
}

#[test]
fn it_ends_with_its_client() {
    let mut server = Server::new();
    server.told(
        "start_search",
        &json!({ "problem": "binary", "budget": 50_000_000, "name": "long" }),
    );
    drop(server.input.take());
    let status = server.child.0.wait().expect("it can be waited for");
    assert!(status.success(), "{status}");
    // Nobody works on the run any more.
    server.scratch.evolve("resume runs/long --gens 1").ok();
}
