//! Disks that are full, folders that go away or belong to somebody else: a clear
//! error, and nothing is lost.

use std::fs;

use crate::folder::{Table, check_equal};
use crate::program::{Scratch, workspace};

const STUDY: &str = "--problem zelda --algorithm nsga2 --maps 2 --validation-maps 3";

#[cfg(unix)]
#[test]
fn a_run_goes_on_once_there_is_room_again() {
    let scratch = Scratch::new();
    let study = format!("{STUDY} --pop 10 --gens 40 --checkpoint 0");
    scratch.evolve(&format!("{study} --quiet --out whole")).ok();
    // No file may be larger than a few thousand bytes, and who writes on is told so.
    let line = format!("trap '' XFSZ; ulimit -f 12; exec evolve {study} --quiet --out run");
    let reasons = ["`evolve resume run` goes on", "writing run/", "too large"];
    scratch.shell(&line).fails(1, &reasons);
    assert!(scratch.path("run/checkpoint.bin").exists());
    // It does not help to try again as long as nothing has changed.
    let again = "trap '' XFSZ; ulimit -f 12; exec evolve resume run --quiet --checkpoint 0";
    scratch.shell(again).fails(1, &["writing run/"]);
    scratch.evolve("resume run --quiet").ok();
    check_equal(&scratch.path("whole"), &scratch.path("run"));
}

#[test]
fn a_run_whose_folder_was_moved_away_ends_and_goes_on_where_it_is() {
    let scratch = Scratch::new();
    let study = format!("{STUDY} --pop 4 --checkpoint 0");
    let mut running = scratch.start("evolve", &format!("{study} --gens 9000000 --out run"), "");
    running.wait_for("1 of 9000000 generations: ");
    fs::rename(scratch.path("run"), scratch.path("moved")).expect("it is there");
    running.end().fails_saying(1, &["writing run/", "resume run"]);

    // What it says of too few generations tells how many there are.
    let refused = scratch.evolve("resume moved --gens 1");
    let words: Vec<&str> = refused.stderr.split_whitespace().collect();
    let n: u64 = match refused.code {
        Some(2) => words[1].parse().expect("it begins with a number"),
        _ => 1,
    };
    scratch.evolve(&format!("resume moved --quiet --gens {n}")).ok();
    scratch.evolve(&format!("{study} --gens {n} --quiet --out whole")).ok();
    check_equal(&scratch.path("whole"), &scratch.path("moved"));
}

/// Work that would not end is not begun.
#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let script = fs::read(workspace().join("configs/generators/gallery/zelda.json"));
    let scratch = Scratch::new().with("zelda.json", script.expect("it is a file"));
    scratch.write("folder/file", "kept");
    let minimise = "minimise zelda.json --exact --seeds 4000000000";
    let certify = "certify zelda.json --problem zelda --bits 20";
    for (arguments, code, parts) in [
        (format!("{minimise} --out folder"), 2, ["folder is a folder", "name a file"]),
        (format!("{minimise} --out folder/file/x"), 1, ["the folder of", "folder/file/x"]),
    ] {
        scratch.evolve(&arguments).fails(code, &parts);
    }
    for (arguments, code, parts) in [
        (format!("{certify} --out folder"), 2, ["folder is a folder", "name a file"]),
        (format!("{certify} --out folder/file/x"), 1, ["the folder of", "folder/file/x"]),
        (format!("{certify} --pictures folder/file/x"), 1, ["the folder of", "folder/file/x"]),
        (format!("{certify} --pictures zelda.json"), 2, ["--pictures", "written over"]),
        (format!("{certify} --pictures zelda.cert"), 2, ["--pictures", "write over"]),
    ] {
        scratch.marahel(&arguments).fails(code, &parts);
    }
    assert_eq!(scratch.read("folder/file"), "kept");
    scratch.evolve("minimise zelda.json --exact --seeds 5 --out new/less.json").ok();
    scratch.marahel("check new/less.json").ok();
}

#[test]
fn a_folder_that_a_run_writes_into_is_not_gone_on_with() {
    let scratch = Scratch::new();
    let endless = "--problem binary --algorithm nsga2 --pop 4 --gens 7 --maps 1000000000";
    let mut running = scratch.start("evolve", &format!("{endless} --out run"), "");
    running.wait_for("searching generators");
    scratch.evolve("resume run").fails(2, &["still going on", "run"]);
    running.signal("KILL");
    assert_eq!(running.end().code, None);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new().with("file", "");
    // Nobody makes a folder below a file, whoever it is.
    let out = |folder: &str| format!("{STUDY} --pop 4 --gens 2 --out {folder}");
    scratch.evolve(&out("file/run")).fails(1, &["making the folder file/run"]);
    let folder = scratch.path("shut");
    fs::create_dir(&folder).expect("a new folder");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("it is ours");
    if fs::write(folder.join("try"), "").is_ok() {
        return; // to the administrator no folder is shut
    }
    scratch.evolve(&out("shut")).fails(1, &["shut", "ermission denied"]);
}

#[test]
fn a_log_has_a_line_for_each_generation_and_each_individual_without_levels() {
    // A script to begin with, whose children may cost twice as much, and often cost more.
    let costly = r#"{"metadata": {"min": "14x14", "max": "14x14"}, "entities": ["empty", "solid"],
        "explorers": [{"parameters": {"repeats": 400}, "rules": ["-> self(solid)"]}]}"#;
    let scratch = Scratch::new().with("costly.json", costly);
    let arguments = "--problem binary --pop 4 --gens 4 --seed 2 --set search.islands=1 --set maps_max=10 --out run";
    let ended = scratch.evolve(&format!("{arguments} --from costly.json --log debug")).ok();
    let lines: Vec<serde_json::Value> = ended
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let of = |event: &str| lines.iter().filter(|line| line["event"] == event).collect::<Vec<_>>();
    let table = Table::read(&scratch.path("run/generations.csv"));
    let sum = |column: &str| table.numbers(column).iter().sum::<f64>();
    assert_eq!(of("generation").len(), 4);
    assert_eq!(of("no_levels").len() as f64, sum("unbounded") + sum("over_budget"));
    assert!(!of("no_levels").is_empty());
    assert!(of("no_levels").iter().all(|line| line["reason"].is_string()));
    for event in ["begin", "searched", "end"] {
        assert_eq!(of(event).len(), 1, "{event}");
    }
    assert!(!of("checkpoint").is_empty());
    let short = scratch.evolve(&format!("{arguments} --force --log info")).ok();
    assert_eq!(short.stderr.lines().count(), 4 + 3);
}
