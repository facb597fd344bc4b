//! Instructions per walk, counted by valgrind.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::paths::{self, Path};

/// The argument by which a process is told to be counted.
pub(crate) const CHILD: &str = "counted";

/// The size of levels, that of the binary problem of Khalifa 2020.
const SIDE: u32 = 14;

/// Prints the instructions of each path, beside those of an older table.
pub(crate) fn table(filter: &str, against: Option<&str>) -> Result<(), String> {
    let old = against.map(read_table).transpose()?;
    match &old {
        None => println!("| path | instructions |\n|---|---:|"),
        Some(_) => println!("| path | instructions | before | ratio |\n|---|---:|---:|---:|"),
    }
    for path in paths::all().iter().filter(|path| path.name.contains(filter)) {
        let now = count(path)?;
        let before = old.as_ref().and_then(|old| old.get(&path.name));
        match before {
            None => println!("| {} | {now} |", path.name),
            Some(&before) => {
                let ratio = now as f64 / before as f64;
                println!("| {} | {now} | {before} | {ratio:.3} |", path.name);
            }
        }
    }
    Ok(())
}

/// Walks a path under valgrind and returns the instructions of one walk.
fn count(path: &Path) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*hot_paths*instructions*counted_walks*")
        .arg(program)
        .args([CHILD, &path.name])
        .output()
        .map_err(|error| format!("running valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    // ==123== Collected : 4567
    let collected = report
        .lines()
        .find_map(|line| line.split_once("Collected :")?.1.trim().parse::<u64>().ok())
        .filter(|_| output.status.success());
    match collected {
        Some(total) => Ok(total / u64::from(path.n_walks)),
        None => Err(format!("valgrind counted nothing for `{}`:\n{report}", path.name)),
    }
}

/// Walks a path, once to make its memory grow, and then as often as is counted.
pub(crate) fn child(name: &str) -> Result<(), String> {
    let path = paths::find(name)?;
    let mut walk = (path.prepare)(SIDE);
    walk()?;
    counted_walks(&mut *walk, path.n_walks)
}

/// What valgrind looks at, found by its name.
#[inline(never)]
fn counted_walks(walk: &mut dyn FnMut() -> Result<(), String>, n_walks: u32) -> Result<(), String> {
    (0..n_walks).try_for_each(|_| walk())
}

/// The instructions of each path in a table that was printed before.
fn read_table(file: &str) -> Result<BTreeMap<String, u64>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("reading {file}: {error}"))?;
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        Some((cells.next()?.to_owned(), cells.next()?.parse().ok()?))
    };
    Ok(text.lines().filter_map(row).collect())
}
