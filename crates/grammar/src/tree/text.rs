//! The text of a tree, and which of its nodes the clean-up drops with their statement.

use std::ops::Range;

use super::forms::Node;
use crate::grammar::{Grammar, Piece};
use crate::{Cleanup, Explorer};

/// Bytes that most explorers need.
const TEXT_LEN: usize = 512;

/// The text of a tree, and where in it each node's own stands.
pub(crate) fn write(grammar: &Grammar, tree: &[Node]) -> (String, Vec<Range<usize>>) {
    let pieces = |node: Node| grammar.symbols[node.symbol][node.choice].as_slice();
    let mut text = String::with_capacity(TEXT_LEN);
    let mut spans = Vec::with_capacity(tree.len());
    let mut open = Vec::with_capacity(16);
    let begin = |spans: &mut Vec<Range<usize>>, start| {
        spans.push(start..start);
        let idx = spans.len() - 1;
        (idx, pieces(tree[idx]))
    };
    open.push(begin(&mut spans, 0));
    while let Some((idx, pieces)) = open.last_mut() {
        match pieces.split_first() {
            None => {
                spans[*idx].end = text.len();
                open.pop();
            }
            Some((piece, rest)) => {
                *pieces = rest;
                match piece {
                    Piece::Text(piece) => text.push_str(piece),
                    Piece::Symbol(_) => open.push(begin(&mut spans, text.len())),
                }
            }
        }
    }
    (text, spans)
}

/// For each node whether nothing of it remains after the clean-up: it stands behind
/// the colon of a parameter that the explorer's type has no use for, and cannot
/// write a semicolon, which would end that statement.
pub(super) fn silent(
    grammar: &Grammar,
    cleanup: Cleanup,
    splits: &[bool],
    tree: &[Node],
) -> Vec<bool> {
    let (text, spans) = write(grammar, tree);
    let dropped = dropped(&text, cleanup);
    let is_dropped = |span: &Range<usize>| {
        dropped.iter().any(|dropped| dropped.start <= span.start && span.end <= dropped.end)
    };
    tree.iter().zip(&spans).map(|(node, span)| !splits[node.symbol] && is_dropped(span)).collect()
}

/// Where the texts of the statements stand that the clean-up drops.
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
