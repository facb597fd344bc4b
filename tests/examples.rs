//! The examples of the help texts work as they stand.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Scratch, workspace};
use crate::runs::TINY;

/// Examples that run too long for a test, or in a test of their own.
const LONG: [&str; 17] = [
    "--budget 300k",
    "--budget 800k",
    "--from configs/generators/gallery/zelda.json --lock",
    "--gens 2000",
    "configs/fdg20/binary.toml ",
    "search.polish=0",
    "--maps 10000",
    "improve configs/generators/gallery/",
    "minimise configs/generators/evolved/",
    "plot results/runs/zelda-seed1\n",
    "experiment configs/experiments/first.toml",
    "reproduce aiide17",
    "reproduce fdg20 --out",
    "reproduce fdg20 --quick",
    "reproduce fdg20 --seeds",
    "reproduce fdg20 --report",
    "evolve studio",
];

/// Runs the examples of a help text one after the other in one folder.
#[track_caller]
fn check(program: &str, subcommand: &str, n_examples: usize) {
    let scratch = Scratch::new();
    for folder in ["configs", "crates"] {
        std::os::unix::fs::symlink(workspace().join(folder), scratch.path(folder))
            .expect("a new link");
    }
    let help = scratch.shell(&format!("{program} {subcommand} --help")).ok().stdout;
    let (_, examples) = help.split_once("\nExample").expect("there are examples");
    let examples: Vec<&str> =
        examples.lines().filter(|line| line.starts_with("  ")).map(str::trim).collect();
    assert_eq!(examples.len(), n_examples, "{examples:?}");
    // Subcommands that look at runs need some.
    for seed in (1..=2).filter(|seed| help.contains(&format!("results/runs/zelda-seed{seed}"))) {
        let out = format!("results/runs/zelda-seed{seed}");
        scratch.evolve(&format!("--problem zelda {TINY} --seed {seed} --out {out}")).ok();
    }
    for example in examples {
        if LONG.iter().all(|long| !format!("{example}\n").contains(long)) {
            scratch.shell(example).ok();
        }
    }
}

#[test]
fn of_evolve() {
    check("evolve", "", 8);
    check("evolve", "decode", 1);
    check("evolve", "score", 4);
    check("evolve", "judge", 4);
    check("evolve", "problem", 5);
    check("evolve", "studio", 2);
    check("evolve", "evaluate", 3);
    check("evolve", "improve", 3);
    check("evolve", "minimise", 3);
    check("evolve", "ancestry", 2);
    check("evolve", "validate", 2);
    check("evolve", "analyze", 3);
    check("evolve", "plot", 2);
    check("evolve", "report", 1);
    check("evolve", "experiment", 3);
    check("evolve", "reproduce aiide17", 2);
    check("evolve", "reproduce fdg20", 4);
}

#[test]
fn of_marahel() {
    check("marahel", "", 6);
    check("marahel", "new", 4);
    check("marahel", "generate", 17);
    check("marahel", "certify", 3);
    check("marahel", "check", 3);
    check("marahel", "trace", 3);
    check("marahel", "export", 9);
    check("marahel", "range", 3);
    check("marahel", "convert", 2);
}

#[test]
fn completions_and_manuals() {
    let scratch = Scratch::new();
    for program in ["evolve", "marahel"] {
        for shell in ["bash", "zsh", "fish"] {
            let script = scratch.shell(&format!("{program} completions {shell}")).ok().stdout;
            assert!(script.contains(program) && script.contains("completions"));
        }
        assert!(scratch.shell(&format!("{program} man")).ok().stdout.contains(".SH NAME"));
        scratch.shell(&format!("{program} --version")).ok();
    }
}

/// `doctest = false` in a crate without examples saves `cargo test` from reading all its docs.
#[test]
fn crates_whose_docs_are_not_tried_have_no_examples() {
    let crates = workspace().join("crates");
    let mut n_untried = 0;
    for name in names(&crates) {
        let manifest = crates.join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("each crate has one");
        if !manifest.contains("doctest = false") || name == "python" {
            continue;
        }
        n_untried += 1;
        for file in sources(&crates.join(&name).join("src")) {
            let text = fs::read_to_string(&file).expect("it was found");
            let docs = text.lines().map(str::trim_start);
            let docs =
                docs.filter_map(|line| line.strip_prefix("///").or(line.strip_prefix("//!")));
            let fences = docs.filter_map(|doc| doc.trim_start().strip_prefix("```"));
            for language in fences.step_by(2) {
                let is_no_code = matches!(language, "text" | "toml");
                assert!(is_no_code, "{} has an example; leave out `doctest`", file.display());
            }
        }
    }
    assert!(n_untried > 5, "{n_untried}");
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("there is such a folder");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
    names.sort();
    names
}

/// All files of Rust in a folder and those below.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for name in names(folder) {
        let path = folder.join(name);
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// A heading of options stands above those that it names, and no others.
#[test]
fn a_heading_of_maps_holds_for_four_options() {
    let scratch = Scratch::new();
    for command in
        ["marahel generate", "marahel export", "marahel trace", "evolve score", "evolve like"]
    {
        let help = scratch.shell(&format!("{command} --help")).ok().stdout;
        let (_, maps) =
            help.split_once("\nMaps of Tiled, projects of LDtk:\n").expect("it has maps");
        let options = maps.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
        let options = options.filter_map(|line| line.trim_start().strip_prefix("--"));
        let options = options.filter_map(|line| line.split([' ', '=']).next());
        assert_eq!(
            options.collect::<Vec<_>>(),
            ["legend", "empty", "layer", "folder"],
            "{command}"
        );
    }
}
