use marahel::Script;

use super::Phenotype;
use crate::testing::{config, genome};
use crate::{NAMES, problem_of};

#[test]
fn explorers_are_read_as_the_script_that_is_written_of_them() {
    for problem in NAMES {
        let config = config(&[("problem", problem)]);
        let phenotype = Phenotype::new(&config, &*problem_of(&config).unwrap()).unwrap();
        for seed in 0..50 {
            let Some(decoding) = phenotype.decode(&genome(seed)).unwrap() else { continue };
            let framed = phenotype.frame.script(decoding.texts()).expect("the grammar is sound");
            let explorers = serde_json::from_str(&decoding.text).unwrap();
            let written = phenotype.script(&explorers).to_string();
            assert_eq!(framed, Script::parse(&written).unwrap(), "{written}");
        }
    }
}
