//! Levels as numpy arrays.
//!
//! Source: NPY format 1.0 to 3.0, documentation of `numpy.lib.format`.

mod read;

#[cfg(test)]
mod tests;

pub use read::read_npy;

use crate::rows::index_of;
use crate::{Level, LevelError};

const MAGIC: &[u8] = b"\x93NUMPY";
const VERSION: [u8; 2] = [1, 0];

/// Array data begins at a multiple of this many bytes.
const ALIGNMENT: usize = 64;

impl Level {
    /// The level as a `.npy` file: an `int8` array of shape (height, width) with the index of each
    /// tile, -1 for unknown.
    pub fn to_npy(&self) -> Vec<u8> {
        let mut file = header(&format!("({}, {})", self.height, self.width));
        file.extend(numbers(self));
        file
    }
}

/// Many levels as one `.npy` file: an `int8` array of shape (levels, height, width) with the index
/// of each tile, -1 for unknown. It is made level by level, to keep only one in memory.
#[derive(Clone, Copy, Debug)]
pub struct NpyStack {
    n_levels: u64,
    /// Levels so far, then the width and height of the first.
    n_done: usize,
    size: (usize, usize),
}

impl NpyStack {
    /// A stack of `n_levels` levels.
    pub fn new(n_levels: u64) -> Self {
        Self { n_levels, n_done: 0, size: (0, 0) }
    }

    /// The bytes to append for the next level; those of the first include the header.
    pub fn part(&mut self, level: &Level) -> Result<Vec<u8>, LevelError> {
        let mut part = Vec::new();
        if self.n_done == 0 {
            self.size = (level.width, level.height);
            part = header(&format!("({}, {}, {})", self.n_levels, level.height, level.width));
        }
        self.n_done += 1;
        if (level.width, level.height) != self.size {
            return Err(LevelError::Content(format!(
                "level {} is {} x {} tiles large, but level 1 is {} x {}; write each to a file of \
                 its own",
                self.n_done, level.width, level.height, self.size.0, self.size.1
            )));
        }
        part.extend(numbers(level));
        Ok(part)
    }
}

fn header(shape: &str) -> Vec<u8> {
    let mut text = format!("{{'descr': '|i1', 'fortran_order': False, 'shape': {shape}, }}");
    let n_before = MAGIC.len() + VERSION.len() + 2;
    let n_bytes = (n_before + text.len() + 1).next_multiple_of(ALIGNMENT);
    let n_text = n_bytes - n_before;
    text.extend(std::iter::repeat_n(' ', n_text - 1 - text.len()));
    text.push('\n');
    [MAGIC, &VERSION, &(n_text as u16).to_le_bytes(), text.as_bytes()].concat()
}

fn numbers(level: &Level) -> impl Iterator<Item = u8> {
    level.tiles.iter().map(|&tile| index_of(tile) as u8)
}
