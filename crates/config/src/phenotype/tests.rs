use grammar::ScriptTrees;
use marahel::Script;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::Phenotype;
use crate::testing::{PROBLEMS, config, genome};
use crate::{problem_of, script_trees_of};

/// The phenotype of a problem's free genomes, and the genomes.
fn free(problem: &str) -> (Phenotype, ScriptTrees) {
    let changes = [("search.algorithm", "islands"), ("noise", "own"), ("representation", "free")];
    let config = config(&[&[("problem", problem)], &changes[..]].concat());
    let problem = problem_of(&config).unwrap();
    let trees = script_trees_of(&config, &problem).unwrap();
    (Phenotype::new(&config, &problem).unwrap(), trees)
}

#[test]
fn explorers_are_read_as_the_script_that_is_written_of_them() {
    for problem in PROBLEMS.names() {
        let config = config(&[("problem", problem)]);
        let phenotype = Phenotype::new(&config, &problem_of(&config).unwrap()).unwrap();
        for seed in 0..50 {
            let Some(decoding) = phenotype.decode(&genome(seed)).unwrap() else { continue };
            let framed = phenotype.frame.script(decoding.texts()).expect("the grammar is sound");
            let explorers = serde_json::from_str(&decoding.text).unwrap();
            let written = phenotype.script(&explorers).to_string();
            assert_eq!(framed, Script::parse(&written).unwrap(), "{written}");
        }
    }
}

#[test]
fn free_genomes_are_read_as_the_script_that_is_written_of_them() {
    for problem in PROBLEMS.names() {
        let (phenotype, trees) = free(problem);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut n_divided = 0;
        for _ in 0..50 {
            let genes = trees.random(&mut rng);
            let decoding = phenotype.decode(&genes).unwrap().expect("a tree ends");
            let read = phenotype.parse(&decoding).expect("the grammar is sound");
            let written = phenotype.script(&serde_json::from_str(&decoding.text).unwrap());
            assert_eq!(read, Script::parse(&written.to_string()).unwrap(), "{written}");
            assert_eq!(phenotype.script(&json!(phenotype.document(&genes).unwrap())), written);
            n_divided += usize::from(written.get("regions").is_some());
        }
        assert!(n_divided > 0, "some levels are divided");
    }
}

#[test]
fn a_free_genome_says_itself_what_comes_first() {
    let (phenotype, trees) = free("zelda");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut first = || phenotype.explorers(&trees.random(&mut rng)).unwrap().swap_remove(0).rules;
    let firsts: Vec<_> = (0..20).map(|_| first()).collect();
    assert!(firsts.iter().any(|rules| *rules != firsts[0]));
    assert!(firsts.iter().all(|rules| *rules != phenotype.initial.explorer.rules));
}
