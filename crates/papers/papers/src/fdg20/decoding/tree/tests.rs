use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::fdg20::decoding::derivation::write;
use crate::fdg20::decoding::{Cleanup, Explorer, GenomeShape, Grammar, Layout};

fn decoder() -> Decoder {
    Decoder {
        grammar: Grammar::fdg20(["solid", "empty", "player"]),
        shape: GenomeShape::default(),
        layout: Layout::Paper,
        cleanup: Cleanup::Intended,
    }
}

/// The trees of one block of `block_len` genes, by symbols written as JSON.
fn trees(symbols: &str, block_len: usize) -> Trees {
    let grammar = Grammar::parse(&format!(r#"{{"symbols": {symbols}}}"#));
    let shape = GenomeShape { n_explorers: 1, block_len, n_values: 50 };
    Trees::new(&Decoder { grammar, shape, ..decoder() })
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The explorer that a tree stands for.
fn explorer(decoder: &Decoder, tree: &[Node]) -> Explorer {
    let (text, _) = write(&decoder.grammar, tree);
    let mut explorer = Explorer::from_statements(&text);
    decoder.cleanup.apply(&mut explorer);
    explorer
}

fn genomes(n_values: u32) -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(0..n_values, 102)
}

proptest! {
    #[test]
    fn what_is_written_back_is_decoded_again(
        genome in genomes(50),
        n_values in prop_oneof![Just(50_u32), Just(64), Just(100), Just(5000)],
        is_released: bool,
        seed: u64,
    ) {
        let cleanup = if is_released { Cleanup::Released } else { Cleanup::Intended };
        let shape = GenomeShape { n_values, ..GenomeShape::default() };
        let decoder = Decoder { shape, cleanup, ..decoder() };
        let trees = Trees::new(&decoder);
        let mut rng = rng(seed);
        if let Some((start, tree)) = trees.random_explorer(&genome, &mut rng) {
            let block = &genome[start..start + shape.block_len];
            prop_assert_eq!(decoder.decode_block(block, 1), Ok(explorer(&decoder, &tree)));
            prop_assert_eq!(trees.write_back(&genome, start, &tree, &mut rng), Some(genome.clone()));
            for idx in 0..tree.len() {
                let Some(changed) = trees.forms.change(&tree, idx, N_NEW, &mut rng) else { continue };
                let Some(child) = trees.write_back(&genome, start, &changed, &mut rng) else { continue };
                let block = &child[start..start + shape.block_len];
                prop_assert_eq!(decoder.decode_block(block, 1), Ok(explorer(&decoder, &changed)));
            }
        }
    }

    #[test]
    fn one_explorer_changes_and_genes_stay_in_range(
        genome in genomes(50),
        donor in genomes(50),
        seed: u64,
    ) {
        let decoder = decoder();
        let trees = Trees::new(&decoder);
        let vary = || [
            trees.mutate(&genome, &mut rng(seed)),
            trees.graft(&genome, &donor, &mut rng(seed)),
        ];
        prop_assert_eq!(vary(), vary());
        for child in vary().into_iter().flatten() {
            prop_assert!(decoder.decode(&child).is_ok());
            let changed: Vec<usize> = (0..102).filter(|&idx| child[idx] != genome[idx]).collect();
            let blocks: Vec<_> = changed.iter().map(|idx| idx.checked_sub(2).map(|idx| idx / 20)).collect();
            prop_assert!(blocks.iter().all(|block| block.is_some() && *block == blocks[0]));
        }
    }
}

#[test]
fn most_changes_can_be_written_back_and_say_something_else() {
    let decoder = decoder();
    let trees = Trees::new(&decoder);
    let genomes = marahel_workloads::random_genomes(1000, 3);
    let decode = |genome: &[u32]| decoder.decode(genome).expect("a bounded genome");
    let mut rng = rng(1);
    let (mut n_mutated, mut n_grafted) = (0, 0);
    for (genome, donor) in genomes.iter().zip(&genomes[1..]) {
        if decoder.decode(genome).is_ok() {
            let is_new = |child: Vec<u32>| decode(&child) != decode(genome);
            n_mutated += usize::from(trees.mutate(genome, &mut rng).is_some_and(is_new));
            n_grafted += usize::from(trees.graft(genome, donor, &mut rng).is_some_and(is_new));
        }
    }
    assert!(n_mutated > 900 && n_grafted > 900, "{n_mutated} and {n_grafted} of 999");
}

#[test]
fn readings_that_contradict_each_other_cannot_be_written_back() {
    let symbols = r#"{"origin": ["type: #a##b#"], "a": ["0", "1"], "b": ["0", "1"]}"#;
    assert_eq!(trees(symbols, 1).mutate(&[0, 0, 4], &mut rng(1)), None);
    let child = trees(symbols, 2).mutate(&[0, 0, 4, 6], &mut rng(1)).expect("`b` has a gene");
    assert_eq!((child[2] % 2, child[3] % 2), (0, 1), "`a` and the start share the first gene");
}

#[test]
fn alternatives_with_equal_pieces_count_as_one() {
    let trees = trees(r#"{"origin": ["type: #a##b#"], "a": ["0", "0"], "b": ["x", "x", "y"]}"#, 3);
    for seed in 0..20 {
        let child = trees.mutate(&[0, 0, 7, 8, 9], &mut rng(seed)).expect("`b` can change");
        assert_eq!((child[2], child[3], child[4] % 3), (7, 8, 2));
    }
}

#[test]
fn children_that_still_fit_are_kept() {
    let symbols = r##"{
        "origin": ["type: #list#"],
        "list": ["#list#,#item#", "#item#"],
        "item": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]
    }"##;
    let trees = trees(symbols, 20);
    let tree = trees.derive(&[0, 1, 5]).expect("it ends");
    let list = 1;
    let longer = trees.forms.change(&tree, list, 12, &mut rng(1)).expect("it can grow");
    let (text, _) = write(&trees.decoder.grammar, &longer);
    assert!(text.ends_with(",f"), "{text}");
    let shorter = trees.forms.change(&longer, list, 12, &mut rng(1)).expect("it can shrink");
    assert_eq!(shorter, tree);
}

#[test]
fn what_the_clean_up_drops_may_say_anything_and_is_not_changed() {
    let symbols = r#"{
        "origin": ["type: #type#; dirprob: #number#; heuristics: #number##more#"],
        "type": ["digger", "wide"],
        "number": ["1", "2", "3"],
        "more": ["", "; out: solid"]
    }"#;
    let trees = trees(symbols, 20);
    let silent = |block: &[u32]| trees.silent(&trees.derive(block).expect("it ends"));
    assert_eq!(silent(&[0, 0, 0, 0, 0]), [false, false, false, true, false]);
    assert_eq!(silent(&[0, 1, 0, 0, 0]), [false, false, true, false, false]);
}

#[test]
fn a_genome_of_another_shape_or_without_an_end_has_no_children() {
    let trees = Trees::new(&decoder());
    assert_eq!(trees.mutate(&[1; 101], &mut rng(1)), None);
    assert_eq!(trees.mutate(&[50; 102], &mut rng(1)), None);
    assert_eq!(trees.mutate(&[0; 102], &mut rng(1)), None);
    assert_eq!(trees.graft(&[1; 102], &[0; 102], &mut rng(1)), None);
}
