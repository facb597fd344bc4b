use proptest::prelude::*;

use super::*;

fn unbounded(number: usize) -> GenomeError {
    let message = "the expansion of explorer NUMBER never ends; change a gene of its block";
    GenomeError::Unbounded(message.replace("NUMBER", &number.to_string()))
}

fn decoder() -> Decoder {
    Decoder {
        grammar: Grammar::fdg20(["solid", "empty", "player"]),
        shape: GenomeShape::default(),
        layout: Layout::Paper,
        cleanup: Cleanup::Intended,
    }
}

/// A decoder of genomes with one block of `block_len` genes.
fn single(grammar: Grammar, block_len: usize) -> Decoder {
    let shape = GenomeShape { n_explorers: 1, block_len, n_values: 50 };
    Decoder { grammar, shape, ..decoder() }
}

/// Checks the error of a genome, by its message.
#[track_caller]
fn check_error(decoder: &Decoder, genes: &[u32], expected: &str) {
    let error = decoder.decode(genes).expect_err("the genome is not valid");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_genome_has_the_length_and_range_of_its_shape() {
    check_error(&decoder(), &[1; 101], "a genome has 102 genes, not 101");
    check_error(&decoder(), &[], "a genome has 102 genes, not 0");
    let mut genes = [1; 102];
    genes[101] = 50;
    check_error(&decoder(), &genes, "gene 101 is 50; genes are at most 49");
}

#[test]
fn a_block_of_multiples_of_five_is_unbounded() {
    let mut genes = [1; 102];
    genes[22..42].fill(35);
    let expected = "the expansion of explorer 2 never ends; change a gene of its block";
    check_error(&decoder(), &genes, expected);
}

#[test]
fn the_leading_genes_are_the_number_of_explorers_and_the_seed() {
    let mut genes = [1; 102];
    (genes[0], genes[1]) = (3, 42);
    let decoded = decoder().decode(&genes).expect("a bounded genome");
    assert_eq!(decoded.len(), 5);
}

#[test]
fn a_grammar_writes_any_explorer() {
    let grammar = Grammar::parse(
        r##"{"symbols": {
            "origin": ["type: turtle_connect; region: 0,1; neighborhood: plus; tiles: 9; #rules#"],
            "rules": ["#rules#; #rule#", "#rule#"],
            "rule": ["rule: noiseTwo>=#chance# -> self(#entity#:3|floor)", "rule: -> all(any)"],
            "chance": ["0", "0.5"]
        }}"##,
    )
    .with_entities(["floor", "wall"]);
    let decoded = single(grammar, 6).decode(&[0, 0, 1, 0, 1, 1, 0, 1]).expect("a bounded genome");
    let json = serde_json::to_string(&decoded).expect("explorers are JSON");
    assert_eq!(
        json,
        r#"[{"type":"turtle_connect","region":"0,1","parameters":{"neighborhood":"plus","tiles":"9"},"rules":["-> all(any)","noiseTwo>=0.5 -> self(wall:3|floor)"]}]"#
    );
}

/// Genomes of random genes, of many multiples of 5, and with whole blocks of them.
fn genomes() -> impl Strategy<Value = Vec<u32>> {
    let any_gene = || 0..50u32;
    let multiple = || (0..10u32).prop_map(|n| n * 5);
    let gene = || prop_oneof![1 => any_gene(), 9 => multiple()];
    let block = prop_oneof![
        4 => prop::collection::vec(any_gene(), 20),
        2 => prop::collection::vec(gene(), 20),
        1 => prop::collection::vec(multiple(), 20),
    ];
    let leading = prop::collection::vec(any_gene(), 2);
    (leading, prop::collection::vec(block, 5))
        .prop_map(|(leading, blocks)| [leading, blocks.concat()].concat())
}

fn is_endless(block: &[u32]) -> bool {
    block.iter().all(|gene| gene.is_multiple_of(5))
}

proptest! {
    #[test]
    fn a_genome_is_unbounded_where_a_used_block_is_all_multiples_of_5(genes in genomes()) {
        let decoder = decoder();
        let n_explorers = 2 + genes[0] as usize % 4;
        let endless = (0..n_explorers)
            .find(|&index| is_endless(&genes[decoder.shape.block(index)]));
        match (decoder.decode(&genes), endless) {
            (Ok(decoded), None) => prop_assert_eq!(decoded.len(), n_explorers),
            (Err(error), Some(index)) => {
                prop_assert_eq!(error, unbounded(index + 1));
            }
            (result, endless) => prop_assert!(false, "{:?} but endless {:?}", result, endless),
        }
    }

    #[test]
    fn short_blocks_too_are_unbounded_where_all_are_multiples_of_5(
        genes in prop::collection::vec((0..50u32, any::<bool>()), 1..8)
    ) {
        let block: Vec<u32> = genes
            .into_iter()
            .map(|(gene, round)| if round { gene / 5 * 5 } else { gene })
            .collect();
        let genome = [&[0, 0], &block[..]].concat();
        let result = single(decoder().grammar, block.len()).decode(&genome);
        prop_assert_eq!(result.is_err(), is_endless(&block));
    }

    #[test]
    fn decoding_depends_on_the_used_genes_alone(genes in genomes(), other in 0..50u32) {
        let decoder = decoder();
        let decoded = decoder.decode(&genes);
        let mut changed = genes.clone();
        changed[1 - decoder.layout.n_explorers_idx()] = other;
        let n_explorers = decoder.shape.n_explorers_of(genes[0]);
        changed[decoder.shape.block(n_explorers - 1).end..].fill(other);
        prop_assert_eq!(decoder.decode(&changed), decoded);
    }

    #[test]
    fn the_layouts_differ_by_the_order_of_the_leading_genes(genes in genomes()) {
        let paper = decoder();
        let released = Decoder { layout: Layout::Released, ..decoder() };
        let mut swapped = genes.clone();
        swapped.swap(0, 1);
        prop_assert_eq!(paper.decode(&genes), released.decode(&swapped));
    }

    #[test]
    fn a_clean_explorer_stays_as_it_is(genes in genomes()) {
        for mut explorer in decoder().decode(&genes).unwrap_or_default() {
            let before = explorer.clone();
            Cleanup::Intended.apply(&mut explorer);
            prop_assert_eq!(explorer, before);
        }
    }

    #[test]
    fn intended_rules_have_no_stray_spaces(genes in genomes()) {
        for explorer in decoder().decode(&genes).unwrap_or_default() {
            for rule in explorer.rules {
                let (conditions, executers) = rule.split_once("->").expect("an arrow");
                prop_assert!(conditions.is_empty() || conditions.ends_with(' '), "{}", rule);
                prop_assert_eq!(conditions.matches(' ').count(), conditions.len().min(1));
                prop_assert!(executers.starts_with(' '), "{}", rule);
                prop_assert_eq!(executers.matches(' ').count(), 1);
            }
        }
    }
}
