//! A tournament of cells: the smallest key wins, equals share the win.
//!
//! A binary tree in an array: leaf `n + cell` is a cell, node i has the
//! children 2i and 2i + 1, node 1 is the final. Each node knows the winner
//! below it and how many cells share its key, so that one of all equal winners
//! can be drawn, and any cell's key changed, in logarithmic time.

/// No cell is left below a node.
const NOBODY: u32 = u32::MAX;

/// Cells with keys of one or more words, compared word by word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tournament {
    n_cells: usize,
    n_words: usize,
    nodes: Vec<Node>,
    keys: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    winner: u32,
    n_equals: u32,
}

const EMPTY: Node = Node { winner: NOBODY, n_equals: 0 };

impl Tournament {
    /// Empties the tournament, for cells below `n_cells`, at least 2.
    pub(crate) fn begin(&mut self, n_cells: usize, n_words: usize) {
        (self.n_cells, self.n_words) = (n_cells, n_words);
        self.nodes.clear();
        self.nodes.resize(2 * n_cells, EMPTY);
        self.keys.resize(n_cells * n_words, 0);
    }

    /// Enters a cell; [`play_all`](Self::play_all) must follow the last entry.
    pub(crate) fn enter(&mut self, cell: usize, key: &[u64]) {
        self.set_key(cell, key);
        self.nodes[self.n_cells + cell] = Node { winner: cell as u32, n_equals: 1 };
    }

    /// Plays all matches.
    pub(crate) fn play_all(&mut self) {
        for node in (1..self.n_cells).rev() {
            self.nodes[node] = self.play(node);
        }
    }

    /// Whether a cell is still in the tournament.
    #[inline]
    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.nodes[self.n_cells + cell].winner != NOBODY
    }

    /// Gives a cell of the tournament another key.
    pub(crate) fn change(&mut self, cell: usize, key: &[u64]) {
        if self.key(cell as u32) != key {
            self.set_key(cell, key);
            self.replay(self.n_cells + cell);
        }
    }

    /// Removes and returns a cell with the smallest key, the one that `draw`
    /// selects among so many equals.
    ///
    /// # Panics
    ///
    /// If no cell is left.
    pub(crate) fn pop(&mut self, draw: impl FnOnce(u32) -> u32) -> usize {
        let Node { winner, n_equals } = self.nodes[1];
        assert!(winner != NOBODY, "the tournament has no cell left");
        let mut skip = draw(n_equals);
        let mut node = 1;
        while node < self.n_cells {
            let left = self.nodes[2 * node];
            let is_equal = left.winner != NOBODY && self.key(left.winner) == self.key(winner);
            let n_left = if is_equal { left.n_equals } else { 0 };
            node = 2 * node + usize::from(skip >= n_left);
            skip -= if skip >= n_left { n_left } else { 0 };
        }
        self.nodes[node] = EMPTY;
        self.replay(node);
        node - self.n_cells
    }

    /// Plays the matches above a leaf again.
    fn replay(&mut self, leaf: usize) {
        let mut node = leaf / 2;
        while node > 0 {
            self.nodes[node] = self.play(node);
            node /= 2;
        }
    }

    #[inline]
    fn play(&self, node: usize) -> Node {
        let (left, right) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
        if left.winner == NOBODY {
            return right;
        }
        if right.winner == NOBODY {
            return left;
        }
        match self.key(left.winner).cmp(self.key(right.winner)) {
            std::cmp::Ordering::Less => left,
            std::cmp::Ordering::Greater => right,
            std::cmp::Ordering::Equal => {
                Node { winner: left.winner, n_equals: left.n_equals + right.n_equals }
            }
        }
    }

    #[inline]
    fn key(&self, cell: u32) -> &[u64] {
        &self.keys[cell as usize * self.n_words..][..self.n_words]
    }

    fn set_key(&mut self, cell: usize, key: &[u64]) {
        self.keys[cell * self.n_words..][..self.n_words].copy_from_slice(key);
    }
}

#[cfg(test)]
mod tests;
