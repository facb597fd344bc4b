//! Programs in C that use the library, and the levels that they see.
#![cfg(unix)]

#[path = "../../program.rs"]
mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn levels_equal_those_of_the_program() {
    let levels = compiled("tests/levels.c");
    let program = program::program();
    for script in program::scripts() {
        let mut command = Command::new(&levels);
        let here = printed(command.arg(&script).arg(program::N_SEEDS.to_string()));
        assert!(here == program::levels(&program, &script), "{}", script.display());
    }
}

#[test]
fn the_example_prints_a_level() {
    let script = program::scripts().remove(0);
    let text = printed(Command::new(compiled("examples/print.c")).arg(&script).arg("7"));
    let mut program = Command::new(program::program());
    assert_eq!(text, printed(program.arg("generate").arg(&script).args(["--seed", "7"])));
}

#[test]
fn mistakes_are_errors_with_messages() {
    printed(&mut Command::new(compiled("tests/mistakes.c")));
}

/// A program in C, compiled with the library inside it.
fn compiled(source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(Path::new(source).file_stem().unwrap());
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-I"]).arg(folder).arg("-o").arg(&program);
    cc.arg(folder.join(source)).arg(library()).args(["-lpthread", "-ldl", "-lm"]);
    printed(&mut cc);
    program
}

/// The library, built as it was for this test.
fn library() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["build", "--lib", "--target-dir"]);
    printed(cargo.arg(&target));
    target.join("debug/libmarahel.a")
}

/// What a command prints that ends well.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("programs print text")
}
