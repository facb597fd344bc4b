//! `marahel generate` and `marahel check`.

use serde_json::{Value, json};

use crate::folder::files;
use crate::program::{Scratch, closed_after_a_line};

/// A hall with a ragged floor: 5 x 3 tiles.
const HALL: &str = r#"{
    "metadata": {"min": "5x3", "max": "5x3"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["self(any) -> self(empty:2|solid)"]}]
}"#;

fn hall() -> Scratch {
    Scratch::new().with("hall.json", HALL)
}

#[track_caller]
fn generate(options: &str) -> String {
    let ended = hall().marahel(&format!("generate hall.json {options}")).ok();
    assert_eq!(ended.stderr, "");
    ended.stdout
}

#[test]
fn a_level_as_text() {
    let text = generate("--seed 3");
    assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [5; 3]);
    assert!(text.chars().all(|character| ".#\n".contains(character)), "{text}");
    assert_eq!(generate("--seed 3"), text);
    assert_ne!(generate("--seed 4"), text);
}

#[test]
fn a_script_from_standard_input() {
    let ended = Scratch::new().start("marahel", "generate - --seed 3", HALL).end().ok();
    assert_eq!(ended.stdout, generate("--seed 3"));
}

#[test]
fn level_k_of_several_is_the_level_of_seed_plus_k() {
    let alone: Vec<String> = (7..10).map(|seed| generate(&format!("--seed {seed}"))).collect();
    assert_eq!(generate("--seed 7 --count 3"), alone.join("\n"));
    let last = u64::MAX;
    generate(&format!("--seed {last}"));
    let ended = hall().marahel(&format!("generate hall.json --seed {last} --count 2"));
    ended.fails(2, &["seed"]);
}

#[test]
fn levels_as_lines_of_json() {
    let lines = generate("--seed 7 --count 3 --format jsonl");
    for (seed, line) in (7_u64..).zip(lines.lines()) {
        let level: Value = serde_json::from_str(line).expect("it is JSON");
        let keys: Vec<_> = level.as_object().expect("it is an object").keys().collect();
        assert_eq!(keys, ["seed", "width", "height", "entities", "tiles"]);
        assert_eq!(level["seed"], seed);
        assert_eq!(level["entities"], json!(["empty", "solid"]));
        assert_eq!((&level["width"], &level["height"]), (&json!(5), &json!(3)));
        let text = generate(&format!("--seed {seed}"));
        let tiles = text.lines().map(|row| row.bytes().map(|tile| i32::from(tile == b'#')));
        assert_eq!(level["tiles"], json!(tiles.map(Iterator::collect).collect::<Vec<Vec<_>>>()));
    }
    assert_eq!(lines.lines().count(), 3);
}

#[test]
fn levels_as_json_and_csv() {
    let one: Value = serde_json::from_str(&generate("--format json")).expect("it is JSON");
    assert_eq!(one["entities"], json!(["empty", "solid"]));
    let several: Value =
        serde_json::from_str(&generate("--format json --count 2")).expect("it is JSON");
    assert_eq!(several[0], one);
    assert_eq!(several.as_array().map(Vec::len), Some(2));
    let table = generate("--format csv");
    let expected = generate("").replace('.', "0,").replace('#', "1,").replace(",\n", "\n");
    assert_eq!(table, expected);
}

#[test]
fn the_ending_of_a_file_says_its_format() {
    let scratch = hall();
    for (file, format) in [("a.txt", "txt"), ("a.json", "json"), ("a.csv", "csv")] {
        scratch.marahel(&format!("generate hall.json --count 2 --out {file}")).ok();
        assert_eq!(scratch.read(file), generate(&format!("--count 2 --format {format}")));
    }
    for (count, file) in [(1, "one.png"), (5, "sheet.png")] {
        scratch.marahel(&format!("generate hall.json --count {count} --out {file}")).ok();
        let picture = image::open(scratch.path(file)).expect("it is a picture");
        assert!(picture.width() >= 5 * 16 && picture.height() >= 3 * 16);
    }
}

#[test]
fn a_folder_gets_a_file_for_each_level() {
    let scratch = hall();
    scratch.marahel("generate hall.json --count 2 --seed 9 --format csv --out levels/").ok();
    let files = files(&scratch.path("levels"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["000009.csv", "000010.csv"]);
    assert_eq!(files["000010.csv"], generate("--seed 10 --format csv").into_bytes());
}

#[test]
fn levels_stand_in_rows_of_columns() {
    let size = |columns: &str| {
        let scratch = hall();
        scratch.marahel(&format!("generate hall.json --count 3 {columns} --out x.png")).ok();
        image::image_dimensions(scratch.path("x.png")).expect("it is a picture")
    };
    let (one, three) = (size("--columns 1"), size("--columns 3"));
    assert_eq!((three.0 - 16, one.1 - 16), ((one.0 - 16) * 3, (three.1 - 16) * 3));
    assert_eq!(size("--columns 9"), three);
}

#[test]
fn what_cannot_be_made_is_refused() {
    let scratch = hall();
    scratch.marahel("generate hall.json --count 0").fails(2, &["--count", "at least 1"]);
    scratch.marahel("generate hall.json --columns 0").fails(2, &["--columns", "at least 1"]);
    scratch.marahel("generate hall.json --format bmp").fails(2, &["bmp", "png"]);
    scratch.marahel("generate hall.json --semantics x").fails(2, &["`x`", "fdg20"]);
    scratch.marahel("generate hall.json --count 9999999999 --out x.png").fails(2, &["at most"]);
    scratch.marahel("generate hall.json --out hall.json/x.png").fails(1, &["hall.json/x.png"]);
    assert_eq!(scratch.read("hall.json"), HALL);
}

#[test]
fn a_script_that_never_ends_is_stopped() {
    let scratch = hall();
    scratch.write(
        "long.json",
        HALL.replace("\"rules\"", r#""parameters": {"repeats": "999999999"}, "rules""#),
    );
    scratch.marahel("generate long.json").fails(1, &["long.json", "explorer 1", "`repeats`"]);
}

#[test]
fn a_picture_goes_into_a_pipe() {
    let scratch = hall();
    let ended = scratch.shell("marahel generate hall.json --format png | cat > x.png").ok();
    assert_eq!(ended.stderr, "");
    image::open(scratch.path("x.png")).expect("it is a picture");
}

#[test]
fn a_device_is_written_to_and_not_replaced() {
    let scratch = hall();
    scratch.shell("mkfifo pipe.txt && (cat pipe.txt > copy.txt & marahel generate hall.json --out pipe.txt; wait)").ok();
    assert_eq!(scratch.read("copy.txt"), generate(""));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in ["generate hall.json --count 1000000000", "completions bash", "man"] {
        let ended = closed_after_a_line(&hall(), "marahel", arguments);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{arguments}");
        assert!(ended.stdout.ends_with('\n'));
    }
}
