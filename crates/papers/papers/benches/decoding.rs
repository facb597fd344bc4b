//! Time to decode a genome.

use divan::Bencher;
use marahel_papers::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
use marahel_workloads::random_genomes;

fn main() {
    divan::Divan::default()
        .max_time(std::time::Duration::from_millis(500))
        .config_with_args()
        .main();
}

#[divan::bench(args = [Cleanup::Intended, Cleanup::Released])]
fn decode(bencher: Bencher, cleanup: Cleanup) {
    let decoder = Decoder {
        grammar: Grammar::fdg20(["solid", "empty"]),
        shape: GenomeShape::default(),
        layout: Layout::Paper,
        cleanup,
    };
    let genomes = random_genomes(200, 1);
    let mut genomes = genomes.iter().cycle();
    bencher.bench_local(|| decoder.decode(genomes.next().expect("a cycle has no end")).is_ok());
}
