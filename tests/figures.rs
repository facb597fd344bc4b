//! The figures that end a run; what they show is tested in `report`.

use crate::folder::files;
use crate::program::Scratch;
use crate::runs::TINY;

#[test]
fn a_run_draws_figures() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem zelda {TINY} --out run")).ok();
    let files = files(&scratch.path("run"));
    assert!(files.keys().any(|name| name.starts_with("figures/")), "{:?}", files.keys());
}
