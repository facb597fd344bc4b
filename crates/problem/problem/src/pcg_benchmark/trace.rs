//! The data by which diversity compares levels.

use serde::{Deserialize, Serialize};

/// The data by which diversity compares a level: the path through it, its tiles, or whatever its
/// game uses.
///
/// Levels with equal traces differ in nothing that their game compares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// What is compared as text.
    pub(crate) text: Vec<u8>,
    /// What is compared cell by cell.
    pub(crate) cells: Vec<u8>,
    /// Columns and rows that a solution comes to, in its order.
    pub(crate) way: Vec<(u8, u8)>,
}

impl Trace {
    /// Forgets everything but its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
        self.way.clear();
    }

    /// Number of cells in which two levels differ.
    pub(crate) fn n_different(&self, right: &Self) -> usize {
        self.cells.iter().zip(&right.cells).filter(|(left, right)| left != right).count()
    }
}
