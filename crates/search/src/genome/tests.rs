use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

/// Two leading genes and three blocks of four.
fn shape() -> GenomeShape {
    GenomeShape::new(2, 3, 4, 50).unwrap()
}

/// How often each location of [`shape`] differs after one of 14,000 operations.
fn changes(operate: impl Fn(&mut Genome, &mut ChaCha8Rng)) -> Vec<u32> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut changes = vec![0; shape().len()];
    for _ in 0..14_000 {
        // No draw equals this gene, so that every operation shows.
        let mut genome = vec![u32::MAX; shape().len()];
        operate(&mut genome, &mut rng);
        for (count, &gene) in changes.iter_mut().zip(&genome) {
            *count += u32::from(gene != u32::MAX);
        }
    }
    changes
}

#[track_caller]
fn check_changes(changes: &[u32], leading: u32, block: u32) {
    for (location, &count) in changes.iter().enumerate() {
        let expected = if location < 2 { leading } else { block };
        // Five standard deviations of a count are below five times its square root.
        assert!(
            (f64::from(count) - f64::from(expected)).abs() < 5.0 * f64::from(expected).sqrt(),
            "location {location} changed {count} times instead of about {expected}"
        );
    }
}

#[track_caller]
fn check_refused(shape: Result<GenomeShape, SearchError>, message: &str) {
    assert_eq!(
        shape.unwrap_err().to_string(),
        format!("a genome cannot have this shape: {message}")
    );
}

#[test]
fn shapes_without_genes_or_values_are_refused() {
    check_refused(GenomeShape::new(0, 0, 20, 50), "it has no genes");
    check_refused(GenomeShape::new(2, 5, 0, 50), "its blocks have no genes");
    check_refused(GenomeShape::new(2, 5, 20, 0), "its genes have no values");
    check_refused(GenomeShape::new(2, usize::MAX, 20, 50), "it has more than 16 Mi genes");
}

#[test]
fn only_genomes_of_the_shape_fit() {
    assert!(shape().fits(&[49; 14]));
    assert!(!shape().fits(&[49; 13]));
    assert!(!shape().fits(&[50; 14]));
}

#[test]
fn random_genomes_take_all_values() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let genome = GenomeShape::new(0, 1, 1000, 5).unwrap().random(&mut rng);
    for value in 0..5 {
        assert!(genome.contains(&value), "{value} is never drawn");
    }
}

#[test]
fn published_mutation_is_uniform_over_locations() {
    let changes = changes(|genome, rng| shape().mutate(genome, Flavor::Paper, rng));
    assert_eq!(changes.iter().sum::<u32>(), 14_000);
    check_changes(&changes, 1000, 1000);
}

#[test]
fn released_mutation_is_uniform_over_slots() {
    let changes = changes(|genome, rng| shape().mutate(genome, Flavor::Released, rng));
    assert_eq!(changes.iter().sum::<u32>(), 14_000);
    check_changes(&changes, 2800, 700);
}

#[test]
fn crossover_takes_each_slot_equally_often() {
    let changes = changes(|genome, rng| {
        *genome = shape().crossover(genome, &[0; 14], rng);
    });
    check_changes(&changes, 2800, 2800);
}

proptest! {
    #[test]
    fn a_child_has_one_slot_of_the_second_parent(seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let child = shape().crossover(&[1; 14], &[2; 14], &mut rng);
        let slots = [0..1, 1..2, 2..6, 6..10, 10..14];
        let taken = slots.into_iter().filter(|slot| {
            let mut expected = vec![1; 14];
            expected[slot.clone()].fill(2);
            child == expected
        });
        prop_assert_eq!(taken.count(), 1);
    }

    #[test]
    fn drawn_and_mutated_genomes_fit_their_shape(
        seed: u64,
        n_leading in 0..3_usize,
        n_blocks in 0..4_usize,
        block_len in 1..5_usize,
        n_values in 1..4_u32,
    ) {
        prop_assume!(n_leading + n_blocks > 0);
        let shape = GenomeShape::new(n_leading, n_blocks, block_len, n_values).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut genome = shape.random(&mut rng);
        for flavor in Flavor::ALL {
            shape.mutate(&mut genome, flavor, &mut rng);
        }
        let child = shape.crossover(&genome, &shape.random(&mut rng), &mut rng);
        prop_assert!(shape.fits(&genome) && shape.fits(&child));
    }
}
