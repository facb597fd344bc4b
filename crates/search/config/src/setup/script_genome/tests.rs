use marahel::Script;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::ScriptGenome;
use crate::tests::{config, genome};
use crate::{engine_of, problem_of};
use marahel_search::Variation;

#[test]
fn a_genome_of_a_script_is_what_is_written_of_it() {
    for (problem, start) in [("zelda", "starters"), ("sokoban", "random"), ("binary", "starters")] {
        let config = config(&[("problem", problem), ("search.start", start)]);
        let problem = problem_of(&config);
        let decoder = config.decoder(&problem).unwrap();
        let genomes = ScriptGenome::new(&config, &problem).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..50 {
            let genome = genomes.first(&mut rng).genome;
            let document = decoder.decode(&genome).unwrap().expect("a script is whole");
            let written = decoder.script_of(&document);
            assert_eq!(document.script, Script::parse(&written.to_string()).unwrap(), "{written}");
            assert_eq!(decoder.document(&genome).unwrap(), written);
        }
        assert!(decoder.decode(&genome(1)).is_err());
        assert_eq!(engine_of(&config, &problem).unwrap().n_born(), 0);
    }
}
