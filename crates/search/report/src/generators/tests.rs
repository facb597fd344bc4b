use std::fs;

use tempfile::TempDir;

use super::*;
use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, header, run_folder};

/// A script of binary whose rule says which member it is of.
fn script(id: u32) -> String {
    format!(
        r#"{{"metadata": {{"min": "5x4", "max": "5x4"}}, "entities": ["empty", "solid"],
        "explorers": [{{"type": "horz", "rules": ["random>0.{id} -> self(solid)"]}}]}}"#
    )
}

/// The folder of a run of binary with this front and the scripts of [`FRONT`].
fn folder(front: &str) -> TempDir {
    let folder = run_folder(GENERATIONS, front, POPULATION);
    fs::write(folder.path().join("config.toml"), "problem = \"binary\"\n").unwrap();
    fs::create_dir(folder.path().join("scripts")).unwrap();
    for id in [7, 9, 11] {
        fs::write(folder.path().join(format!("scripts/{id:06}.json")), script(id)).unwrap();
    }
    folder
}

/// Names of figures with the numbers of the scripts that they show.
#[track_caller]
fn check(front: &str, expected: &[(&str, u32)]) {
    let folder = folder(front);
    let figures =
        generator_figures(marahel_papers::fdg20::BUILT_IN, folder.path()).expect("it is a run");
    let names: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, expected.iter().map(|&(name, _)| name).collect::<Vec<_>>());
    for ((_, figure), (name, id)) in figures.iter().zip(expected) {
        assert!(figure.svg().contains(&format!("random&gt;0.{id} -")), "{name} is not of {id}");
    }
}

#[test]
fn the_best_is_so_by_validated_values() {
    // As searched, 9 has the longest path; on fresh levels it is 7.
    check(FRONT, &[("generator-path", 7), ("generator-knee", 11)]);
}

#[test]
fn a_front_that_was_not_validated_is_judged_as_searched() {
    let front = FRONT
        .replace("0.9,0.01,0.15,0.02,0.5,true", ",,,,,true")
        .replace("0.7,0.02,0.4,0.02,0.5,true", ",,,,,true")
        .replace("0.4,0.02,0.3,0.02,0.5,false", ",,,,,true");
    check(&front, &[("generator-path", 9), ("generator-knee", 7)]);
}

#[test]
fn one_generator_is_shown_once() {
    let one: String = FRONT.split_inclusive('\n').take(2).collect();
    check(&one, &[("generator-path", 11)]);
    check(&FRONT.replace("scripts/000007", "scripts/000011"), &[("generator-path", 11)]);
}

#[test]
fn a_front_without_scripts_has_no_generators() {
    check(header(FRONT), &[]);
    let none = FRONT.replace("scripts/000007.json", "").replace("scripts/000009.json", "");
    check(&none, &[("generator-path", 11)]);
    check(&none.replace("scripts/000011.json", ""), &[]);
}

#[test]
fn a_caption_says_what_a_generator_is_worth() {
    let figures = generator_figures(marahel_papers::fdg20::BUILT_IN, folder(FRONT).path())
        .expect("it is a run");
    let svg = figures[0].1.svg();
    for text in [
        "binary, best in path: scripts/000007.json",
        "regions\u{a0}0.700\u{a0}±\u{a0}0.020, path\u{a0}0.400\u{a0}±\u{a0}0.020",
        "Levels of seeds 0 to 9.",
    ] {
        assert!(svg.contains(text), "no `{text}`");
    }
}

#[test]
fn missing_files_are_named() {
    for missing in ["config.toml", "scripts/000007.json"] {
        let folder = folder(FRONT);
        fs::remove_file(folder.path().join(missing)).unwrap();
        let error = generator_figures(marahel_papers::fdg20::BUILT_IN, folder.path())
            .expect_err("a file is missing")
            .to_string();
        assert!(error.contains(missing), "{error}");
    }
}
