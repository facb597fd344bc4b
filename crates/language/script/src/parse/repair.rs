//! Repairs the syntax of a text that is almost JSON, so that its other mistakes can be reported,
//! too.
//!
//! At each syntax error it tries a few small changes: to insert or delete a comma, colon, quote or
//! bracket. It keeps the one after which the parser gets furthest. The changes become fixes only if
//! the whole text can be read in the end.

use std::ops::Range;

use jsonc_parser::ast::Value;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::fix::Fix;
use crate::{Diagnostic, Severity};

const N_REPAIRS_MAX: usize = 16;

/// A document after the repair of its syntax; by default nothing was wrong.
#[derive(Default)]
pub(crate) struct Repaired {
    /// The repaired text; empty if there was nothing to repair, or no way to do so.
    pub(crate) text: String,
    /// The changes in the order of the document, each with the message of the error that it
    /// removes.
    repairs: Vec<(Fix, String)>,
    /// The first syntax error, if the text cannot be repaired.
    unreadable: Option<(Range<usize>, String)>,
}

/// Reads JSON or JSON5.
pub fn parse_json(text: &str) -> Result<Option<Value<'_>>, ParseError> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    parse_to_ast(text, &CollectOptions::default(), &options).map(|parsed| parsed.value)
}

impl Repaired {
    /// Repairs a text, if possible; `error` is the first syntax error.
    pub(crate) fn new(text: &str, mut error: ParseError) -> Self {
        let unreadable = Some((error.range().start..error.range().end, message(&error)));
        let mut repaired = Self { text: text.to_owned(), ..Self::default() };
        while repaired.repairs.len() < N_REPAIRS_MAX {
            let Some((fix, next)) = best_change(&repaired.text, &error) else { break };
            repaired.apply(fix, message(&error));
            match next {
                None => return repaired,
                Some(next) => error = next,
            }
        }
        Self { unreadable, ..Self::default() }
    }

    /// Whether the document, or the repaired text, is JSON.
    pub(crate) fn is_readable(&self) -> bool {
        self.unreadable.is_none()
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.is_readable() && self.repairs.is_empty()
    }

    fn apply(&mut self, fix: Fix, message: String) {
        self.text = fix.apply(&self.text);
        let range = self.original(fix.range.start)..self.original(fix.range.end);
        let fix = Fix { range, ..fix };
        let index =
            self.repairs.partition_point(|(repair, _)| repair.range.start <= fix.range.start);
        self.repairs.insert(index, (fix, message));
    }

    /// The offset in the document of a byte of the repaired text.
    pub(crate) fn original(&self, at: usize) -> usize {
        let mut start = 0; // where the text after the last repair so far starts in the document,
        let mut mended_start = 0; // and in the repaired text
        for (fix, _) in &self.repairs {
            let mended_fix = mended_start + (fix.range.start - start);
            if at < mended_fix {
                break;
            }
            if at < mended_fix + fix.replacement.len() {
                return fix.range.start;
            }
            start = fix.range.end;
            mended_start = mended_fix + fix.replacement.len();
        }
        start + (at - mended_start)
    }

    /// The syntax errors, with places in the document.
    pub(crate) fn mistakes(&self) -> impl Iterator<Item = Diagnostic> {
        let diagnostic =
            |range: &Range<usize>, message: &String, help: String, fix: Option<Fix>| {
                let (range, message) = (range.clone(), message.clone());
                let mut mistake = Diagnostic::new(Severity::Error, range, String::new(), message);
                mistake.help(help).fix(fix);
                mistake
            };
        let mended = self.repairs.iter().map(move |(fix, message)| {
            diagnostic(&fix.range, message, help(fix), Some(fix.clone()))
        });
        let unreadable = self.unreadable.iter().map(move |(range, message)| {
            let help = "look here, or a little before, for a missing quote, comma or bracket";
            diagnostic(range, message, help.to_owned(), None)
        });
        mended.chain(unreadable)
    }
}

fn message(error: &ParseError) -> String {
    let mut message = error.kind().to_string();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    format!("not valid JSON: {message}")
}

fn help(fix: &Fix) -> String {
    match (fix.range.is_empty(), fix.replacement.as_str()) {
        (true, put_in) => format!("put `{put_in}` here"),
        (false, "") => "take it out".to_owned(),
        (false, n) => format!("write `{n}`"),
    }
}

/// The change after which the parser gets furthest, and the next error.
fn best_change(text: &str, error: &ParseError) -> Option<(Fix, Option<ParseError>)> {
    let mut best: Option<(usize, Fix, Option<ParseError>)> = None;
    for fix in changes(text, error) {
        let changed = fix.apply(text);
        let next = parse_json(&changed).err();
        // Measured from the end, which does not move.
        let n_left = next.as_ref().map_or(0, |next| changed.len() + 1 - progress(next, &changed));
        if best.as_ref().is_none_or(|(fewest, ..)| n_left < *fewest) {
            best = Some((n_left, fix, next));
        }
    }
    let n_left_before = text.len() + 1 - progress(error, text);
    best.filter(|(n_left, ..)| *n_left < n_left_before).map(|(_, fix, next)| (fix, next))
}

/// How far the parser got, in bytes.
#[expect(clippy::wildcard_enum_match_arm, reason = "the enum of another crate")]
fn progress(error: &ParseError, text: &str) -> usize {
    match error.kind() {
        // These errors point to the opening bracket, but the end is what is missing.
        ParseErrorKind::UnterminatedArray | ParseErrorKind::UnterminatedObject => text.len(),
        ParseErrorKind::NestingDepthExceeded => 0,
        _ => error.range().start,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the enum of another crate")]
fn changes(text: &str, error: &ParseError) -> Vec<Fix> {
    let range =
        text.floor_char_boundary(error.range().start)..text.ceil_char_boundary(error.range().end);
    let here = &text[range.clone()];
    let insert = |at: usize, put_in: &str| Fix::insertion(at, put_in);
    let replace = |with: &str| Fix { range: range.clone(), replacement: with.to_owned() };
    // The end of the text before the error.
    let before = text[..range.start].trim_end().len();
    let end = text.trim_end().len();
    match error.kind() {
        ParseErrorKind::ExpectedComma => vec![insert(range.start, ",")],
        ParseErrorKind::UnexpectedComma => vec![replace("")],
        ParseErrorKind::ExpectedColonAfterObjectKey => {
            vec![insert(before, ":"), insert(before, "}")]
        }
        ParseErrorKind::UnexpectedWord => vec![replace(&quoted(here))],
        ParseErrorKind::UnexpectedCloseBrace => {
            vec![insert(before, "]"), replace("]"), replace("")]
        }
        ParseErrorKind::UnexpectedCloseBracket => {
            vec![insert(before, "}"), replace("}"), replace("")]
        }
        ParseErrorKind::UnexpectedTokenInObject if here.starts_with([',', ']', ':']) => {
            vec![replace(""), insert(before, "}"), replace("}")]
        }
        // A key in an array: the array was not closed before it.
        ParseErrorKind::UnexpectedColon => {
            let key = text[..before].trim_end_matches(['"', '\'']).trim_end_matches(is_of_word);
            let array = key.trim_end_matches(['"', '\'']).trim_end();
            let array = array.strip_suffix(',').unwrap_or(array).trim_end();
            vec![insert(array.len(), "]"), replace("")]
        }
        ParseErrorKind::UnexpectedToken if here.starts_with('=') => {
            vec![replace(":")]
        }
        // Some editors start a file with a byte order mark.
        ParseErrorKind::UnexpectedToken if here.starts_with('\u{feff}') => {
            vec![replace("")]
        }
        ParseErrorKind::UnexpectedToken if is_word(here) => {
            vec![replace(&quoted(here))]
        }
        ParseErrorKind::MultipleRootJsonValues
            if text[range.start..].chars().all(|last| "]} \n\r\t".contains(last)) =>
        {
            vec![Fix { range: range.start..end, replacement: String::new() }]
        }
        ParseErrorKind::UnterminatedArray
        | ParseErrorKind::UnterminatedObject
        | ParseErrorKind::ExpectedObjectValue => {
            let closers = missing_closers(text);
            if closers.is_empty() {
                return Vec::new();
            }
            // The second insertion is for a text that ends in a comment.
            vec![insert(end, &closers), insert(text.len(), &closers)]
        }
        _ => Vec::new(),
    }
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(is_of_word)
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn missing_closers(text: &str) -> String {
    let mut open = Vec::new();
    let mut quote = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(opened), _) if character == opened => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '{') => open.push('}'),
            (None, '[') => open.push(']'),
            (None, '}' | ']') => drop(open.pop()),
            (None, '/') if characters.peek() == Some(&'/') => {
                characters.by_ref().find(|&next| next == '\n');
            }
            _ => {}
        }
    }
    open.into_iter().rev().collect()
}

#[cfg(test)]
mod tests;
