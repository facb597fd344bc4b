//! A tournament: the smallest key wins, and equals share the win.
//!
//! It is a binary tree in an array: leaf `n + player` is a player, node i has the children 2i and
//! 2i + 1, and node 1 is the final. Each node stores the winning key below it and how many players
//! share it. So drawing one of all winners and changing a key take logarithmic time.

use std::cmp::Ordering;

/// Players with keys of one or more words, compared word by word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tournament {
    n_players: usize,
    nodes: Vec<Node>,
    /// Number of words of a key after the first; these words of every player.
    n_more: usize,
    more: Vec<u64>,
}

/// The result of a match: the first word of the winner's key, the winner, and the number of players
/// with the same key. No player at all has the largest key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    key: u64,
    winner: u32,
    n_equals: u32,
}

const EMPTY: Node = Node { key: u64::MAX, winner: u32::MAX, n_equals: 0 };

impl Tournament {
    /// Empties the tournament, for at least one player and keys of at least one word.
    pub(crate) fn begin(&mut self, n_players: usize, n_words: usize) {
        (self.n_players, self.n_more) = (n_players, n_words - 1);
        self.nodes.clear();
        self.nodes.resize(2 * n_players, EMPTY);
        self.more.resize(n_players * self.n_more, 0);
    }

    /// Enters a player; [`play_all`](Self::play_all) must follow the last entry.
    ///
    /// The first word of the key must be less than `u64::MAX`.
    pub(crate) fn enter(&mut self, player: usize, key: &[u64]) {
        debug_assert!(key[0] < u64::MAX, "the largest key stands for nobody");
        self.nodes[self.n_players + player] =
            Node { key: key[0], winner: player as u32, n_equals: 1 };
        self.more[player * self.n_more..][..self.n_more].copy_from_slice(&key[1..]);
    }

    pub(crate) fn play_all(&mut self) {
        for node in (1..self.n_players).rev() {
            self.nodes[node] = self.play(node);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, player: usize) -> bool {
        self.nodes[self.n_players + player].n_equals != 0
    }

    /// Changes the key of a player; returns whether it is different.
    #[inline]
    pub(crate) fn change(&mut self, player: usize, key: &[u64]) -> bool {
        let leaf = self.n_players + player;
        let is_other = self.nodes[leaf].key != key[0] || self.more(player as u32) != &key[1..];
        if is_other {
            let has_more = self.n_more > 0;
            self.enter(player, key);
            self.replay(leaf, has_more);
        }
        is_other
    }

    /// A player with the smallest key; `draw` selects one of this many equals.
    ///
    /// # Panics
    ///
    /// If no player is left.
    pub(crate) fn winner(&self, draw: impl FnOnce(u32) -> u32) -> usize {
        let last = self.nodes[1];
        assert!(last.n_equals != 0, "nobody is left in the tournament");
        let mut skip = draw(last.n_equals);
        let mut node = 1;
        while node < self.n_players {
            let left = self.nodes[2 * node];
            let n_left = if self.compare(left, last).is_eq() { left.n_equals } else { 0 };
            let goes_right = skip >= n_left;
            node = 2 * node + usize::from(goes_right);
            skip -= if goes_right { n_left } else { 0 };
        }
        node - self.n_players
    }

    pub(crate) fn remove(&mut self, player: usize) {
        let leaf = self.n_players + player;
        self.nodes[leaf] = EMPTY;
        self.replay(leaf, false);
    }

    /// Plays the matches above a leaf again, until a result stays the same; to the final if
    /// `to_the_end`, because results do not contain the later words of a key.
    fn replay(&mut self, leaf: usize, to_the_end: bool) {
        let mut node = leaf / 2;
        while node > 0 {
            let outcome = self.play(node);
            if outcome == self.nodes[node] && !to_the_end {
                return;
            }
            self.nodes[node] = outcome;
            node /= 2;
        }
    }

    #[inline]
    fn play(&self, node: usize) -> Node {
        let (left, right) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
        match self.compare(left, right) {
            Ordering::Less => left,
            Ordering::Greater => right,
            Ordering::Equal => Node { n_equals: left.n_equals + right.n_equals, ..left },
        }
    }

    #[inline]
    fn compare(&self, left: Node, right: Node) -> Ordering {
        let order = left.key.cmp(&right.key);
        if self.n_more == 0 || order.is_ne() || left == EMPTY {
            return order;
        }
        self.more(left.winner).cmp(self.more(right.winner))
    }

    #[inline]
    fn more(&self, player: u32) -> &[u64] {
        &self.more[player as usize * self.n_more..][..self.n_more]
    }
}

#[cfg(test)]
mod tests;
