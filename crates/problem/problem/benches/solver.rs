//! Time to solve fifty levels of a kind.

use divan::Bencher;
use divan::counter::ItemsCount;
use marahel_problem::paths::sokoban::Solver;
use marahel_workloads::{Yard, yards};

const N_LEVELS: usize = 50;

fn main() {
    divan::Divan::default()
        .max_time(std::time::Duration::from_millis(500))
        .config_with_args()
        .main();
}

#[divan::bench(args = names())]
fn optimal(bencher: Bencher, name: &str) {
    solve(bencher, name, Solver::optimal(1_000_000));
}

/// With the limit of the released code.
#[divan::bench(args = names())]
fn released(bencher: Bencher, name: &str) {
    solve(bencher, name, Solver::released(10_000));
}

fn solve(bencher: Bencher, name: &str, mut solver: Solver) {
    let kind = Yard::ALL.into_iter().find(|kind| kind.name == name).expect("the kind is listed");
    let levels = yards(kind, N_LEVELS, 1);
    bencher.counter(ItemsCount::new(N_LEVELS)).bench_local(move || {
        let moves = |level: &marahel_level::Level| solver.solve(level.view()).moves();
        levels.iter().filter_map(moves).sum::<u32>()
    });
}

fn names() -> [&'static str; 6] {
    Yard::ALL.map(|kind| kind.name)
}
