use std::fmt::Write;

use super::*;

/// Checks the expansion of a block by the given symbols, written as JSON.
#[track_caller]
fn check(symbols: &str, block: &[u32], expected: Option<&str>) {
    let grammar = grammar(symbols);
    assert_eq!(expand(&grammar, block).as_deref(), expected);
}

fn grammar(symbols: &str) -> Grammar {
    Grammar::parse(&format!(r#"{{"symbols": {symbols}}}"#))
}

#[test]
fn every_symbol_takes_a_gene_depth_first_and_left_to_right() {
    let symbols = r#"{
        "origin": ["<#left#|#right#>"],
        "left": ["a#inner#", "b#inner#"],
        "inner": ["0", "1", "2"],
        "right": ["x", "y", "z"]
    }"#;
    check(symbols, &[7, 1, 2, 0], Some("<b2|x>"));
    check(symbols, &[0, 2, 4, 5], Some("<a1|z>"));
}

#[test]
fn the_block_is_a_ring() {
    let symbols = r##"{"origin": ["#a##a##a##a#"], "a": ["0", "1", "2", "3"]}"##;
    check(symbols, &[1, 2], Some("2121"));
    check(symbols, &[3], Some("3333"));
}

#[test]
fn recursion_ends_where_a_gene_says_so() {
    let symbols = r##"{"origin": ["#origin#,a", "a"]}"##;
    check(symbols, &[0, 0, 1], Some("a,a,a"));
    check(symbols, &[1, 0, 0], Some("a"));
}

#[test]
fn recursion_that_comes_back_to_the_same_gene_is_unbounded() {
    let symbols = r##"{"origin": ["x#other#", "end"], "other": ["y#origin#", "#origin#"]}"##;
    check(symbols, &[0], None);
    check(symbols, &[2, 1], None);
    check(symbols, &[0, 0, 1], Some("xyend"));
}

#[test]
fn a_symbol_may_come_up_at_the_same_gene_once_its_expansion_is_closed() {
    let symbols = r##"{"origin": ["#pair##pair#"], "pair": ["#one#"], "one": ["1"]}"##;
    check(symbols, &[0, 0], Some("11"));
}

#[test]
fn a_text_that_doubles_at_each_of_sixty_symbols_is_given_up() {
    let mut symbols = String::from(r##"{"origin": ["#s0#"]"##);
    for index in 0..60 {
        let next = index + 1;
        write!(symbols, r##", "s{index}": ["#s{next}##s{next}#"]"##).expect("a string");
    }
    symbols.push_str(r#", "s60": [""]}"#);
    check(&symbols, &[0; 20], None);
}

#[test]
fn deep_recursion_needs_no_deep_stack() {
    let grammar = grammar(r##"{"origin": ["#origin#", "end"]}"##);
    let mut block = vec![0; 200_000];
    block[199_999] = 1;
    assert_eq!(expand(&grammar, &block).as_deref(), Some("end"));
}
