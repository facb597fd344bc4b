//! Lists: symbols that write another symbol once or more.

use crate::derivation::{Forms, Node, Tree};

/// A symbol with just two alternatives: an item with the rest of the list behind it, and
/// an item alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    symbol: usize,
    /// The alternative after which the list goes on.
    more: usize,
    /// The alternative that ends the list.
    last: usize,
    /// The symbol of its items.
    pub(super) item: usize,
}

/// Where a list stands in a tree.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) list: List,
    /// Index of its first node.
    pub(super) start: usize,
    /// Index behind its last node.
    end: usize,
    /// Where each item starts and ends.
    pub(super) items: Vec<(usize, usize)>,
}

impl List {
    /// The list that a symbol is, if it is one.
    pub(super) fn of(forms: &Forms, symbol: usize) -> Option<Self> {
        let alternatives = || 0..forms.n_alternatives(symbol);
        let children = |alternative| forms.children(symbol, alternative);
        let goes_on = |children: &[usize]| matches!(children, &[item, rest] if rest == symbol && item != symbol);
        let more = alternatives().find(|&alternative| goes_on(children(alternative)))?;
        let item = children(more)[0];
        let last = alternatives().find(|&alternative| children(alternative) == [item])?;
        let is_known = |choice| choice == more || choice == last;
        if !alternatives().all(|alternative| is_known(forms.choice(symbol, alternative))) {
            return None;
        }
        Some(Self { symbol, more, last, item })
    }
}

/// All lists of a tree that are no more than the rest of another list.
pub(super) fn places(forms: &Forms, lists: &[Option<List>], tree: &[Node]) -> Vec<Place> {
    let mut places = Vec::new();
    let mut is_rest = vec![false; tree.len()];
    for start in 0..tree.len() {
        let Some(list) = lists[tree[start].symbol].filter(|_| !is_rest[start]) else { continue };
        let mut items = Vec::new();
        let mut idx = start;
        loop {
            is_rest[idx] = true;
            let item_end = forms.end(tree, idx + 1);
            items.push((idx + 1, item_end));
            if tree[idx].choice != list.more {
                break;
            }
            idx = item_end;
        }
        let end = items[items.len() - 1].1;
        places.push(Place { list, start, end, items });
    }
    places
}

/// The tree with other items in the list at `place`, at least one.
pub(super) fn replaced(tree: &[Node], place: &Place, items: &[&[Node]]) -> Tree {
    let List { symbol, more, last, .. } = place.list;
    let mut replaced = tree[..place.start].to_vec();
    for (index, item) in items.iter().enumerate() {
        let choice = if index + 1 < items.len() { more } else { last };
        replaced.push(Node { symbol, choice });
        replaced.extend_from_slice(item);
    }
    replaced.extend_from_slice(&tree[place.end..]);
    replaced
}
