//! How a tree is varied.

use rand::Rng;

use super::lists::{Place, places, replaced};
use super::{ScriptTrees, below};
use crate::Grammar;
use crate::derivation::{Node, Tree};

/// One way of changing a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// Another alternative at one symbol; children that still fit are kept.
    Symbol,
    /// A number becomes one near it.
    Number,
    /// A subtree of the second parent in the place of one of the same symbol.
    Graft,
    /// An explorer of the second parent, in the place of one or between two.
    Explorer,
    /// A random item more in a list.
    Insert,
    /// An item less in a list.
    Delete,
    /// An item of a list once more, with one symbol changed.
    Double,
    /// Two items of a list change places.
    Swap,
    /// An item goes elsewhere in its list.
    Move,
}

/// Nodes drawn for what did not stand in the tree before.
const N_NEW: usize = 40;

/// Pairs of nodes looked at for a graft.
const N_PAIRS: usize = 16;

impl Operator {
    /// How often each is taken, in hundredths. Chosen by hand: half of the changes are small.
    const SHARES: [(Self, usize); 9] = [
        (Self::Symbol, 25),
        (Self::Number, 15),
        (Self::Graft, 15),
        (Self::Explorer, 12),
        (Self::Insert, 10),
        (Self::Delete, 10),
        (Self::Double, 5),
        (Self::Swap, 4),
        (Self::Move, 4),
    ];

    pub(super) fn random(rng: &mut dyn Rng) -> Self {
        let mut rest = below(100, rng);
        for (operator, share) in Self::SHARES {
            if rest < share {
                return operator;
            }
            rest -= share;
        }
        unreachable!("the shares are hundredths")
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Symbol => "symbol",
            Self::Number => "number",
            Self::Graft => "graft",
            Self::Explorer => "explorer",
            Self::Insert => "insert",
            Self::Delete => "delete",
            Self::Double => "double",
            Self::Swap => "swap",
            Self::Move => "move",
        }
    }

    pub(super) fn uses_second(self) -> bool {
        matches!(self, Self::Graft | Self::Explorer)
    }

    /// The changed tree; `None` if there was nothing to change.
    pub(super) fn apply(
        self,
        trees: &ScriptTrees,
        first: &[Node],
        second: &[Node],
        rng: &mut dyn Rng,
    ) -> Option<Tree> {
        match self {
            Self::Symbol => symbol(trees, first, rng),
            Self::Number => number(trees, first, rng),
            Self::Graft => graft(trees, first, second, rng),
            Self::Explorer => explorer(trees, first, second, rng),
            Self::Insert => insert(trees, first, rng),
            Self::Delete => delete(trees, first, rng),
            Self::Double => double(trees, first, rng),
            Self::Swap => swap(trees, first, rng),
            Self::Move => move_item(trees, first, rng),
        }
    }
}

fn symbol(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let idx = random_where(tree, |node| trees.forms.varies(node.symbol), rng)?;
    trees.forms.change(tree, idx, N_NEW, rng)
}

fn number(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let idx = random_where(tree, |node| trees.scales[node.symbol].is_some(), rng)?;
    let scale = trees.scales[tree[idx].symbol].as_ref()?;
    let mut changed = tree.to_vec();
    changed[idx].choice = scale.near(tree[idx].choice, rng)?;
    Some(changed)
}

fn graft(trees: &ScriptTrees, first: &[Node], second: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    for _ in 0..N_PAIRS {
        let idx = below(first.len(), rng);
        let alike = |node: Node| node.symbol == first[idx].symbol;
        let Some(other) = random_where(second, alike, rng).filter(|_| idx > 0) else { continue };
        let (end, other_end) = (trees.forms.end(first, idx), trees.forms.end(second, other));
        if first[idx..end] != second[other..other_end] {
            return Some([&first[..idx], &second[other..other_end], &first[end..]].concat());
        }
    }
    None
}

fn explorer(
    trees: &ScriptTrees,
    first: &[Node],
    second: &[Node],
    rng: &mut dyn Rng,
) -> Option<Tree> {
    let symbol = trees.grammar.symbols.get_index_of(Grammar::EXPLORERS)?;
    let list = |tree| {
        let mut places = places(&trees.forms, &trees.lists, tree).into_iter();
        places.find(|place| tree[place.start].symbol == symbol)
    };
    let (place, donor) = (list(first)?, list(second)?);
    let (start, end) = donor.items[below(donor.items.len(), rng)];
    let mut items = items(first, &place);
    if below(2, rng) == 0 {
        let position = below(items.len(), rng);
        items[position] = &second[start..end];
    } else {
        let position = below(items.len() + 1, rng);
        items.insert(position, &second[start..end]);
    }
    Some(replaced(first, &place, &items))
}

fn insert(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let place = random_list(trees, tree, 1, rng)?;
    let mut new = Tree::new();
    trees.forms.grow_random(&mut new, place.list.item, N_NEW, rng);
    let mut items = items(tree, &place);
    let position = below(items.len() + 1, rng);
    items.insert(position, &new);
    Some(replaced(tree, &place, &items))
}

fn delete(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let place = random_list(trees, tree, 2, rng)?;
    let mut items = items(tree, &place);
    items.remove(below(items.len(), rng));
    Some(replaced(tree, &place, &items))
}

fn double(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let place = random_list(trees, tree, 1, rng)?;
    let mut items = items(tree, &place);
    let copied = below(items.len(), rng);
    let changed = symbol(trees, items[copied], rng)?;
    let position = below(items.len() + 1, rng);
    items.insert(position, &changed);
    Some(replaced(tree, &place, &items))
}

fn swap(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let place = random_list(trees, tree, 2, rng)?;
    let mut items = items(tree, &place);
    let (first, second) = (below(items.len(), rng), below(items.len(), rng));
    items.swap(first, second);
    Some(replaced(tree, &place, &items))
}

fn move_item(trees: &ScriptTrees, tree: &[Node], rng: &mut dyn Rng) -> Option<Tree> {
    let place = random_list(trees, tree, 3, rng)?;
    let mut items = items(tree, &place);
    let item = items.remove(below(items.len(), rng));
    let position = below(items.len() + 1, rng);
    items.insert(position, item);
    Some(replaced(tree, &place, &items))
}

/// A random list with so many items at least. All symbols that list something are equally
/// likely: there are far more entities than rules.
fn random_list(
    trees: &ScriptTrees,
    tree: &[Node],
    n_items_min: usize,
    rng: &mut dyn Rng,
) -> Option<Place> {
    let mut places = places(&trees.forms, &trees.lists, tree);
    places.retain(|place| place.items.len() >= n_items_min);
    let symbol = |place: &Place| tree[place.start].symbol;
    let mut symbols: Vec<usize> = places.iter().map(symbol).collect();
    symbols.sort_unstable();
    symbols.dedup();
    if symbols.is_empty() {
        return None;
    }
    let chosen = symbols[below(symbols.len(), rng)];
    places.retain(|place| symbol(place) == chosen);
    let index = below(places.len(), rng);
    Some(places.swap_remove(index))
}

fn items<'t>(tree: &'t [Node], place: &Place) -> Vec<&'t [Node]> {
    place.items.iter().map(|&(start, end)| &tree[start..end]).collect()
}

/// The index of a random node for which `is_wanted` holds.
fn random_where(
    tree: &[Node],
    is_wanted: impl Fn(Node) -> bool,
    rng: &mut dyn Rng,
) -> Option<usize> {
    let wanted = || (0..tree.len()).filter(|&idx| is_wanted(tree[idx]));
    let n_wanted = wanted().count();
    if n_wanted == 0 { None } else { wanted().nth(below(n_wanted, rng)) }
}
