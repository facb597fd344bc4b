//! The levels of the program `marahel`, which those of each engine must equal.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seeds 0 to 99 of each script are compared.
pub const N_SEEDS: u64 = 100;

/// The scripts of the gallery, of the searches and of the study.
#[expect(clippy::disallowed_methods, reason = "these files are ours")]
pub fn scripts() -> Vec<PathBuf> {
    let mut scripts = Vec::new();
    for folder in ["gallery", "evolved", "fdg20"] {
        let folder = root().join("configs/generators").join(folder);
        let files = fs::read_dir(&folder).expect("the project has these scripts");
        let files = files.map(|file| file.expect("the folder can be read").path());
        scripts.extend(files.filter(|file| file.extension().is_some_and(|is| is == "json")));
    }
    assert!(scripts.len() >= 20, "only {} scripts are there", scripts.len());
    scripts
}

/// What `marahel generate` writes for a script: its levels as CSV, with an empty
/// line between two.
pub fn levels(program: &Path, script: &Path) -> String {
    let mut command = Command::new(program);
    command.arg("generate").arg(script).args(["--format", "csv", "--count", &N_SEEDS.to_string()]);
    let output = command.output().expect("the program is there");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("CSV is text")
}

/// The program: the one in the folder `MARAHEL_BIN`, or one that is built here.
pub fn program() -> PathBuf {
    if let Some(folder) = env::var_os("MARAHEL_BIN") {
        return root().join(folder).join("marahel");
    }
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    let mut build = Command::new(env!("CARGO"));
    build.current_dir(root()).args(["build", "-p", "marahel-evolve", "--bin", "marahel"]);
    assert!(build.status().expect("Cargo is there").success(), "{build:?}");
    root().join(target).join("debug/marahel")
}

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
