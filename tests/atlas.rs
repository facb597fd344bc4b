//! `evolve atlas`.

use std::fs;

use crate::folder::files;
use crate::program::{Scratch, workspace};

/// A search that takes no time; too short to fill its archive.
const TINY: &str = "--budget 2000 --validation-maps 5 --set validation_period=0";

/// A run of sokoban whose archive holds a good script, twice, and a bad one.
fn run() -> Scratch {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem sokoban {TINY} --out run")).ok();
    let script = workspace().join("configs/generators/gallery/sokoban.json");
    let script = fs::read_to_string(script).expect("it is a file");
    scratch.write("run/archive/000001.json", &script);
    scratch.write("run/archive/000002.json", &script);
    let bad = r#"{"metadata": {"min": "5x5", "max": "5x5"}, "entities": ["solid"], "explorers":
        [{"type": "horz", "region": "map", "rules": ["self(any) -> self(solid)"]}]}"#;
    scratch.write("run/archive/000003.json", bad);
    scratch.write(
        "run/archive.csv",
        "id,script\n1,archive/000001.json\n2,archive/000002.json\n3,archive/000003.json\n",
    );
    scratch
}

/// Rows of a table by the names of its columns.
fn rows(text: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    table.deserialize().collect::<Result<_, _>>().expect("it is a table")
}

#[test]
fn a_run_of_islands_leaves_an_archive() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem zelda {TINY} --out run")).ok();
    let columns =
        "id,structure,player_key,player_key_sd,key_door,key_door_sd,worth,levels,playable";
    assert!(scratch.read("run/archive.csv").starts_with(columns));
    scratch.evolve("--problem zelda --algorithm nsga2 --pop 6 --gens 2 --maps 4 --out old").ok();
    assert!(!scratch.path("old/archive.csv").exists());
    let message =
        "old: there is no archive.csv; finished runs of the algorithm `islands` leave one";
    scratch.evolve("atlas old").fails(1, &[message]);
}

#[test]
fn an_atlas_has_a_script_for_each_cell_that_one_fits() {
    let scratch = run();
    let said = scratch.evolve("atlas run --out atlas --maps 100 --seeds 512").ok().stdout;
    assert!(said.contains("2 archived scripts of 1 run; good on 100 fresh levels: 1\n"), "{said}");
    assert!(said.contains("different sequences of explorer types: 1\n"), "{said}");
    let rows = rows(&scratch.read("atlas/atlas.csv"));
    let first: Vec<&str> = rows.iter().map(|row| row["crates_first"].as_str()).collect();
    assert_eq!(first, ["1", "2", "3", "4", "5"]);
    let full: Vec<_> = rows.iter().filter(|row| !row["script"].is_empty()).collect();
    assert!(!full.is_empty() && full.len() < 5, "{rows:?}");
    assert!(said.contains(&format!("cells with a script: {} of 5\n", full.len())), "{said}");
    for row in &full {
        assert_eq!(
            scratch.read(&format!("atlas/{}", row["script"])),
            scratch.read("run/archive/000001.json")
        );
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        assert!((number("crates_mean") - number("crates_first")).abs() <= 1.0);
        assert!(number("hits") > 0.0 && number("good") >= 0.9);
        assert_eq!(row["source"], "run/archive/000001.json");
    }
    let written = files(&scratch.path("atlas"));
    assert_eq!(written.len(), full.len() + 3, "{:?}", written.keys());
    let level = scratch.marahel("generate run/archive/000001.json --seed 7").ok().stdout;
    let taken = scratch.marahel("generate atlas/atlas.json --dial crates=5 --seed 7").ok().stdout;
    assert_eq!(taken, level, "one script is best for all");
    let generator = marahel::Generator::parse(&scratch.read("atlas/atlas.json"));
    let turned = generator.expect("it is sound").with_dial("crates", 5.0).expect("it goes to 5");
    assert_eq!(turned.generate(7).expect("a level").to_text(), level);
    assert_eq!(turned.dials()[0].value, 5.0);
    scratch
        .marahel("generate atlas/atlas.json --dial crates=6")
        .fails(2, &["--dial: the dial `crates` goes from 1 to 5, not to 6"]);
    let picture = image::load_from_memory(&written["atlas.png"]).expect("it is a picture");
    assert!(picture.width() > 300 && picture.height() > 100);

    // The same again, with any number of threads; what no longer fits goes.
    let stale = first.iter().zip(&rows).find(|(_, row)| row["script"].is_empty());
    let stale = format!("atlas/scripts/crates-{}.json", stale.expect("not all are full").0);
    scratch.write(&stale, "{}");
    scratch
        .shell("RAYON_NUM_THREADS=1 evolve atlas run --out atlas --force --maps 100 --seeds 512")
        .ok();
    assert_eq!(files(&scratch.path("atlas")), written);
}

/// Levels of an atlas have what is asked for and are good, as far as its seeds go.
#[test]
fn levels_of_an_atlas_are_what_is_asked_for() {
    let scratch = run();
    scratch.evolve("atlas run --out atlas --maps 100 --seeds 512").ok();
    let said = scratch.marahel("check atlas/atlas.json").ok().stdout;
    assert!(said.contains("no mistakes, 1 script"), "{said}");
    for wanted in [2, 3, 4] {
        let call = format!("generate atlas/atlas.json --dial crates={wanted} --count 40");
        let levels =
            scratch.marahel(&format!("{call} --format jsonl --force --out levels.jsonl")).ok();
        assert_eq!(levels.stderr, "");
        let scores = scratch.evolve("score --problem sokoban levels.jsonl").ok().stdout;
        for line in scores.lines() {
            let found: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
            let n_crates = found["counts"]["crate"].as_i64().expect("a number");
            assert!(found["good"] == true && (n_crates - wanted).abs() <= 1, "{line}");
        }
        assert_eq!(scores.lines().count(), 40);
    }
    let none = scratch.marahel("generate atlas/atlas.json --dial crates=5").ok();
    assert!(
        none.stderr.contains("no level of its first seeds has these values"),
        "{}",
        none.stderr
    );
}

#[test]
fn the_script_that_fits_is_given() {
    let scratch = run();
    let script = scratch.read("run/archive/000001.json");
    let printed = scratch.evolve("atlas run --want crates=2 --maps 50").ok();
    assert_eq!(printed.stdout.trim_end(), script.trim_end());
    assert!(
        printed.stderr.contains("% of 50 fresh levels have crates 2 ± 1"),
        "{}",
        printed.stderr
    );
    let written = scratch.evolve("atlas run --want crates=2 --maps 50 --out taken.json").ok();
    assert_eq!((written.stdout.as_str(), scratch.read("taken.json")), ("", script));
    assert_eq!(written.stderr, printed.stderr);
    scratch.marahel("check taken.json").ok();
}

#[test]
fn what_cannot_be_is_said() {
    let scratch = run();
    scratch.evolve("atlas run --want path=40").fails(2, &["`path` cannot be asked for", "crates"]);
    scratch.evolve("atlas nowhere").fails(1, &["nowhere: there is no config.toml"]);
    scratch.evolve(&format!("--problem zelda {TINY} --out other")).ok();
    scratch
        .evolve("atlas run other")
        .fails(1, &["other: this is a run of zelda", "run is one of sokoban"]);
    scratch.write("run/archive.csv", "id,script\n3,archive/000003.json\n");
    scratch.evolve("atlas run").fails(1, &["none of the 1 archived scripts is good", "--budget"]);
    scratch.write("run/archive/000003.json", "{\"metadata\": {");
    scratch.evolve("atlas run").fails(1, &["run/archive/000003.json: line 1, column 1: "]);
}

#[test]
fn the_run_that_the_help_proposes_can_be_made() {
    let scratch = Scratch::new();
    let help = scratch.evolve("atlas --help").ok().stdout;
    let command = help.lines().find(|line| line.contains("--out many")).expect("it is there");
    scratch.shell(&format!("{command} --budget 3k --validation-maps 2 --quiet")).ok();
    let config = scratch.read("many/config.toml");
    assert!(config.contains("range = [4.0, 6.0]"), "{config}");
}
