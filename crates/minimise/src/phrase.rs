//! A condition, an executer or the value of a parameter, as parts that can be
//! taken out or changed.

use std::fmt;

/// A piece of a script's text: words, numbers and lists of entities.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phrase(pub(crate) Vec<Token>);

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A word or an operator, or the name before a list.
    Word(String),
    /// A number as it is spelled.
    Number(String),
    /// A list of entities, in parentheses or alone.
    List { entries: Vec<Entry>, has_parentheses: bool },
}

/// An entity of a list with its weight, as they are spelled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) weight: Option<String>,
}

impl Phrase {
    /// The parts of a condition, an executer, or a value.
    ///
    /// The text is that of a script that can be read, so that parentheses close.
    pub(crate) fn read(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('(') {
            let (list, behind) = behind.split_once(')').unwrap_or((behind, ""));
            read_words(before, &mut tokens);
            tokens.push(Token::List { entries: read_list(list), has_parentheses: true });
            rest = behind;
        }
        read_words(rest, &mut tokens);
        Self(tokens)
    }

    /// The entities of a token that is a list.
    pub(crate) fn entries_mut(&mut self, token: usize) -> &mut Vec<Entry> {
        match &mut self.0[token] {
            Token::List { entries, .. } => entries,
            other => unreachable!("{other} is no list"),
        }
    }

    /// The list that a value is.
    pub(crate) fn list(text: &str) -> Self {
        Self(vec![Token::List { entries: read_list(text), has_parentheses: false }])
    }

    /// A value as it stands.
    pub(crate) fn word(text: &str) -> Self {
        Self(vec![Token::Word(text.to_owned())])
    }
}

/// Splits at the commas outside of parentheses; nothing has no parts.
pub(crate) fn split_list(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let is_separator = |character: char| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        character == ',' && depth == 0
    };
    let parts = text.split(is_separator).map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Reads what stands outside of parentheses: operands and operators.
fn read_words(text: &str, tokens: &mut Vec<Token>) {
    let is_operator = |character: char| "<>=!".contains(character);
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|next| is_operator(next) != is_operator(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let word = word.trim().to_owned();
        let is_number = word.starts_with(|first: char| "+-.0123456789".contains(first))
            && word.parse::<f64>().is_ok();
        tokens.push(if is_number { Token::Number(word) } else { Token::Word(word) });
        rest = behind.trim_start();
    }
}

fn read_list(text: &str) -> Vec<Entry> {
    let entries = text.split('|').map(|entry| match entry.split_once(':') {
        Some((name, weight)) => {
            Entry { name: name.trim().to_owned(), weight: Some(weight.trim().to_owned()) }
        }
        None => Entry { name: entry.trim().to_owned(), weight: None },
    });
    entries.collect()
}

impl fmt::Display for Phrase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|token| token.fmt(formatter))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) | Self::Number(text) => formatter.write_str(text),
            Self::List { entries, has_parentheses } => {
                let entries: Vec<String> = entries.iter().map(Entry::to_string).collect();
                let entries = entries.join("|");
                if *has_parentheses {
                    write!(formatter, "({entries})")
                } else {
                    formatter.write_str(&entries)
                }
            }
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.weight {
            Some(weight) => write!(formatter, "{}:{weight}", self.name),
            None => formatter.write_str(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Phrase, Token, split_list};

    #[track_caller]
    fn check(text: &str, expected: &str, n_tokens: usize) {
        let phrase = Phrase::read(text);
        assert_eq!((phrase.to_string().as_str(), phrase.0.len()), (expected, n_tokens));
        assert_eq!(Phrase::read(expected), phrase);
    }

    #[test]
    fn phrases_are_read_and_written() {
        check("self( empty | solid:3 )", "self(empty|solid:3)", 2);
        check("all(solid) >= 5", "all(solid)>=5", 4);
        check("dist(out)==up(solid)", "dist(out)==up(solid)", 5);
        check("noise2 > -0.25", "noise2>-0.25", 3);
        check("0.37<random", "0.37<random", 3);
        assert_eq!(Phrase::read("-0.25").0, [Token::Number("-0.25".to_owned())]);
        assert_eq!(Phrase::read("e5").0, [Token::Word("e5".to_owned())]);
    }

    #[test]
    fn lists_are_split_at_commas() {
        assert_eq!(split_list(" a>1 , plus(b|c),d "), ["a>1", "plus(b|c)", "d"]);
        assert!(split_list("  ").is_empty());
    }
}
