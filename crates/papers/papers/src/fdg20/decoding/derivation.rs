//! Derivation trees, and the [`Forms`] that a grammar allows them.

mod text;

use marahel_problem::below;
use rand::Rng;

use crate::fdg20::decoding::grammar::{Grammar, Piece};
pub(crate) use text::write;

/// A derivation tree: its nodes in pre-order.
///
/// The choice of a node determines its number of children, so a subtree is a slice.
pub(crate) type Tree = Vec<Node>;

/// A symbol with the alternative that expanded it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) symbol: usize,
    /// The first alternative of the symbol with the chosen pieces.
    pub(crate) choice: usize,
}

/// The symbols of a grammar, without their text.
#[derive(Clone, Debug)]
pub(crate) struct Forms {
    start: usize,
    symbols: Vec<Form>,
}

#[derive(Clone, Debug)]
struct Form {
    alternatives: Vec<Production>,
    size_min: usize,
    /// The first alternative of its smallest tree.
    smallest: usize,
}

#[derive(Clone, Debug)]
struct Production {
    /// Its symbols from left to right.
    children: Vec<usize>,
    /// The first alternative with the same pieces.
    choice: usize,
}

impl Forms {
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let symbols = grammar.symbols.values().map(|alternatives| Form {
            alternatives: alternatives
                .iter()
                .map(|pieces| Production {
                    children: pieces.iter().filter_map(Piece::symbol).collect(),
                    choice: alternatives
                        .iter()
                        .position(|alternative| alternative == pieces)
                        .unwrap_or(0),
                })
                .collect(),
            size_min: usize::MAX,
            smallest: 0,
        });
        let mut forms = Self { start: grammar.start, symbols: symbols.collect() };
        forms.find_smallest();
        forms
    }

    /// Finds the smallest trees, starting with symbols that have only text.
    fn find_smallest(&mut self) {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for symbol in 0..self.symbols.len() {
                for (index, production) in self.symbols[symbol].alternatives.iter().enumerate() {
                    let sizes =
                        production.children.iter().map(|&child| self.symbols[child].size_min);
                    let size = sizes.fold(1, usize::saturating_add);
                    if size < self.symbols[symbol].size_min {
                        (self.symbols[symbol].size_min, self.symbols[symbol].smallest) =
                            (size, index);
                        is_done = false;
                        break;
                    }
                }
            }
        }
    }

    pub(crate) fn start(&self) -> usize {
        self.start
    }

    pub(crate) fn n_alternatives(&self, symbol: usize) -> usize {
        self.symbols[symbol].alternatives.len()
    }

    pub(crate) fn choice(&self, symbol: usize, alternative: usize) -> usize {
        self.symbols[symbol].alternatives[alternative].choice
    }

    pub(crate) fn children(&self, symbol: usize, alternative: usize) -> &[usize] {
        &self.symbols[symbol].alternatives[alternative].children
    }

    /// Whether a symbol has different alternatives.
    pub(crate) fn varies(&self, symbol: usize) -> bool {
        self.symbols[symbol].alternatives.iter().any(|alternative| alternative.choice > 0)
    }

    /// The index after the subtree at `idx`.
    pub(crate) fn end(&self, tree: &[Node], idx: usize) -> usize {
        let mut end = idx;
        let mut n_open = 1;
        while n_open > 0 {
            let Node { symbol, choice } = tree[end];
            n_open += self.children(symbol, choice).len();
            n_open -= 1;
            end += 1;
        }
        end
    }

    /// Appends a tree of `symbol`. `choose(symbol, n_nodes)` selects the alternatives; `n_nodes`
    /// counts the nodes of `tree` so far and those that must follow. Returns whether all symbols
    /// had the alternative.
    pub(crate) fn grow(
        &self,
        tree: &mut Tree,
        symbol: usize,
        mut choose: impl FnMut(usize, usize) -> Option<usize>,
    ) -> bool {
        let mut open = vec![symbol];
        while let Some(symbol) = open.pop() {
            let alternatives = &self.symbols[symbol].alternatives;
            let chosen = choose(symbol, tree.len() + open.len());
            let Some(production) = chosen.and_then(|chosen| alternatives.get(chosen)) else {
                return false;
            };
            tree.push(Node { symbol, choice: production.choice });
            open.extend(production.children.iter().rev());
        }
        true
    }

    /// Appends a random tree of `symbol`. Beyond `n_nodes` nodes it uses the smallest trees.
    /// Returns whether all symbols had an alternative.
    pub(crate) fn grow_random(
        &self,
        tree: &mut Tree,
        symbol: usize,
        n_nodes: usize,
        rng: &mut dyn Rng,
    ) -> bool {
        self.grow(tree, symbol, |symbol, n| {
            let form = &self.symbols[symbol];
            match form.alternatives.len() {
                0 => None,
                1 => Some(0),
                _ if n >= n_nodes => Some(form.smallest),
                n_alternatives => Some(below(n_alternatives, rng)),
            }
        })
    }

    /// The tree with another alternative at `idx`, drawn by the frequencies of the grammar. Keeps
    /// children that still fit; draws about `n_new` nodes at most for others. `None` if there is no
    /// other alternative.
    pub(crate) fn change(
        &self,
        tree: &[Node],
        idx: usize,
        n_new: usize,
        rng: &mut dyn Rng,
    ) -> Option<Tree> {
        let Node { symbol, choice: old } = tree[idx];
        let choice = self.other_choice(symbol, old, rng)?;
        let mut kept = self.subtrees(tree, idx);
        let mut changed = tree[..idx].to_vec();
        changed.push(Node { symbol, choice });
        for &child in self.children(symbol, choice) {
            let fitting = kept.iter().position(|&(start, _)| tree[start].symbol == child);
            if let Some(fitting) = fitting {
                let (start, end) = kept.remove(fitting);
                changed.extend_from_slice(&tree[start..end]);
            } else {
                let n_nodes = changed.len() + n_new;
                if !self.grow_random(&mut changed, child, n_nodes, rng) {
                    return None;
                }
            }
        }
        changed.extend_from_slice(&tree[self.end(tree, idx)..]);
        Some(changed)
    }

    fn other_choice(&self, symbol: usize, old: usize, rng: &mut dyn Rng) -> Option<usize> {
        let choices = self.symbols[symbol].alternatives.iter();
        let mut choices =
            choices.map(|alternative| alternative.choice).filter(|&choice| choice != old);
        let n_others = choices.clone().count();
        if n_others == 0 { None } else { choices.nth(below(n_others, rng)) }
    }

    /// Start and end of the children of a node.
    pub(crate) fn subtrees(&self, tree: &[Node], idx: usize) -> Vec<(usize, usize)> {
        let Node { symbol, choice } = tree[idx];
        let mut start = idx + 1;
        let subtrees = self.children(symbol, choice).iter().map(|_| {
            let subtree = (start, self.end(tree, start));
            start = subtree.1;
            subtree
        });
        subtrees.collect()
    }
}
