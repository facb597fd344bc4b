//! Names of scripts in tables, figures and file names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::terminal::input;

#[cfg(test)]
mod tests;

/// Names of scripts: the file names without extensions, preceded by as many folders as needed to
/// distinguish them. Equal names are numbered.
pub(super) fn of_scripts(paths: &[PathBuf]) -> Vec<String> {
    let n_parts_max = paths.iter().map(|path| path.components().count()).max().unwrap_or(1);
    let whole = ends_of(paths, n_parts_max);
    let mut shorter = (1..n_parts_max).map(|n_parts| ends_of(paths, n_parts));
    let short = shorter.find(|names| n_distinct(names) == n_distinct(&whole));
    numbered(short.unwrap_or(whole))
}

fn ends_of(paths: &[PathBuf], n_parts: usize) -> Vec<String> {
    paths.iter().map(|path| end_of(path, n_parts)).collect()
}

fn n_distinct(names: &[String]) -> usize {
    names.iter().collect::<BTreeSet<_>>().len()
}

/// Names for use in file names, distinct even if case is ignored.
pub(super) fn of_files<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let names = names.into_iter().map(|name| {
        name.replace(|character: char| !character.is_alphanumeric() && character != '_', "_")
    });
    numbered(names.collect())
}

/// The names, with the next free number from 2 on appended to repeated ones.
fn numbered(mut names: Vec<String>) -> Vec<String> {
    let all: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut used = BTreeSet::new();
    for name in &mut names {
        if used.insert(name.to_lowercase()) {
            continue;
        }
        let mut candidates = (2..).map(|number: u32| format!("{name}_{number}"));
        let free = candidates.find(|candidate| {
            let candidate = candidate.to_lowercase();
            !all.contains(&candidate) && used.insert(candidate)
        });
        *name = free.expect("there are more numbers than names");
    }
    names
}

/// The last parts of a path, without the extension.
fn end_of(path: &Path, n_parts: usize) -> String {
    if path.as_os_str() == "-" {
        return input::name(path);
    }
    let path = path.with_extension("");
    let n_skipped = path.components().count().saturating_sub(n_parts);
    path.components().skip(n_skipped).collect::<PathBuf>().display().to_string()
}
