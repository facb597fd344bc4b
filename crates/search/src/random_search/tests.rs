use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

#[test]
fn the_best_of_all_draws_survives() {
    let shape = GenomeShape::new(1, 0, 0, 1000).unwrap();
    let mut engine = RandomSearch::new(shape, 7).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut drawn = Vec::new();
    for _ in 0..5 {
        let genomes = engine.ask(&mut rng);
        assert_eq!(genomes.len(), 7);
        drawn.extend(genomes.iter().map(|genome| genome[0]));
        let objectives = genomes.iter().map(|genome| [f64::from(genome[0])]);
        engine.tell(&Objectives::from_rows(1, objectives).unwrap());
    }
    drawn.sort_unstable_by(|a, b| b.cmp(a));
    let kept: Vec<u32> = engine.population().iter().map(|one| one.genome[0]).collect();
    assert_eq!(kept, drawn[..7]);
    assert_eq!(engine.n_born(), 35);
    assert!(engine.population().iter().all(|one| one.parents.is_empty()));
}
