//! Runs that are killed at any moment, and go on as if they had not been.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::folder::check_equal;
use crate::program::{OurChild, Scratch, TIME_LIMIT, program_path, workspace};

/// All algorithms, kinds of noise and kinds of genomes.
const RUNS: [&str; 8] = [
    "--problem zelda --set search.islands=2 --pop 10 --gens 8",
    "--problem sokoban --set study.representation=free --pop 8 --gens 6",
    "--problem binary --budget 6k --pop 16 --maps 20",
    "--problem zelda --algorithm nsga2 --pop 10 --gens 9 --set validation_period=3",
    "--problem sokoban --algorithm nsga2 --pop 8 --gens 6 --set study.noise=fresh",
    "--problem binary --algorithm nsga2 --pop 8 --gens 7 --set study.flavor=released",
    "--problem zelda --algorithm random --pop 8 --gens 6",
    // Nothing good is near.
    concat!(
        "--problem ",
        env!("CARGO_MANIFEST_DIR"),
        "/../../../configs/problems/games/chase.toml --pop 8 --gens 6"
    ),
];

/// Runs that are killed, each at least once; `KILLED_RUNS=50` is the long form.
fn n_runs() -> usize {
    std::env::var("KILLED_RUNS").map_or(RUNS.len(), |n| n.parse().expect("it is a number"))
}

/// What can be seen of a folder: its files, how long they are, and when they were
/// written last.
fn listing(folder: &Path) -> BTreeMap<String, (u64, Option<SystemTime>)> {
    let mut found = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        // It may be gone already.
        let Ok(about) = entry.metadata() else { continue };
        let name = entry.file_name().to_string_lossy().into_owned();
        if about.is_dir() {
            let inner = listing(&entry.path());
            found.extend(inner.into_iter().map(|(file, about)| (format!("{name}/{file}"), about)));
        } else {
            found.insert(name, (about.len(), about.modified().ok()));
        }
    }
    found
}

/// Runs `evolve` and kills it once its folder was seen to change so often; how
/// often it was seen to change.
fn run_until(scratch: &Scratch, arguments: &str, folder: &str, n_changes_max: u32) -> u32 {
    let child = Command::new(program_path("evolve"))
        .current_dir(scratch.path(""))
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = OurChild(child.expect("the program starts"));
    let (folder, begin) = (scratch.path(folder), Instant::now());
    let (mut n_changes, mut seen) = (0, listing(&folder));
    while n_changes < n_changes_max {
        if child.0.try_wait().expect("it is our child").is_some() {
            break;
        }
        assert!(begin.elapsed() < TIME_LIMIT, "the program did not end");
        let now = listing(&folder);
        n_changes += u32::from(now != seen);
        seen = now;
    }
    child.0.kill().expect("it is our child");
    child.0.wait().expect("it is our child");
    n_changes
}

#[test]
fn killed_runs_go_on_as_if_they_had_not_been() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let scratch = Scratch::new();
    let wholes = RUNS.iter().enumerate().map(|(index, run)| {
        let (arguments, folder) = arguments(run, &format!("whole{index}"));
        // How many changes there are to choose from; more are seen of a slower program.
        let n_changes = run_until(&scratch, &arguments, &folder, u32::MAX);
        (folder, n_changes.max(1))
    });
    let wholes: Vec<(String, u32)> = wholes.collect();
    let (mut n_kills, mut n_resumed) = (0, 0);
    for index in 0..n_runs() {
        let run = RUNS[index % RUNS.len()];
        let (whole, n_changes) = &wholes[index % RUNS.len()];
        let (first, folder) = arguments(run, &format!("killed{index}"));
        let mut next = first.clone();
        // Each is killed once, some again and again while they go on.
        loop {
            let n_seen = run_until(&scratch, &next, &folder, rng.random_range(1..=*n_changes));
            n_kills += 1;
            let has_begun = scratch.path(&folder).join("config.toml").exists();
            eprintln!("kill {n_kills}: {run}: after {n_seen} changes, {has_begun}");
            let n_threads = rng.random_range(1..=3);
            next = if has_begun {
                format!("resume {folder} --quiet --checkpoint 0 --threads {n_threads}")
            } else {
                format!("{first} --force")
            };
            if rng.random_bool(0.7) {
                break;
            }
        }
        n_resumed += usize::from(next.starts_with("resume"));
        scratch.evolve(&next).ok();
        check_equal(&scratch.path(whole), &scratch.path(&folder));
    }
    assert!(n_resumed > 0, "no run had begun when it was killed");
}

/// The arguments of a run into a folder, and that folder.
fn arguments(run: &str, folder: &str) -> (String, String) {
    let maps = if run.contains("--maps") { "" } else { "--maps 4" };
    let rest = format!("{maps} --validation-maps 6 --quiet --checkpoint 0 --out {folder}");
    (format!("{run} {rest}"), folder.to_owned())
}

#[test]
fn what_a_killed_program_was_writing_is_removed() {
    let scratch = Scratch::new();
    let run = "--problem binary --pop 4 --gens 2 --maps 2 --validation-maps 2 --quiet --out";
    scratch.evolve(&format!("{run} whole")).ok();
    scratch.evolve(&format!("{run} run")).ok();
    let spoil = || {
        for part in [".0.part", ".12.part", "scripts/.0.part", "figures/.0.part"] {
            scratch.write(&format!("run/{part}"), "half of a f");
        }
    };
    spoil();
    scratch.evolve("resume run --quiet").ok();
    check_equal(&scratch.path("whole"), &scratch.path("run"));
    spoil();
    scratch.evolve(&format!("{run} run --force")).ok();
    check_equal(&scratch.path("whole"), &scratch.path("run"));
}

#[test]
fn a_longer_study_is_the_same_as_one_that_was_longer_from_the_start() {
    let scratch = Scratch::new();
    let study = "--problem zelda --algorithm nsga2 --pop 8 --maps 3 --validation-maps 5 --quiet";
    scratch.evolve(&format!("{study} --gens 7 --out long")).ok();
    scratch.evolve(&format!("{study} --gens 3 --out short")).ok();
    scratch.evolve("resume short --quiet --gens 7").ok();
    check_equal(&scratch.path("long"), &scratch.path("short"));
    let message = "7 generations are over already; give --gens 7 or more";
    scratch.evolve("resume short --gens 3").fails(2, &[message]);
}

#[test]
fn islands_that_go_on_longer_say_so() {
    let scratch = Scratch::new();
    let run = "--problem binary --pop 8 --maps 3 --validation-maps 5 --quiet";
    scratch.evolve(&format!("{run} --gens 4 --out run")).ok();
    let ended = scratch.evolve("resume run --budget 3k").ok();
    assert!(ended.stderr.contains("going on after 4 generations and "), "{}", ended.stderr);
    let status: toml::Table = scratch.read("run/run.toml").parse().expect("it is TOML");
    let extended = status["extended"].as_array().expect("it was extended");
    assert_eq!(extended.len(), 1);
    assert_eq!(extended[0]["generation"], 4.into());
    assert_eq!(extended[0]["planned_generations"], 4.into());
    assert_eq!(status["planned_levels"], 3000.into());
}

#[test]
fn a_run_that_ctrl_c_stopped_goes_on() {
    let scratch = Scratch::new();
    let run = "--problem binary --algorithm nsga2 --pop 40 --gens 60 --maps 10 --validation-maps 5";
    scratch.evolve(&format!("{run} --quiet --out whole")).ok();
    let mut running = scratch.start("evolve", &format!("{run} --out run"), "");
    running.wait_for("1 of 60 generations: ");
    running.signal("INT");
    let ended = running.end();
    // A program that was done before the signal came has nothing to go on with.
    if ended.code == Some(130) {
        assert!(ended.stdout.contains("resume run"), "{}", ended.stdout);
    }
    scratch.evolve("resume run --quiet").ok();
    check_equal(&scratch.path("whole"), &scratch.path("run"));
}

#[test]
fn a_damaged_checkpoint_is_refused_and_the_one_before_is_offered() {
    let scratch = Scratch::new();
    let run = "--problem binary --algorithm nsga2 --pop 6 --maps 2 --validation-maps 3 --quiet";
    scratch.evolve(&format!("{run} --gens 5 --out whole")).ok();
    scratch.evolve(&format!("{run} --gens 3 --out run --checkpoint 0")).ok();
    let last = fs::read(scratch.path("run/checkpoint.bin")).expect("it is there");
    fs::write(scratch.path("run/checkpoint.previous.bin"), &last).expect("it can be written");
    fs::write(scratch.path("run/checkpoint.bin"), &last[..last.len() / 2]).expect("so can this");
    let reasons = ["run/checkpoint.bin", "is damaged", "`evolve resume --previous`"];
    scratch.evolve("resume run --gens 5").fails(1, &reasons);
    scratch.evolve("resume run --gens 5 --previous --quiet").ok();
    check_equal(&scratch.path("whole"), &scratch.path("run"));

    // A config that was changed since is another run.
    let config = scratch.read("run/config.toml").replace("maps = 2\n", "maps = 3\n");
    scratch.write("run/config.toml", config);
    scratch.evolve("resume run").fails(1, &["`maps` was 2 and is 3"]);
}

#[test]
fn a_damaged_status_is_written_again_and_a_damaged_config_is_no_other_config() {
    let scratch = Scratch::new();
    let run = "--problem zelda --start starters --pop 4 --gens 2 --maps 2 --validation-maps 2";
    scratch.evolve(&format!("{run} --quiet --out run")).ok();
    let status = scratch.read("run/run.toml");
    for damaged in ["", &status[..status.len() - 30], "\u{1}#"] {
        scratch.write("run/run.toml", damaged);
        for command in ["report", "analyze", "validate"] {
            let line = format!("{command} run");
            scratch.evolve(&line).fails(1, &["run/run.toml: ", "; `evolve resume`"]);
        }
        scratch.evolve("resume run --quiet").ok();
        assert_eq!(scratch.read("run/run.toml"), status);
    }
    let config = scratch.read("run/config.toml");
    for damaged in ["", "# All settings", "seed = 1\n"] {
        scratch.write("run/config.toml", damaged);
        for command in ["resume", "validate"] {
            let line = format!("{command} run");
            let reasons = ["run/config.toml: it names no `problem`", "is damaged", "put a copy"];
            let said = scratch.evolve(&line).fails(1, &reasons);
            assert!(!said.stderr.contains("--previous"), "{}", said.stderr);
        }
    }
    // One that was cut behind its problem.
    let end = config.find("\nmaps = ").expect("it has all settings");
    scratch.write("run/config.toml", &config[..end]);
    scratch.evolve("resume run").fails(1, &["run/config.toml: it differs", "undo that"]);
    // Without a checkpoint a damaged status does not let a search begin again.
    scratch.write("run/config.toml", config);
    scratch.write("run/run.toml", "");
    fs::remove_file(scratch.path("run/checkpoint.bin")).expect("it is there");
    scratch.evolve("resume run").fails(2, &["run: there is no checkpoint", "evolve --config"]);
}

#[test]
fn what_is_no_run_that_could_go_on_is_refused() {
    let scratch = Scratch::new().with("empty/file", "");
    scratch.evolve("resume empty").fails(1, &["empty: there is no config.toml"]);
    scratch.evolve("resume nowhere").fails(1, &["nowhere: there is no config.toml"]);
    let run = "--problem binary --pop 4 --gens 2 --maps 2 --validation-maps 2 --quiet --out run";
    scratch.evolve(run).ok();
    fs::remove_file(scratch.path("run/checkpoint.bin")).expect("it is there");
    scratch.evolve("resume run").fails(2, &["run: there is no checkpoint", "evolve --config"]);
    scratch.evolve("resume run --previous").fails(2, &["no checkpoint before the last one"]);
}

#[test]
fn a_run_from_scripts_goes_on_with_its_copies_of_them() {
    let script = workspace().join("configs/generators/gallery/zelda.json");
    let text = fs::read(script).expect("it is in the repository");
    let scratch = Scratch::new().with("mine.json", text);
    let run = "--problem zelda --from mine.json --pop 6 --maps 3 --validation-maps 5 --quiet";
    scratch.evolve(&format!("{run} --gens 4 --algorithm islands --out whole")).ok();
    scratch.evolve(&format!("{run} --gens 4 --algorithm islands --out run")).ok();
    fs::remove_file(scratch.path("mine.json")).expect("it was written");
    scratch.evolve("resume run --quiet").ok();
    check_equal(&scratch.path("whole"), &scratch.path("run"));
    scratch.evolve("resume run --gens 6 --quiet").ok();
    let other = scratch.read("run/from/000.json").replace("\"min\"", " \"min\"");
    scratch.write("run/from/000.json", other);
    scratch.evolve("resume run --gens 8").fails(1, &["run/config.toml", "`from` was "]);
}
