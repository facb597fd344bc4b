//! `marahel trace`.

use serde_json::{Value, json};

use crate::program::{Scratch, workspace};

/// A room that is filled, dug, and smoothed ten times: 9 x 4 tiles.
const ROOM: &str = r#"{
    "metadata": {"min": "9x4", "max": "9x4"},
    "entities": ["empty", "solid"],
    "explorers": [
        {"rules": ["-> self(solid)", "random<0.5 -> self(empty)"]},
        {"type": "digger", "parameters": {"tiles": 12}, "rules": ["self(solid)  ->  self(empty)"]},
        {"type": "rand", "parameters": {"repeats": 10, "tiles": 2},
         "rules": ["plus(empty)>1 -> self(empty)", "-> self(solid)"]}
    ]
}"#;

fn room() -> Scratch {
    Scratch::new().with("room.json", ROOM)
}

#[track_caller]
fn trace(options: &str) -> String {
    let ended = room().marahel(&format!("trace room.json --all {options}")).ok();
    assert_eq!(ended.stderr, "");
    ended.stdout
}

/// The frames of a trace in JSON.
#[track_caller]
fn frames(options: &str) -> Vec<Value> {
    let trace = trace(&format!("--format json {options}"));
    let trace: Value = serde_json::from_str(&trace).expect("it is JSON");
    assert_eq!(trace["entities"], json!(["empty", "solid"]));
    trace["frames"].as_array().expect("there are frames").clone()
}

/// Sum of a count over all rules of some frames.
fn sum(frames: &[Value], count: &str) -> u64 {
    let rules = frames.iter().flat_map(|frame| frame["rules"].as_array().expect("there are rules"));
    rules.map(|rule| rule[count].as_u64().expect("it is a count")).sum()
}

#[test]
fn each_explorer_has_a_title_a_table_and_a_level() {
    let text = trace("--seed 3");
    let first = " fired on   changed  rule
       36        36  -> self(solid)
1 rule never fired

#########
#########
#########
#########

explorer 2 of 3: digger
";
    assert!(text.starts_with(&format!("explorer 1 of 3: narrow_horz\n{first}")), "{text}");
    assert!(text.contains("  self(solid) -> self(empty)\n"), "white space is single");
    assert!(text.contains("\n\nexplorer 3 of 3: rand, 10 repeats\n"));
}

#[test]
fn the_last_frame_is_the_level() {
    for options in ["--seed 3", "--seed 3 --steps", "--seed 4 --semantics fdg20"] {
        let level =
            room().marahel(&format!("generate room.json {}", options.replace("--steps", "")));
        let level = level.ok().stdout;
        let text = trace(options);
        assert!(text.ends_with(&format!("\n\n{level}")), "{text}\n{level}");
        let last = frames(options).pop().expect("there is one");
        let rows = last["tiles"].as_array().expect("there are rows").iter();
        let row = |row: &Value| row.to_string().replace(['[', ']', ','], "") + "\n";
        let rows: String = rows.map(row).collect();
        assert_eq!(rows.replace('0', ".").replace('1', "#"), level);
    }
}

#[test]
fn steps_are_repeats_and_account_for_the_same() {
    let (explorers, steps) = (frames("--seed 5"), frames("--seed 5 --steps"));
    assert_eq!((explorers.len(), steps.len()), (3, 12));
    let text = trace("--seed 5 --steps");
    assert!(text.contains("\n\nexplorer 3 of 3: rand, repeat 10 of 10\n"), "{text}");
    let repeats: Vec<_> = steps[2..].iter().map(|frame| frame["repeat"].as_u64()).collect();
    assert_eq!(repeats, (1..=10).map(Some).collect::<Vec<_>>());
    for count in ["fired", "changed"] {
        assert_eq!(sum(&explorers[2..], count), sum(&steps[2..], count));
    }
    assert_eq!(sum(&explorers[2..], "fired"), 20);
    assert!(steps[2..].iter().all(|frame| sum(std::slice::from_ref(frame), "fired") == 2));
}

#[test]
fn what_changes_nothing_is_left_out() {
    // The second explorer finds nothing to do; the third is done after a repeat.
    let script = r#"{
        "metadata": {"min": "4x2", "max": "4x2"},
        "entities": ["empty", "solid"],
        "explorers": [
            {"rules": ["-> self(solid)"]},
            {"type": "rand", "rules": ["self(empty) -> self(solid)"]},
            {"parameters": {"repeats": 5}, "rules": ["self(solid) -> self(empty)"]}
        ]
    }"#;
    let scratch = Scratch::new().with("idle.json", script);
    let check = |options: &str, titles: &[&str], note: &str| {
        let ended = scratch.marahel(&format!("trace idle.json {options}")).ok();
        let found: Vec<&str> =
            ended.stdout.lines().filter(|line| line.starts_with("explorer ")).collect();
        assert_eq!((found.as_slice(), ended.stderr.as_str()), (titles, note), "{options}");
    };
    let first = "explorer 1 of 3: narrow_horz";
    let last = "explorer 3 of 3: narrow_horz, 5 repeats";
    let note = "note: 1 explorer changes no tile and is left out; --all shows it\n";
    check("", &[first, last], note);
    check("--quiet", &[first, last], "");
    check("--steps", &[first, last], note);
    check("--all", &[first, "explorer 2 of 3: rand", last], "");
    let ended = scratch.marahel("trace idle.json --steps --all").ok();
    assert_eq!(ended.stdout.matches("explorer 3 of 3").count(), 5);
}

#[test]
fn of_many_repeats_an_even_choice_is_shown_and_that_is_said() {
    let scratch =
        Scratch::new().with("room.json", ROOM.replace("10, \"tiles\"", "1000, \"tiles\""));
    let ended = scratch.marahel("trace room.json --steps --all --frames 7 --format json").ok();
    assert_eq!(
        ended.stderr,
        "note: 7 of 1002 repeats are shown, evenly chosen; --frames says how many may be\n"
    );
    let trace: Value = serde_json::from_str(&ended.stdout).expect("it is JSON");
    let frames = trace["frames"].as_array().expect("there are frames");
    let repeats: Vec<_> = frames.iter().filter_map(|frame| frame["repeat"].as_u64()).collect();
    assert_eq!(repeats, [1, 1, 200, 400, 600, 800, 1000]);
    let firsts: Vec<_> = frames.iter().filter_map(|frame| frame["first_repeat"].as_u64()).collect();
    assert_eq!(firsts, [1, 1, 1, 201, 401, 601, 801]);
    assert_eq!(sum(frames, "fired") - sum(&frames[..2], "fired"), 2000);
    let text = scratch.marahel("trace room.json --steps --all --frames 7 --quiet").ok().stdout;
    assert!(text.contains("\n\nexplorer 3 of 3: rand, repeats 1 to 200 of 1000\n"), "{text}");
    assert!(text.contains("\n\nexplorer 3 of 3: rand, repeats 801 to 1000 of 1000\n"), "{text}");
    let ended = scratch.marahel("trace room.json --steps --all --frames 7 --quiet").ok();
    assert_eq!(ended.stderr, "");
}

#[test]
fn pictures_show_all_frames() {
    let scratch = room();
    scratch.marahel("trace room.json --seed 3 --all --out strip.png").ok();
    let strip = image::open(scratch.path("strip.png")).expect("it is a picture").into_rgb8();
    // Three levels of 9 x 4 tiles that are narrower than their captions, which
    // have five lines.
    assert_eq!(strip.dimensions(), (3 * (280 + 16), 4 * 16 + 16 + 4 + 5 * 15));
    scratch.marahel("generate room.json --seed 3 --out level.png").ok();
    let level = image::open(scratch.path("level.png")).expect("it is a picture").into_rgb8();
    let shown = image::imageops::crop_imm(&strip, 2 * 296 + 8, 8, 9 * 16, 4 * 16).to_image();
    assert_eq!(shown, level);

    scratch.marahel("trace room.json --seed 3 --steps --all --tile-size 8 --out film.gif").ok();
    let film = std::fs::read(scratch.path("film.gif")).expect("it is there");
    let mut decoder = gif::DecodeOptions::new().read_info(film.as_slice()).expect("it is a GIF");
    let mut delays = Vec::new();
    while let Some(picture) = decoder.read_next_frame().expect("the pictures are whole") {
        assert_eq!((picture.width, picture.height), (296, 4 * 8 + 16 + 4 + 5 * 15));
        delays.push(picture.delay);
    }
    assert_eq!(delays.len(), 12);
    assert!(delays[..11].iter().all(|&delay| delay < delays[11]), "the last is shown for longer");
}

#[test]
fn every_script_can_be_traced() {
    let scratch = Scratch::new();
    for name in ["fdg20/zelda", "evolved/binary", "gallery/town", "aiide17/mine"] {
        let script = workspace().join(format!("configs/generators/{name}.json"));
        for format in ["txt", "json", "png", "gif"] {
            let out = format!("trace.{format}");
            scratch
                .marahel(&format!("trace {} --steps --force --out {out}", script.display()))
                .ok();
            assert!(scratch.path(&out).metadata().expect("it is there").len() > 100);
        }
    }
}

#[test]
fn what_cannot_be_traced_is_refused() {
    let scratch = room();
    scratch.marahel("trace room.json --format csv").fails(2, &["csv", "png or gif"]);
    scratch.marahel("trace room.json --out x.tmj").fails(2, &["x.tmj", "txt, png, gif, json"]);
    scratch.marahel("trace room.json --frames 3").fails(2, &["--steps"]);
    scratch.marahel("trace room.json --steps --frames 0").fails(2, &["--frames"]);
    scratch.marahel("trace room.json --tile-size 0").fails(2, &["--tile-size"]);
    scratch.marahel("trace none.json").fails(1, &["none.json"]);
    scratch.marahel("trace room.json --all --out room.json/x.png").fails(1, &["room.json/x.png"]);
    scratch.write("typo.json", ROOM.replace("digger", "diger"));
    scratch.marahel("trace typo.json").fails(1, &["typo.json:6:", "`diger`", "`digger`"]);
    scratch.write("long.json", ROOM.replace("10, \"tiles\"", "999999999, \"tiles\""));
    scratch.marahel("trace long.json --steps").fails(1, &["long.json", "explorer 3"]);
}

#[test]
fn tiles_of_a_problem_take_the_place_of_those_of_the_script() {
    let names = trace("--format json --problem zelda");
    let names: Value = serde_json::from_str(&names).expect("it is JSON");
    let zelda = json!(["door", "empty", "enemy", "key", "player", "solid"]);
    assert_eq!(names["entities"], zelda);
    assert_eq!(names["frames"][0]["tiles"][0][0], json!(5), "solid");
    let told = room().marahel("trace room.json --problem roguelike");
    assert!(told.code == Some(1) && told.stderr.contains("room.json"), "{}", told.stderr);
}
