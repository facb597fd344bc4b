//! `marahel range`: the expressive range of scripts.

use image::GenericImageView;
use serde_json::Value;

use crate::folder::{Table, files};
use crate::program::{Ended, Scratch};

/// Levels of 12 x 8 cells, each empty or solid.
const CAVE: &str = r#"{
    "metadata": {"min": "12x8", "max": "12x8"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["self(any) -> self(empty:2|solid)"]}]
}"#;

/// Levels of the entities of zelda, in another order.
const DUNGEON: &str = r#"{
    "metadata": {"min": "4x3", "max": "6x5"},
    "entities": ["solid", "empty", "player", "key", "door", "enemy"],
    "explorers": [
        {"type": "horz", "rules": ["self(any) -> self(empty:8|player|key|door|enemy)"]}
    ]
}"#;

fn scratch() -> Scratch {
    Scratch::new().with("cave.json", CAVE).with("dungeon.json", DUNGEON)
}

/// What is printed, without anything said.
#[track_caller]
fn printed(ended: Ended) -> String {
    let ended = ended.ok();
    assert_eq!(ended.stderr, "");
    ended.stdout
}

#[test]
fn levels_are_those_of_generate() {
    let scratch = scratch();
    let csv = printed(scratch.marahel("range cave.json -q --count 5 --seed 7 --format csv"));
    scratch.write("levels.csv", &csv);
    let table = Table::read(&scratch.path("levels.csv"));
    assert_eq!(table.texts("script"), ["cave"; 5]);
    assert_eq!(table.texts("seed"), ["7", "8", "9", "10", "11"]);
    for (seed, n_empty) in table.texts("seed").iter().zip(table.numbers("count_empty")) {
        let level = scratch.marahel(&format!("generate cave.json --seed {seed}")).ok().stdout;
        assert_eq!(level.matches('.').count() as f64, n_empty);
    }
    for column in ["empty", "entropy", "plain_windows"] {
        table.check_scores(column);
    }
    assert!(!table.columns.contains(&"entropy_legacy".to_owned()));
}

#[test]
fn threads_and_runs_do_not_matter() {
    let scratch = scratch();
    let run = |n_threads: u32, out: &str| {
        let command = "marahel range cave.json dungeon.json --legacy --count 60 -q";
        scratch.shell(&format!("RAYON_NUM_THREADS={n_threads} {command} --out {out}")).ok().stdout
    };
    assert_eq!(run(1, "one"), run(8, "two"));
    assert!(files(&scratch.path("one")) == files(&scratch.path("two")));
}

#[test]
fn a_folder_has_tables_figures_and_corners() {
    let scratch = scratch();
    let ended = scratch.marahel("range cave.json dungeon.json --count 40 --out out").ok();
    assert!(ended.stdout.contains("together: 40 of 40 levels differ"), "{}", ended.stdout);
    let together = Table::read(&scratch.path("out/together.csv"));
    assert_eq!(together.texts("different"), ["40", "40"]);
    let [cave, dungeon] = together.texts("floor")[..] else { panic!("one row for each") };
    let cave: f64 = cave.parse().expect("all caves are of one size");
    assert!((0.01..0.6).contains(&cave), "{cave}");
    assert_eq!(dungeon, "", "dungeons are of several sizes");
    assert!(ended.stderr.contains("cave: measuring 40 levels"), "{}", ended.stderr);
    let names: Vec<String> = files(&scratch.path("out")).into_keys().collect();
    for name in [
        "levels.csv",
        "summary.csv",
        "corners.csv",
        "corners-cave.png",
        "corners-dungeon.png",
        "box-entropy.svg",
        "heat-empty-isolated.svg",
        "heat-regions-solution.svg",
    ] {
        assert!(names.iter().any(|found| found == name), "no {name} in {names:?}");
    }
    // Five metrics that all levels have, and four of the dungeon.
    assert_eq!(names.iter().filter(|name| name.starts_with("heat-")).count(), 9 * 8 / 2);
    assert_eq!(names.iter().filter(|name| name.starts_with("box-")).count(), 9);

    let levels = Table::read(&scratch.path("out/levels.csv"));
    assert_eq!(levels.rows.len(), 80);
    assert_eq!(levels.texts("solution")[..40], [""; 40]);
    let corners = Table::read(&scratch.path("out/corners.csv"));
    assert_eq!(corners.columns, ["script", "empty", "isolated", "seed"]);
    assert_eq!(corners.texts("empty")[..4], ["low", "high", "low", "high"]);
    assert!(corners.numbers("seed").iter().all(|&seed| seed < 40.0));
    let picture = image::open(scratch.path("out/corners-cave.png")).expect("it is a picture");
    assert_eq!(picture.dimensions(), (3 * 8 + 2 * 12 * 8, 3 * 8 + 2 * 8 * 8));
}

#[test]
fn figures_show_the_metrics_that_are_named() {
    let scratch = scratch();
    printed(scratch.marahel("range cave.json -q --count 9 --out out --metrics count_solid,width"));
    let names: Vec<String> = files(&scratch.path("out")).into_keys().collect();
    let expected = [
        "box-count_solid.svg",
        "box-width.svg",
        "corners-cave.png",
        "corners.csv",
        "heat-count_solid-width.svg",
        "levels.csv",
        "summary.csv",
        "together.csv",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_summary_is_that_of_the_levels() {
    let scratch = scratch();
    let json = printed(scratch.marahel("range cave.json -q --count 50 --legacy --format json"));
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    let range = &json[0];
    assert_eq!((&range["script"], &range["empty"]), (&Value::from("cave"), &Value::from("empty")));
    let levels = range["levels"].as_array().expect("there are levels");
    assert_eq!(levels.len(), 50);
    for metric in ["empty", "isolated", "entropy_legacy"] {
        let sum: f64 = levels.iter().filter_map(|level| level[metric].as_f64()).sum();
        let mean = range["summary"][metric]["mean"].as_f64().expect("it has a mean");
        assert!((mean - sum / 50.0).abs() < 1e-9, "{metric}");
    }
    let table = printed(scratch.marahel("range cave.json -q --count 50 --legacy"));
    let mean = range["summary"]["isolated"]["mean"].as_f64().expect("it has a mean");
    let line = table.lines().find(|line| line.starts_with("isolated ")).expect("there is a line");
    assert!(line.contains(&format!(" {mean:.3} ")), "{line}");
}

#[test]
fn another_entity_can_be_empty() {
    let scratch = scratch();
    let share = |arguments: &str| {
        let arguments = format!("range cave.json -q --count 20 --format json {arguments}");
        let json: Value =
            serde_json::from_str(&printed(scratch.marahel(&arguments))).expect("it is JSON");
        let mean = |metric: &str| json[0]["summary"][metric]["mean"].as_f64();
        (mean("empty").expect("it has a mean"), mean("regions").expect("it has a mean"))
    };
    let (empty, regions) = share("");
    let (solid, same_regions) = share("--empty solid");
    assert!((empty + solid - 1.0).abs() < 1e-9);
    assert_eq!(regions, same_regions);
    let (_, one_region) = share("--solid empty");
    assert!(one_region > regions, "the few solid cells are many pieces");
}

#[test]
fn a_script_without_empty_says_what_it_takes() {
    let scratch = scratch();
    scratch.write("meadow.json", CAVE.replace("solid", "tree").replace("empty", "grass"));
    let ended = scratch.marahel("range meadow.json --count 2").ok();
    assert!(ended.stderr.contains("`grass` counts as empty"), "{}", ended.stderr);
    assert!(ended.stdout.starts_with("meadow: 2 levels, empty is `grass`"), "{}", ended.stdout);
}

#[test]
fn scripts_of_equal_names_are_told_apart() {
    let scratch = scratch().with("other/cave.json", CAVE);
    let csv = printed(scratch.marahel("range cave.json other/cave.json -q --count 1 --format csv"));
    let names: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(names, ["cave", "other/cave"]);
    let piped = scratch.start("marahel", "range - -q --count 1", CAVE).end();
    assert!(printed(piped).starts_with("standard input: 1 level, "));
}

#[test]
fn each_script_has_files_and_lines_of_its_own() {
    let scratch = scratch();
    scratch.write("a b.json", CAVE);
    scratch.write("a_b.json", CAVE.replace("12x8", "9x9"));
    let command = "marahel range 'a b.json' a_b.json a_b.json -q --count 5 --out out";
    let stdout = printed(scratch.shell(command));
    for line in ["a b: 5 levels", "a_b: 5 levels", "a_b_2: 5 levels"] {
        assert!(stdout.contains(line), "no {line} in {stdout}");
    }
    let width = |file: &str| image::open(scratch.path(file)).expect("it is a picture").width();
    // Two levels and three gaps side by side.
    assert_eq!(width("out/corners-a_b.png"), 3 * 8 + 2 * 12 * 8);
    // The last has this name itself, so that the one before it gets another.
    assert_eq!(width("out/corners-a_b_3.png"), 3 * 8 + 2 * 9 * 8);
    assert_eq!(width("out/corners-a_b_2.png"), 3 * 8 + 2 * 9 * 8);
    let corners = Table::read(&scratch.path("out/corners.csv"));
    let scripts = corners.texts("script");
    assert_eq!([scripts[0], scripts[4], scripts[8]], ["a b", "a_b", "a_b_2"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let scratch = scratch();
    let check = |arguments: &str, code: i32, parts: &[&str]| {
        scratch.marahel(arguments).fails(code, parts);
    };
    check("range", 2, &["<SCRIPT>"]);
    check("range cave.json --count 0", 2, &["at least 1"]);
    check("range cave.json --count 100001", 2, &["--count", "100000"]);
    check("range cave.json -q --empty lava", 2, &["cave", "`lava`", "empty, solid"]);
    check("range cave.json -q --solid rock", 2, &["`rock`"]);
    check("range cave.json -q --seed 18446744073709551615", 2, &["seed"]);
    check("range cave.json -q --out out --metrics emty", 2, &["`emty`", "entropy"]);
    check("range cave.json --metrics empty", 2, &["--out"]);
    check("range none.json", 1, &["none.json"]);
    assert!(!scratch.path("out").exists(), "nothing is left of what failed");
}

#[test]
fn mistakes_and_endless_scripts_are_named() {
    let scratch = scratch();
    scratch.write("typo.json", CAVE.replace("self(any)", "self(eny)"));
    scratch.marahel("range cave.json typo.json").fails(1, &["typo.json:4:", "`eny`"]);
    let endless = CAVE.replace("\"rules\"", r#""parameters": {"repeats": "999999999"}, "rules""#);
    scratch.write("endless.json", endless);
    scratch
        .marahel("range endless.json -q")
        .fails(1, &["endless, seed 0", "budget of 50000000 steps", "`repeats`"]);
}
