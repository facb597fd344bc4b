//! Expansion: the genes of a block choose the alternatives of the symbols.

use crate::fdg20::decoding::grammar::{Grammar, Piece};

/// Maximum number of expanded symbols plus written bytes (1 Mi); longer expansions count as
/// endless. Real expansions of blocks of 20 genes are far shorter: at most 37,776 symbols.
const WORK_MAX: usize = 1 << 20;

struct Frame<'g> {
    /// The remaining pieces of the chosen alternative.
    pieces: &'g [Piece],
    /// Its index in `open`.
    state: usize,
}

/// Expands the start symbol by the genes of `block`, which must not be empty. `None` if that never
/// ends, or exceeds [`WORK_MAX`].
///
/// Symbols are expanded depth first and from left to right. Every symbol, even one with a single
/// alternative, takes the next gene of the block modulo its number of alternatives; after the last
/// gene the first follows again.
///
/// The expansion of a symbol depends only on its gene and the following ones. So an expansion never
/// ends exactly if some symbol occurs again at the same gene within its own expansion: `open` marks
/// the pairs of symbol and gene that are being expanded.
///
/// Source: Khalifa 2020, section 3.1; the ring as in the released code.
pub(crate) fn expand(grammar: &Grammar, block: &[u32]) -> Option<String> {
    let mut text = String::new();
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut open = vec![false; grammar.symbols.len() * block.len()];
    let mut genes = (0..block.len()).cycle();
    let mut symbol = Some(grammar.start);
    let mut n_codons = 0;
    while let Some(next_symbol) = symbol {
        let gene = genes.next()?;
        let state = next_symbol * block.len() + gene;
        if open[state] || n_codons + text.len() > WORK_MAX {
            return None;
        }
        open[state] = true;
        let alternatives = &grammar.symbols[next_symbol];
        let pieces = &alternatives[block[gene] as usize % alternatives.len()];
        frames.push(Frame { pieces, state });
        n_codons += 1;
        // Writes text up to the next symbol or the end.
        symbol = None;
        while symbol.is_none()
            && let Some(frame) = frames.last_mut()
        {
            match frame.pieces.split_first() {
                None => {
                    open[frame.state] = false;
                    frames.pop();
                }
                Some((piece, tail)) => {
                    frame.pieces = tail;
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
