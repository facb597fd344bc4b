//! Time to generate one level: each explorer, estimator and region divider.

use divan::Bencher;
use divan::counter::ItemsCount;
use marahel::{Generator, Workspace};
use marahel_workloads::{Case, Family, cases, script};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The size of the binary problem of Khalifa 2020, and a size for games.
const SIDES: [u32; 2] = [14, 64];

fn main() {
    divan::Divan::default()
        .max_time(std::time::Duration::from_millis(300))
        .config_with_args()
        .main();
}

#[divan::bench(consts = SIDES, args = names(Family::Explorer))]
fn explorer<const SIDE: u32>(bencher: Bencher, name: &str) {
    generate(bencher, Family::Explorer, name, SIDE);
}

#[divan::bench(consts = SIDES, args = names(Family::Estimator))]
fn estimator<const SIDE: u32>(bencher: Bencher, name: &str) {
    generate(bencher, Family::Estimator, name, SIDE);
}

#[divan::bench(args = names(Family::Divider))]
fn divider(bencher: Bencher, name: &str) {
    generate(bencher, Family::Divider, name, 64);
}

/// Measures level after level of one stream, in the same memory.
fn generate(bencher: Bencher, family: Family, name: &str, side: u32) {
    let case = cases(family).find(|case| case.name == name).expect("the case is listed");
    let generator = Generator::parse(&script(case, side)).expect("the workloads are scripts");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut workspace = Workspace::new();
    bencher.counter(ItemsCount::new(side * side)).bench_local(move || {
        let result = generator.program().run(&mut rng, &mut workspace, &mut |_, _, _| {});
        result.expect("the workloads stay within their budget");
        workspace.level().get(0, 0)
    });
}

fn names(family: Family) -> Vec<&'static str> {
    cases(family).map(|Case { name, .. }| name).collect()
}
