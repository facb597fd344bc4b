//! Time to rank individuals: fronts, crowding distances, hypervolume.

use divan::Bencher;
use marahel_search::{Objectives, Survival, crowding_distance, hypervolume, non_dominated_sort};
use marahel_workloads::{Cloud, objectives};

/// Individuals and objectives: the study ranks 1000 of 2 to 5.
const SORTED: [(usize, usize); 4] = [(1_000, 2), (1_000, 4), (1_000, 5), (10_000, 2)];

fn main() {
    divan::Divan::default()
        .max_time(std::time::Duration::from_millis(300))
        .config_with_args()
        .main();
}

#[divan::bench(args = SORTED)]
fn sort_uniform(bencher: Bencher, (n, n_objectives): (usize, usize)) {
    let table = table(Cloud::Uniform, n, n_objectives);
    bencher.bench(|| non_dominated_sort(&table));
}

#[divan::bench(args = SORTED)]
fn sort_one_front(bencher: Bencher, (n, n_objectives): (usize, usize)) {
    let table = table(Cloud::OneFront, n, n_objectives);
    bencher.bench(|| non_dominated_sort(&table));
}

#[divan::bench(args = SORTED)]
fn sort_rounded(bencher: Bencher, (n, n_objectives): (usize, usize)) {
    let table = table(Cloud::Rounded, n, n_objectives);
    bencher.bench(|| non_dominated_sort(&table));
}

#[divan::bench(args = [(1_000, 2), (1_000, 5), (10_000, 5)])]
fn crowding(bencher: Bencher, (n, n_objectives): (usize, usize)) {
    let front = table(Cloud::OneFront, n, n_objectives);
    bencher.bench(|| crowding_distance(&front));
}

#[divan::bench(args = [(300, 5), (1_000, 5)])]
fn survive_one_front(bencher: Bencher, (n, n_objectives): (usize, usize)) {
    let table = table(Cloud::OneFront, n, n_objectives);
    bencher.bench(|| Survival::CROWDING.survivors(&table, n / 2));
}

#[divan::bench(args = [(500, 2), (500, 3), (500, 4), (500, 5)])]
fn volume(bencher: Bencher, (n, n_objectives): (usize, usize)) {
    let front = table(Cloud::OneFront, n, n_objectives);
    bencher.bench(|| hypervolume(&front));
}

fn table(cloud: Cloud, n: usize, n_objectives: usize) -> Objectives {
    Objectives::new(n_objectives, objectives(cloud, n, n_objectives, 1))
        .expect("the workloads are finite")
}
