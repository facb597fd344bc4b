//! Every tool of the server for assistants with every kind of path, twice at once. The tools and
//! their parameters are those that the server lists.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::mcp::{PROBLEM, SCRIPT, Server};
use crate::program::Scratch;

/// What stands in files that no tool may read.
const SECRET: &str = "what the neighbour hides";

/// Endings of files that some tool reads or writes.
const ENDINGS: [&str; 4] = ["json", "toml", "cert", "png"];

/// Paths by what is wrong with them; `{}` is an ending, and OUTSIDE the folder around that of the
/// server.
const PATHS: [(&str, &[&str]); 11] = [
    ("absolute", &["OUTSIDE/secret.{}", "/etc/passwd", "file:///etc/passwd", "/proc/self/environ"]),
    (
        "up",
        &["../secret.{}", "a/../../secret.{}", "./../secret.{}", "runs/../../secret.{}", "..", "."],
    ),
    ("links", &["link.{}", "away/secret.{}", "away/new.{}", "lost.{}", "circle.{}", "zero.{}"]),
    ("home", &["~/x.{}", "~root/x.{}", "$HOME/x.{}", "%USERPROFILE%/x.{}"]),
    ("drives", &["C:\\x.{}", "C:/x.{}", "C:x.{}", "x.{}:stream.{}", "\\\\?\\C:\\x.{}"]),
    ("hosts", &["\\\\host\\share\\x.{}", "//host/share/x.{}", "http://host/x.{}"]),
    ("controls", &["x\0.{}", "\0", "x\n.{}", "x\u{1b}[31m.{}", "x\u{7f}.{}", "\u{202e}x.{}"]),
    ("long", &["LONG.{}", "LONG/LONG.{}", "DEEP/x.{}"]),
    ("folders", &["folder", "folder.{}", "folder.{}/", "folder.{}/.", "", " ", "/", "//"]),
    (
        "devices",
        &["pipe.{}", "/dev/zero", "/dev/stdin", "/dev/fd/0", "con.{}", "NUL.{}", "aux/x.{}"],
    ),
    (
        "foreign",
        &[
            "package.json",
            "Cargo.toml",
            "CARGO.TOML",
            ".hidden.{}",
            ".git/x.{}",
            "node_modules/x.{}",
            "target/x.{}",
            "runs/x/config.toml",
            "runs/x.{}",
            "picture.png",
            "starter:../../x",
            "generator:",
        ],
    ),
];

/// Arguments that make sense, so that a call fails by its path alone. Other ones are texts.
fn good_argument(tool: &str, name: &str, schema: &Value) -> Value {
    match name {
        "script" | "with" | "text" => json!(SCRIPT),
        "problem" => json!(PROBLEM),
        "levels" => json!("##...\n##...\n##...\n.....\n"),
        "drawings" => json!(["#..\n...\n", "...\n..#\n"]),
        "to" => json!(match tool {
            "certify" => "own.cert",
            "imitate" => "own.toml",
            "export" => "own.png",
            _ => "own.json",
        }),
        "count" | "bits" => json!(2),
        "budget" => json!(20),
        "overwrite" | "all" | "fix" => json!(true),
        _ => match schema["type"].as_str() {
            Some("string") => schema["enum"].get(0).cloned().unwrap_or(json!("e")),
            Some("array") => json!([]),
            Some("object") => json!({}),
            Some("boolean") => json!(false),
            _ => json!(1),
        },
    }
}

/// An argument that holds a path; `None` if its parameter takes no text.
fn with_path(schema: &Value, path: &str) -> Option<Value> {
    match schema["type"].as_str() {
        Some("string") => Some(json!(path)),
        Some("array") if schema["items"]["type"] == "string" => Some(json!([path])),
        Some("object") => Some(json!({ path: path })),
        _ => None,
    }
}

/// Each path with all of its endings.
fn paths(outside: &Path) -> Vec<Vec<String>> {
    let long = "x".repeat(300);
    let deep = "x/".repeat(3000);
    let mut paths = Vec::new();
    for path in PATHS.iter().flat_map(|(_, paths)| *paths) {
        let path = path.replace("OUTSIDE", &outside.display().to_string());
        let path = path.replace("LONG", &long).replace("DEEP/", &deep);
        if path.contains("{}") {
            paths.push(ENDINGS.map(|ending| path.replace("{}", ending)).into());
        } else {
            paths.push(vec![path]);
        }
    }
    paths
}

/// A folder `inner` with all that the paths lead to, inside of another one.
fn trap() -> Scratch {
    let scratch = Scratch::new();
    let hidden_script =
        SCRIPT.replace("metadata\": {", &format!("metadata\": {{\"name\": \"{SECRET}\", "));
    for ending in ENDINGS {
        scratch.write(&format!("secret.{ending}"), &hidden_script);
        for foreign in [".hidden", ".git/x"] {
            scratch.write(&format!("inner/{foreign}.{ending}"), &hidden_script);
        }
        for foreign in ["node_modules/x", "target/x"] {
            scratch.write(&format!("inner/{foreign}.{ending}"), SCRIPT);
        }
        let folder = scratch.path(&format!("inner/folder.{ending}"));
        fs::create_dir_all(folder).expect("a new folder");
    }
    scratch.write("inner/folder/picture.png", "drawn by hand");
    scratch.write("inner/picture.png", "drawn by hand");
    // What `check` could mend.
    scratch.write("inner/package.json", SCRIPT.replace("random < 0.3", "!self(wall)"));
    scratch.write("inner/Cargo.toml", PROBLEM);
    #[cfg(unix)]
    for ending in ENDINGS {
        use std::os::unix::fs::symlink;
        use std::process::Command;
        let inner = |name: &str| scratch.path(&format!("inner/{name}.{ending}"));
        symlink(scratch.path(&format!("secret.{ending}")), inner("link")).expect("a link");
        symlink("/nowhere/at/all", inner("lost")).expect("a link");
        symlink(inner("circle"), inner("circle")).expect("a link");
        symlink("/dev/zero", inner("zero")).expect("a link");
        let status = Command::new("mkfifo").arg(inner("pipe")).status();
        assert!(status.expect("there is `mkfifo`").success());
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(scratch.path(""), scratch.path("inner/away")).expect("a link");
    scratch
}

/// The content of each file below a folder, by its path; of what is no file, its kind.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("it is a folder") {
            let entry = entry.expect("it can be read");
            let kind = entry.file_type().expect("it has a kind");
            let content = if kind.is_file() {
                fs::read(entry.path()).expect("it can be read")
            } else {
                format!("{kind:?}").into_bytes()
            };
            let inner =
                entry.path().strip_prefix(folder).expect("it is inside").display().to_string();
            contents.insert(inner, content);
            if kind.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    contents
}

/// Whether a tool may have made a file or folder: a plain name, and nothing that others obey.
fn is_own(path: &str) -> bool {
    let endings = ENDINGS.map(|ending| format!(".{ending}"));
    let mut names = path.split(['/', '\\']);
    let is_plain = names.all(|name| {
        !name.starts_with(['.', '~'])
            && !name.contains([':', '\\'])
            && !name.contains(char::is_control)
    });
    let is_run = path == "runs" || path.starts_with("runs/") || path.starts_with("runs\\");
    is_run
        || is_plain && endings.iter().any(|ending| path.ends_with(ending))
        || is_plain && !path.contains('.')
}

#[test]
fn no_tool_is_led_astray_by_a_path() {
    let scratch = trap();
    let outside = scratch.path("");
    let paths = paths(&outside);
    let before = contents(&outside);
    let mut server = Server::of_folder(scratch, "inner");
    let tools = server.ask("tools/list", &json!({}))["result"]["tools"].clone();
    // One ending of each path in turn, or with `PATHS=all` each.
    let is_whole = std::env::var("PATHS").is_ok_and(|asked| asked == "all");
    let (mut n_calls, mut turn) = (0, 0);
    for tool in tools.as_array().expect("there are tools") {
        let name = tool["name"].as_str().expect("a name");
        let parameters = tool["inputSchema"]["properties"].as_object().cloned().unwrap_or_default();
        for (parameter, schema) in &parameters {
            turn += 1;
            let of_turn = paths.iter().map(|endings| &endings[turn % endings.len()]);
            let tried: Vec<&String> =
                if is_whole { paths.iter().flatten().collect() } else { of_turn.collect() };
            for path in tried {
                let Some(argument) = with_path(schema, path) else { break };
                let required =
                    tool["inputSchema"]["required"].as_array().cloned().unwrap_or_default();
                let is_given = |name: &String| {
                    required.contains(&json!(name))
                        || ["overwrite", "all", "fix", "count", "bits", "budget"]
                            .contains(&name.as_str())
                };
                let mut arguments: Value = parameters
                    .iter()
                    .filter(|(name, _)| is_given(name))
                    .map(|(other, schema)| (other.clone(), good_argument(name, other, schema)))
                    .collect();
                arguments[parameter] = argument;
                let call = json!({ "name": name, "arguments": arguments });
                for answer in server.ask_at_once("tools/call", &[call.clone(), call]) {
                    n_calls += 1;
                    let content = &answer["result"]["content"];
                    let text = content[0]["text"]
                        .as_str()
                        .unwrap_or_else(|| panic!("{name} {arguments}: {answer}"));
                    let is_shown =
                        |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
                    assert!(text.chars().all(is_shown), "{name} {arguments}: {text:?}");
                    assert!(
                        !text.contains(SECRET) && !text.contains("root:"),
                        "{name} {arguments}: {text}"
                    );
                    assert!(text.chars().count() < 13_000, "{name} {arguments}");
                }
            }
        }
    }
    assert!(n_calls > 1000, "{n_calls}");
    for path in paths.iter().flatten() {
        let uri = format!("marahel://files/{path}");
        let question = json!({ "uri": uri });
        for answer in server.ask_at_once("resources/read", &[question.clone(), question]) {
            assert!(!answer.to_string().contains(SECRET), "{path}: {answer}");
        }
    }
    server.told("list", &json!({ "what": "files" }));
    let after = contents(&outside);
    for (path, content) in &before {
        assert_eq!(after.get(path), Some(content), "{path}");
    }
    for path in after.keys().filter(|path| !before.contains_key(*path)) {
        let inner = path.strip_prefix("inner").map(|inner| inner.trim_start_matches(['/', '\\']));
        assert!(inner.is_some_and(is_own), "{path}");
    }
}
