//! Splits text into tokens.

use std::ops::Range;

use super::{Mistake, Operator};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Number(f64),
    Name(String),
    Text(String),
    Not,
    Open,
    Close,
    Comma,
    Bar,
    /// A binary operator; `Minus` can also be a prefix, and `Equal` can name an argument.
    Operator(Operator),
    End,
}

/// Signs of operators; each comes before its own prefixes.
const SIGNS: [(&str, Operator); 14] = [
    ("==", Operator::Equal),
    ("!=", Operator::Unequal),
    ("<>", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("&&", Operator::And),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("+", Operator::Plus),
    ("-", Operator::Minus),
    ("*", Operator::Times),
    ("/", Operator::Over),
    ("%", Operator::Modulo),
];

/// All tokens of a text; the last one is `End`.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let tail = &text[at..];
        let (kind, length) = if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        } else if character.is_ascii_digit() || character == '.' {
            number(tail, at)?
        } else if "\"'".contains(character) {
            quoted(tail, at)?
        } else if is_of_name(character) {
            let length = tail.find(|character| !is_of_name(character)).unwrap_or(tail.len());
            (word(&tail[..length]), length)
        } else if let Some((sign, operator)) = SIGNS.iter().find(|(sign, _)| tail.starts_with(sign))
        {
            (TokenKind::Operator(*operator), sign.len())
        } else {
            let kind = match character {
                '(' => TokenKind::Open,
                ')' => TokenKind::Close,
                ',' => TokenKind::Comma,
                '|' => TokenKind::Bar,
                _ => {
                    return Err(Mistake::new(
                        at..at + character.len_utf8(),
                        format!("`{}` means nothing here", character.escape_debug()),
                        "write names, numbers, comparisons and + - * / % ( ) , |",
                    ));
                }
            };
            (kind, 1)
        };
        tokens.push(Token { kind, range: at..at + length });
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, range: text.len()..text.len() });
    Ok(tokens)
}

/// The quoted text at the start of a text, and its length with both quotes.
fn quoted(text: &str, at: usize) -> Result<(TokenKind, usize), Mistake> {
    let quote = &text[..1];
    let Some(length) = text[1..].find(quote) else {
        let message = "this quote is never closed";
        return Err(Mistake::new(at..at + 1, message, format!("write {quote} behind the text")));
    };
    Ok((TokenKind::Text(text[1..=length].to_owned()), length + 2))
}

pub(crate) fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether a text is a name: letters, digits and `_`, no digit first.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_of_name) && !text.starts_with(char::is_numeric)
}

fn word(word: &str) -> TokenKind {
    match word {
        "and" => TokenKind::Operator(Operator::And),
        "or" => TokenKind::Operator(Operator::Or),
        "else" => TokenKind::Operator(Operator::Else),
        "not" => TokenKind::Not,
        _ => TokenKind::Name(word.to_owned()),
    }
}

/// The number at the start of a text, and its length. A name that begins with a digit is a mistake.
fn number(text: &str, at: usize) -> Result<(TokenKind, usize), Mistake> {
    let end = text.find(|character| !is_of_name(character) && character != '.');
    let length = end.unwrap_or(text.len());
    let number = text[..length].parse().ok().filter(|number: &f64| number.is_finite());
    number.map(|number| (TokenKind::Number(number), length)).ok_or_else(|| {
        let message = format!("`{}` is not a number", &text[..length]);
        Mistake::new(at..at + length, message, "write digits, such as 12 or 0.5")
    })
}
