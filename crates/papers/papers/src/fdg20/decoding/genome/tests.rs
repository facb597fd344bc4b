use super::*;

#[test]
fn the_default_shape_is_that_of_the_paper() {
    let shape = GenomeShape::default();
    assert_eq!(shape.len(), 102);
    assert_eq!(shape.block(0), 2..22);
    assert_eq!(shape.block(4), 82..102);
}

#[test]
fn a_gene_asks_for_two_explorers_or_more() {
    let counts = |n_explorers| -> Vec<usize> {
        let shape = GenomeShape { n_explorers, ..GenomeShape::default() };
        (0..6).map(|gene| shape.n_explorers_of(gene)).collect()
    };
    assert_eq!(counts(5), [2, 3, 4, 5, 2, 3]);
    assert_eq!(counts(3), [2, 3, 2, 3, 2, 3]);
    assert_eq!(counts(2), [2; 6]);
    assert_eq!(counts(1), [1; 6]);
}
