//! The folder of known answers, and tests that are ignored without it.

use std::path::PathBuf;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

/// The folder of known answers, whether it is there or not.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("MARAHEL_ORACLE").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/oracle")),
        PathBuf::from,
    )
}

/// Says on standard error that the known answers are missing, where they are.
pub(crate) fn announce() {
    if !folder().is_dir() {
        eprintln!(
            "known answers IGNORED: there is no folder {}; set MARAHEL_ORACLE to where they are",
            folder().display()
        );
    }
}

/// A test that reads the known answers: ignored, visibly, where they are missing.
pub(crate) fn trial(
    name: impl Into<String>,
    check: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    Trial::test(name, check).with_ignored_flag(!folder().is_dir())
}

/// The lines of a JSON-lines file of known answers.
///
/// # Panics
///
/// If the file is missing or a line is not JSON: the folder is there, so it
/// should be whole.
pub(crate) fn lines(file: &str) -> Vec<Value> {
    let parse = |(index, line)| {
        serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("{file}, line {}: {error}", index + 1))
    };
    text(file).lines().enumerate().map(parse).collect()
}

/// A JSON file of known answers.
///
/// # Panics
///
/// As [`lines`].
pub(crate) fn object(file: &str) -> Value {
    serde_json::from_str(&text(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn text(file: &str) -> String {
    let path = folder().join(file);
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("reading {}: {error}", path.display()))
}
