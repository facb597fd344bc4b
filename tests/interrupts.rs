//! Signals: a run that is stopped early leaves what it has found.

use crate::folder::Table;
use crate::program::Scratch;
use crate::runs::check_folder;

/// Stops a search of the study's size after its first generations by a signal.
#[track_caller]
fn check(problem: &str, signal: &str, objectives: &[&str]) {
    let scratch = Scratch::new();
    let study = "--algorithm nsga2 --pop 500 --gens 2000 --maps 5 --validation-maps 4 --out run";
    let mut running = scratch.start("evolve", &format!("--problem {problem} {study}"), "");
    running.wait_for("generation 1 of 2000: ");
    running.signal(signal);
    let ended = running.end().ok();
    assert!(ended.stdout.starts_with("interrupted"), "{}", ended.stdout);
    assert!(ended.stderr.contains("stopping after this generation"), "{}", ended.stderr);
    let n_generations = Table::read(&scratch.path("run/generations.csv")).rows.len();
    assert!((1..2000).contains(&n_generations));
    check_folder(&scratch, "run", objectives, 500, n_generations);
}

#[test]
fn ctrl_c_ends_a_binary_study_with_what_it_found() {
    check("binary", "INT", &["regions", "path"]);
}

#[test]
fn ctrl_c_ends_a_zelda_study_with_what_it_found() {
    check("zelda", "INT", &["player", "key", "door", "enemies", "solution"]);
}

#[test]
fn a_terminated_sokoban_study_ends_with_what_it_found() {
    check("sokoban", "TERM", &["player", "crate", "difference", "solution"]);
}

#[test]
fn ctrl_c_leaves_the_validation_out() {
    let scratch = Scratch::new();
    let endless = "--problem binary --pop 6 --gens 2 --maps 2 --validation-maps 1000000000";
    let mut running = scratch.start("evolve", &format!("{endless} --out run"), "");
    running.wait_for("measuring the front");
    running.signal("INT");
    let ended = running.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""));
    let front = Table::read(&scratch.path("run/front.csv"));
    assert!(front.texts("path_validated").iter().all(|text| text.is_empty()));

    // What was left out can be made up for.
    scratch.evolve("validate run --maps 3").ok();
    Table::read(&scratch.path("run/front.csv")).check_scores("path_validated");
}
