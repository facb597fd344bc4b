//! The folder of known answers.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

/// The folder of known answers: the one that is named, the whole one where it lies
/// beside the workspace, or the sample of it that everybody has.
pub(crate) fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("MARAHEL_ORACLE") {
        return PathBuf::from(folder);
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let whole = here.join("../shared/oracle");
    if whole.is_dir() { whole } else { here.join("tests/known_answers/sample") }
}

/// A test that reads the known answers.
pub(crate) fn trial(
    name: impl Into<String>,
    check: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    Trial::test(name, check)
}

/// The lines of a JSON-lines file of known answers.
///
/// # Panics
///
/// If the file is missing or a line is not JSON.
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
