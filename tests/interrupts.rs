//! Signals: a run that is stopped early leaves what it has found.

use std::time::{Duration, Instant};

use crate::folder::{Table, files};
use crate::program::Scratch;
use crate::runs::{TINY, check_folder};

/// Stops a search of the study's size after its first generations by a signal,
/// which it ends with as shells have it.
#[track_caller]
fn check(problem: &str, signal: &str, code: i32, objectives: &[&str]) {
    let scratch = Scratch::new();
    let study = "--algorithm nsga2 --pop 500 --gens 2000 --maps 5 --validation-maps 4 --out run";
    let mut running = scratch.start("evolve", &format!("--problem {problem} {study}"), "");
    running.wait_for("1 of 2000 generations: ");
    running.signal(signal);
    let ended = running.end();
    assert_eq!(ended.code, Some(code), "{ended:?}");
    assert!(ended.stderr.contains("stopping the search"), "{}", ended.stderr);
    let generations = Table::read(&scratch.path("run/generations.csv"));
    let n_generations = generations.rows.len();
    assert!((1..2000).contains(&n_generations));
    check_folder(&scratch, "run", objectives, 500, n_generations);
    let interruption = format!("interrupted at generation {n_generations} of 2000");
    assert!(ended.stdout.starts_with(&interruption), "{}", ended.stdout);
    assert_ne!(generations.texts("validated_hypervolume").last(), Some(&""));
    scratch.evolve("report run").ok();
    let page = scratch.read("run/report.html");
    assert!(page.contains(&interruption) && !page.contains("makes the run again"));
    let notes = scratch.evolve("analyze run").ok().stderr;
    assert_eq!(notes, format!("run: {interruption}\n"));
}

#[test]
fn ctrl_c_ends_a_binary_study_with_what_it_found() {
    check("binary", "INT", 130, &["regions", "path"]);
}

#[test]
fn ctrl_c_ends_a_zelda_study_with_what_it_found() {
    check("zelda", "INT", 130, &["player", "key", "door", "enemies", "solution"]);
}

#[test]
fn a_terminated_sokoban_study_ends_with_what_it_found() {
    check("sokoban", "TERM", 143, &["player", "crate", "difference", "solution"]);
}

#[test]
fn ctrl_c_leaves_the_validation_out() {
    let scratch = Scratch::new();
    let endless = "--problem binary --pop 6 --gens 2 --maps 2 --validation-maps 1000000000";
    let mut running = scratch.start("evolve", &format!("{endless} --out run"), "");
    running.wait_for("Ctrl-C skips that");
    running.signal("INT");
    let ended = running.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""));
    let front = Table::read(&scratch.path("run/front.csv"));
    assert!(front.texts("path_validated").iter().all(|text| text.is_empty()));
    let status = |key: &str| status_of(&scratch, "run")[key].clone();
    assert_eq!((status("interrupted"), status("validation_levels")), (false.into(), 0.into()));

    // What was left out can be made up for.
    scratch.evolve("validate run --maps 3").ok();
    Table::read(&scratch.path("run/front.csv")).check_scores("path_validated");
    assert_eq!(status("validation_levels"), 3.into());
}

/// The `run.toml` of a run folder.
fn status_of(scratch: &Scratch, folder: &str) -> toml::Table {
    scratch.read(&format!("{folder}/run.toml")).parse().expect("it is TOML")
}

/// A search whose first generation takes for ever.
const ENDLESS: &str = "--problem binary --algorithm nsga2 --pop 4 --gens 7 --maps 1000000000";

/// Stops a search within its first generation, which is not at its end then,
/// whatever the machine.
#[track_caller]
fn check_nothing_found(signal: &str, code: i32) {
    let scratch = Scratch::new();
    let mut running = scratch.start("evolve", &format!("{ENDLESS} --out run"), "");
    running.wait_for("searching generators");
    running.signal(signal);
    let signalled = Instant::now();
    let ended = running.end();
    // Two seconds, and much more for machines that are at their limits.
    assert!(signalled.elapsed() < Duration::from_mins(1), "{:?}", signalled.elapsed());
    assert_eq!(ended.code, Some(code), "{ended:?}");
    let said = "interrupted in the first generation; nothing was found yet; to go on:\n";
    assert!(ended.stdout.starts_with(said), "{}", ended.stdout);
    assert!(ended.stdout.contains(" resume run\n"), "{}", ended.stdout);
    let left: Vec<String> = files(&scratch.path("run")).into_keys().collect();
    assert_eq!(left, ["config.toml", "run.toml"]);
    let status = status_of(&scratch, "run");
    assert_eq!(
        (&status["interrupted"], &status["generations"], &status["planned_generations"]),
        (&true.into(), &0.into(), &7.into())
    );
    let message = "interrupted at generation 0 of 7, before anything was found";
    scratch.evolve("report run").fails(1, &[message]);
    scratch.evolve("analyze run").fails(1, &[message]);
}

#[test]
fn ctrl_c_in_the_first_generation_ends_the_program() {
    check_nothing_found("INT", 130);
}

#[test]
fn a_search_can_be_terminated_in_its_first_generation() {
    check_nothing_found("TERM", 143);
}

#[test]
fn a_folder_that_a_run_writes_into_is_refused_even_to_force() {
    let scratch = Scratch::new();
    let mut running = scratch.start("evolve", &format!("{ENDLESS} --out run"), "");
    running.wait_for("searching generators");
    let config = scratch.read("run/config.toml");
    let other = format!("--problem zelda {TINY} --out run");
    scratch
        .evolve(&format!("{other} --force"))
        .fails(2, &["still going on", "run", "another folder"]);
    assert_eq!(scratch.read("run/config.toml"), config);
    // The lock dies with its program, even where that cannot give it back.
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    scratch.evolve(&format!("{other} --force")).ok();
    assert!(!scratch.path("run/.lock").exists());
}

#[test]
fn progress_goes_on_within_a_generation() {
    let scratch = Scratch::new();
    let mut running = scratch.start("evolve", &format!("{ENDLESS} --out run --threads 1"), "");
    running.wait_for(
        "searching generators of binary levels: 7 generations, 4000000000 levels in the first one, on 1 thread, into run\n",
    );
    running.wait_for(" to go at this pace");
    running.signal("INT");
    assert_eq!(running.end().code, Some(130));
}
