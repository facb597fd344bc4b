//! The text of a tree.

use std::ops::Range;

use super::Node;
use crate::fdg20::decoding::grammar::{Grammar, Piece};

/// Typical maximum bytes of an explorer.
const TEXT_LEN: usize = 512;

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
            Some((piece, tail)) => {
                *pieces = tail;
                match piece {
                    Piece::Text(piece) => text.push_str(piece),
                    Piece::Symbol(_) => open.push(begin(&mut spans, text.len())),
                }
            }
        }
    }
    (text, spans)
}
