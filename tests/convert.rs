//! `marahel convert`, and the generators in the dialect of 2017.

use std::fs;
use std::path::PathBuf;

use crate::program::{Scratch, workspace};

/// A script of 2017 with a rule that cannot be said today.
const OLD: &str = "{
  metadata: {dimension: \"4x3\"},
  entities: [empty, solid],
  explorers: [
    {type: \"sequential\", rules: [\"isEven(solid) -> self(empty)\", \"self(any) -> self(solid)\"]}
  ]
}";

fn old() -> Scratch {
    Scratch::new().with("old.json", OLD)
}

/// The generators of the AIIDE'17 paper.
fn generators() -> Vec<String> {
    let folder = workspace().join("configs/generators/aiide17");
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it is listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    paths.iter().map(|path| path.display().to_string()).collect()
}

#[test]
fn what_cannot_be_said_is_told_with_its_place() {
    let ended = old().marahel("convert old.json");
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert_eq!(
        ended.stderr,
        "old.json:5:34: lost: explorer 1, rule 1: `isEven` cannot be expressed; the rule is left out\n"
    );
    let scratch = Scratch::new().with("new.json", &ended.stdout);
    let checked = scratch.marahel("check new.json").ok();
    assert_eq!(checked.stdout, "new.json: no mistakes, 1 explorer\n");
    assert_eq!(scratch.marahel("generate new.json").ok().stdout, "####\n####\n####\n");
    // A script of today stays as it is.
    assert_eq!(scratch.marahel("convert new.json").ok().stdout, ended.stdout);
}

#[test]
fn a_script_comes_from_standard_input() {
    let script = "{metadata: {dimension: 2}, entities: [solid], rule: [{type: automata, rules: ['self(any) -> self(solid)']}]}";
    let ended = Scratch::new().start("marahel", "convert -", script).end().ok();
    let ended = Scratch::new().start("marahel", "generate -", &ended.stdout).end().ok();
    assert_eq!(ended.stdout, "##\n##\n");
}

#[test]
fn what_is_no_script_is_not_converted() {
    let broken =
        "{metadata: {dimension: 2}, entities: [solid], rule: [{type: automat, rules: []}]}";
    let scratch = Scratch::new().with("broken.json", broken);
    let parts = ["broken.json:1:", "`automat`", "did you mean `automata`?"];
    scratch.marahel("convert broken.json").fails(1, &parts);
    scratch.marahel("convert none.json").fails(1, &["reading none.json"]);
    scratch.marahel("convert").fails(2, &["<SCRIPT>"]);
}

#[test]
fn every_generator_of_2017_is_checked_run_and_converted() {
    let paths = generators();
    assert_eq!(paths.len(), 9);
    let mut n_exact = 0;
    for path in paths {
        let scratch = Scratch::new();
        let checked = scratch.marahel(&format!("check {path}")).ok();
        assert!(!checked.stdout.contains("warning"), "{}", checked.stdout);
        let level = scratch.marahel(&format!("generate {path} --seed 5")).ok().stdout;
        assert_eq!(level.lines().count(), 50);
        let converted = scratch.marahel(&format!("convert {path}"));
        n_exact += usize::from(converted.code == Some(0));
        scratch.write("new.json", &converted.stdout);
        scratch.marahel("check new.json").ok();
        assert_eq!(scratch.marahel("generate new.json").ok().stdout.lines().count(), 50);
    }
    // The cave has neither a connector nor agents nor limits.
    assert_eq!(n_exact, 1);
}

#[test]
fn inhabited_levels_have_what_figure_3_has() {
    for path in generators().iter().filter(|path| path.contains("inhabited")) {
        for seed in 0..8 {
            let command = format!("generate {path} --format csv --seed {seed}");
            let level = Scratch::new().marahel(&command).ok().stdout;
            let rows: Vec<Vec<&str>> = level.lines().map(|row| row.split(',').collect()).collect();
            let tile = |x: usize, y: usize| rows[y][x];
            let all = || (0..50).flat_map(|y| (0..50).map(move |x| (x, y)));
            let count = |wanted: &str| all().filter(|&(x, y)| tile(x, y) == wanted).count();
            assert_eq!(count("2"), 1, "one player in {path}, seed {seed}");
            assert!((10..=15).contains(&count("3")), "enemies in {path}, seed {seed}");
            assert!((5..=10).contains(&count("4")), "treasure in {path}, seed {seed}");
            for (x, y) in all().filter(|&(x, y)| tile(x, y) == "4") {
                let sides = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                let n_solid = sides.iter().filter(|&&(x, y)| tile(x, y) == "1").count();
                assert_eq!(n_solid, 2, "treasure at {x}, {y} in {path}, seed {seed}");
            }
        }
    }
}
