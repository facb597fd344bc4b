//! Expansion: a block of genes chooses the alternatives of the symbols.

use crate::fdg20::decoding::grammar::{Grammar, Piece};

/// An expansion is given up as endless beyond this many symbols expanded and
/// bytes written together (1 Mi).
///
/// The longest expansions of blocks of 20 genes are far shorter: they expand at most 37,776
/// symbols.
const WORK_MAX: usize = 1 << 20;

/// A symbol that is being expanded.
struct Frame<'g> {
    /// Pieces of the chosen alternative that are still to do.
    pieces: &'g [Piece],
    /// Its entry among the pairs that are open.
    state: usize,
}

/// Expands the start symbol by the genes of `block`, of which there is at
/// least one; nothing if that never ends, or passes [`WORK_MAX`].
///
/// Symbols are expanded depth first and from left to right. Every symbol, also
/// one with a single alternative, takes the next gene of the block modulo its
/// number of alternatives; after the last gene comes the first again.
///
/// What a symbol expands to depends on nothing but the gene that it takes
/// and those that follow. So an expansion never ends exactly if some symbol
/// comes up again at the same gene within its own expansion: `open` says which
/// pairs of symbol and gene are being expanded.
///
/// Source: Khalifa 2020, section 3.1; the ring as in the released code.
pub(crate) fn expand(grammar: &Grammar, block: &[u32]) -> Option<String> {
    let mut text = String::new();
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut open = vec![false; grammar.symbols.len() * block.len()];
    let mut genes = (0..block.len()).cycle();
    let mut symbol = Some(grammar.start);
    let mut n_codons = 0;
    while let Some(wanted) = symbol {
        let gene = genes.next()?;
        let state = wanted * block.len() + gene;
        if open[state] || n_codons + text.len() > WORK_MAX {
            return None;
        }
        open[state] = true;
        let alternatives = &grammar.symbols[wanted];
        let pieces = &alternatives[block[gene] as usize % alternatives.len()];
        frames.push(Frame { pieces, state });
        n_codons += 1;
        // Writes text up to the next symbol, or to the end.
        symbol = None;
        while symbol.is_none()
            && let Some(frame) = frames.last_mut()
        {
            match frame.pieces.split_first() {
                None => {
                    open[frame.state] = false;
                    frames.pop();
                }
                Some((piece, rest)) => {
                    frame.pieces = rest;
                    match piece {
                        Piece::Text(piece) => text.push_str(piece),
                        Piece::Symbol(next) => symbol = Some(*next),
                    }
                }
            }
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests;
