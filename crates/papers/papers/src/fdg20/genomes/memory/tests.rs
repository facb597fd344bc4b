use super::{Memory, N_BLOCKS_MAX};
use crate::fdg20::genomes::tests::{PROBLEMS, config, genome};
use marahel_config::{Genome, problem_of};

#[test]
fn remembered_blocks_stand_for_what_they_are_decoded_to() {
    for problem in PROBLEMS {
        let config = config(&[("problem", problem)]);
        let problem = problem_of(&config);
        let new = || config.decoder(&problem).unwrap();
        let decoder = new();
        let mut genomes: Vec<_> = (0..50).map(genome).collect();
        genomes.push(Genome::Genes(vec![0; genomes[0].genes().len()])); // never ends
        for genome in genomes.iter().chain(&genomes) {
            let fresh = new().decode(genome).unwrap();
            let remembered = decoder.decode(genome).unwrap();
            assert_eq!(remembered, fresh);
        }
    }
}

#[test]
fn a_block_is_decoded_once() {
    let memory = Memory::default();
    assert!(memory.recall(&[1, 2], || Ok(None)).unwrap().is_none());
    let meaning = memory.recall(&[1, 2], || panic!("it is known")).unwrap();
    assert!(meaning.is_none());
    memory.recall(&[2, 1], || Ok(None)).unwrap();
    assert_eq!(memory.meanings.read().unwrap().len(), 2);
}

#[test]
fn memory_is_bounded() {
    let memory = Memory::default();
    for gene in 0..=N_BLOCKS_MAX as u32 {
        memory.recall(&[gene], || Ok(None)).unwrap();
    }
    assert_eq!(memory.meanings.read().unwrap().len(), 1);
}
