//! A bucket queue: cells with keys from a small range, the lowest key first.
//!
//! All cells of a key are in one bucket, unordered, and every cell stores its place. So inserting,
//! moving and removing a cell takes constant time, and one of all equals is drawn by its index
//! (Dial 1969, doi 10.1145/363269.363610, with swaps instead of linked lists).

#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    /// The cells of each key; memory is kept for reuse.
    cells: Vec<Vec<u32>>,
    places: Vec<Slot>,
    /// One bit for each bucket with cells, 64 to a word.
    filled: Vec<u64>,
    /// All words of `filled` before this one are zero.
    first_word: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u32,
    index: u32,
}

const NOWHERE: Slot = Slot { key: u32::MAX, index: 0 };

impl Buckets {
    /// Empties the queue, and sets the limits of cells and keys.
    pub(crate) fn begin(&mut self, n_cells: usize, n_keys: usize) {
        for (bits, buckets) in self.filled.iter_mut().zip(self.cells.chunks_mut(64)) {
            while *bits != 0 {
                buckets[bits.trailing_zeros() as usize].clear();
                *bits &= *bits - 1;
            }
        }
        if self.cells.len() < n_keys {
            self.cells.resize_with(n_keys, Vec::new);
        }
        self.filled.clear();
        self.filled.resize(n_keys.div_ceil(64), 0);
        self.first_word = 0;
        self.places.clear();
        self.places.resize(n_cells, NOWHERE);
    }

    #[inline]
    pub(crate) fn key(&self, cell: u32) -> Option<u32> {
        let key = self.places[cell as usize].key;
        (key != NOWHERE.key).then_some(key)
    }

    /// Adds a cell that is not in the queue.
    #[inline]
    pub(crate) fn insert(&mut self, cell: u32, key: u32) {
        let bucket = &mut self.cells[key as usize];
        if bucket.is_empty() {
            let word = key as usize / 64;
            self.filled[word] |= 1 << (key % 64);
            self.first_word = self.first_word.min(word);
        }
        self.places[cell as usize] = Slot { key, index: bucket.len() as u32 };
        bucket.push(cell);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: u32) {
        let Slot { key, index } = std::mem::replace(&mut self.places[cell as usize], NOWHERE);
        let bucket = &mut self.cells[key as usize];
        bucket.swap_remove(index as usize);
        if let Some(&moved) = bucket.get(index as usize) {
            self.places[moved as usize].index = index;
        } else if bucket.is_empty() {
            self.filled[key as usize / 64] &= !(1 << (key % 64));
        }
    }

    #[inline]
    pub(crate) fn change(&mut self, cell: u32, key: u32) {
        self.remove(cell);
        self.insert(cell, key);
    }

    /// The cells with the smallest key, unordered; empty if the queue is.
    #[inline]
    pub(crate) fn lowest(&mut self) -> &[u32] {
        while let Some(&bits) = self.filled.get(self.first_word) {
            if bits != 0 {
                return &self.cells[self.first_word * 64 + bits.trailing_zeros() as usize];
            }
            self.first_word += 1;
        }
        self.first_word = 0;
        &[]
    }
}

#[cfg(test)]
mod tests;
