//! Time to measure one level: regions, longest shortest path, distances.

use divan::Bencher;
use divan::counter::ItemsCount;
use marahel_level::TileSet;
use marahel_problem::paths::Floor;
use marahel_workloads::{Terrain, ends, terrain};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The tile that can be walked on.
const EMPTY: TileSet = TileSet::only(0);
/// The size of the binary problem of Khalifa 2020, which is measured in bits,
/// and a larger one, which is not.
const SIDES: [usize; 2] = [14, 64];

fn main() {
    divan::Divan::default()
        .max_time(std::time::Duration::from_millis(200))
        .config_with_args()
        .main();
}

#[divan::bench(consts = SIDES, args = names())]
fn regions<const SIDE: usize>(bencher: Bencher, name: &str) {
    measure::<SIDE, _>(bencher, name, |floor, _| floor.regions());
}

#[divan::bench(consts = SIDES, args = names())]
fn survey<const SIDE: usize>(bencher: Bencher, name: &str) {
    measure::<SIDE, _>(bencher, name, |floor, _| floor.survey().diameter);
}

#[divan::bench(consts = SIDES, args = names())]
fn two_sweep<const SIDE: usize>(bencher: Bencher, name: &str) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    measure::<SIDE, _>(bencher, name, |floor, _| floor.two_sweep(&mut rng));
}

#[divan::bench(consts = SIDES, args = names())]
fn distance<const SIDE: usize>(bencher: Bencher, name: &str) {
    measure::<SIDE, _>(bencher, name, |floor, [from, to]| floor.distance(from, to));
}

/// Loads and measures one level after another of a kind of terrain; a measure
/// is given two ends to walk between.
fn measure<const SIDE: usize, T>(
    bencher: Bencher,
    name: &str,
    mut measure: impl FnMut(&mut Floor, [(usize, usize); 2]) -> T,
) {
    let kind = Terrain::ALL.into_iter().find(|kind| kind.name() == name).expect("it is listed");
    let level = |seed| terrain(kind, SIDE, seed);
    let levels: Vec<_> = (0..16).map(level).map(|level| (ends(&level), level)).collect();
    let mut levels = levels.iter().cycle();
    let mut floor = Floor::new();
    bencher.counter(ItemsCount::new(SIDE * SIDE)).bench_local(|| {
        let (ends, level) = levels.next().expect("a cycle has no end");
        floor.load(level.view(), EMPTY);
        measure(&mut floor, *ends)
    });
}

fn names() -> [&'static str; 5] {
    Terrain::ALL.map(Terrain::name)
}
