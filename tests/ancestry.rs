//! `evolve ancestry`.

use serde_json::Value;

use crate::folder::Table;
use crate::program::Scratch;

/// A short search that leaves a generator with ancestors.
const SEARCH: &str = "--problem zelda --pop 8 --gens 40 --maps 4 --validation-maps 20 --seed 3";

fn run_of(algorithm: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.evolve(&format!("{SEARCH} --algorithm {algorithm} --out run")).ok();
    scratch
}

fn json(scratch: &Scratch, arguments: &str) -> Value {
    let ended = scratch.evolve(&format!("ancestry run {arguments} --maps 3 --format json")).ok();
    serde_json::from_str(&ended.stdout).expect("one JSON object is printed")
}

#[test]
fn the_best_of_a_run_has_a_family_tree() {
    for algorithm in ["islands", "nsga2"] {
        let scratch = run_of(algorithm);
        let best = Table::read(&scratch.path("run/best.csv")).texts("id")[0].to_owned();
        let ended = scratch.evolve("ancestry run --maps 3").ok();
        let begin = format!("individual {best} of run, on 30 fresh levels:\n");
        assert!(ended.stdout.starts_with(&begin), "{}", ended.stdout);
        for part in ["\n  worth ", "\n  playable ", "random founders: ", "gain in worth"] {
            assert!(ended.stdout.contains(part), "no `{part}` in:\n{}", ended.stdout);
        }

        let found = json(&scratch, "");
        assert_eq!(found["id"].to_string(), best);
        let line = found["line"].as_array().expect("it is a list");
        assert_eq!(line[0]["parents"].as_array().map(Vec::len), Some(0));
        assert_eq!(line.last().map(|step| step["id"].to_string()), Some(best));
        for (step, child) in line.iter().zip(&line[1..]) {
            assert_eq!(step["id"], child["parents"][0]);
            let mean = |step: &Value| step["values"]["worth"]["mean"].as_f64().expect("a number");
            let gain = child["gains"]["worth"]["mean"].as_f64().expect("a number");
            assert!((mean(child) - mean(step) - gain).abs() < 1e-9);
            let is_same = step["script"] == child["script"];
            assert!(!is_same || child["has_effect"] == false, "equal scripts, other levels");
            assert_eq!(is_same, child["changes"].as_array().is_some_and(Vec::is_empty));
        }
        let births: u64 = found["operators"]
            .as_object()
            .expect("an object")
            .values()
            .map(|deeds| deeds["births"].as_u64().expect("a count"))
            .sum();
        assert_eq!(births, found["tree"].as_array().expect("it is a list").len() as u64);
        assert_eq!(births, found["ancestors"].as_u64().expect("a count") + 1);
    }
}

#[test]
fn an_ancestor_has_a_family_tree_of_its_own() {
    let scratch = run_of("islands");
    let founder = json(&scratch, "")["line"][0]["id"].to_string();
    let found = json(&scratch, &founder);
    assert_eq!((&found["ancestors"], &found["founders"]), (&0.into(), &1.into()));
}

#[test]
fn a_tree_is_the_same_whatever_the_number_of_threads() {
    let scratch = run_of("islands");
    let told = |n: u32| {
        scratch.shell(&format!("RAYON_NUM_THREADS={n} evolve ancestry run --maps 2")).ok().stdout
    };
    assert_eq!(told(1), told(2));
    scratch.evolve(&format!("{SEARCH} --algorithm islands --out one --threads 1")).ok();
    assert_eq!(scratch.read("one/ancestry.csv"), scratch.read("run/ancestry.csv"));
}

#[test]
fn what_cannot_be_told_is_refused() {
    let scratch = run_of("nsga2");
    scratch
        .evolve("ancestry run 123456789")
        .fails(2, &["individual 123456789 is neither on the front of run nor an ancestor of it"]);
    std::fs::remove_file(scratch.path("run/best.csv")).expect("it is there");
    scratch.evolve("ancestry run").fails(2, &["name an individual of run/front.csv"]);
    std::fs::remove_file(scratch.path("run/ancestry.csv")).expect("it is there");
    scratch.evolve("ancestry run").fails(1, &["run: there is no ancestry.csv"]);
    scratch.evolve("ancestry nowhere").fails(1, &["there is no config.toml"]);
}
