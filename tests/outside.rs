//! The crate `marahel` as a game uses it: from outside of the workspace, with
//! no other dependency.

use std::fs;
use std::process::Command;

use crate::program::{Scratch, workspace};

/// The first snippet of Rust under the heading "In a game" of a document, as a program.
fn program(document: &str) -> String {
    let text = fs::read_to_string(workspace().join(document)).expect("the document is there");
    let (_, section) = text.split_once("## In a game").expect("there is a section for games");
    let (_, rest) = section.split_once("```rust\n").expect("it has a snippet");
    let (snippet, _) = rest.split_once("```").expect("the snippet ends");
    let lines = snippet.lines().filter(|line| !line.starts_with("# "));
    let body: Vec<&str> = lines.collect();
    format!(
        "fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{}\nOk(())\n}}\n",
        body.join("\n")
    )
}

#[test]
fn the_snippets_for_games_compile_with_marahel_alone() {
    let marahel = workspace().join("crates/language/marahel");
    let manifest = format!(
        "[package]\nname = \"game\"\nedition = \"2024\"\n\n[dependencies]\nmarahel = {{ path = {:?} }}\n\n[workspace]\n",
        marahel.display().to_string()
    );
    let lock = fs::read_to_string(workspace().join("Cargo.lock")).expect("there is a lock file");
    let scratch = Scratch::new()
        .with("Cargo.toml", manifest)
        .with("Cargo.lock", lock)
        .with("src/bin/ship_it.rs", program("docs/ship-it.md"))
        .with("src/bin/language.rs", program("crates/language/marahel/README.md"));
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["check", "--offline", "--quiet"])
        .current_dir(scratch.path(""))
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("cargo runs the tests, so it is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
