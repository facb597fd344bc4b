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
    let names_of = |n_parts: usize| -> Vec<String> {
        paths.iter().map(|path| end_of(path, n_parts)).collect()
    };
    let n_distinct = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len();
    let whole = names_of(n_parts_max);
    let mut shorter = (1..n_parts_max).map(names_of);
    let short = shorter.find(|names| n_distinct(names) == n_distinct(&whole));
    numbered(short.unwrap_or(whole))
}

/// Names for use in file names, distinct even if case is ignored.
pub(super) fn of_files<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let is_plain = |character: char| character.is_alphanumeric() || character == '_';
    let part = |name: &str| -> String {
        name.chars().map(|character| if is_plain(character) { character } else { '_' }).collect()
    };
    numbered(names.into_iter().map(part).collect())
}

/// The names, with the next free number from 2 on appended to repeated ones.
fn numbered(names: Vec<String>) -> Vec<String> {
    let all: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut taken = BTreeSet::new();
    let mut distinct = |name: String| {
        if taken.insert(name.to_lowercase()) {
            return name;
        }
        let mut others = (2..).map(|number: u32| format!("{name}_{number}"));
        let is_free = |other: &String| {
            let other = other.to_lowercase();
            !all.contains(&other) && taken.insert(other)
        };
        others.find(is_free).expect("there are more numbers than names")
    };
    names.into_iter().map(&mut distinct).collect()
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
