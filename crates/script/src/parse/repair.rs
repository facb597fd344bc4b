//! Mending the syntax of a text that is almost JSON, so that its other mistakes
//! can be told as well.
//!
//! At each syntax error a few small changes are tried: a comma, colon, quote
//! or bracket put in or taken out. The one after which the text can be read
//! furthest is kept. Only if the whole text can be read in the end are the
//! changes offered as fixes.

use std::ops::Range;

use jsonc_parser::ast::Value;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::fix::Fix;
use crate::{Diagnostic, Severity};

/// More mistakes of syntax than this are not mended.
const N_REPAIRS_MAX: usize = 16;

/// What becomes of a document when its syntax is mended; by default nothing is.
#[derive(Default)]
pub(crate) struct Repaired {
    /// The mended text; empty where there was nothing to mend, or no way to do so.
    pub(crate) text: String,
    /// Changes of the document in its order, and the mistake that each mends.
    repairs: Vec<(Fix, String)>,
    /// The first mistake of syntax, where the text could not be mended.
    unreadable: Option<(Range<usize>, String)>,
}

/// Reads JSON or JSON5.
pub fn parse_json(text: &str) -> Result<Option<Value<'_>>, ParseError> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    parse_to_ast(text, &CollectOptions::default(), &options).map(|parsed| parsed.value)
}

impl Repaired {
    /// Mends the syntax of a text, which is wrong by `error`, if that is possible.
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

    /// Whether the document, or the mended text, can be read.
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
        let index = self.repairs.partition_point(|(one, _)| one.range.start <= fix.range.start);
        self.repairs.insert(index, (fix, message));
    }

    /// The byte of the document that a byte of the mended text comes from.
    pub(crate) fn original(&self, at: usize) -> usize {
        let mut start = 0; // of what follows the repairs so far, in the document
        let mut mended_start = 0; // and in the mended text
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

    /// The mistakes of syntax, their places in the document.
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

/// A message of the JSON parser in the style of ours.
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
        (false, other) => format!("write `{other}`"),
    }
}

/// The change after which the text can be read furthest, and the next error.
fn best_change(text: &str, error: &ParseError) -> Option<(Fix, Option<ParseError>)> {
    let mut best: Option<(usize, Fix, Option<ParseError>)> = None;
    for fix in changes(text, error) {
        let changed = fix.apply(text);
        let next = parse_json(&changed).err();
        // Measured from the end, which no change moves.
        let n_left = next.as_ref().map_or(0, |next| changed.len() + 1 - progress(next, &changed));
        if best.as_ref().is_none_or(|(fewest, ..)| n_left < *fewest) {
            best = Some((n_left, fix, next));
        }
    }
    let n_left_before = text.len() + 1 - progress(error, text);
    best.filter(|(n_left, ..)| *n_left < n_left_before).map(|(_, fix, next)| (fix, next))
}

/// How far the text could be read.
#[expect(clippy::wildcard_enum_match_arm, reason = "the enum of another crate")]
fn progress(error: &ParseError, text: &str) -> usize {
    match error.kind() {
        // Their place is where the bracket opens; what is wrong is the end.
        ParseErrorKind::UnterminatedArray | ParseErrorKind::UnterminatedObject => text.len(),
        ParseErrorKind::NestingDepthExceeded => 0,
        _ => error.range().start,
    }
}

/// Changes that may mend an error.
#[expect(clippy::wildcard_enum_match_arm, reason = "the enum of another crate")]
fn changes(text: &str, error: &ParseError) -> Vec<Fix> {
    let range =
        text.floor_char_boundary(error.range().start)..text.ceil_char_boundary(error.range().end);
    let insert = |at: usize, put_in: &str| Fix { range: at..at, replacement: put_in.to_owned() };
    let replace = |with: &str| Fix { range: range.clone(), replacement: with.to_owned() };
    // The end of what stands before the error.
    let before = text[..range.start].trim_end().len();
    let end = text.trim_end().len();
    match error.kind() {
        ParseErrorKind::ExpectedComma => vec![insert(range.start, ",")],
        ParseErrorKind::UnexpectedComma => vec![replace("")],
        ParseErrorKind::ExpectedColonAfterObjectKey => {
            vec![insert(before, ":"), insert(before, "}")]
        }
        ParseErrorKind::UnexpectedWord => vec![replace(&quoted(&text[range.clone()]))],
        ParseErrorKind::UnexpectedCloseBrace => {
            vec![insert(before, "]"), replace("]"), replace("")]
        }
        ParseErrorKind::UnexpectedCloseBracket => {
            vec![insert(before, "}"), replace("}"), replace("")]
        }
        ParseErrorKind::UnexpectedTokenInObject
            if text[range.clone()].starts_with([',', ']', ':']) =>
        {
            vec![replace(""), insert(before, "}"), replace("}")]
        }
        // The key of a property in an array: the array was not closed before it.
        ParseErrorKind::UnexpectedColon => {
            let key = text[..before].trim_end_matches(['"', '\'']);
            let key = key.trim_end_matches(is_of_word);
            let array = key.trim_end_matches(['"', '\'']).trim_end();
            let array = array.strip_suffix(',').unwrap_or(array).trim_end();
            vec![insert(array.len(), "]"), replace("")]
        }
        ParseErrorKind::UnexpectedToken if text[range.clone()].starts_with('=') => {
            vec![replace(":")]
        }
        // Some editors begin a file with a mark of its byte order.
        ParseErrorKind::UnexpectedToken if text[range.clone()].starts_with('\u{feff}') => {
            vec![replace("")]
        }
        ParseErrorKind::UnexpectedToken if is_word(&text[range.clone()]) => {
            vec![replace(&quoted(&text[range.clone()]))]
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
            // The second is for a comment at the end.
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

/// The brackets that close what is open at the end of a text.
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
