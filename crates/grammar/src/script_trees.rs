//! [`ScriptTrees`]: genomes that are derivation trees of whole scripts.

mod document;
mod lists;
mod operators;
mod scale;

use rand::Rng;

use self::lists::List;
use self::operators::Operator;
use self::scale::Scale;
use crate::derivation::{Forms, Tree, below, write};
use crate::{Cleanup, DecodeError, Grammar};
pub use document::{Document, Regions};

/// Genomes that hold the choices of a derivation tree, whose text is a whole script.
///
/// Symbols are expanded depth first and from left to right as in a
/// [`Decoder`](crate::Decoder), but each gene is the index of the alternative itself, a
/// symbol with a single one takes none, and nothing is read twice. So genomes differ in
/// length, and a subtree is a run of genes that means the same wherever its symbol stands.
///
/// ```
/// use grammar::{Cleanup, Grammar, ScriptTrees};
/// use rand::SeedableRng;
/// use rand_chacha::ChaCha8Rng;
///
/// let grammar = Grammar::free().with_entities(["solid", "empty"]);
/// let trees = ScriptTrees::new(grammar, Cleanup::Intended)?;
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let (first, second) = (trees.random(&mut rng), trees.random(&mut rng));
/// let child = trees.vary(&first, &second, &mut rng);
/// assert!(!trees.decode(&child.genome)?.explorers.is_empty());
/// # Ok::<(), grammar::DecodeError>(())
/// ```
///
/// Source: P. Whigham, "Grammatically-based genetic programming", 1995, for trees and
/// their crossover; the other operators are ours.
#[derive(Clone, Debug)]
pub struct ScriptTrees {
    grammar: Grammar,
    cleanup: Cleanup,
    forms: Forms,
    /// For each symbol the list that it is, if it is one.
    lists: Vec<Option<List>>,
    /// For each symbol the numbers that it writes, if it writes nothing else.
    scales: Vec<Option<Scale>>,
}

/// A child, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offspring {
    /// Its genes.
    pub genome: Vec<u32>,
    /// What made it, in a word.
    pub operator: &'static str,
    /// Whether something of the second parent is in it.
    pub uses_second: bool,
}

/// A tree has at most this many nodes. Scripts written by hand have 100 to 400.
const N_NODES_MAX: usize = 1000;

/// After this many nodes a random script ends as soon as it can.
const N_NODES_RANDOM: usize = 300;

/// Changes tried until one leads to another tree of allowed size.
const N_CHANGES: usize = 20;

impl ScriptTrees {
    /// The scripts of a grammar.
    ///
    /// # Errors
    ///
    /// [`DecodeError::NoAlternatives`] if the grammar uses a symbol that was never supplied.
    pub fn new(grammar: Grammar, cleanup: Cleanup) -> Result<Self, DecodeError> {
        let forms = Forms::new(&grammar);
        if let Some(symbol) = forms.missing() {
            let symbol = grammar.name(symbol).to_owned();
            return Err(DecodeError::NoAlternatives { symbol });
        }
        let symbols = 0..grammar.symbols.len();
        let lists = symbols.map(|symbol| List::of(&forms, symbol)).collect();
        let scales = grammar.symbols.values().map(|alternatives| Scale::of(alternatives)).collect();
        Ok(Self { grammar, cleanup, forms, lists, scales })
    }

    /// The grammar.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// A random genome: each alternative is as likely as the grammar says it often, until
    /// the script is long.
    pub fn random(&self, rng: &mut dyn Rng) -> Vec<u32> {
        let mut tree = Tree::new();
        self.forms.grow_random(&mut tree, self.forms.start(), N_NODES_RANDOM, rng);
        self.genes(&tree)
    }

    /// A child of `first`, to which `second` may add something. It differs from `first`,
    /// unless twenty changes in a row come to nothing.
    ///
    /// # Panics
    ///
    /// If a parent does not [`fit`](Self::fits).
    pub fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Offspring {
        let parent = |genes| self.tree(genes).expect("parents are genomes of this grammar");
        let (first, second) = (parent(first), parent(second));
        for _ in 0..N_CHANGES {
            let operator = Operator::random(rng);
            let child = operator.apply(self, &first, &second, rng);
            let child = child.filter(|child| *child != first && child.len() <= N_NODES_MAX);
            if let Some(child) = child {
                return Offspring {
                    genome: self.genes(&child),
                    operator: operator.name(),
                    uses_second: operator.uses_second(),
                };
            }
        }
        Offspring { genome: self.genes(&first), operator: "copy", uses_second: false }
    }

    /// What a genome says.
    ///
    /// # Errors
    ///
    /// If it does not [`fit`](Self::fits), or the grammar does not write statements.
    pub fn decode(&self, genes: &[u32]) -> Result<Document, DecodeError> {
        let (text, _) = write(&self.grammar, &self.tree(genes)?);
        let mut document = Document::from_statements(&text).map_err(|(explorer, statement)| {
            DecodeError::Statement { explorer, statement: statement.to_owned() }
        })?;
        for explorer in &mut document.explorers {
            self.cleanup.apply(explorer);
        }
        Ok(document)
    }

    /// Whether the genes are those of a tree of at most 1000 nodes, no less and no more.
    pub fn fits(&self, genes: &[u32]) -> bool {
        self.tree(genes).is_ok()
    }

    /// The tree that genes stand for.
    fn tree(&self, genes: &[u32]) -> Result<Tree, DecodeError> {
        let mut tree = Tree::with_capacity(2 * genes.len());
        let mut error = None;
        let mut idx = 0;
        self.forms.grow(&mut tree, self.forms.start(), |symbol, n_nodes| {
            let n_alternatives = self.forms.n_alternatives(symbol);
            let gene = if n_alternatives == 1 { Some(&0) } else { genes.get(idx) };
            error = match gene {
                _ if n_nodes >= N_NODES_MAX => Some(DecodeError::Size { max: N_NODES_MAX }),
                None => Some(DecodeError::Unfinished { n_genes: genes.len() }),
                Some(&value) if value as usize >= n_alternatives => {
                    Some(DecodeError::Range { index: idx, value, max: n_alternatives as u32 - 1 })
                }
                Some(_) => None,
            };
            idx += usize::from(n_alternatives > 1);
            gene.filter(|_| error.is_none()).map(|&gene| gene as usize)
        });
        match error {
            Some(error) => Err(error),
            None if idx < genes.len() => {
                Err(DecodeError::Length { expected: idx, actual: genes.len() })
            }
            None => Ok(tree),
        }
    }

    /// The genes of a tree.
    fn genes(&self, tree: &Tree) -> Vec<u32> {
        let varying = tree.iter().filter(|node| self.forms.n_alternatives(node.symbol) > 1);
        varying.map(|node| node.choice as u32).collect()
    }
}

#[cfg(test)]
mod tests;
