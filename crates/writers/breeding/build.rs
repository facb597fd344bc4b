//! Embeds the scripts of some folders in programs.

#![expect(clippy::disallowed_methods, reason = "these files are ours")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders of `examples`, in the order for people. Worlds and pins are left out: they do not
/// contain independent scripts.
const EXAMPLES: [&str; 5] = ["gallery", "dials", "evolved", "fdg20", "aiide17"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let generators = entries(&here.join("starters/generators"), "")?;
    fs::write(out.join("generators.rs"), format!("&[\n{generators}]"))?;
    let plans = entries(&here.join("starters/plans"), "")?;
    fs::write(out.join("plans.rs"), format!("&[\n{plans}]"))?;
    let mut examples = String::new();
    for folder in EXAMPLES {
        examples += &entries(&here.join("starters/examples").join(folder), &format!("{folder}/"))?;
    }
    fs::write(out.join("examples.rs"), format!("&[\n{examples}]"))
}

/// A line of Rust for each script of a folder, by name.
fn entries(folder: &Path, prefix: &str) -> io::Result<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut scripts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = fs::canonicalize(entry?.path())?;
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            scripts.push((name, path));
        }
    }
    scripts.sort();
    let mut lines = String::new();
    for (name, path) in scripts {
        let name = format!("{prefix}{name}");
        writeln!(lines, "    ({name:?}, include_str!({:?})),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    Ok(lines)
}
