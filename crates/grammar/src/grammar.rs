//! The [`Grammar`]: symbols, their alternatives, and added neighborhoods.

use indexmap::IndexMap;

use crate::{GrammarError, parse};

/// A context-free grammar that writes Marahel explorers.
///
/// # The file
///
/// A JSON object (comments and trailing commas are welcome) with two keys:
///
/// - `symbols`: name -> array of alternatives, in the notation of Tracery: an
///   alternative is text in which `#name#` stands for the expansion of a
///   symbol. Expansion starts at [`Grammar::START`]. An alternative that
///   should be likelier is repeated.
/// - `neighborhoods` (optional): name -> matrix as Marahel writes it, rows of
///   the digits 0 to 3 joined by commas. They are neighborhoods that the rules
///   use beside those that Marahel knows.
///
/// Three symbols are left to the problem, which supplies its entities by
/// [`Grammar::with_entities`]: [`Grammar::ENTITY`] expands to any of them, and an
/// alternative with [`Grammar::EACH`] stands once for each of them, the same in all
/// places. So `self(#each#), #each#>1 -> self(empty)` is about one entity. With
/// [`Grammar::OTHER`] beside it, it stands once for each two that differ; where there is
/// but one entity, for that.
///
/// # The text
///
/// A whole expansion describes one explorer by statements `name: text`,
/// separated by semicolons. `type` and `region` set those fields, each `rule`
/// adds a rule, each `turns` a rule and its turns by one, two and three quarters, and any other
/// name is a parameter. What is done to the `left` is then done to `up`, `right` and `down`, and
/// so with `left2`, `left_lane`, `up_left`, `horz`, `horzl` and their like; neighborhoods of
/// other names keep them.
///
/// ```text
/// type: digger; region: map; repeats: 2; rule: self(solid) -> plus(empty)
/// ```
///
/// A grammar of whole scripts writes one explorer after another: each `type` begins the
/// next one. Before the first there may be the division of the level into regions, whose
/// other statements are its number and parameters:
///
/// ```text
/// regions: bsp; number: 4; min: 3x3; max: 6x6; type: horz; region: all; rule: -> self(empty)
/// ```
///
/// Spaces around statements do not matter, empty statements are passed over,
/// and of two statements for the same field or parameter the later one counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    pub(crate) neighborhoods: IndexMap<String, String>,
    /// Pieces refer to symbols by their index here.
    pub(crate) symbols: IndexMap<String, Vec<Alternative>>,
    pub(crate) start: usize,
}

/// One way to expand a symbol: its pieces from left to right.
pub(crate) type Alternative = Vec<Piece>;

/// A part of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text that is written as it stands.
    Text(String),
    /// The expansion of the symbol with this index.
    Symbol(usize),
}

impl Piece {
    /// The symbol that it is, if any.
    pub(crate) fn symbol(&self) -> Option<usize> {
        match self {
            Self::Text(_) => None,
            Self::Symbol(symbol) => Some(*symbol),
        }
    }
}

impl Grammar {
    /// Name of the symbol that an expansion starts from.
    pub const START: &str = "origin";
    /// Name of the symbol that stands for the entities of a problem.
    pub const ENTITY: &str = "entity";
    /// Name of the symbol that repeats an alternative for each entity of a problem.
    pub const EACH: &str = "each";
    /// Name of the symbol that stands for another entity than [`EACH`](Self::EACH).
    pub const OTHER: &str = "other";
    /// Name of the symbol that lists the explorers, in a grammar of whole scripts.
    pub const EXPLORERS: &str = "explorers";

    /// The grammar of Khalifa 2020, with the alternatives in the order of the
    /// released code. It lacks the entities, which the problem supplies.
    ///
    /// Source: Khalifa 2020, section 3.1, and the grammar file released with it.
    ///
    /// # Panics
    ///
    /// Never: the file is part of this crate and a test parses it.
    pub fn fdg20() -> Self {
        Self::parse(include_str!("fdg20.json")).expect("the built-in grammar is valid")
    }

    /// A grammar of whole scripts, for [`ScriptTrees`](crate::ScriptTrees), with all that
    /// scripts of Marahel 0.3.0 can say. It lacks the entities too.
    ///
    /// # Panics
    ///
    /// Never: the file is part of this crate and a test parses it.
    pub fn free() -> Self {
        Self::parse(include_str!("free.json")).expect("the built-in grammar is valid")
    }

    /// Reads a grammar file.
    ///
    /// # Errors
    ///
    /// All mistakes of the file together: what is not JSON, keys and values
    /// of the wrong kind, symbols defined twice, without an alternative, used
    /// but not defined, or impossible to finish, a missing start symbol, and
    /// neighborhoods that are not matrices.
    pub fn parse(text: &str) -> Result<Self, GrammarError> {
        parse::parse(text)
    }

    /// The same grammar for the entities of a problem. In their names `#` has no meaning.
    #[must_use]
    pub fn with_entities<T: Into<String>>(mut self, entities: impl IntoIterator<Item = T>) -> Self {
        let entities: Vec<Piece> =
            entities.into_iter().map(|name| Piece::Text(name.into())).collect();
        let supplied = [Self::EACH, Self::OTHER].map(|name| {
            let symbol = self.symbols.get_full(name).filter(|(_, _, defined)| defined.is_empty());
            symbol.map(|(index, ..)| Piece::Symbol(index))
        });
        for alternatives in self.symbols.values_mut() {
            let repeated = std::mem::take(alternatives).into_iter();
            *alternatives = repeated.flat_map(|one| for_each(one, &supplied, &entities)).collect();
        }
        let alternatives = entities.into_iter().map(|entity| vec![entity]).collect();
        self.symbols.insert(Self::ENTITY.to_owned(), alternatives);
        self
    }

    /// The name of a symbol.
    pub(crate) fn name(&self, symbol: usize) -> &str {
        let (name, _) = self.symbols.get_index(symbol).expect("pieces name symbols");
        name
    }

    /// The neighborhoods that scripts of this grammar have to define, name ->
    /// matrix, in the order of the file.
    pub fn neighborhoods(&self) -> &IndexMap<String, String> {
        &self.neighborhoods
    }
}

/// An alternative, or the same once for each entity, or each choice of different ones, that
/// can stand for those of the symbols that are in it.
fn for_each(
    alternative: Alternative,
    symbols: &[Option<Piece>],
    entities: &[Piece],
) -> Vec<Alternative> {
    let is_in = |symbol: &&Piece| alternative.contains(*symbol);
    let Some(symbol) = symbols.iter().flatten().find(is_in) else { return vec![alternative] };
    let with = |entity: &Piece| {
        let pieces = alternative.iter();
        let written = pieces.map(|piece| if piece == symbol { entity } else { piece }.clone());
        let others = entities.iter().filter(|one| *one != entity || entities.len() == 1);
        for_each(written.collect(), symbols, &others.cloned().collect::<Vec<_>>())
    };
    entities.iter().flat_map(with).collect()
}

#[cfg(test)]
mod tests;
