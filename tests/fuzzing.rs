//! What fuzzers have read before is read again: seeds, and whatever was once
//! found to go wrong.

use std::path::Path;
use std::{env, fs};

use crate::program::{Scratch, workspace};

/// Bytes of a checkpoint before its content.
const N_HEADER: usize = 44;

/// The bodies of the targets of cargo-fuzz.
#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "they are public where cargo-fuzz builds them")]
mod bodies;

/// Hands each file of a corpus to its target, which panics if anything is wrong.
#[track_caller]
fn replay(corpus: &str, body: fn(&[u8])) {
    let folder = workspace().join("fuzz/corpus").join(corpus);
    let entries = fs::read_dir(&folder).expect("each target has a corpus");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it is listed").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        body(&fs::read(&file).expect("it is a file"));
    }
}

#[test]
fn scripts() {
    replay("scripts", bodies::scripts);
}

#[test]
fn runs() {
    replay("runs", bodies::runs);
}

#[test]
fn genomes() {
    replay("genomes", bodies::genomes);
}

#[test]
fn levels() {
    replay("levels", bodies::levels);
}

#[test]
fn pins() {
    replay("pins", bodies::pins);
}

#[test]
fn questions() {
    replay("questions", bodies::questions);
}

#[test]
fn worlds() {
    replay("worlds", bodies::worlds);
}

#[test]
fn configs() {
    replay("configs", bodies::configs);
}

#[test]
fn tables() {
    replay("tables", bodies::tables);
}

#[test]
fn checkpoints() {
    replay("checkpoints", bodies::checkpoints);
}

/// Seeds of another layout would all be refused at once, and fuzzers learn nothing from them.
/// `UPDATE_GOLDEN=1 cargo test -p marahel-evolve --test integration seeds` writes them anew.
#[test]
fn seeds_of_checkpoints_are_of_today() {
    let corpus = workspace().join("fuzz/corpus/checkpoints");
    for (number, name) in (0..).zip(["islands", "free", "nsga2"]) {
        for n_generations in [1, 3, 4] {
            let scratch = Scratch::new();
            let config = workspace().join(format!("fuzz/run/{name}.toml"));
            let command = format!("--gens {n_generations} --out run --quiet --config");
            scratch.evolve(&format!("{command} {}", config.display())).ok();
            let checkpoint = fs::read(scratch.path("run/checkpoint.bin")).expect("it was saved");
            check_seed(
                &corpus,
                &format!("{name}-{n_generations}"),
                number,
                &checkpoint[N_HEADER..],
            );
            if n_generations == 4 {
                check_seed(&corpus, &format!("{name}-file"), number | 0x80, &checkpoint);
            }
        }
    }
}

#[track_caller]
fn check_seed(corpus: &Path, name: &str, first: u8, rest: &[u8]) {
    let (path, seed) = (corpus.join(name), [&[first], rest].concat());
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &seed).expect("it can be written");
    }
    assert!(fs::read(&path).expect("it is there") == seed, "{name} is of another layout");
}

#[test]
fn certificates() {
    replay("certificates", bodies::certificates);
}

#[test]
fn problems() {
    replay("problems", bodies::problems);
}

#[test]
fn legends() {
    replay("legends", bodies::legends);
}
