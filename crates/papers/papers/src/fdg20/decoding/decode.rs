//! The [`Decoder`]: turning a whole genome into explorers.

use marahel_config::GenomeError;

use crate::fdg20::decoding::expand::expand;
use crate::fdg20::decoding::{Cleanup, Explorer, GenomeShape, Grammar, Layout};

/// Decodes genomes into explorers. It can be shared between threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoder {
    /// Turns a block of genes into an explorer; it must know the entities.
    pub grammar: Grammar,
    /// Length and values of genomes.
    pub shape: GenomeShape,
    /// Order of the two leading genes.
    pub layout: Layout,
    /// How explorers are cleaned up.
    pub cleanup: Cleanup,
}

impl Decoder {
    /// Decodes a genome of [`GenomeShape::len`] genes.
    ///
    /// Blocks beyond the selected number of explorers are silent: their genes only have to be in
    /// range.
    pub fn decode(&self, genes: &[u32]) -> Result<Vec<Explorer>, GenomeError> {
        let blocks = self.blocks(genes)?.zip(1..);
        blocks.map(|(block, number)| self.decode_block(block, number)).collect()
    }

    /// The blocks of a genome that are not silent, one for each explorer.
    pub(crate) fn blocks<'g>(
        &self,
        genes: &'g [u32],
    ) -> Result<impl ExactSizeIterator<Item = &'g [u32]>, GenomeError> {
        self.check(genes)?;
        let n_explorers = self.shape.n_explorers_of(genes[self.layout.n_explorers_idx()]);
        let shape = self.shape;
        Ok((0..n_explorers).map(move |index| &genes[shape.block(index)]))
    }

    /// The explorer of one of the [`blocks`](Self::blocks); `number` appears in errors.
    pub(crate) fn decode_block(
        &self,
        block: &[u32],
        number: usize,
    ) -> Result<Explorer, GenomeError> {
        let text = expand(&self.grammar, block);
        let text = text.ok_or_else(|| {
            GenomeError::Unbounded(format!(
                "the expansion of explorer {number} never ends; change a gene of its block"
            ))
        })?;
        let mut explorer = Explorer::from_statements(&text);
        self.cleanup.apply(&mut explorer);
        Ok(explorer)
    }

    fn check(&self, genes: &[u32]) -> Result<(), GenomeError> {
        let shape = self.shape;
        let (expected, actual) = (shape.len(), genes.len());
        if actual != expected {
            let message = format!("a genome has {expected} genes, not {actual}");
            return Err(GenomeError::Wrong(message));
        }
        match genes.iter().position(|&gene| gene >= shape.n_values) {
            Some(index) => Err(GenomeError::Wrong(format!(
                "gene {index} is {}; genes are at most {}",
                genes[index],
                shape.n_values - 1
            ))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
