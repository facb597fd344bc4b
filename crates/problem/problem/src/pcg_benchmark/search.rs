//! Solvers that give up where those of the library do: the same nodes in the
//! same order, equals included, and the same limit on how many.

use crate::pcg_benchmark::heap::Heap;

/// A game for one player, to be solved.
///
/// A state is [`Puzzle::state_len`] words; the first [`Puzzle::key_len`] identify it: of two states
/// with the same key only the first is expanded.
pub(crate) trait Puzzle {
    fn state_len(&self) -> usize;

    /// Number of words that tell a state from others.
    fn key_len(&self) -> usize;

    /// Appends the state in which the game begins.
    fn start(&self, state: &mut Vec<u32>);

    /// Applies one of the four actions; returns whether there is a node for the result.
    fn act(&self, action: u8, state: &mut [u32]) -> bool;

    /// How far from won a state seems.
    ///
    /// It may use scratch memory.
    fn heuristic(&mut self, state: &[u32]) -> i32;

    /// The same of a state that comes of `before`, whose heuristic is known.
    fn heuristic_after(&mut self, _before: &[u32], _known: i32, state: &[u32]) -> i32 {
        self.heuristic(state)
    }

    fn is_won(&self, state: &[u32]) -> bool;

    /// Whether nothing can come of a state.
    fn is_lost(&self, state: &[u32]) -> bool;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The first that was found.
    BreadthFirst,
    /// The one with the least heuristic and this many halves of its depth;
    /// which of equal ones depends on the heap.
    BestFirst(i32),
}

/// The searches of most games, until one wins.
pub(crate) const ORDERS: [Order; 4] =
    [Order::BestFirst(2), Order::BestFirst(1), Order::BestFirst(0), Order::BreadthFirst];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The node that is won, or else the one with the least heuristic; of
    /// equal ones the least deep, of those the first.
    pub(crate) node: usize,
    pub(crate) is_won: bool,
    /// Whether nothing was left to look at.
    pub(crate) is_exhausted: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    depth: u32,
    heuristic: i32,
    /// What was done in the parent.
    action: u8,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    nodes: Vec<Node>,
    /// The states of all nodes, one after the other.
    states: Vec<u32>,
    state_len: usize,
    heap: Heap,
    visited: VisitedStates,
    /// Nodes looked at in all runs; whoever takes another level sets it to 0.
    pub(crate) n_nodes: u64,
}

impl Search {
    /// Looks at up to `limit` nodes, at least one, those in vain included.
    pub(crate) fn run(&mut self, puzzle: &mut impl Puzzle, order: Order, limit: u32) -> Outcome {
        self.begin(puzzle);
        let mut best: Option<usize> = None;
        let mut is_exhausted = false;
        for n_looked_at in 0..limit {
            let next = match order {
                Order::BreadthFirst => {
                    Some(n_looked_at as usize).filter(|&next| next < self.nodes.len())
                }
                Order::BestFirst(_) => self.heap.pop(),
            };
            let Some(node) = next else {
                is_exhausted = true;
                break;
            };
            self.n_nodes += 1;
            let state = self.state(node);
            if puzzle.is_lost(state) {
                continue;
            }
            if puzzle.is_won(state) {
                return Outcome { node, is_won: true, is_exhausted };
            }
            if !self.visited.add(node, &self.states, self.state_len, puzzle.key_len()) {
                continue;
            }
            if best.is_none_or(|best| self.is_better(node, best)) {
                best = Some(node);
            }
            self.expand(puzzle, order, node);
        }
        Outcome { node: best.expect("no game begins lost"), is_won: false, is_exhausted }
    }

    fn begin(&mut self, puzzle: &mut impl Puzzle) {
        self.nodes.clear();
        self.states.clear();
        self.heap.clear();
        self.visited.clear();
        self.state_len = puzzle.state_len();
        puzzle.start(&mut self.states);
        let heuristic = puzzle.heuristic(&self.states);
        self.nodes.push(Node { parent: 0, depth: 0, heuristic, action: 0 });
        self.heap.push(0, 0);
    }

    fn expand(&mut self, puzzle: &mut impl Puzzle, order: Order, parent: usize) {
        let Node { depth, heuristic: heuristic_before, .. } = self.nodes[parent];
        let depth = depth + 1;
        let of_parent = parent * self.state_len..(parent + 1) * self.state_len;
        for action in 0..4 {
            let begin = self.states.len();
            self.states.extend_from_within(of_parent.clone());
            if !puzzle.act(action, &mut self.states[begin..]) {
                self.states.truncate(begin);
                continue;
            }
            let (before, state) = (&self.states[of_parent.clone()], &self.states[begin..]);
            let heuristic = puzzle.heuristic_after(before, heuristic_before, state);
            if let Order::BestFirst(half_steps) = order {
                self.heap.push(2 * heuristic + half_steps * depth as i32, self.nodes.len());
            }
            self.nodes.push(Node { parent: parent as u32, depth, heuristic, action });
        }
    }

    fn is_better(&self, node: usize, best: usize) -> bool {
        let [node, best] =
            [node, best].map(|node| (self.nodes[node].heuristic, self.nodes[node].depth));
        node < best
    }

    pub(crate) fn state(&self, node: usize) -> &[u32] {
        &self.states[node * self.state_len..][..self.state_len]
    }

    pub(crate) fn heuristic(&self, node: usize) -> i32 {
        self.nodes[node].heuristic
    }

    /// The nodes from the start to a node, both included.
    pub(crate) fn way(&self, node: usize, way: &mut Vec<usize>) {
        way.clear();
        way.push(node);
        let mut node = node;
        while node != 0 {
            node = self.nodes[node].parent as usize;
            way.push(node);
        }
        way.reverse();
    }

    /// The action that led to a node other than the start.
    pub(crate) fn action(&self, node: usize) -> u8 {
        self.nodes[node].action
    }
}

/// So many bits that are set, in words of a state.
pub(crate) fn ones(n: usize) -> impl Iterator<Item = u32> {
    (0..n).step_by(32).map(move |from| u32::MAX >> (32 - (n - from).min(32)))
}

/// The nodes whose keys were met, in an open-addressing table.
#[derive(Clone, Debug, Default)]
struct VisitedStates {
    /// Index of a node plus one, or 0 where free; only the first `n_slots` are in use.
    slots: Vec<u32>,
    n_slots: usize,
    nodes: Vec<usize>,
}

impl VisitedStates {
    /// It starts small, so that a small game costs little, and keeps its memory.
    const N_SLOTS_MIN: usize = 256;

    fn clear(&mut self) {
        self.nodes.clear();
        self.resize(Self::N_SLOTS_MIN);
    }

    /// Remembers a node, unless one with its key was met.
    fn add(&mut self, node: usize, states: &[u32], state_len: usize, key_len: usize) -> bool {
        if self.nodes.len() * 2 >= self.n_slots {
            self.resize(self.n_slots * 2);
            for index in 0..self.nodes.len() {
                self.place(self.nodes[index], states, state_len, key_len);
            }
        }
        let is_new = self.place(node, states, state_len, key_len);
        if is_new {
            self.nodes.push(node);
        }
        is_new
    }

    fn place(&mut self, node: usize, states: &[u32], state_len: usize, key_len: usize) -> bool {
        let key = |node: usize| &states[node * state_len..][..key_len];
        let mask = self.n_slots - 1;
        let mut slot = hash(key(node)) as usize & mask;
        while self.slots[slot] != 0 {
            if key(self.slots[slot] as usize - 1) == key(node) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = node as u32 + 1;
        true
    }

    fn resize(&mut self, n_slots: usize) {
        self.n_slots = n_slots;
        if self.slots.len() < n_slots {
            self.slots.resize(n_slots, 0);
        }
        self.slots[..n_slots].fill(0);
    }
}

/// Multiplying by an odd number with many ones carries every bit upward; the
/// fold brings the upper half back down to where slots are chosen.
fn hash(key: &[u32]) -> u64 {
    key.iter().fold(0, |hash, &word| {
        let product = (hash ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        product ^ product >> 32
    })
}
