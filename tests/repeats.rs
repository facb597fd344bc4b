//! One seed, one answer: equal configs give equal bytes.

use crate::folder::check_equal;
use crate::program::{Scratch, workspace};

const SMALL: &str = "--pop 12 --gens 5 --maps 4 --validation-maps 10 --seed 7 --quiet";

/// Runs a config on 1, 2 and 8 threads, and once more from the config file of its run folder.
#[track_caller]
fn check(arguments: &str) {
    let scratch = Scratch::new();
    let run = |options: &str, folder: &str| {
        scratch.evolve(&format!("{options} --out {folder}")).ok().stdout.replace(folder, "FOLDER")
    };
    let first = run(&format!("{arguments} {SMALL} --threads 1"), "first");
    for (n_threads, folder) in [(2, "second"), (8, "third")] {
        let printed = run(&format!("{arguments} {SMALL} --threads {n_threads}"), folder);
        assert_eq!(printed, first);
        check_equal(&scratch.path("first"), &scratch.path(folder));
    }
    assert_eq!(run("--config first/config.toml", "repeated"), first);
    check_equal(&scratch.path("first"), &scratch.path("repeated"));
}

#[test]
fn each_problem() {
    for problem in ["binary", "zelda", "sokoban"] {
        check(&format!("--problem {problem}"));
    }
}

#[test]
fn fresh_noise() {
    check("--problem zelda --algorithm nsga2 --set study.noise=fresh");
}

#[test]
fn random_search() {
    check("--problem sokoban --algorithm random");
}

#[test]
fn the_studies_as_written_and_as_released() {
    for (study, problem) in [("fdg20", "sokoban"), ("fdg20-released", "binary")] {
        let config = workspace().join(format!("configs/{study}/{problem}.toml"));
        check(&format!("--config {}", config.display()));
    }
}

#[test]
fn a_run_can_be_repeated_into_its_own_folder() {
    let scratch = Scratch::new();
    let arguments = format!("--problem zelda {SMALL}");
    scratch.evolve(&format!("{arguments} --out run")).ok();
    scratch.evolve(&format!("{arguments} --out kept")).ok();
    scratch.evolve("--config run/config.toml --out run --force").ok();
    check_equal(&scratch.path("run"), &scratch.path("kept"));
}

#[test]
fn another_seed_gives_another_run() {
    let scratch = Scratch::new();
    for seed in [1, 2] {
        let options = "--pop 4 --gens 1 --maps 2 --validation-maps 2";
        scratch.evolve(&format!("--problem zelda {options} --seed {seed} --out run{seed}")).ok();
    }
    assert_ne!(scratch.read("run1/population.csv"), scratch.read("run2/population.csv"));
}
