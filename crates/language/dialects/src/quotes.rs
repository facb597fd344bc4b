//! Texts as printed in the paper: names without quotes, and typographic quotes after copying from a
//! page. Neither is JSON.

use std::ops::Range;

use marahel_script::parse::Rewritten;

/// Adds quotes to words that are neither keys nor literals, and replaces typographic quotes.
pub(crate) fn quoted(source: &str) -> Rewritten {
    let mut quoted = Quoted { source, text: String::new(), origins: Vec::new() };
    let mut at = 0;
    while at < source.len() {
        at = quoted.token(at);
    }
    quoted.origins.push(source.len());
    Rewritten::new(quoted.text, quoted.origins)
}

struct Quoted<'s> {
    source: &'s str,
    text: String,
    /// The offset in the source of each byte of the text.
    origins: Vec<usize>,
}

/// Characters that begin or end a string in print.
const TYPOGRAPHIC: [char; 3] = ['\u{201c}', '\u{201d}', '\u{201e}'];

/// Words that are valid JSON5 without quotes.
const LITERALS: [&str; 5] = ["true", "false", "null", "Infinity", "NaN"];

impl Quoted<'_> {
    /// Copies one token of the source; returns the offset of the next.
    fn token(&mut self, at: usize) -> usize {
        let tail = &self.source[at..];
        let first = tail.chars().next().expect("a character begins here");
        if TYPOGRAPHIC.contains(&first) {
            let inner = &tail[first.len_utf8()..];
            let length = inner.find(TYPOGRAPHIC).unwrap_or(inner.len());
            let start = at + first.len_utf8();
            let end = start + length;
            let close = self.source[end..].chars().next().map_or(0, char::len_utf8);
            self.insert('"', at);
            self.copy(start..end);
            if close > 0 {
                self.insert('"', end);
            }
            return end + close;
        }
        let length = match first {
            '"' | '\'' => string_length(tail, first),
            '/' if tail.starts_with("//") => tail.find('\n').unwrap_or(tail.len()),
            '/' if tail.starts_with("/*") => tail.find("*/").map_or(tail.len(), |end| end + 2),
            '0'..='9' | '.' | '+' | '-' => {
                span(tail, |next| next.is_alphanumeric() || ".+-".contains(next))
            }
            _ if is_word(first) => {
                let length = span(tail, |next| is_word(next) || next.is_numeric() || next == '-');
                let (word, after) = tail.split_at(length);
                if !LITERALS.contains(&word) && !after.trim_start().starts_with(':') {
                    self.insert('"', at);
                    self.copy(at..at + length);
                    self.insert('"', at + length);
                    return at + length;
                }
                length
            }
            character => character.len_utf8(),
        };
        self.copy(at..at + length);
        at + length
    }

    fn copy(&mut self, range: Range<usize>) {
        self.text.push_str(&self.source[range.clone()]);
        self.origins.extend(range);
    }

    fn insert(&mut self, character: char, origin: usize) {
        self.text.push(character);
        self.origins.push(origin);
    }
}

fn is_word(character: char) -> bool {
    character.is_alphabetic() || character == '_' || character == '$'
}

/// Number of bytes before the first character that does not belong.
fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|next| !belongs(next)).unwrap_or(text.len())
}

fn string_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
