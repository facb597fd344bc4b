//! Nodes of a tree that the clean-up drops with their statement.

use std::ops::Range;

use crate::fdg20::decoding::derivation::{Node, write};
use crate::fdg20::decoding::grammar::{Grammar, Piece};
use crate::fdg20::decoding::{Cleanup, Explorer};

/// Whether nothing of each node remains after the clean-up: it is in the text of a parameter that
/// the explorer's type does not use, and cannot write a semicolon, which would end the statement.
pub(super) fn silent(
    grammar: &Grammar,
    cleanup: Cleanup,
    splits: &[bool],
    tree: &[Node],
) -> Vec<bool> {
    let (text, spans) = write(grammar, tree);
    let dropped = dropped(&text, cleanup);
    let silent = tree.iter().zip(&spans).map(|(node, span)| {
        !splits[node.symbol]
            && dropped.iter().any(|dropped| dropped.start <= span.start && span.end <= dropped.end)
    });
    silent.collect()
}

/// The spans of the texts of statements that the clean-up drops.
fn dropped(text: &str, cleanup: Cleanup) -> Vec<Range<usize>> {
    let mut kind = Explorer::KIND;
    let mut statements = Vec::new();
    let mut start = 0;
    for statement in text.split(';') {
        let end = start + statement.len();
        if let Some((name, value)) = statement.split_once(':') {
            match name.trim() {
                "type" => kind = value.trim(),
                name => statements.push((name, end - value.len()..end)),
            }
        }
        start = end + 1;
    }
    let unused = cleanup.unused_parameters(kind);
    statements.retain(|(name, _)| unused.contains(name));
    statements.into_iter().map(|(_, span)| span).collect()
}

/// For each symbol whether it can write a semicolon.
pub(super) fn splits(grammar: &Grammar) -> Vec<bool> {
    let mut splits = vec![false; grammar.symbols.len()];
    loop {
        let before = splits.clone();
        for (symbol, alternatives) in grammar.symbols.values().enumerate() {
            splits[symbol] = alternatives.iter().flatten().any(|piece| match piece {
                Piece::Text(text) => text.contains(';'),
                Piece::Symbol(symbol) => before[*symbol],
            });
        }
        if splits == before {
            return splits;
        }
    }
}
