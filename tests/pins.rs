//! `--pins`: start maps in every form, and what is said of those that do not suit.

use crate::program::Scratch;

const SCRIPT: &str = r#"{
    "metadata": {"min": "6x3", "max": "6x3"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["-> self(solid)"]}]
}"#;

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("script.json", SCRIPT);
    scratch.write("start.txt", "?..???\n??????\n????..\n");
    scratch
}

const KEPT: &str = "#..###\n######\n####..\n";

#[test]
fn start_maps_of_every_form_are_kept() {
    let scratch = scratch();
    for form in ["txt", "json", "jsonl", "csv", "tmj", "ldtk"] {
        // What is exported is the start map itself, as another program would save it.
        let options = format!("start.txt --entities empty,solid --out map.{form}");
        scratch.marahel(&format!("export {options}")).ok();
        let levels = scratch.marahel(&format!("generate script.json --pins map.{form} --count 2"));
        assert_eq!(levels.ok().stdout, format!("{KEPT}\n{KEPT}"), "{form}");
    }
    let frames = scratch.marahel("trace script.json --pins start.txt").ok().stdout;
    assert!(frames.contains("18        14") && frames.ends_with(KEPT), "{frames}");
}

#[test]
fn pins_are_read_in_the_characters_in_which_levels_are_shown() {
    let scratch = scratch();
    // What the script shows as `.` and `#` the problem shows the other way round.
    let problem = "name = \"swapped\"\nsize = \"6x3\"\nplayable = \"1\"\n[tiles]\nsolid = { character = \".\" }\nempty = { character = \"#\" }\n\
                   [objectives]\nfew = { value = \"count(empty)\", range = [0, 9], zero_above = 12 }\n";
    scratch.write("swapped.toml", problem);
    scratch.write("script.json", SCRIPT.replace(r#""empty", "solid""#, r#""solid", "empty""#));
    scratch.write("start.csv", "-1,0,0,-1,-1,-1\n-1,-1,-1,-1,-1,-1\n-1,-1,-1,-1,0,0\n");
    scratch.write("start.txt", "?##???\n??????\n????##\n");
    for start in ["start.txt", "start.csv"] {
        let options = format!("script.json --problem swapped.toml --pins {start}");
        let shown = scratch.marahel(&format!("generate {options}")).ok().stdout;
        assert_eq!(shown, ".##...\n......\n....##\n", "{start}");
        assert!(scratch.marahel(&format!("trace {options}")).ok().stdout.ends_with(&shown));
    }
}

#[test]
fn a_file_may_name_more_entities_than_the_script() {
    let scratch = scratch();
    let start = |key: i8| {
        format!(
            r#"{{"entities": ["key", "empty"], "tiles": [[-1,1,1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,1,{key}]]}}"#
        )
    };
    scratch.write("start.json", start(1));
    assert_eq!(scratch.marahel("generate script.json --pins start.json").ok().stdout, KEPT);
    scratch.write("start.json", start(0));
    let words = ["start.json", "row 3, column 6", "no entity `key`"];
    scratch.marahel("generate script.json --pins start.json").fails(1, &words);
}

#[test]
fn what_is_no_start_map_is_refused() {
    let scratch = scratch();
    scratch.write("large.txt", "???????\n");
    scratch.write("two.txt", "??????\n\n??????\n");
    for (start, words) in [
        ("large.txt", ["7x1", "6x3"]),
        ("two.txt", ["two.txt", "several"]),
        ("none.txt", ["none.txt", "reading"]),
    ] {
        scratch.marahel(&format!("generate script.json --pins {start}")).fails(1, &words);
    }
    let over = "generate script.json --pins start.txt --out start.txt";
    scratch.marahel(over).fails(2, &["start.txt", "--out"]);
}

#[test]
fn the_part_of_a_world_is_that_of_the_whole() {
    let scratch = Scratch::new();
    scratch.write("part.json", SCRIPT.replace("-> self(solid)", "-> self(any)"));
    let area = SCRIPT.replace("6x3", "3x2").replace(r#""empty", "solid""#, r#""cave""#);
    scratch.write("area.json", area.replace("solid", "cave"));
    let parts = r#""parts": {"cave": {"script": "part.json", "way": "empty", "wall": "solid"}}"#;
    scratch.write(
        "w/world.json",
        format!(r#"{{"world": {{"area": "../area.json", "part": "6x3", {parts}}}}}"#),
    );
    scratch.marahel("generate w/world.json").fails(1, &["w/world.json: reading w/part.json"]);
    scratch.write("w/part.json", scratch.read("part.json"));
    let whole = scratch.marahel("generate w/world.json --seed 3").ok().stdout;
    assert_eq!((whole.lines().count(), whole.lines().next().map(str::len)), (6, Some(18)));
    let part = scratch.marahel("generate w/world.json --seed 3 --part 2,1").ok().stdout;
    let crop: Vec<&str> = whole.lines().skip(3).map(|row| &row[12..]).collect();
    assert_eq!(part.lines().collect::<Vec<_>>(), crop);

    scratch.marahel("generate w/world.json --part 3,0").fails(1, &["no part 3,0", "2,1"]);
    scratch.marahel("generate w/world.json --part 3").fails(2, &["--part", "3,5"]);
    scratch.marahel("generate part.json --part 0,0").fails(2, &["--part", "part.json"]);
    scratch.marahel("generate w/world.json --pins x.txt").fails(2, &["--pins"]);
    scratch.marahel("generate w/world.json --out area.json").fails(2, &["area.json", "--out"]);
}
