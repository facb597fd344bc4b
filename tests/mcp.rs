//! The server for assistants, asked line by line. `python/tests/test_mcp.py` drives it by the official
//! client of the protocol, tool by tool.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::program::{OurChild, Scratch, program_path};

pub(crate) const SCRIPT: &str = r#"{"metadata": {"min": "5x4", "max": "5x4"}, "entities": ["floor", "wall"],
"explorers": [{"type": "horz", "rules": ["random < 0.3 -> self(wall)", "-> self(floor)"]}]}"#;

pub(crate) const PROBLEM: &str = r##"name = "hall"
size = "5x4"
playable = "count(floor) > 0"
[tiles]
floor = { character = ".", color = "#102030" }
wall = { character = "#", color = "#405060" }
[objectives]
walls = { value = "count(wall)", range = [6, 19], zero_above = 20 }
"##;

/// A server at work in a folder.
pub(crate) struct Server {
    pub(crate) child: OurChild,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    pub(crate) scratch: Scratch,
    n_asked: u64,
}

impl Server {
    pub(crate) fn new() -> Self {
        Self::of_folder(Scratch::new(), "")
    }

    /// A server of a folder of the scratch folder.
    pub(crate) fn of_folder(scratch: Scratch, folder: &str) -> Self {
        let mut server = Self::unasked(scratch, folder);
        server.begin();
        server
    }

    /// A server that has got no message.
    fn unasked(scratch: Scratch, folder: &str) -> Self {
        Self::with_arguments(scratch, folder, &[])
    }

    /// The same, with more arguments.
    pub(crate) fn with_arguments(scratch: Scratch, folder: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(program_path("evolve"))
            .args(["mcp", "."])
            .args(arguments)
            .current_dir(scratch.path(folder))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child: OurChild(child), input, output, scratch, n_asked: 0 }
    }

    pub(crate) fn begin(&mut self) {
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let told = self.ask("initialize", &hello);
        assert_eq!(told["result"]["serverInfo"]["name"], "marahel", "{told}");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").expect("the server reads");
    }

    /// The answer to a request.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// The answer to a request, after the notifications that come before it.
    pub(crate) fn ask_with(
        &mut self,
        method: &str,
        params: &Value,
        mut look: impl FnMut(&Value),
    ) -> Value {
        let id = self.request(method, params);
        loop {
            let told = self.next();
            if told["id"] == id {
                return told;
            }
            look(&told);
        }
    }

    /// The answers to requests that are all sent before the first answer.
    pub(crate) fn ask_at_once(&mut self, method: &str, params: &[Value]) -> Vec<Value> {
        let ids: Vec<u64> = params.iter().map(|params| self.request(method, params)).collect();
        let mut answers = BTreeMap::new();
        while answers.len() < ids.len() {
            let told = self.next();
            if let Some(id) = told["id"].as_u64() {
                answers.insert(id, told);
            }
        }
        answers.into_values().collect()
    }

    /// Sends a request; returns its number.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.n_asked += 1;
        let id = self.n_asked;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        id
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
    let look = json!({ "name": "dungeon", "wait_seconds": 45 });
    while server.told("look_at_search", &look).contains("running") {}
    server.told("take_best", &json!({ "name": "dungeon", "to": "mine/best.json" }));
    let told =
        server.told("evaluate", &json!({ "script": "mine/best.json", "problem": "roguelike" }));
    assert!(told.contains("200 levels of mine/best.json, for roguelike"), "{told}");
    server.scratch.marahel("check mine/best.json").ok();
}

/// Clients of newer versions of the protocol ask first which one a server speaks.
#[test]
fn a_request_before_initialize_ends_no_server() {
    let mut server = Server::unasked(Scratch::new(), "");
    for method in ["server/discover", "tools/list", "tools/call", "nonsense"] {
        let told = server.ask(method, &json!({ "name": "list" }));
        assert_eq!(told["error"]["code"], -32601, "{told}");
    }
    server.send(r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    server.send(r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#);
    assert!(server.ask("ping", &json!({}))["result"].is_object());
    assert_eq!(server.ask("initialize", &json!({}))["error"]["code"], -32601);
    server.begin();
    assert!(server.ask("tools/list", &json!({}))["result"]["tools"].is_array());
}

#[test]
fn a_wrong_request_is_answered_by_the_code_of_its_fault() {
    let mut server = Server::new();
    let faults = [
        ("tools/call", json!({ "name": "list", "arguments": [] }), -32601),
        ("tools/call", json!({ "arguments": {} }), -32601),
        ("tools/call", json!({ "name": "nonsense" }), -32602),
        ("tools/list", json!({ "cursor": "x" }), -32602),
        ("resources/list", json!({ "cursor": "" }), -32602),
        ("resources/templates/list", json!({ "cursor": "7" }), -32602),
        ("prompts/list", json!({ "cursor": "x" }), -32602),
        ("prompts/get", json!({ "name": 7 }), -32601),
        ("resources/read", json!({}), -32601),
        ("resources/read", json!({ "uri": "marahel://docs/none" }), -32002),
        ("server/discover", json!({}), -32601),
    ];
    for (method, params, code) in faults {
        let told = server.ask(method, &params);
        assert_eq!(told["error"]["code"], code, "{method} {params}: {told}");
    }
}

/// What is no JSON is passed over, since an answer to it could be answered in turn.
#[test]
fn lines_that_are_no_message_end_no_server() {
    let mut server = Server::new();
    let deep = "[".repeat(200) + &"]".repeat(200);
    for line in ["", "{", "nonsense", "\u{0}", "{} {}", &deep] {
        server.send(line);
        assert_eq!(server.ask("ping", &json!({}))["result"], json!({}), "{line}");
    }
    for line in ["null", "[1]", "{}", r#"{"jsonrpc": "2.0", "id": 70}"#] {
        server.send(line);
        let told = server.next();
        assert_eq!(told["error"]["code"], -32600, "{line}: {told}");
    }
    server.send(&"x".repeat((16 << 20) + 1));
    let status = server.child.0.wait().expect("it can be waited for");
    assert!(status.success(), "{status}");
}

#[test]
fn the_first_advice_is_followed() {
    let mut server = Server::new();
    let advice = server.told("docs", &json!({}));
    let advice = advice.rsplit("next: docs with ").next().expect("there is some");
    let value = |name: &str| {
        let rest = advice.split(&format!("{name} = \"")).nth(1).expect("it names one");
        rest.split('"').next().map(str::to_owned)
    };
    let call = json!({ "page": value("page"), "section": value("section") });
    assert!(server.told("docs", &call).contains("## Write rules"), "{call}");
}

#[test]
fn a_refusal_names_what_is_wrong() {
    let mut server = Server::new();
    server.scratch.write("mine.json", SCRIPT);
    let small = json!({ "script": SCRIPT, "count": "2" });
    for (tool, arguments, words) in [
        (
            "generate",
            json!({ "script": "mien.json" }),
            "mien.json: there is no such file; did you mean mine.json?",
        ),
        ("edit", json!({ "file": "mien.json", "old": "a", "new": "b" }), "did you mean mine.json?"),
        ("generate", json!({ "script": "starter:cavse" }), "did you mean starter:caves?"),
        ("generate", json!({ "script": "generator:zelad" }), "did you mean zelda?"),
        ("generate", small, "these arguments are invalid: `count`: invalid type: string \"2\""),
        ("export", json!({ "script": SCRIPT, "to": "/tmp/a.png" }), "by its path from there"),
        ("rename", json!({ "file": "mine.json", "to": "a.jsn" }), "that ends in "),
        ("check", json!({ "problem": "../p.toml" }), "by its path from there"),
        (
            "score",
            json!({ "problem": "binary", "levels": "none.txt" }),
            "none.txt: there is no such file",
        ),
        (
            "score",
            json!({ "problem": "binary", "levels": "maze" }),
            "a drawing of one row ends in a line break",
        ),
    ] {
        let (text, is_error) = server.call(tool, &arguments);
        assert!(is_error && text.contains(words), "{tool} {arguments}: {text}");
    }
}

#[test]
fn a_question_asks_for_few_parts_of_the_manual() {
    let mut server = Server::new();
    let two = server.told("docs", &json!({ "page": "agents", "section": "plug; plug" }));
    assert!(two.contains("## Plug it in"), "{two}");
    for (question, told) in [
        (json!({ "page": "agents", "section": "a;".repeat(100_000) }), "100001 sections at once"),
        (json!({ "search": "a ".repeat(100_000) }), "100000 words at once"),
    ] {
        let (text, is_error) = server.call("docs", &question);
        assert!(is_error && text.contains(told), "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut server = Server::new();
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
        let ending = name.rsplit('.').next().expect("there is one");
        let content = if ending == "json" { SCRIPT } else { PROBLEM };
        let (text, is_error) = server.call("save", &json!({ "to": name, "text": content }));
        assert!(is_error && text.contains("on Windows"), "{name}: {text}");
    }
    assert_eq!(fs::read_dir(server.scratch.path("")).expect("it is there").count(), 0);
    let begun = json!({ "problem": "binary", "budget": 1000, "name": "con" });
    assert!(server.told("start_search", &begun).contains("con-2 has begun"));
}

/// Foreign files stay as they are, whatever a tool is asked to write.
#[test]
fn what_is_no_script_is_neither_written_nor_replaced() {
    let mut server = Server::new();
    let foreign = [
        ("package.json", "{\"name\": \"game\"}"),
        ("Cargo.toml", "[package]\nname = \"game\"\n"),
        ("web/node_modules/x/a.json", SCRIPT),
        ("data.json", "{\"explorers\": [], \"hero\": 1}"),
        ("settings.toml", "[tiles]\nfloor = {}\n[game]\n"),
        ("hero.png", "drawn by hand"),
        ("map.tmj", "{}"),
        ("notes.txt", "mine"),
        ("a.cert", "mine"),
    ];
    for (place, text) in foreign {
        server.scratch.write(place, text);
    }
    for (place, _) in foreign {
        let calls = [
            ("save", json!({ "text": if place.ends_with("toml") { PROBLEM } else { SCRIPT } })),
            ("export", json!({ "script": SCRIPT })),
            ("certify", json!({ "script": SCRIPT, "problem": PROBLEM, "bits": 2 })),
            ("imitate", json!({ "drawings": ["#..\n...\n", "...\n..#\n"] })),
            ("improve", json!({ "script": SCRIPT, "problem": PROBLEM, "budget": 100 })),
            ("draft", json!({ "problem": PROBLEM })),
            ("repair", json!({ "problem": PROBLEM, "levels": "#..\n" })),
        ];
        for (tool, mut arguments) in calls {
            arguments["to"] = json!(place);
            arguments["overwrite"] = json!(true);
            // `improve` may find nothing to write.
            let (text, is_error) = server.call(tool, &arguments);
            assert!(is_error || tool == "improve", "{tool} {place}: {text}");
        }
        let edit = json!({ "file": place, "old": "e", "new": "f", "all": true });
        assert!(server.call("edit", &edit).1, "{place}");
        assert!(server.call("remove", &json!({ "file": place })).1, "{place}");
        let ending = place.rsplit('.').next().expect("there is one");
        let rename = json!({ "file": place, "to": format!("other.{ending}") });
        assert!(server.call("rename", &rename).1, "{place}");
    }
    for (place, text) in [
        ("Package.JSON", SCRIPT),
        ("new/package.json", SCRIPT),
        ("target/a.json", SCRIPT),
        ("nodemon.json", &SCRIPT.replacen('{', "{\"exec\": \"touch pwned\", ", 1)),
        ("crush.json", &SCRIPT.replacen('{', "{\"mcp\": {\"x\": {\"command\": \"touch\"}}, ", 1)),
        ("new.json", &SCRIPT.replacen('{', "{\"scripts\": {\"postinstall\": \"x\"}, ", 1)),
        ("new.json", &SCRIPT.replace("\"min\"", "\"run\": \"x\", \"min\"")),
        ("new.json", &SCRIPT.replace("horz", "hoz")),
        ("fly.toml", &PROBLEM.replace("[tiles]", "[build]\nrun = \"x\"\n[tiles]")),
        ("new.toml", "[package]\nbuild = \"x.rs\"\n[tiles]\n"),
        ("new.txt", SCRIPT),
        ("a/b/c/d/e/f/g.json", SCRIPT),
    ] {
        assert!(server.call("save", &json!({ "to": place, "text": text })).1, "{place}");
    }
    for (place, text) in foreign {
        let now = fs::read_to_string(server.scratch.path(place)).expect("it is there");
        assert_eq!(now, text, "{place}");
    }
    assert!(!server.scratch.path("new").exists() && !server.scratch.path("a").exists());
}

#[test]
fn own_files_are_replaced_on_request_edited_renamed_and_removed() {
    let mut server = Server::new();
    server.told("save", &json!({ "to": "./a.json", "text": SCRIPT }));
    server.told("save", &json!({ "to": "hall.toml", "text": PROBLEM }));
    for overwrite in [false, true] {
        let save = json!({ "to": "a.json", "text": SCRIPT, "overwrite": overwrite });
        assert_eq!(server.call("save", &save).1, !overwrite);
    }
    for place in ["a.png", "a.tmj", "a.json.png"] {
        let export =
            |overwrite: bool| json!({ "script": "a.json", "to": place, "overwrite": overwrite });
        server.told("export", &export(false));
        assert!(server.call("export", &export(false)).1);
        server.told("export", &export(true));
    }
    let edit = |old: &str, new: &str| json!({ "file": "a.json", "old": old, "new": new });
    let (told, is_error) = server.call("edit", &edit("random < 0.3", "!self(wall)"));
    assert!(is_error && told.contains("`self(wall) == 0`"), "{told}");
    // A file of the user may have mistakes.
    server.scratch.write("a.json", SCRIPT.replace("random < 0.3", "!self(wall)"));
    let told = server.told("check", &json!({ "script": "a.json", "fix": true }));
    assert!(told.contains("line 2: `!self(wall)` becomes `self(wall) == 0`"), "{told}");
    server.scratch.write("a.json", SCRIPT.replace("random < 0.3", "nothing(wall)"));
    let told = server.told("edit", &edit("nothing(wall)", "random < 0.4"));
    assert!(told.contains("1 place replaced") && told.contains("no mistakes"), "{told}");
    for (old, new) in [("nowhere", "x"), ("", "x"), ("wall", "x"), ("\"explorers\"", "\"other\"")] {
        assert!(server.call("edit", &edit(old, new)).1, "{old}");
    }
    server.told("rename", &json!({ "file": "a.json", "to": "new/b.json" }));
    assert!(server.call("rename", &json!({ "file": "new/b.json", "to": "b.toml" })).1);
    assert!(server.call("rename", &json!({ "file": "new/b.json", "to": "../b.json" })).1);
    assert!(server.call("rename", &json!({ "file": "hall.toml", "to": "runs/x/config.toml" })).1);
    let text = fs::read_to_string(server.scratch.path("new/b.json")).expect("it is there");
    assert!(text.contains("random < 0.4") && !server.scratch.path("a.json").exists());
    server.told("remove", &json!({ "file": "new/b.json" }));
    assert!(server.call("remove", &json!({ "file": "new/b.json" })).1);
    assert!(!server.scratch.path("new/b.json").exists());
    let (text, is_error) = server.call("save", &json!({ "to": "~/.x.json", "text": SCRIPT }));
    assert!(is_error && text.contains("no name begins with"), "{text}");
    assert!(!server.scratch.path("~").exists());
}

#[test]
fn what_is_left_out_is_named() {
    let mut server = Server::new();
    server.scratch.write("hall.toml", PROBLEM);
    let levels = vec![".....\n.....\n.....\n.....\n"; 50].join("\n");
    let told = server.told("score", &json!({ "problem": PROBLEM, "levels": levels }));
    assert!(
        told.starts_with("0 of 50 levels are good")
            && told.contains("levels 7 to 50: walls is not"),
        "{told}"
    );
    let many = vec![".....\n.....\n.....\n.....\n"; 600].join("\n");
    let told = server.told("score", &json!({ "problem": PROBLEM, "levels": many }));
    let first = "the last 100 of 600 levels are not judged; 0 of 500 levels are good";
    assert!(told.starts_with(first), "{told}");
    let told = server.told("generate", &json!({ "script": SCRIPT, "count": 9 }));
    assert!(told.contains("seeds 2 to 8: only in the picture"), "{told}");
    let wide = SCRIPT.replace("5x4", "60x60");
    let told = server.told("generate", &json!({ "script": wide, "count": 3, "picture": false }));
    assert!(told.contains("seed 1:") && told.contains("seed 2: not shown"), "{told}");
    let told = server.told("generate", &json!({ "script": SCRIPT, "seeds": [9, 4] }));
    assert!(told.contains("seeds 9, 4") && told.contains("seed 4:"), "{told}");
    let told = server.told("generate", &json!({ "script": SCRIPT, "seeds": [3, 5, 6, 8] }));
    assert!(told.contains("seed 8:") && !told.contains("only in the picture"), "{told}");
    for (tool, arguments) in [
        ("generate", json!({ "script": SCRIPT, "count": 17 })),
        ("generate", json!({ "script": SCRIPT, "count": 0 })),
        ("generate", json!({ "script": SCRIPT, "seeds": vec![1; 17] })),
        ("export", json!({ "script": SCRIPT, "to": "a.png", "count": 65 })),
        ("export", json!({ "script": SCRIPT, "to": "a.png", "only": "good" })),
        ("evaluate", json!({ "script": SCRIPT, "problem": PROBLEM, "count": 1001 })),
        ("look_at_search", json!({ "name": "none", "wait_seconds": 46 })),
        ("score", json!({ "problem": PROBLEM, "levels": "levels/one.tx" })),
        ("score", json!({ "problem": PROBLEM, "levels": "drawing" })),
        ("imitate", json!({ "drawings": ["one.tmj", "two"], "to": "x.toml" })),
    ] {
        assert!(server.call(tool, &arguments).1, "{tool} {arguments}");
    }
}

/// An assistant reads the description of all tools before anything else.
#[test]
fn the_tools_are_described_in_few_words() {
    let mut server = Server::new();
    let tools = server.ask("tools/list", &json!({}))["result"]["tools"].clone();
    // A token is about four characters of JSON.
    let described = tools.to_string();
    assert!(described.len() < 4 * 4500, "{}", described.len());
    // Some clients know neither references nor choices between types.
    for word in ["$ref", "anyOf", "oneOf", "\"null\"", "prefixItems"] {
        assert!(!described.contains(word), "{word}: {described}");
    }
    for tool in tools.as_array().expect("there are tools") {
        assert!(tool["annotations"]["title"].is_string(), "{tool}");
        let is_of_files =
            ["save", "export", "certify", "imitate", "draft", "take_best", "edit", "remove"];
        let is_destructive = is_of_files.contains(&tool["name"].as_str().expect("a name"));
        assert!(!is_destructive || tool["annotations"]["destructiveHint"] == true, "{tool}");
    }
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
        let script = SCRIPT.replacen('{', &format!("{{\"description\": \"{n}\", "), 1);
        let genes = format!("\"{}\"", script.replace('\n', " ").replace('"', "\"\""));
        let rank = u8::from(n == N - 1);
        format!("{n},{},0.5,{},{rank},inf,,{genes}\n", n as f64 / N as f64, n % 2)
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
