//! The [`Grammar`]: symbols, their alternatives, and added neighborhoods.

use indexmap::IndexMap;
use serde::Deserialize;

/// A context-free grammar that writes Marahel explorers.
///
/// # The file
///
/// A JSON object with two keys:
///
/// - `symbols`: name -> array of alternatives, in the notation of Tracery: an alternative is text
///   in which `#name#` stands for the expansion of a symbol. Expansion starts at
///   [`Grammar::START`]. Repeat an alternative to make it likelier.
/// - `neighborhoods`: name -> matrix in Marahel's notation, rows of the digits 0 to 3 joined by
///   commas. These are the neighborhoods that rules use besides the predefined ones.
///
/// The problem supplies one symbol: [`Grammar::ENTITY`] expands to any of its entities.
///
/// # The text
///
/// A whole expansion describes one explorer by statements `name: text`, separated by semicolons.
/// `type` and `region` set those fields, each `rule` adds a rule, and any other name is a
/// parameter.
///
/// ```text
/// type: digger; region: map; repeats: 2; rule: self(solid) -> plus(empty)
/// ```
///
/// Spaces around statements do not matter. Empty statements are ignored. Of two statements for the
/// same field or parameter the later one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    pub(crate) neighborhoods: IndexMap<String, String>,
    pub(crate) symbols: IndexMap<String, Vec<Alternative>>,
    pub(crate) start: usize,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    neighborhoods: IndexMap<String, String>,
    symbols: IndexMap<String, Vec<String>>,
}

/// An expansion of a symbol: its pieces from left to right.
pub(crate) type Alternative = Vec<Piece>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Symbol(usize),
}

impl Piece {
    pub(crate) fn symbol(&self) -> Option<usize> {
        match self {
            Self::Text(_) => None,
            Self::Symbol(symbol) => Some(*symbol),
        }
    }
}

impl Grammar {
    pub const START: &str = "origin";
    /// Name of the symbol for the entities of a problem.
    pub const ENTITY: &str = "entity";

    /// The grammar of Khalifa 2020 for the entities of a problem (at least one), with the
    /// alternatives in the order of the released code.
    ///
    /// Source: Khalifa 2020, section 3.1, and the grammar file released with it.
    ///
    /// # Panics
    ///
    /// Never: the file is part of this crate and a test reads it.
    pub fn fdg20<T: Into<String>>(entities: impl IntoIterator<Item = T>) -> Self {
        Self::parse(include_str!("fdg20.json")).with_entities(entities)
    }

    /// Parses a grammar that must be valid.
    pub(crate) fn parse(text: &str) -> Self {
        let File { neighborhoods, symbols } = serde_json::from_str(text).expect("it is a grammar");
        let mut names: Vec<&str> = symbols.keys().map(String::as_str).collect();
        if !names.contains(&Self::ENTITY) {
            names.push(Self::ENTITY);
        }
        let alternatives = names.iter().map(|&name| {
            let texts = symbols.get(name).into_iter().flatten();
            (name.to_owned(), texts.map(|text| pieces(text, &names)).collect())
        });
        Self {
            neighborhoods,
            symbols: alternatives.collect(),
            start: index_of(Self::START, &names),
        }
    }

    /// The grammar with the entities of a problem. `#` has no special meaning in their names.
    pub(crate) fn with_entities<T: Into<String>>(
        mut self,
        entities: impl IntoIterator<Item = T>,
    ) -> Self {
        let entities: Vec<Piece> =
            entities.into_iter().map(|name| Piece::Text(name.into())).collect();
        let alternatives = entities.into_iter().map(|entity| vec![entity]).collect();
        self.symbols.insert(Self::ENTITY.to_owned(), alternatives);
        self
    }

    /// The neighborhoods that scripts of this grammar must define, name -> matrix, in the order of
    /// the file.
    pub fn neighborhoods(&self) -> &IndexMap<String, String> {
        &self.neighborhoods
    }
}

/// The pieces of an alternative. Every second `#` closes a symbol's name.
fn pieces(text: &str, names: &[&str]) -> Alternative {
    let parts = text.split('#').enumerate().filter(|(_, part)| !part.is_empty());
    let pieces = parts.map(|(at, part)| match at % 2 {
        0 => Piece::Text(part.to_owned()),
        _ => Piece::Symbol(index_of(part, names)),
    });
    pieces.collect()
}

fn index_of(name: &str, names: &[&str]) -> usize {
    let index = names.iter().position(|&symbol| symbol == name);
    index.unwrap_or_else(|| panic!("symbol `{name}` is not defined"))
}

#[cfg(test)]
mod tests;
