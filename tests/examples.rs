//! The examples of the help texts work as they stand.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Scratch, workspace};
use crate::runs::TINY;

/// Examples that run too long for a test, or in a test of their own.
const LONG: [&str; 17] = [
    "--count 6 --seed 2 --out six",
    "--budget 300k",
    "--budget 800k",
    "--from zelda.json --lock",
    "--gens 2000",
    "search.polish=0",
    "--maps 10000",
    "improve zelda.json",
    "improve results/drafts",
    "minimise sokoban.json",
    "minimise binary.json",
    "reproduce aiide17",
    "reproduce fdg20 --out",
    "reproduce fdg20 --quick",
    "reproduce fdg20 --seeds",
    "reproduce fdg20 --report",
    "evolve studio",
];

/// Files that users bring: where they stand, and the name that examples give them. Some files need
/// those beside them.
const OWN: [(&str, &str, &[&str]); 7] = [
    ("configs/drawn/crypt", "drawn", &[]),
    ("configs/drawn/crypt/crypt-1.tmx", "map.tmx", &["crypt.tsx"]),
    ("crates/writers/drawings/tests/games/climb.txt", "levels.txt", &[]),
    ("crates/writers/drawings/tests/games/climb.json", "legend.json", &[]),
    ("configs/tilesets/island.tsx", "island.tsx", &["island.png"]),
    ("configs/generators/pins/hall.txt", "hall.txt", &[]),
    (
        "configs/generators/world/world.json",
        "world.json",
        &["area.json", "forest.json", "hills.json", "lake.json", "town.json"],
    ),
];

/// Runs the examples of a help text one after the other in a folder with nothing but the files that
/// users bring.
#[track_caller]
fn check(program: &str, subcommand: &str, n_examples: usize) {
    let scratch = Scratch::new();
    let help = scratch.shell(&format!("{program} {subcommand} --help")).ok().stdout;
    for (file, name, others) in OWN.iter().filter(|(_, name, _)| help.contains(name)) {
        let file = workspace().join(file);
        let links = others.iter().map(|other| (file.with_file_name(other), *other));
        for (file, name) in links.chain([(file.clone(), *name)]) {
            // A file that a link leads to from outside is not read with another.
            if file.is_dir() {
                std::os::unix::fs::symlink(file, scratch.path(name)).expect("a new link");
            } else {
                std::fs::copy(file, scratch.path(name)).expect("it can be copied");
            }
        }
    }
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
    check("evolve", "like", 3);
    check("evolve", "problem", 5);
    check("evolve", "draft", 5);
    check("evolve", "studio", 3);
    check("evolve", "evaluate", 4);
    check("evolve", "improve", 4);
    check("evolve", "minimise", 6);
    check("evolve", "validate", 2);
    check("evolve", "analyze", 3);
    check("evolve", "report", 1);
    check("evolve", "reproduce aiide17", 2);
    check("evolve", "reproduce fdg20", 4);
}

#[test]
fn of_marahel() {
    check("marahel", "", 6);
    check("marahel", "new", 4);
    check("marahel", "skill", 2);
    check("marahel", "generate", 23);
    check("marahel", "certify", 4);
    check("marahel", "check", 5);
    check("marahel", "trace", 4);
    check("marahel", "export", 10);
    check("marahel", "range", 5);
    check("marahel", "repair", 5);
    check("marahel", "remix", 5);
    check("marahel", "convert", 3);
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
    let rooms = names(&crates).into_iter().map(|room| crates.join(room));
    let folders = rooms.filter(|room| room.is_dir()).flat_map(|room| {
        names(&room).into_iter().map(move |name| room.join(name)).filter(|folder| folder.is_dir())
    });
    for folder in folders {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("each crate has one");
        if !manifest.contains("doctest = false") {
            continue;
        }
        n_untried += 1;
        for file in sources(&folder.join("src")) {
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
fn a_heading_of_maps_holds_for_their_options() {
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
            ["legend", "empty", "layer", "no-objects", "names-from", "folder"],
            "{command}"
        );
    }
}
