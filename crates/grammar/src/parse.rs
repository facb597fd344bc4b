//! Reading a grammar file, with all its mistakes and their places.

use indexmap::IndexMap;
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::grammar::{Alternative, Grammar, Piece};
use crate::mistake::{GrammarError, Mistake};

pub(crate) fn parse(text: &str) -> Result<Grammar, GrammarError> {
    let mut reader = Reader { text, mistakes: Vec::new() };
    let grammar = reader.file();
    match grammar {
        Some(grammar) if reader.mistakes.is_empty() => Ok(grammar),
        _ => Err(GrammarError { mistakes: reader.mistakes }),
    }
}

/// Walks the syntax tree of a file and gathers the mistakes.
struct Reader<'t> {
    text: &'t str,
    mistakes: Vec<Mistake>,
}

/// A symbol as the file defines it.
struct Definition<'t> {
    offset: usize,
    /// Each alternative's place and text.
    alternatives: Vec<(usize, &'t str)>,
}

impl Reader<'_> {
    fn file(&mut self) -> Option<Grammar> {
        let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
        let root = match parse_to_ast(self.text, &CollectOptions::default(), &options) {
            Ok(tree) => tree.value,
            Err(error) => {
                let message = format!("this is not JSON: {}", lower_first(error.kind()));
                self.mistake(error.range().start, message);
                return None;
            }
        };
        let Some(Value::Object(root)) = &root else {
            self.mistake(0, "a grammar is a JSON object with the key `symbols`");
            return None;
        };

        let mut neighborhoods = IndexMap::new();
        let mut definitions = None;
        for (key, (offset, value)) in self.entries(root, "key") {
            match (key, value) {
                ("neighborhoods", Value::Object(object)) => {
                    neighborhoods = self.neighborhoods(object);
                }
                ("symbols", Value::Object(object)) => definitions = Some(self.definitions(object)),
                ("neighborhoods" | "symbols", _) => {
                    self.mistake(offset, format!("`{key}` is not an object"));
                }
                _ => {
                    let known = ["neighborhoods", "symbols"];
                    let hint = suggestion(key, known.into_iter());
                    self.mistake(offset, format!("unknown key `{key}`{hint}"));
                }
            }
        }
        if root.get("symbols").is_none() {
            self.mistake(0, "the key `symbols` is missing");
        }
        self.grammar(neighborhoods, &definitions?)
    }

    fn neighborhoods(&mut self, object: &Object<'_>) -> IndexMap<String, String> {
        let mut neighborhoods = IndexMap::new();
        for (name, (offset, value)) in self.entries(object, "neighborhood") {
            match value {
                Value::StringLit(matrix) if is_matrix(&matrix.value) => {
                    neighborhoods.insert(name.to_owned(), matrix.value.to_string());
                }
                _ => self.mistake(
                    offset,
                    format!(
                        "neighborhood `{name}` is not a matrix; write rows of the digits 0 to 3 \
                         joined by commas, such as \"010,121,010\""
                    ),
                ),
            }
        }
        neighborhoods
    }

    fn definitions<'o>(&mut self, object: &'o Object<'_>) -> IndexMap<&'o str, Definition<'o>> {
        let mut definitions = IndexMap::new();
        for (name, (offset, value)) in self.entries(object, "symbol") {
            let elements = value.as_array().map_or(&[][..], |array| &array.elements);
            if elements.is_empty() {
                let message = "has no alternatives; write an array of strings";
                self.mistake(offset, format!("symbol `{name}` {message}"));
            }
            let mut alternatives = Vec::new();
            for element in elements {
                match element {
                    Value::StringLit(text) => alternatives.push((element.start(), &*text.value)),
                    _ => self.mistake(
                        element.start(),
                        format!("symbol `{name}` has an alternative that is not a string"),
                    ),
                }
            }
            definitions.insert(name, Definition { offset, alternatives });
        }
        definitions
    }

    /// Resolves the symbols that alternatives name.
    fn grammar(
        &mut self,
        neighborhoods: IndexMap<String, String>,
        definitions: &IndexMap<&str, Definition<'_>>,
    ) -> Option<Grammar> {
        let mut names: Vec<&str> = definitions.keys().copied().collect();
        if !definitions.contains_key(Grammar::ENTITY) {
            names.push(Grammar::ENTITY);
        }
        let mut symbols: IndexMap<String, Vec<Alternative>> =
            names.iter().map(|&name| (name.to_owned(), Vec::new())).collect();
        for (index, definition) in definitions.values().enumerate() {
            symbols[index] = definition
                .alternatives
                .iter()
                .map(|&(offset, text)| self.alternative(offset, text, &names))
                .collect();
        }
        for ((name, definition), ends) in definitions.iter().zip(can_end(&symbols)) {
            if !ends {
                self.mistake(
                    definition.offset,
                    format!("symbol `{name}` never ends: all its alternatives lead back to it"),
                );
            }
        }
        let start = symbols.get_index_of(Grammar::START);
        if start.is_none() {
            let message = format!("the start symbol `{}` is not defined", Grammar::START);
            self.mistake(0, message);
        }
        Some(Grammar { neighborhoods, symbols, start: start? })
    }

    /// The pieces of `text`, in which every second `#` closes a symbol's name.
    fn alternative(&mut self, offset: usize, text: &str, names: &[&str]) -> Alternative {
        if text.matches('#').count() % 2 == 1 {
            self.mistake(offset, format!("a `#` is left open in `{text}`"));
            return Alternative::new();
        }
        let mut pieces = Alternative::new();
        for (index, part) in text.split('#').enumerate() {
            if index % 2 == 0 {
                if !part.is_empty() {
                    pieces.push(Piece::Text(part.to_owned()));
                }
            } else if let Some(symbol) = names.iter().position(|&name| name == part) {
                pieces.push(Piece::Symbol(symbol));
            } else {
                let hint = suggestion(part, names.iter().copied());
                self.mistake(offset, format!("symbol `{part}` is not defined{hint}"));
            }
        }
        pieces
    }

    /// The properties of `object` by name, with the place of each name.
    fn entries<'o, 't>(
        &mut self,
        object: &'o Object<'t>,
        what: &str,
    ) -> IndexMap<&'o str, (usize, &'o Value<'t>)> {
        let mut entries = IndexMap::new();
        for property in &object.properties {
            let (name, offset) = (property.name.as_str(), property.start());
            if entries.insert(name, (offset, &property.value)).is_some() {
                self.mistake(offset, format!("{what} `{name}` is defined twice"));
            }
        }
        entries
    }

    fn mistake(&mut self, offset: usize, message: impl Into<String>) {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        self.mistakes.push(Mistake {
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            message: message.into(),
        });
    }
}

fn is_matrix(text: &str) -> bool {
    let digits = text.trim_matches(',');
    !digits.is_empty() && text.chars().all(|c| matches!(c, '0'..='3' | ',') || c.is_whitespace())
}

/// Whether each symbol has an expansion that ends, for some genes.
///
/// A symbol can end if all symbols of one of its alternatives can; this is
/// repeated until no further symbol is found. A symbol without alternatives
/// counts as one that can end: it is supplied later or is a mistake of its own.
fn can_end(symbols: &IndexMap<String, Vec<Alternative>>) -> Vec<bool> {
    let mut ends = vec![false; symbols.len()];
    loop {
        let before = ends.clone();
        for (index, alternatives) in symbols.values().enumerate() {
            let ending = |pieces: &Alternative| {
                pieces.iter().all(|piece| match piece {
                    Piece::Text(_) => true,
                    Piece::Symbol(symbol) => ends[*symbol],
                })
            };
            ends[index] = alternatives.is_empty() || alternatives.iter().any(ending);
        }
        if ends == before {
            return ends;
        }
    }
}

/// The known name that `name` is nearest to, as the end of a message.
fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    known
        .map(|other| (strsim::damerau_levenshtein(name, other), other))
        .filter(|&(distance, _)| distance <= 2)
        .min()
        .map_or_else(String::new, |(_, other)| format!("; did you mean `{other}`?"))
}

fn lower_first(message: &impl ToString) -> String {
    let message = message.to_string();
    let mut characters = message.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

#[cfg(test)]
mod tests;
