//! Expansion: a block of genes chooses the alternatives of the symbols.

use crate::grammar::{Grammar, Piece};

/// An expansion is given up as endless beyond this many symbols expanded and
/// bytes written together (1 Mi).
///
/// The longest expansions of blocks of 20 genes are far shorter: they expand at most 37,776
/// symbols.
const WORK_MAX: usize = 1 << 20;

/// Expands blocks of genes one after another in the same memory.
///
/// Symbols are expanded depth first and from left to right. Every symbol, also
/// one with a single alternative, takes the next gene of the block modulo its
/// number of alternatives; after the last gene comes the first again.
///
/// Source: Khalifa 2020, section 3.1; the ring as in the released code.
pub(crate) struct Expander<'g> {
    grammar: &'g Grammar,
    text: String,
    frames: Vec<Frame<'g>>,
    open: Vec<bool>,
}

/// A symbol that is being expanded.
struct Frame<'g> {
    /// Pieces of the chosen alternative that are still to do.
    pieces: &'g [Piece],
    /// Its entry in `open`.
    state: usize,
}

impl<'g> Expander<'g> {
    pub(crate) fn new(grammar: &'g Grammar) -> Self {
        Self { grammar, text: String::new(), frames: Vec::new(), open: Vec::new() }
    }

    /// Expands the start symbol by the genes of `block`, of which there is at
    /// least one; nothing if that never ends, or passes [`WORK_MAX`].
    ///
    /// What a symbol expands to depends on nothing but the gene that it takes
    /// and those that follow. So an expansion never ends exactly if some symbol
    /// comes up again at the same gene within its own expansion; `open` holds
    /// the pairs of symbol and gene that are being expanded.
    pub(crate) fn expand(&mut self, block: &[u32]) -> Option<&str> {
        let grammar = self.grammar;
        self.text.clear();
        self.frames.clear();
        self.open.clear();
        self.open.resize(grammar.symbols.len() * block.len(), false);

        let mut n_codons = 0;
        let mut gene_idx = 0;
        let mut symbol = grammar.start;
        loop {
            let state = symbol * block.len() + gene_idx;
            if self.open[state] || n_codons + self.text.len() > WORK_MAX {
                return None;
            }
            let alternatives = &grammar.symbols[symbol];
            self.open[state] = true;
            self.frames.push(Frame {
                pieces: &alternatives[block[gene_idx] as usize % alternatives.len()],
                state,
            });
            n_codons += 1;
            gene_idx = if gene_idx + 1 == block.len() { 0 } else { gene_idx + 1 };

            match self.next_symbol() {
                Some(next) => symbol = next,
                None => break,
            }
        }
        Some(&self.text)
    }

    /// Writes text up to the next symbol, which it returns, or to the end.
    fn next_symbol(&mut self) -> Option<usize> {
        while let Some(frame) = self.frames.last_mut() {
            if let Some((piece, rest)) = frame.pieces.split_first() {
                frame.pieces = rest;
                match piece {
                    Piece::Text(text) => self.text.push_str(text),
                    Piece::Symbol(symbol) => return Some(*symbol),
                }
            } else {
                self.open[frame.state] = false;
                self.frames.pop();
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
