//! Files that the server for assistants changes: none is lost, and none names a program that the server
//! may not start.

use std::fs;
use std::thread;

use serde_json::{Value, json};

use crate::mcp::{PROBLEM, SCRIPT, Server};
use crate::program::Scratch;

fn edit(file: &str, old: &str, new: &str) -> Value {
    json!({ "name": "edit", "arguments": { "file": file, "old": old, "new": new } })
}

fn text(server: &Server, file: &str) -> String {
    fs::read_to_string(server.scratch.path(file)).expect("it is there")
}

/// A script with 60 explorers of different descriptions.
fn many_explorers() -> String {
    let explorer = |n| {
        format!(
            "{{\"description\": \"old{n}.\", \"type\": \"horz\", \"rules\": [\"-> self(floor)\"]}}"
        )
    };
    let explorers = (0..60).map(explorer).collect::<Vec<_>>().join(",\n");
    format!(
        "{{\"metadata\": {{\"min\": \"5x4\", \"max\": \"5x4\"}}, \"entities\": [\"floor\"], \"explorers\": [{explorers}]}}"
    )
}

#[test]
fn edits_at_the_same_time_all_arrive() {
    let mut server = Server::new();
    server.scratch.write("many.json", many_explorers());
    let edits: Vec<Value> =
        (0..60).map(|n| edit("many.json", &format!("old{n}."), &format!("new{n}."))).collect();
    for answer in server.ask_at_once("tools/call", &edits) {
        assert_ne!(answer["result"]["isError"], true, "{answer}");
    }
    assert_eq!(text(&server, "many.json"), many_explorers().replace("old", "new"));
}

#[test]
fn calls_of_one_batch_are_done_in_their_order() {
    let mut server = Server::new();
    let call = |tool: &str, arguments: Value| json!({ "name": tool, "arguments": arguments });
    let generate = || call("generate", json!({ "script": "a.json", "count": 1, "picture": false }));
    let mut calls = vec![call("save", json!({ "to": "a.json", "text": SCRIPT })), generate()];
    for width in 6..12 {
        calls.push(edit(
            "a.json",
            &format!("\"max\": \"{}x4", width - 1),
            &format!("\"max\": \"{width}x4"),
        ));
        calls.push(edit(
            "a.json",
            &format!("\"min\": \"{}x4", width - 1),
            &format!("\"min\": \"{width}x4"),
        ));
        calls.push(generate());
    }
    calls.push(call("remove", json!({ "file": "a.json" })));
    calls.push(generate());
    let answers = server.ask_at_once("tools/call", &calls);
    let told: Vec<String> =
        answers.iter().map(|answer| answer["result"]["content"][0]["text"].to_string()).collect();
    let levels: Vec<&String> = told.iter().filter(|text| text.contains("level of")).collect();
    for (text, width) in levels.iter().zip(5..12) {
        assert!(text.contains(&format!("1 level of {width}x4 cells")), "{told:?}");
    }
    assert!(
        levels.len() == 7 && answers[answers.len() - 1]["result"]["isError"] == true,
        "{told:?}"
    );
}

/// A file that is being written is waited for; other ones are not.
#[test]
fn short_calls_go_between_long_ones() {
    let mut server = Server::new();
    server.scratch.write("a.json", SCRIPT);
    server.scratch.write("hall.toml", PROBLEM);
    let call = |tool: &str, arguments: Value| json!({ "name": tool, "arguments": arguments });
    let improve = |to: &str| {
        call(
            "improve",
            json!({ "script": "a.json", "problem": "hall.toml", "to": to, "budget": 20_000 }),
        )
    };
    let draft = call("draft", json!({ "problem": "hall.toml", "to": "new.json" }));
    let save = call("save", json!({ "to": "mine.json", "text": SCRIPT }));
    let generate = |script: &str| call("generate", json!({ "script": script, "picture": false }));
    let calls = [
        improve("b.json"),
        improve("c.json"),
        draft,
        generate("a.json"),
        save,
        generate("new.json"),
    ];
    let ids: Vec<u64> = calls.iter().map(|call| server.request("tools/call", call)).collect();
    let mut order = Vec::new();
    while order.len() < ids.len() {
        let told = server.next();
        assert_ne!(told["result"]["isError"], true, "{told}");
        order.extend(ids.iter().position(|id| told["id"] == *id));
    }
    assert_eq!(order, [3, 4, 0, 1, 2, 5]);
}

/// Whoever is told that a file is not written finds it so, also later.
#[test]
#[cfg(unix)]
fn what_another_program_holds_is_not_written_later() {
    let mut server = Server::new();
    let folder = fs::File::open(server.scratch.path("")).expect("it is there");
    folder.lock().expect("nobody else has it");
    let save = |to: &str| json!({ "name": "save", "arguments": { "to": to, "text": SCRIPT } });
    for answer in server.ask_at_once("tools/call", &[save("a.json"), save("b.json")]) {
        let text = answer["result"]["content"][0]["text"].to_string();
        assert!(text.contains("another program") && text.contains("nothing is written"), "{text}");
    }
    folder.unlock().expect("it is ours");
    server.told("save", &json!({ "to": "c.json", "text": SCRIPT }));
    assert!(["a.json", "b.json"].iter().all(|name| !server.scratch.path(name).exists()));
}

/// Two programs, such as two editors, may each have started a server.
#[test]
#[cfg(unix)]
fn edits_by_two_servers_of_one_folder_all_arrive() {
    let mut first = Server::new();
    first.scratch.write("many.json", many_explorers());
    let folder = first.scratch.path("").to_string_lossy().into_owned();
    let mut second = Server::of_folder(Scratch::new(), &folder);
    let half = |half: usize| -> Vec<Value> {
        let numbers = (0..60).filter(|n| n % 2 == half);
        numbers.map(|n| edit("many.json", &format!("old{n}."), &format!("new{n}."))).collect()
    };
    let answers = thread::scope(|scope| {
        let by_second = scope.spawn(|| second.ask_at_once("tools/call", &half(1)));
        let mut answers = first.ask_at_once("tools/call", &half(0));
        answers.extend(by_second.join().expect("it answers"));
        answers
    });
    assert!(answers.iter().all(|answer| answer["result"]["isError"] != true), "{answers:?}");
    assert_eq!(text(&first, "many.json"), many_explorers().replace("old", "new"));
}

#[test]
fn what_changed_while_a_tool_worked_stays() {
    let mut server = Server::new();
    server.scratch.write("a.json", SCRIPT.replace("random < 0.3", "!self(wall)"));
    server.scratch.write("hall.toml", PROBLEM);
    let improve = json!({ "name": "improve", "arguments": {
        "script": "a.json", "problem": "hall.toml", "to": "a.json", "overwrite": true, "budget": 2000,
    }});
    let check = json!({ "name": "check", "arguments": { "script": "a.json", "fix": true } });
    let calls = [check, edit("a.json", "!self(wall)", "random < 0.01")];
    let answers = server.ask_at_once("tools/call", &calls);
    let now = text(&server, "a.json");
    let is_refused = |answer: &Value| answer["result"]["isError"] == true;
    // Whoever has read the file before is told so, and the change stays.
    assert!(now.contains("random < 0.01") || is_refused(&answers[1]), "{now} {answers:?}");
    assert!(answers.iter().filter(|answer| is_refused(answer)).count() < 2, "{answers:?}");
    server.scratch.write("a.json", SCRIPT.replace("0.3", "0.01"));
    let answers = server.ask_at_once("tools/call", &[improve, edit("a.json", "0.01", "0.02")]);
    let now = text(&server, "a.json");
    assert!(now.contains("0.02") || is_refused(&answers[1]), "{now} {answers:?}");
    if is_refused(&answers[0]) {
        // What was found is not lost.
        let told = answers[0].to_string();
        assert!(told.contains("has changed") && told.contains("edit 1"), "{told}");
    }
}

/// Ways to write the same table.
const NAMED: [&str; 6] = [
    "[outside]\ncommand = [\"touch\", \"pwned\"]\nvalues = [\"fun\"]\n",
    "[ \"outside\" ]\ncommand = [\"touch\", \"pwned\"]\nvalues = [\"fun\"]\n",
    "outside = { command = [\"touch\", \"pwned\"], values = [\"fun\"] }\n",
    "outside.command = [\"touch\", \"pwned\"]\noutside.values = [\"fun\"]\n",
    "\"out\\u0073ide\".command = [\"touch\", \"pwned\"]\noutside.values = [\"fun\"]\n",
    "'outside'.\"command\" = [\"touch\", \"pwned\"]\noutside.'values' = [\"fun\"]\n",
];

/// The problem with such a table; a key stands above all tables.
fn naming(table: &str) -> String {
    if table.starts_with('[') { format!("{PROBLEM}{table}") } else { format!("{table}{PROBLEM}") }
}

#[test]
fn no_tool_writes_a_program_into_a_problem_file() {
    let mut server = Server::new();
    server.scratch.write("mine.toml", PROBLEM);
    let theirs = naming(NAMED[0]).replace("touch", "true");
    server.scratch.write("theirs.toml", &theirs);
    let refused = |server: &mut Server, tool: &str, arguments: Value| {
        let (text, is_error) = server.call(tool, &arguments);
        assert!(is_error && text.contains("--allow-judges"), "{tool} {arguments}: {text}");
    };
    for table in NAMED {
        let problem = naming(table);
        refused(&mut server, "save", json!({ "to": "new.toml", "text": problem }));
        for file in ["mine.toml", "theirs.toml"] {
            let save = json!({ "to": file, "text": problem, "overwrite": true });
            refused(&mut server, "save", save);
        }
        let (old, new) = if table.starts_with('[') {
            ("[objectives]", format!("{table}[objectives]"))
        } else {
            ("name = \"hall\"", format!("{table}name = \"hall\""))
        };
        refused(&mut server, "edit", json!({ "file": "mine.toml", "old": old, "new": new }));
    }
    // A file of the user may name its program, but not another one, and at no other place.
    let other = json!({ "file": "theirs.toml", "old": "\"true\"", "new": "\"touch\"" });
    refused(&mut server, "edit", other);
    refused(&mut server, "rename", json!({ "file": "theirs.toml", "to": "new.toml" }));
    server.told("edit", &json!({ "file": "theirs.toml", "old": "[6, 19]", "new": "[6, 18]" }));
    assert_eq!(text(&server, "theirs.toml"), theirs.replace("[6, 19]", "[6, 18]"));
    assert_eq!(text(&server, "mine.toml"), PROBLEM);
    assert!(!server.scratch.path("new.toml").exists());
}

#[test]
fn with_allow_judges_a_program_is_written() {
    let mut server = Server::with_arguments(Scratch::new(), "", &["--allow-judges"]);
    server.begin();
    let problem = naming(&NAMED[0].replace("touch", "true"));
    server.told("save", &json!({ "to": "new.toml", "text": problem }));
    assert_eq!(text(&server, "new.toml"), problem);
}

#[test]
fn all_that_was_written_is_listed() {
    let mut server = Server::new();
    server.scratch.write("theirs.png", "drawn by hand");
    server.told("save", &json!({ "to": "a.json", "text": SCRIPT }));
    server.told("export", &json!({ "script": "a.json", "to": "maps/a.tmj" }));
    server.told(
        "certify",
        &json!({ "script": SCRIPT, "problem": PROBLEM, "to": "a.cert", "bits": 3 }),
    );
    let told = server.told("list", &json!({ "what": "files" }));
    for line in
        ["script: a.json", "written: maps/a.tmj", "written: maps/a-tiles.png", "written: a.cert"]
    {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(told.contains("other: theirs.png") && !told.contains("written: a.json"), "{told}");
    server.told("remove", &json!({ "file": "maps/a.tmj" }));
    assert!(!server.told("list", &json!({ "what": "files" })).contains("a.tmj"));
    // Another server, which has not written them, lists them, too.
    let mut again = Server::of_folder(server.scratch, "");
    let told = again.told("list", &json!({ "what": "files" }));
    for line in ["script: a.json", "other: maps/a-tiles.png", "other: a.cert"] {
        assert!(told.contains(line), "{line}: {told}");
    }
}
