use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn genes(crossover_rate: f64, mutation_rate: f64) -> Result<Genes, SearchError> {
    let shape = GenomeShape::new(2, 2, 4, u32::MAX).unwrap();
    Genes::new(shape, crossover_rate, mutation_rate, Flavor::Paper)
}

#[test]
fn rates_that_are_no_probabilities_are_refused() {
    let message = |crossover, mutation| genes(crossover, mutation).unwrap_err().to_string();
    assert_eq!(message(70.0, 0.3), "the crossover rate is 70; use a probability from 0 to 1");
    assert_eq!(message(0.7, f64::NAN), "the mutation rate is NaN; use a probability from 0 to 1");
}

/// Shares of children of two parents, and of children that differ from their first parent, which
/// is equal to the second: crossover changes nothing.
fn shares(crossover_rate: f64, mutation_rate: f64) -> (f64, f64) {
    let (genes, parent) = (genes(crossover_rate, mutation_rate).unwrap(), [7; 10]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
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
