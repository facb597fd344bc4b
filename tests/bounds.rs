//! Files without an end, and pipes in which nothing comes.
#![cfg(unix)]

use std::process::Command;

use serde_json::json;

use crate::program::{Scratch, workspace};

const PROBLEM: &str = r#"name = "caves"
size = "9x9"
playable = "regions(floor) > 0"
[objectives]
walls = { value = "count(wall)", range = [1, 9], zero_above = 20 }
[tiles]
floor = { character = "." }
"#;

/// A file that another one names is a plain one.
#[test]
fn pipes_that_files_name_are_refused() {
    let scratch = Scratch::new().with("run/config.toml", "problem = \"zelda\"\n");
    for name in ["p.txt", "p.png", "p.json", "p.toml", "run/.lock"] {
        let made = Command::new("mkfifo").arg(scratch.path(name)).status();
        assert!(made.expect("there is such a program").success());
    }
    let wall = "wall = { character = \"#\" }\n";
    scratch.write("like.toml", format!("like = [\"p.txt\"]\n{PROBLEM}{wall}"));
    scratch.write("pins.toml", format!("pins = [\"p.txt\"]\n{PROBLEM}{wall}"));
    scratch
        .write("legend.toml", format!("like = [\"p.txt\"]\nlegend = \"p.json\"\n{PROBLEM}{wall}"));
    let wall = "wall = { character = \"#\", sprite = \"p.png\" }\n";
    scratch.write("sprite.toml", format!("{PROBLEM}{wall}"));
    scratch.write("from.toml", "problem = \"zelda\"\nfrom = [\"p.json\"]\n");
    scratch.write("problem.toml", "problem = \"p.toml\"\n");
    scratch.write("world.json", r#"{"world": {"area": "p.json", "part": "9x9", "parts": {}}}"#);
    for (command, file) in [
        ("evolve --problem like.toml --budget 1k", "p.txt"),
        ("evolve --problem pins.toml --budget 1k", "p.txt"),
        ("evolve --problem legend.toml --budget 1k", "p.json"),
        ("evolve --problem sprite.toml --budget 1k", "p.png"),
        ("evolve --config from.toml", "p.json"),
        ("evolve --config problem.toml", "p.toml"),
        ("evolve --problem p.toml", "p.toml"),
        ("evolve resume run", "run/.lock"),
        ("marahel generate world.json", "p.json"),
    ] {
        let (program, arguments) = command.split_once(' ').expect("it has arguments");
        let ended = scratch.start(program, arguments, "").end();
        ended.fails(1, &[&format!("{file}: it is a pipe or a device; give a plain file")]);
    }
    for file in ["like.toml", "pins.toml", "sprite.toml"] {
        let ended = scratch.evolve(&format!("problem check {file}"));
        assert!(ended.code == Some(1) && ended.stdout.contains("it is a pipe"), "{ended:?}");
    }
}

/// Nobody may ever write into a pipe with a name.
#[test]
fn named_pipes_are_refused() {
    let scratch = Scratch::new();
    for name in ["p.txt", "p.json", "p.toml"] {
        let made = Command::new("mkfifo").arg(scratch.path(name)).status();
        assert!(made.expect("there is such a program").success());
    }
    let script = workspace().join("configs/generators/gallery/zelda.json").display().to_string();
    for command in [
        "evolve like p.txt -o new.toml",
        "evolve --problem zelda --from p.json --out run",
        "evolve evaluate --problem zelda p.json",
        "evolve problem check p.toml",
        "evolve --config p.toml",
        "evolve score --problem zelda p.txt",
        "marahel check p.json",
        "marahel export p.txt",
        "marahel generate SCRIPT --pins p.txt",
        "marahel generate SCRIPT --out x.png --tileset p.json",
    ] {
        let (program, arguments) = command.split_once(' ').expect("it has arguments");
        let ended = scratch.start(program, &arguments.replace("SCRIPT", &script), "").end();
        let told = format!("{}{}", ended.stdout, ended.stderr);
        assert!(told.contains("pipe") && ended.code != Some(0), "{command}: {told}");
    }
}

/// What a person names may come through a pipe.
#[test]
fn pipes_that_end_are_read() {
    let scratch = Scratch::new().with("config.toml", "problem = \"binary\"\n");
    let gallery = workspace().join("configs/generators/gallery/zelda.json");
    for line in [
        format!("cat {} | marahel generate /dev/stdin", gallery.display()),
        format!("cat {} | marahel generate -", gallery.display()),
        format!("bash -c 'marahel generate <(cat {})'", gallery.display()),
        "cat config.toml | evolve --config /dev/stdin --budget 1k --quiet".to_owned(),
    ] {
        scratch.shell(&line).ok();
    }
}

/// What has no end is read no further than anything of its kind.
#[test]
fn endless_files_are_refused() {
    let scratch = Scratch::new();
    let script = workspace().join("configs/generators/gallery/zelda.json").display().to_string();
    for command in [
        "evolve --config ENDLESS",
        "evolve analyze ENDLESS",
        "evolve score --problem zelda --from jsonl ENDLESS",
        "evolve score --problem zelda --legend ENDLESS x.txt",
        "evolve decode --problem zelda ENDLESS",
        "evolve problem check ENDLESS",
        "marahel check ENDLESS",
        "marahel export --from jsonl --out x.txt ENDLESS",
        "marahel export --from csv --out x.txt ENDLESS",
        "marahel generate SCRIPT --pins ENDLESS",
        "marahel generate SCRIPT --certificate ENDLESS",
        "marahel generate SCRIPT --out x.png --tileset ENDLESS",
    ] {
        let command = command.replace("ENDLESS", "/dev/zero").replace("SCRIPT", &script);
        let (program, arguments) = command.split_once(' ').expect("it has arguments");
        let ended = scratch.start(program, arguments, "").end();
        let is_refused =
            ended.stderr.contains("/dev/zero") && ended.stderr.contains(" has at most ");
        assert!(is_refused && ended.code != Some(0), "{command}: {ended:?}");
    }
}

/// `**` does not go where it has been.
#[test]
fn circles_of_links_end() {
    let wall = "wall = { character = \"#\" }\n";
    let scratch = Scratch::new()
        .with("caves.toml", format!("like = [\"drawn/**/*.txt\"]\n{PROBLEM}{wall}"))
        .with("drawn/a/x.txt", "#.\n..\n")
        .with("drawn/b/x.txt", "..\n.#\n");
    for link in ["a/one", "a/two", "b/one", "b/two"] {
        std::os::unix::fs::symlink("..", scratch.path(&format!("drawn/{link}"))).expect("a link");
    }
    let ended = scratch.evolve("problem check caves.toml").ok();
    assert!(ended.stdout.contains("like 2 drawings"), "{}", ended.stdout);
}

/// A message names a file once, and the place in it.
#[test]
fn messages_name_a_file_once_and_its_line() {
    let deep = "[".repeat(1000);
    let scratch = Scratch::new()
        .with("world.json", r#"{"world": {"area": "area.json", "part": "9x9", "parts": {}}}"#)
        .with("area.json", "{}")
        .with("levels.jsonl", format!("\n{{\"map\": {deep}\n"))
        .with("map.tmj", MAP)
        .with("deep.tsj", format!("{{\"tiles\": {deep}"));
    let told = scratch.marahel("generate world.json").fails(1, &["area.json:1:1"]).stderr;
    assert!(told.lines().all(|line| line.matches("area.json").count() == 1), "{told}");
    let command = "score --problem zelda levels.jsonl";
    scratch
        .evolve(command)
        .fails(1, &["levels.jsonl, line 2: ", "recursion limit exceeded at column 1"]);
    let told = ["deep.tsj, which is no tileset", "invalid type: sequence, expected a whole number"];
    scratch.evolve("score --problem zelda map.tmj").fails(2, &told);
}

const MAP: &str = r#"{"width": 1, "height": 1, "tilesets": [{"firstgid": 1, "source": "deep.tsj"}],
    "layers": [{"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]}"#;

/// Nobody wrote a script of 28 MB by a search; a stranger may have put it there.
#[test]
fn a_huge_best_script_is_refused_and_makes_no_huge_page() {
    let scratch = Scratch::new();
    let search = "--problem binary --budget 1k --pop 8 --validation-maps 20 --quiet --out runs/big";
    scratch.evolve(search).ok();
    let best = scratch.read("runs/big/best.json");
    scratch
        .write("runs/big/best.json", best.replacen('{', &format!("{{{}", " ".repeat(28 << 20)), 1));
    scratch.evolve("report runs/big").ok();
    let page = scratch.read("runs/big/report.html");
    assert!(page.len() < 4 << 20, "{}", page.len());
    assert!(page.contains("best.json is not shown: ") && page.contains("at most 4 MiB"));
    let mut server = crate::mcp::Server::of_folder(scratch, "");
    let look = server.told("look_at_search", &json!({ "name": "big" }));
    assert!(look.contains("its levels are not shown") && look.contains("at most 4 MiB"), "{look}");
    let take = json!({ "name": "big", "to": "mine.json" });
    let (told, is_error) = server.call("take_best", &take);
    assert!(is_error && told.contains("at most 4 MiB"), "{told}");
    let (told, is_error) = server.call(
        "take_best",
        &json!({ "name": "big", "to": "a.json", "member": "scripts/999999.json" }),
    );
    assert!(is_error && told.contains("there is no such script"), "{told}");
}
