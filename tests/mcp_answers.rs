//! What answers of the server for assistants hold besides text: links to files, pictures, progress,
//! and comparisons; and levels of worlds and with pins.

use std::fs;

use serde_json::{Value, json};

use crate::mcp::{PROBLEM, SCRIPT, Server};
use crate::program::workspace;

const AREA: &str = r#"{"metadata": {"min": "3x2", "max": "3x2"}, "entities": ["cave", "field"],
"explorers": [{"type": "horz", "rules": ["-> self(entity)"]}]}"#;

const PART: &str = r#"{"metadata": {"min": "8x8", "max": "8x8"}, "entities": ["empty", "solid"],
"explorers": [{"type": "horz", "rules": ["-> self(solid)"]},
{"type": "connect", "parameters": {"entities": "empty"}, "rules": ["-> plus(empty)"]}]}"#;

const WORLD: &str = r#"{"world": {"area": "area.json", "part": "8x8", "parts": {
"cave": {"script": "part.json", "way": "empty", "wall": "solid"},
"field": {"script": "part.json", "way": "empty"}}}}"#;

/// The contents of an answer of one type.
fn contents<'a>(answer: &'a Value, kind: &str) -> Vec<&'a Value> {
    let contents = answer["result"]["content"].as_array().unwrap_or_else(|| panic!("{answer}"));
    contents.iter().filter(|content| content["type"] == kind).collect()
}

fn call(server: &mut Server, tool: &str, arguments: &Value) -> Value {
    let answer = server.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
    assert_ne!(answer["result"]["isError"], true, "{tool} {arguments}: {answer}");
    answer
}

#[test]
fn answers_link_to_what_was_written() {
    let mut server = Server::new();
    let calls = [
        ("save", json!({ "to": "maps/a b.json", "text": SCRIPT }), "application/json"),
        (
            "edit",
            json!({ "file": "maps/a b.json", "old": "0.3", "new": "0.4" }),
            "application/json",
        ),
        ("rename", json!({ "file": "maps/a b.json", "to": "b.json" }), "application/json"),
        ("export", json!({ "script": "b.json", "to": "b.png" }), "image/png"),
        ("export", json!({ "script": "b.json", "to": "b.txt" }), "text/plain"),
    ];
    for (tool, arguments, kind) in calls {
        let answer = call(&mut server, tool, &arguments);
        let [link] = contents(&answer, "resource_link")[..] else { panic!("{tool}: {answer}") };
        assert_eq!(link["mimeType"], kind, "{link}");
        if tool == "save" {
            assert_eq!(link["uri"], "marahel://files/maps/a%20b.json");
        }
        // `edit` renames nothing; what is renamed is no longer there.
        let content = &server.ask("resources/read", &json!({ "uri": link["uri"] }));
        let content = &content["result"]["contents"][0];
        assert_eq!(content["mimeType"], kind, "{content}");
        match kind {
            "image/png" => assert!(content["blob"].as_str().expect("bytes").starts_with("iVBOR")),
            _ => assert!(!content["text"].as_str().expect("a text").is_empty()),
        }
    }
    let answer = call(&mut server, "export", &json!({ "script": "b.json", "to": "b.tmj" }));
    assert_eq!(contents(&answer, "resource_link").len(), 2, "a map and its tiles: {answer}");
    for uri in ["marahel://files/a%2", "marahel://files/none.json", "marahel://files/..%2Fa.json"] {
        let answer = server.ask("resources/read", &json!({ "uri": uri }));
        assert_eq!(answer["error"]["code"], -32002, "{answer}");
    }
}

#[test]
fn a_file_is_checked_when_it_is_saved() {
    let mut server = Server::new();
    let told = server.told("save", &json!({ "to": "a.json", "text": SCRIPT }));
    assert!(told.contains("a.json is written") && told.contains("no mistakes"), "{told}");
    let wrong = SCRIPT.replace("horz", "hoz");
    let (told, is_error) = server.call("save", &json!({ "to": "b.json", "text": wrong }));
    assert!(is_error && told.contains("b.json is not written"), "{told}");
    assert!(told.contains("did you mean `horz`?") && !server.scratch.path("b.json").exists());
    // After an edit only what is wrong is told, and what else there is to note is known.
    let saved = server.told("save", &json!({ "to": "hall.toml", "text": PROBLEM }));
    assert!(saved.contains("\n  floor "), "{saved}");
    let edit = json!({ "file": "hall.toml", "old": "[6, 19]", "new": "[6, 18]" });
    let told = server.told("edit", &edit);
    assert!(told.contains("hall.toml: hall, 2 tiles, 1 objective (3 demands"), "{told}");
    server.told("save", &json!({ "to": "c.json", "text": SCRIPT.replace("wall", "hedge") }));
    let told = server.told("check", &json!({ "script": "c.json", "problem": "hall.toml" }));
    assert!(told.contains("c.json: no mistakes") && told.contains("1 objective"), "{told}");
    assert!(told.contains("`hedge`"), "{told}");
    let edit = json!({ "file": "hall.toml", "old": "count(wall)", "new": "count(wal)" });
    let (told, is_error) = server.call("edit", &edit);
    assert!(is_error && told.contains("did you mean `wall`?"), "{told}");
    let wrong = PROBLEM.replace("zero_above = 20", "zero_bove = 20");
    let (told, is_error) = server.call("save", &json!({ "to": "b.toml", "text": wrong }));
    assert!(is_error && told.contains("zero_bove"), "{told}");
}

/// A warning is told once, not with each edit.
#[test]
fn an_edit_repeats_no_warning() {
    let mut server = Server::new();
    let idle =
        SCRIPT.replace("\"entities\"", "\"neighborhoods\": {\"far\": \"20001\"}, \"entities\"");
    let told = server.told("save", &json!({ "to": "a.json", "text": idle }));
    assert!(told.contains("nothing uses the neighborhood `far`"), "{told}");
    let edit = |old: &str, new: &str| json!({ "file": "a.json", "old": old, "new": new });
    let told = server.told("edit", &edit("0.3", "0.4"));
    assert!(told.contains("1 warning") && !told.contains("`far`"), "{told}");
    let told = server.told("edit", &edit("\"far\"", "\"wide\""));
    assert!(told.contains("nothing uses the neighborhood `wide`"), "{told}");
}

#[test]
fn what_all_levels_meet_is_one_row() {
    let mut server = Server::new();
    let problem = format!(
        "{PROBLEM}floors = {{ value = \"count(floor)\", range = [1, 5], zero_above = 20 }}\n"
    );
    let script = SCRIPT.replace("random < 0.3", "column < 2");
    let told = server.told("evaluate", &json!({ "script": script, "problem": problem }));
    assert!(
        told.contains("\nall levels meet 1 of 2 objectives\n") && !told.contains("\nwalls "),
        "{told}"
    );
    assert!(
        told.contains("\nfloors ")
            && told.contains("what 200 of them lack, those of the seeds 0 to 199:"),
        "{told}"
    );
    // All of one kind are alike, which no command line is needed for.
    assert!(!told.contains("evolve judge"), "{told}");
}

/// The ending of a search takes long, too.
#[test]
fn progress_goes_on_after_the_last_generation() {
    let mut server = Server::new();
    let begun = json!({ "problem": "roguelike", "budget": 6000, "name": "dungeon" });
    call(&mut server, "start_search", &begun);
    let mut seen = Vec::new();
    let answer = loop {
        let mut shares = Vec::new();
        let look = json!({
            "name": "look_at_search",
            "arguments": { "name": "dungeon", "wait_seconds": 20 },
            "_meta": { "progressToken": "look" },
        });
        let answer = server.ask_with("tools/call", &look, |notification| {
            let progress = &notification["params"];
            shares.push(progress["progress"].as_f64().expect("a number"));
            seen.push(progress["message"].as_str().expect("a line").to_owned());
        });
        assert!(shares.is_sorted_by(|share, next| share < next), "{shares:?}");
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
        let text = answer["result"]["content"][0]["text"].to_string();
        if !text.contains("dungeon: running") {
            break answer;
        }
    };
    assert!(seen.iter().any(|line| line.starts_with("all its levels are measured")), "{seen:?}");
    // The levels of its best script are part of the answer.
    assert_eq!(contents(&answer, "image").len(), 1, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("4 levels of ") && text.contains("take_best keeps"), "{text}");
    assert!(
        text.contains("best.json, on fresh levels:\n") && text.contains("\n  playable "),
        "{text}"
    );
    assert!(
        ["\nready, unless ", "\nnearly: "].iter().any(|verdict| text.contains(verdict)),
        "{text}"
    );
    let details = server.told("look_at_search", &json!({ "name": "dungeon", "details": true }));
    assert!(details.contains("best.json is the generator"), "{details}");
}

#[test]
fn a_search_ends_in_a_comparison_with_the_script_that_it_began_with() {
    let mut server = Server::new();
    server.scratch.write("hall.toml", PROBLEM);
    server.scratch.write("hall.json", SCRIPT);
    let begun =
        json!({ "problem": "hall.toml", "from": ["hall.json"], "budget": 3000, "name": "Hall" });
    call(&mut server, "start_search", &begun);
    // Its folder is in small letters.
    let look = json!({ "name": "Hall", "wait_seconds": 45 });
    let answer = loop {
        let answer = call(&mut server, "look_at_search", &look);
        if answer["result"]["structuredContent"]["state"] != "running" {
            break answer;
        }
    };
    let text = answer["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("\nready, unless its levels are alike"), "{text}");
    assert!(text.contains("first: runs/hall/from/000.json; second: runs/hall/best.json"), "{text}");
    assert_eq!(contents(&answer, "image").len(), 1, "{answer}");
    let compared = &answer["result"]["structuredContent"]["compared"];
    let good =
        |which: &str| compared[which]["good"].as_f64().unwrap_or_else(|| panic!("{compared}"));
    assert!(good("second") > good("first"), "{compared}");
}

#[test]
fn worlds_are_checked_and_shown() {
    let mut server = Server::new();
    for (place, text) in [("w/world.json", WORLD), ("w/area.json", AREA)] {
        server.told("save", &json!({ "to": place, "text": text }));
    }
    let told = server.told("check", &json!({ "script": "w/world.json" }));
    assert!(told.contains("there is no such script beside the world"), "{told}");
    server.told("save", &json!({ "to": "w/part.json", "text": PART }));
    let told = server.told("check", &json!({ "script": "w/world.json" }));
    assert!(told.contains("a world, no mistakes"), "{told}");
    let whole = server.told("generate", &json!({ "script": "w/world.json", "count": 1 }));
    assert!(whole.contains("1 level of 24x16"), "{whole}");
    let part = json!({ "script": "w/world.json", "count": 1, "part": [2, 1] });
    let part = server.told("generate", &part);
    assert!(part.contains("1 level of 8x8"), "{part}");
    // A part is the same as in the whole.
    let rows = |told: &str| -> Vec<String> {
        let level = told.split("seed 0:\n").nth(1).expect("a level");
        level.lines().take_while(|line| !line.starts_with("next")).map(str::to_owned).collect()
    };
    let corner: Vec<String> =
        rows(&whole)[8..16].iter().map(|row| row[16..24].to_owned()).collect();
    assert_eq!(rows(&part)[..8], corner);
    for (tool, arguments, words) in [
        ("generate", json!({ "script": "w/world.json", "part": [3, 0] }), "there is no part 3,0"),
        ("generate", json!({ "script": "w/world.json", "pins": "?" }), "are for one script"),
        ("generate", json!({ "script": WORLD }), "no such script beside"),
        ("generate", json!({ "script": SCRIPT, "part": [0, 0] }), "this is a script"),
        ("trace", json!({ "script": "w/world.json" }), "is a world"),
        ("evaluate", json!({ "script": "w/world.json", "problem": PROBLEM }), "is a world"),
        ("export", json!({ "script": "w/world.json", "to": "w.png" }), "is a world"),
    ] {
        let (text, is_error) = server.call(tool, &arguments);
        assert!(is_error && text.contains(words), "{tool} {arguments}: {text}");
    }
    let secret = "{\"world\": {\"area\": \"../../secret.json\", \"part\": \"8x8\", \"parts\": {}}}";
    server.told("save", &json!({ "to": "w/lost.json", "text": secret }));
    assert!(server.call("generate", &json!({ "script": "w/lost.json" })).1);
}

#[test]
fn pinned_cells_are_kept() {
    let mut server = Server::new();
    let pins = "#???#\n?????\n??.??\n#???#\n";
    let generate = json!({ "script": SCRIPT, "problem": PROBLEM, "pins": pins, "count": 2 });
    let told = server.told("generate", &generate);
    for seed in ["seed 0:\n", "seed 1:\n"] {
        let level = told.split(seed).nth(1).unwrap_or_else(|| panic!("{told}"));
        for (row, pinned) in level.lines().zip(pins.lines()) {
            let mut cells = row.chars().zip(pinned.chars());
            assert!(cells.all(|(cell, pin)| pin == '?' || cell == pin), "{told}");
        }
    }
    // Pins are read in the characters in which levels are shown, here the other way round.
    let swapped =
        PROBLEM.replace("\".\"", "\"x\"").replace("\"#\"", "\".\"").replace("\"x\"", "\"#\"");
    let generate =
        json!({ "script": SCRIPT, "problem": swapped, "pins": ".???.\n?????\n?????\n?????\n" });
    let shown = server.told("generate", &generate);
    let first = shown.split("seed 0:\n").nth(1).unwrap_or_else(|| panic!("{shown}"));
    assert!(first.starts_with('.') && first[4..].starts_with('.'), "{shown}");
    server.scratch.write("start.txt", pins);
    let from_file = server.told(
        "generate",
        &json!({ "script": SCRIPT, "problem": PROBLEM, "pins": "start.txt", "count": 2 }),
    );
    assert_eq!(from_file, told);
    for pins in ["#?\n", "??\n\n??\n", "none.txt", "../start.txt"] {
        assert!(server.call("generate", &json!({ "script": SCRIPT, "pins": pins })).1, "{pins}");
    }
    assert!(!fs::exists(server.scratch.path("none.txt")).expect("it can be asked"));
}

#[test]
fn an_evaluation_names_seeds_and_an_export_takes_good_ones() {
    let mut server = Server::new();
    let told = server.told("evaluate", &json!({ "script": SCRIPT, "problem": PROBLEM }));
    let row = told.lines().find_map(|line| line.split_once("walls is not 6 to 19 (seeds "));
    let (share, seeds) = row.unwrap_or_else(|| panic!("{told}"));
    assert!(share.trim().ends_with('%'), "{told}");
    let seeds = seeds.trim_end_matches(')').split(", ");
    let seeds: Vec<u64> = seeds.map(|seed| seed.parse().unwrap()).collect();
    assert_eq!(seeds.len(), 2, "{told}");
    let told =
        server.told("generate", &json!({ "script": SCRIPT, "seeds": seeds, "problem": PROBLEM }));
    let n_walls =
        |level: &str| level.split_once('\n').map_or(0, |(_, rows)| rows.matches('#').count());
    let levels: Vec<usize> =
        told.split("seed ").skip(1).filter(|part| part.contains(":\n")).map(n_walls).collect();
    assert!(levels.len() == 2 && levels.iter().all(|&n| n < 6), "{told}");
    let export = json!({
        "script": SCRIPT, "problem": PROBLEM, "only": "good", "count": 5, "to": "good.txt",
    });
    server.told("export", &export);
    let text = fs::read_to_string(server.scratch.path("good.txt")).expect("it is there");
    let levels: Vec<&str> = text.trim().split("\n\n").collect();
    assert_eq!(levels.len(), 5, "{text}");
    assert!(levels.iter().all(|level| level.matches('#').count() >= 6), "{text}");
}

#[test]
fn judgements_are_data_too() {
    let mut server = Server::new();
    let calls = [
        ("evaluate", json!({ "script": SCRIPT, "problem": PROBLEM })),
        ("score", json!({ "problem": PROBLEM, "levels": "#####\n###..\n.....\n.....\n" })),
        ("check", json!({ "script": SCRIPT.replace("horz", "hoz") })),
        ("check", json!({ "problem": PROBLEM })),
        (
            "compare",
            json!({ "script": SCRIPT, "with": SCRIPT.replace("0.3", "0.5"), "problem": PROBLEM }),
        ),
    ];
    let tools = server.ask("tools/list", &json!({}))["result"]["tools"].clone();
    let mut answers = Vec::new();
    for (name, arguments) in calls {
        let told = server.ask("tools/call", &json!({ "name": name, "arguments": arguments }));
        let data = told["result"]["structuredContent"].clone();
        let tool =
            tools.as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == name));
        let properties = &tool.expect("it is there")["outputSchema"]["properties"];
        for key in properties.as_object().expect("it has a schema").keys() {
            assert!(!data[key].is_null(), "{name} {key}: {told}");
        }
        answers.push((data, told["result"]["content"][0]["text"].to_string()));
    }
    assert_eq!(answers[0].0["lacks"][0]["seeds"].as_array().map(Vec::len), Some(2));
    assert_eq!(answers[1].0["levels"], json!([{ "good": true, "lacks": [] }]));
    assert_eq!(answers[1].0["left_out"], 0);
    assert_eq!((&answers[2].0["mistakes"], &answers[3].0["mistakes"]), (&json!(1), &json!(0)));
    let (compared, text) = &answers[4];
    let good = |which: &str| compared[which]["good"].as_f64().expect("a number");
    assert!(good("second") > good("first") + 0.1, "{compared}");
    assert!(text.contains("0.5 -> self(wall)") && text.contains("differ"), "{text}");
}

/// What is measured are the levels of the seeds that are named.
#[test]
fn an_evaluation_is_of_the_levels_of_seeds() {
    let mut server = Server::new();
    for share in ["0.3", "0.35", "0.45"] {
        let script = SCRIPT.replace("0.3", share);
        let evaluate = json!({ "name": "evaluate", "arguments": {
            "script": script, "problem": PROBLEM, "count": 16,
        }});
        let told = server.ask("tools/call", &evaluate);
        let data = &told["result"]["structuredContent"];
        let levels =
            server.told("generate", &json!({ "script": script, "count": 16, "picture": false }));
        let rows = levels.lines().filter(|line| !line.starts_with(['1', 'c', 'n']));
        let rows = rows.map(|line| if line.starts_with("seed") { "" } else { line });
        let rows = rows.collect::<Vec<_>>().join("\n");
        let told = server.told("score", &json!({ "problem": PROBLEM, "levels": rows }));
        let n_good = 16.0 * data["good"].as_f64().expect("a number");
        assert!(told.starts_with(&format!("{n_good} of 16 levels are good")), "{data} {told}");
        let lack = &data["lacks"][0];
        let n_lacking = 16.0 * lack["share"].as_f64().expect("a number");
        assert_eq!(n_good + n_lacking, 16.0, "{data}");
    }
}

/// Also a lack of few levels has a seed.
#[test]
fn seeds_are_those_of_the_levels_that_lack_something() {
    let mut server = Server::new();
    let rare = SCRIPT.replace("random < 0.3", "random < 0.45");
    let evaluate =
        json!({ "name": "evaluate", "arguments": { "script": rare, "problem": PROBLEM } });
    let told = server.ask("tools/call", &evaluate);
    let lacks = told["result"]["structuredContent"]["lacks"].as_array().expect("a list").clone();
    assert!(!lacks.is_empty(), "{told}");
    for lack in lacks {
        let share = lack["share"].as_f64().expect("a number");
        let seeds = lack["seeds"].as_array().expect("a list");
        assert!(share > 0.0 && share < 0.2 && !seeds.is_empty(), "{lack}");
        let seed = &seeds[0];
        let level = server.told("generate", &json!({ "script": rare, "seeds": [seed] }));
        let rows = level.split_once(":\n").map_or("", |(_, rows)| rows);
        let rows = rows.split("\nnext").next().unwrap_or_default();
        let told =
            server.told("score", &json!({ "problem": PROBLEM, "levels": format!("{rows}\n") }));
        assert!(told.contains(lack["lack"].as_str().expect("a text")), "{told}");
    }
    // What only a command line can do is no advice.
    let wrong = PROBLEM.replace("count(wall)", "cuont(wall)");
    for told in [
        server.call("evaluate", &json!({ "script": SCRIPT, "problem": wrong })).0,
        server
            .call(
                "save",
                &json!({ "to": "wrong.toml", "text": PROBLEM.replace("count(wall)", "nothing(wall)") }),
            )
            .0,
        server.told(
            "certify",
            &json!({ "script": SCRIPT, "problem": PROBLEM, "to": "a.cert", "bits": 3 }),
        ),
    ] {
        assert!(!told.contains("`evolve ") && !told.contains("`marahel "), "{told}");
    }
    let (told, is_error) = server.call(
        "evaluate",
        &json!({ "script": SCRIPT, "problem": PROBLEM, "names": { "wal": "wall" } }),
    );
    assert!(is_error && told.contains("no entity is called `wal`"), "{told}");
}

#[test]
fn a_script_that_misreads_its_drawings_is_no_beginning() {
    let mut server = Server::new();
    let games = workspace().join("crates/writers/drawings/tests/games");
    let read = |game: &str, ending: &str| {
        fs::read_to_string(games.join(format!("{game}.{ending}"))).expect("a game of the tests")
    };
    for (game, playable, next) in [("shop", "0 of 100", "own"), ("ward", "of 100", "start_search")]
    {
        let legend: Value = serde_json::from_str(&read(game, "json")).expect("a legend");
        let drawings = json!([read(game, "txt")]);
        let told = server.told(
            "imitate",
            &json!({ "drawings": drawings, "legend": legend, "to": format!("{game}.toml"), "movement": "walk" }),
        );
        assert!(told.contains(&format!("{playable} can be played")), "{game}: {told}");
        let (_, last) = told.rsplit_once("next: ").expect("there is advice");
        assert!(last.contains(next), "{game}: {last}");
        assert!(told.contains("(the file also has the drawings)"), "{game}: {told}");
    }
}

#[test]
fn a_problem_alone_is_drafted() {
    let mut server = Server::new();
    let wishes = json!({ "problem": PROBLEM, "to": "hall.json", "count": 2, "seed": 3 });
    let answer = call(&mut server, "draft", &wishes);
    assert_eq!(contents(&answer, "image").len(), 1, "{answer}");
    assert_eq!(contents(&answer, "resource_link").len(), 2, "hall.json, hall-2.json: {answer}");
    let told = answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned();
    for words in ["draft 1: 2 of 2 demands met, 100 %", "draft 2: ", "\n   0  ", "\nnext: "] {
        assert!(told.contains(words), "{words}: {told}");
    }
    for file in ["hall.json", "hall-2.json"] {
        let told = server.told("check", &json!({ "script": file }));
        assert!(told.contains("no mistakes"), "{told}");
    }
    for (key, wrong) in [("count", json!(0)), ("count", json!(25)), ("to", json!("hall.toml"))] {
        let mut wishes = wishes.clone();
        wishes[key] = wrong;
        assert!(server.call("draft", &wishes).1, "{wishes}");
    }
    assert!(server.call("draft", &wishes).1, "files that are there stay");
}
