use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

/// Two leading genes and three blocks of four.
const SHAPE: GenomeShape = GenomeShape { n_explorers: 3, block_len: 4, n_values: 50 };

fn genes(crossover: f64, mutation: f64, flavor: Flavor) -> Genes {
    Genes { shape: SHAPE, rates: [crossover, mutation], flavor }
}

/// Shares of children of two parents, and of children that differ from their first parent, which
/// is equal to the second: crossover changes nothing.
fn shares(crossover_rate: f64, mutation_rate: f64) -> (f64, f64) {
    // No draw equals the genes of the parent.
    let genes = genes(crossover_rate, mutation_rate, Flavor::Paper);
    let (parent, mut rng) = (Genome::Genes(vec![50; 14]), ChaCha8Rng::seed_from_u64(1));
    let (mut n_crossed, mut n_mutated) = (0, 0);
    for _ in 0..10_000 {
        let child = genes.vary(&parent, &parent, &mut rng);
        assert_eq!(child.operator == "crossover", child.uses_second);
        n_crossed += u32::from(child.uses_second);
        n_mutated += u32::from(child.genome != parent);
    }
    (f64::from(n_crossed) / 10_000.0, f64::from(n_mutated) / 10_000.0)
}

#[test]
fn children_are_crossed_and_mutated_at_the_given_rates() {
    assert_eq!(shares(1.0, 0.0), (1.0, 0.0));
    assert_eq!(shares(0.0, 0.0), (0.0, 1.0));
    let (crossed, mutated) = shares(0.7, 0.3);
    assert!((crossed - 0.7).abs() < 0.02, "{crossed}");
    // All that come from one parent, and 0.3 of those that come from two.
    assert!((mutated - 0.51).abs() < 0.02, "{mutated}");
}

/// How often each location of [`SHAPE`] differs from the first parent in one of 14,000 children.
#[track_caller]
fn check_changes(crossover: f64, flavor: Flavor, leading: u32, block: u32) {
    let genes = genes(crossover, 0.0, flavor);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let [first, second] = [50, 0].map(|gene| Genome::Genes(vec![gene; 14]));
    let mut changes = [0_u32; 14];
    for _ in 0..14_000 {
        let child = genes.vary(&first, &second, &mut rng);
        for (count, &gene) in changes.iter_mut().zip(child.genome.genes()) {
            *count += u32::from(gene != 50);
        }
    }
    for (location, &count) in changes.iter().enumerate() {
        let expected = f64::from(if location < 2 { leading } else { block });
        // Five standard deviations of a count are below five times its square root.
        assert!(
            (f64::from(count) - expected).abs() < 5.0 * expected.sqrt(),
            "location {location} changed {count} times instead of about {expected}"
        );
    }
}

#[test]
fn locations_and_slots_are_changed_equally_often() {
    check_changes(0.0, Flavor::Paper, 1000, 1000);
    check_changes(0.0, Flavor::Released, 2800, 700);
    check_changes(1.0, Flavor::Paper, 2800, 2800);
}

#[test]
fn only_genomes_of_the_shape_fit() {
    let genes = genes(0.7, 0.3, Flavor::Paper);
    let fits = |gene, n| genes.fits(&Genome::Genes(vec![gene; n]));
    assert!(fits(49, 14));
    assert!(!fits(49, 13));
    assert!(!fits(50, 14));
}

#[test]
fn random_genomes_take_all_values() {
    let shape = GenomeShape { n_explorers: 1, block_len: 1000, n_values: 5 };
    let genes = Genes { shape, ..genes(0.7, 0.3, Flavor::Paper) };
    let Founder { genome, .. } = genes.first(&mut ChaCha8Rng::seed_from_u64(1));
    for value in 0..5 {
        assert!(genome.genes().contains(&value), "{value} is never drawn");
    }
}

proptest! {
    #[test]
    fn a_child_has_one_slot_of_the_second_parent(seed: u64) {
        let genes = genes(1.0, 0.0, Flavor::Paper);
        let [first, second] = [1, 2].map(|gene| Genome::Genes(vec![gene; 14]));
        let child = genes.vary(&first, &second, &mut ChaCha8Rng::seed_from_u64(seed)).genome;
        let slots = [0..1, 1..2, 2..6, 6..10, 10..14];
        let taken = slots.into_iter().filter(|slot| {
            let mut expected = vec![1; 14];
            expected[slot.clone()].fill(2);
            child.genes() == expected
        });
        prop_assert_eq!(taken.count(), 1);
    }

    #[test]
    fn drawn_and_varied_genomes_fit_their_shape(
        seed: u64,
        n_explorers in 1..4_usize,
        block_len in 1..5_usize,
        n_values in 1..4_u32,
    ) {
        let shape = GenomeShape { n_explorers, block_len, n_values };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for flavor in [Flavor::Paper, Flavor::Released] {
            let genes = Genes { shape, ..genes(0.7, 0.3, flavor) };
            let [first, second] = [(); 2].map(|()| genes.first(&mut rng).genome);
            let child = genes.vary(&first, &second, &mut rng).genome;
            prop_assert!([first, second, child].iter().all(|genome| genes.fits(genome)));
        }
    }
}
