//! Scripts and problem files of the folder, and no way out of it.

use std::process::Command;

use serde_json::json;

use super::{PROBLEM, SCRIPT, Studio};
use crate::program::Scratch;

#[test]
fn scripts_and_problem_files_are_listed_and_nothing_else() {
    let scratch = Scratch::new()
        .with("mine.json", SCRIPT)
        .with("sub/deeper/other.json", SCRIPT)
        .with("data.json", "{}")
        .with("cellar.toml", PROBLEM)
        .with("settings.toml", "a = 1\n")
        .with("notes.txt", SCRIPT)
        .with(".hidden/a.json", SCRIPT)
        .with("target/a.json", SCRIPT)
        .with("node_modules/a.json", SCRIPT)
        .with("run/config.toml", "")
        .with("run/run.toml", "")
        .with("run/best.json", SCRIPT)
        .with("1/2/3/4/5/6/7/8/a.json", SCRIPT);
    let made = Command::new("mkfifo").arg(scratch.path("pipe.json")).status();
    assert!(made.expect("there is `mkfifo`").success());
    let studio = Studio::new(scratch);
    let listed = studio.get("/api/files").ok().json();
    let scripts = ["mine.json", "sub/deeper/other.json"];
    assert_eq!(listed, json!({ "scripts": scripts, "problems": ["cellar.toml"] }));
    // Who reads a pipe waits for ever.
    studio.get("/api/file?path=pipe.json").refused(400);
    studio.request("PUT /api/file?path=pipe.json", SCRIPT).refused(400);
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let studio = Studio::new(Scratch::new().with("sub/a.json", SCRIPT));
    let text = "{\"explorers\": [], \"ä\": \"\\u0000 €\"}\r\n\n";
    for path in ["new.json", "sub/a.json", "sub%2Fb.toml", "with%20space.json"] {
        studio.request(&format!("PUT /api/file?path={path}"), text).ok();
        assert_eq!(studio.get(&format!("/api/file?path={path}")).ok().body, text);
    }
    assert_eq!(studio.scratch.read("sub/b.toml"), text);
    studio.get("/api/file?path=missing.json").refused(404);
    studio.request("PUT /api/file?path=none/a.json", text).refused(404);
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let outside = Scratch::new().with("secret.json", SCRIPT);
    let scratch = Scratch::new().with("in/a.json", SCRIPT).with(".hidden.json", SCRIPT);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(outside.path(to), scratch.path(name)).expect("a new link");
    };
    link("secret.json", "link.json");
    link("missing.json", "dangling.json");
    link("", "out");
    scratch.write("runs/mine/config.toml", "");
    scratch.write("runs/mine/run.toml", "");
    link("", "runs/mine/scripts");
    let studio = Studio::new(scratch);
    let absolute = outside.path("secret.json");
    let absolute = absolute.to_str().expect("it is UTF-8");
    let name = outside.path("").file_name().expect("it has a name").to_owned();
    let name = name.to_str().expect("it is UTF-8");
    for path in [
        absolute,
        &absolute.replace('/', "%2F"),
        &format!("../{name}/secret.json"),
        &format!("in/../../{name}/secret.json"),
        &format!("%2e%2e/{name}/secret.json"),
        &format!("%2e%2e%2f{name}%2fsecret.json"),
        &format!("..%5c{name}%5csecret.json"),
        "in/../in/a.json",
        "link.json",
        "dangling.json",
        "out/secret.json",
        "out/new.json",
        ".hidden.json",
        "in/a.txt",
        "a.json%00.json",
        "in",
        "",
        ".",
        "..",
    ] {
        let address = format!("/api/file?path={path}");
        studio.get(&address).refused(400);
        studio.request(&format!("PUT {address}"), "{}").refused(400);
    }
    for address in ["/api/file", "/api/file?path=%FF", "/api/file?paths=a.json"] {
        studio.get(address).refused(400);
    }
    // Runs are for `evolve` alone to write.
    studio.request("PUT /api/file?path=runs/mine/config.toml", "").refused(400);
    for file in ["../../a.json", "scripts/secret.json", "scripts/../best.json", "config.toml", ""] {
        studio.get(&format!("/api/runs/mine/script?file={file}")).refused(400);
    }
    for run in ["..", "%2e%2e", "..%2f..", ".", "nothing", "%00", "a%2fb"] {
        studio.get(&format!("/api/runs/{run}")).refused(404);
        studio.post(&format!("/api/runs/{run}/resume"), &json!({})).refused(404);
    }
    let left = std::fs::read_dir(outside.path("")).expect("it is there").count();
    assert_eq!((left, outside.read("secret.json").as_str()), (1, SCRIPT));
    assert_eq!(studio.scratch.read("in/a.json"), SCRIPT);
}
