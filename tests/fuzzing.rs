//! What fuzzers have read before is read again: seeds, and whatever was once
//! found to go wrong.

use std::fs;

use crate::program::workspace;

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

#[test]
fn problems() {
    replay("problems", bodies::problems);
}
