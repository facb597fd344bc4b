//! What a search begins with: starters, random scripts, or one's own.

use std::fs;

use serde_json::Value;

use crate::program::{Scratch, workspace};

/// A search that is over at once.
const SHORT: &str = "--gens 3 --pop 6 --validation-maps 20 --quiet";

#[track_caller]
fn script(scratch: &Scratch, path: &str) -> Value {
    serde_json::from_str(&scratch.read(path)).expect("it is JSON")
}

/// The files in a folder.
fn names(scratch: &Scratch, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(scratch.path(folder)).expect("there is such a folder");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    names.filter_map(|name| name.into_string().ok()).collect()
}

#[test]
fn what_is_locked_stays_through_a_search() {
    let scratch = Scratch::new();
    let mine = workspace().join("configs/generators/gallery/zelda.json");
    let mine = mine.display();
    let locks = "--lock 0,2,regions,3.0";
    scratch.evolve(&format!("--problem zelda --from {mine} {locks} {SHORT} --out run")).ok();
    let began: Value = serde_json::from_str(&scratch.read("run/from/000.json")).expect("JSON");
    for file in names(&scratch, "run/scripts") {
        let found = script(&scratch, &format!("run/scripts/{file}"));
        let explorers = found["explorers"].as_array().expect("explorers");
        let locked = |what: &Value| explorers.iter().filter(|one| one["locked"] == *what).count();
        assert_eq!(locked(&Value::Bool(true)), 2, "{file}");
        assert_eq!(found["regions"]["locked"], true, "{file}");
        assert_eq!(found["regions"]["number"], began["regions"]["number"], "{file}");
    }
    assert!(scratch.read("run/best.txt").contains("--- what it began as"));
    // The folder repeats itself, wherever the script of the beginning went.
    scratch.evolve("--config run/config.toml --out again --quiet").ok();
    for file in ["front.csv", "best.json", "best.txt"] {
        assert_eq!(scratch.read(&format!("run/{file}")), scratch.read(&format!("again/{file}")));
    }
}

const ROCKS: &str = r##"name = "rocks"
size = "12x10"
playable = "count(rock) > 0"
[tiles]
air = { character = ".", role = "floor" }
rock = { character = "#", role = "wall" }
[objectives]
rocks = { value = "count(rock)", range = [3, 3], zero_above = 9 }
"##;

#[test]
fn a_search_admits_a_costly_script_that_it_is_given_and_compares_it() {
    let slow = |repeats: &str| {
        format!(
            r#"{{"metadata": {{"min": "12x10", "max": "12x10"}}, "entities": ["air", "rock"], "explorers": [
            {{"rules": ["-> self(air)"]}},
            {{"type": "horz", "parameters": {{"repeats": {repeats}}}, "rules": ["self(rock) -> self(air)"]}},
            {{"type": "rorder", "parameters": {{"changes": 3}}, "rules": ["self(air) -> self(rock)"]}}]}}"#
        )
    };
    let scratch = Scratch::new().with("rocks.toml", ROCKS).with("slow.json", slow("1500"));
    let search = |from: &str, out: &str| {
        scratch.evolve(&format!("--problem rocks.toml --from {from} {SHORT} --out {out}"))
    };
    search("slow.json", "run").ok();
    let table = scratch.read("run/generations.csv");
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let column = rows.next().expect("a head").iter().position(|name| *name == "over_budget");
    let first = rows.next().expect("a generation");
    let n: u32 = first[column.expect("such a column")].parse().expect("a number");
    let evaluations: u32 = first[1].parse().expect("a number");
    assert!(n < evaluations / 2, "{n} of {evaluations}");
    assert!(scratch.read("run/ancestry.csv").contains(",given,"));
    // No level of this one is made at all.
    scratch.write("never.json", slow("2000000"));
    search("never.json", "none")
        .fails(1, &["never.json", "explorer 2 used up", "lower its `repeats`"]);
}

#[test]
fn entities_of_other_names_are_told_or_named() {
    let scratch = Scratch::new();
    let rooms = workspace().join("configs/generators/gallery/rooms.json");
    let rooms = rooms.display();
    let unknown = "`floor`, `corridor`, `entrance`, `exit`, `treasure` of the script";
    scratch
        .evolve(&format!("--problem zelda --from {rooms} {SHORT} --out no"))
        .fails(1, &[unknown]);
    let ready = "--names floor=TILE,corridor=TILE,entrance=TILE";
    scratch.evolve(&format!("--problem zelda --from {rooms} {SHORT} --out no")).fails(1, &[ready]);
    let names = "--names floor=empty,corridor=empty,entrance=player,exit=door,treasure=key";
    scratch.evolve(&format!("--problem zelda --from {rooms} {names} {SHORT} --out run")).ok();
    assert!(scratch.read("run/config.toml").contains("corridor = \"empty\""));
}

#[test]
fn scripts_whose_entities_are_roles_become_tiles_of_these_roles() {
    let scratch = Scratch::new();
    let strongroom =
        workspace().join("crates/writers/breeding/starters/generators/strongroom.json");
    let strongroom = strongroom.display();
    scratch.evolve(&format!("--problem roguelike --from {strongroom} {SHORT} --out run")).ok();
    let cast = scratch.read("run/best.json");
    assert!(cast.contains("iron_door") && !cast.contains("locked_door"), "{cast}");
    // Nothing stands in for the door with a lock.
    scratch
        .evolve(&format!("--problem binary --from {strongroom} {SHORT} --out no"))
        .fails(1, &["`locked_door`", "--names"]);
}

#[test]
fn a_search_begins_with_the_front_of_another_and_with_scripts_of_2017() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem zelda --start starters {SHORT} --out first")).ok();
    scratch.evolve(&format!("--problem zelda --from first {SHORT} --out second")).ok();
    assert_eq!(names(&scratch, "second/from").len(), names(&scratch, "first/scripts").len());
    let old = workspace().join("configs/generators/aiide17/mine.json");
    scratch.evolve(&format!("--problem binary --from {} {SHORT} --out old", old.display())).ok();
    let best = script(&scratch, "old/best.json");
    assert_eq!(best["metadata"]["minDimension"], "14x14");
}

#[test]
fn a_search_can_begin_at_random() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem roguelike --start random {SHORT} --out run")).ok();
    assert!(scratch.read("run/config.toml").contains("start = \"random\""));
    let nowhere = format!("--problem zelda --start nowhere {SHORT} --out no");
    scratch.evolve(&nowhere).fails(2, &["starters"]);
}

#[test]
fn the_best_script_keeps_the_words_and_the_order_of_the_user() {
    let scratch = Scratch::new();
    let problem = r#"name = "yard"
size = "8x6"
playable = "count(bat) >= 1"
[tiles]
air = { role = "floor" }
bat = { role = "foe" }
coin = { role = "loot" }
rock = { role = "wall" }
[movement.fly]
over = "any"
[objectives]
bats = { value = "count(bat)", range = [3, 6], zero_above = 30 }
"#;
    let script = r#"{
  "description": "My yard.",
  "metadata": {"min": "8x6", "max": "8x6"},
  "entities": ["rock", "air", "bat"],
  "explorers": [
    {"description": "stones here and there", "type": "horz", "rules": ["random < 0.3 -> self(rock)", "-> self(air)"]},
    {"description": "what flies about", "type": "rorder", "parameters": {"changes": 1}, "rules": ["self(air) -> self(bat)"]}
  ]
}
"#;
    scratch.write("yard.toml", problem);
    scratch.write("yard.json", script);
    let search = "--problem yard.toml --from yard.json --budget 4k --pop 12 --seed 2 --validation-maps 60 --quiet --out run";
    scratch.evolve(search).ok();
    let best: serde_json::Value =
        serde_json::from_str(&scratch.read("run/best.json")).expect("it is JSON");
    let names = best["entities"].as_array().expect("a list");
    assert_eq!(names[..3], ["rock", "air", "bat"], "{best}");
    assert_eq!(best["description"], "My yard.", "{best}");
    let explorers = best["explorers"].as_array().expect("a list");
    // The number of bats had to change.
    let bats = explorers.iter().find(|explorer| explorer["description"] == "what flies about");
    let bats = bats.unwrap_or_else(|| panic!("{best}"));
    assert!(bats["rules"].to_string().contains("bat"), "{best}");
    assert_ne!(bats["parameters"]["changes"], 1, "{best}");
}
