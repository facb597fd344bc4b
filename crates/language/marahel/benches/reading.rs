//! Time to read a script and to compile it.

use marahel::{Program, Script};

/// A script as a genome writes it, and one that has every construct.
const TEXTS: [&str; 2] = ["published", "every construct"];

fn main() {
    divan::Divan::default()
        .max_time(std::time::Duration::from_millis(300))
        .config_with_args()
        .main();
}

#[divan::bench(args = TEXTS)]
fn parse(bencher: divan::Bencher, name: &str) {
    let text = text(name);
    bencher.bench(|| Script::parse(&text).expect("the workloads are scripts"));
}

#[divan::bench(args = TEXTS)]
fn compile(bencher: divan::Bencher, name: &str) {
    let script = Script::parse(&text(name)).expect("the workloads are scripts");
    bencher.bench(|| Program::new(&script));
}

fn text(name: &str) -> String {
    match name {
        "published" => include_str!("../../../../configs/generators/fdg20/sokoban.json").to_owned(),
        _ => marahel_workloads::every_construct(),
    }
}
