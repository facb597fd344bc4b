//! One seed, one answer: equal configs give equal bytes.

use crate::folder::check_equal;
use crate::program::{Scratch, workspace};

/// A grammar with fewer words than the built-in one, and a comment.
const GRAMMAR: &str = r##"{
    // Diggers and painters.
    "symbols": {
        "origin": ["type: #type#; repeats: #repeats#; rule: #rule#"],
        "type": ["horz", "vert", "digger", "wide"],
        "repeats": ["1", "2"],
        "rule": ["self(#entity#) -> self(#entity#)", "#near#(#entity#)>=2 -> #near#(#entity#)"],
        "near": ["plus", "cross"]
    },
    "neighborhoods": {"cross": "101,020,101"}
}"##;

const SMALL: &str = "--pop 12 --gens 5 --maps 4 --validation-maps 10 --seed 7 --quiet";

/// Runs a config on 1, 2, 8 and again 1 threads; once more from the config
/// file of its run folder.
#[track_caller]
fn check(arguments: &str) {
    let scratch = Scratch::new().with("words/small.json", GRAMMAR);
    let run = |options: &str, folder: &str| {
        scratch.evolve(&format!("{options} --out {folder}")).ok().stdout.replace(folder, "FOLDER")
    };
    let first = run(&format!("{arguments} {SMALL} --threads 1"), "first");
    for (n_threads, folder) in [(2, "second"), (8, "third"), (1, "fourth")] {
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
    check("--problem zelda --algorithm nsga2 --set noise=fresh");
}

#[test]
fn rotating_noise() {
    check("--problem binary --algorithm nsga2 --set rotate=3");
}

#[test]
fn the_seed_gene_at_work() {
    check("--problem zelda --set seed-gene=explorers");
}

#[test]
fn random_search() {
    check("--problem sokoban --algorithm random");
}

#[test]
fn a_grammar_of_the_user() {
    check("--problem zelda --set grammar=words/small.json");
}

#[test]
fn the_studies_as_written_and_as_released() {
    for (study, problem) in [("fdg20", "sokoban"), ("fdg20-released", "binary")] {
        let config = workspace().join(format!("configs/{study}/{problem}.toml"));
        check(&format!("--config {}", config.display()));
    }
}

#[test]
fn a_grammar_is_found_beside_the_config_that_names_it_and_kept_with_the_run() {
    let scratch = Scratch::new().with("study/small.json", GRAMMAR).with(
        "study/zelda.toml",
        "problem = \"zelda\"\ngrammar = \"small.json\"\n[search]\npopulation = 6\n",
    );
    let options = "--gens 2 --maps 2 --validation-maps 2";
    scratch.evolve(&format!("--config study/zelda.toml {options} --out run")).ok();
    assert_eq!(scratch.read("run/grammar.json"), GRAMMAR);
    assert!(scratch.read("run/config.toml").contains("grammar = \"grammar.json\"\n"));
    // The run stays repeatable when the study is gone.
    std::fs::remove_dir_all(scratch.path("study")).expect("it is there");
    scratch.evolve("--config run/config.toml --out again").ok();
    check_equal(&scratch.path("run"), &scratch.path("again"));
}

#[test]
fn a_run_can_be_repeated_into_its_own_folder() {
    let scratch = Scratch::new().with("small.json", GRAMMAR);
    let arguments = format!("--problem zelda --set grammar=small.json {SMALL}");
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
