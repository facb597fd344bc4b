//! Edits of a text: all that is not edited keeps its layout, its comments and its order.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value as Ast};
use jsonc_parser::common::Ranged;
use marahel_script::parse::parse_json;
use marahel_script::{Fix, explorer_lines, one_line, part_with_comma};
use serde_json::{Value, json};

use crate::edits::{Change, Edit, Step};

/// The text with some edits; `None` if a place of an edit is not in the text.
pub(crate) fn edited<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let mut all: Vec<&Edit> = Vec::new();
    for edit in edits {
        // Several may name the same neighborhood.
        if matches!(edit.change(), Change::Insert(_)) || !all.contains(&edit) {
            all.push(edit);
        }
    }
    all.sort_by(|left, right| left.order().cmp(&right.order()));
    // Later places go first, so that no index changes before its use.
    all.into_iter().rev().try_fold(text.to_owned(), |text, edit| {
        let parsed = parse_json(&text).ok()??;
        let fix = fix(&text, &parsed, &edit.place(), edit.change())?;
        Some(fix.apply(&text))
    })
}

/// The fix that makes a change at some steps from a value.
fn fix(text: &str, value: &Ast<'_>, steps: &[Step<'_>], change: Change<'_>) -> Option<Fix> {
    match (value, steps) {
        (Ast::Object(object), [Step::Key(key)]) => entry(text, object, key, change),
        (Ast::Array(list), [Step::Index(at)]) => element(text, list, *at, change),
        (Ast::Array(list), [Step::Index(at), inside @ ..]) => {
            fix(text, list.elements.get(*at)?, inside, change)
        }
        (Ast::Object(object), [Step::Key(key), inside @ ..]) => {
            match (object.get(key), inside, change) {
                (Some(entry), ..) => fix(text, &entry.value, inside, change),
                // The first entry of an object that is not there yet.
                (None, [Step::Key(inner)], Change::Set(value)) => {
                    entry(text, object, key, Change::Set(&json!({ *inner: value })))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Sets or removes an entry of an object.
fn entry(text: &str, object: &Object<'_>, key: &str, change: Change<'_>) -> Option<Fix> {
    let entries = &object.properties;
    let at = entries.iter().position(|entry| entry.name.as_str() == key);
    match (at, change) {
        (Some(at), Change::Set(value)) => Some(replaced(&entries[at].value, one_line(value))),
        (Some(at), Change::Remove) => Some(removed(entries, at)),
        (None, Change::Set(value)) => {
            let entry = format!("{}: {}", json!(key), one_line(value));
            // Parameters stand before the rules, all else at the beginning.
            let next = object.get("rules").filter(|_| key == "parameters");
            Some(match next.or(entries.first()) {
                Some(next) => before(text, next, &entry),
                None => Fix::insertion(object.range.start + 1, entry),
            })
        }
        _ => None,
    }
}

/// Inserts, sets or removes an element of a list.
fn element(text: &str, list: &Array<'_>, at: usize, change: Change<'_>) -> Option<Fix> {
    let elements = &list.elements;
    match change {
        Change::Set(value) => Some(replaced(elements.get(at)?, one_line(value))),
        Change::Remove => (at < elements.len()).then(|| removed(elements, at)),
        Change::Insert(value) => {
            let between = elements.first().map_or(" ", |first| separator(text, first));
            let new = laid_out_after(value, between);
            Some(match (elements.get(at), elements.last()) {
                (Some(next), _) => before(text, next, &new),
                (None, Some(previous)) => {
                    Fix::insertion(previous.end(), format!(",{}{new}", separator(text, previous)))
                }
                (None, None) => Fix::insertion(list.range.start + 1, new),
            })
        }
    }
}

/// A rule in one line, or an explorer in its lines, which the white space separates.
fn laid_out_after(value: &Value, separator: &str) -> String {
    if value.is_object() { explorer_lines(value).join(separator) } else { one_line(value) }
}

fn replaced(value: &impl Ranged, new: String) -> Fix {
    Fix { range: value.start()..value.end(), replacement: new }
}

fn removed(parts: &[impl Ranged], at: usize) -> Fix {
    let ranges: Vec<Range<usize>> = parts.iter().map(|part| part.start()..part.end()).collect();
    Fix { range: part_with_comma(&ranges, at, 1), replacement: String::new() }
}

/// Puts a part before another one, with what separates lines there.
fn before(text: &str, next: &impl Ranged, new: &str) -> Fix {
    Fix::insertion(next.start(), format!("{new},{}", separator(text, next)))
}

/// The white space before a part: a new line with its indent, or a space.
fn separator<'t>(text: &'t str, part: &impl Ranged) -> &'t str {
    let head = &text[..part.start()];
    let white = &head[head.trim_end().len()..];
    white.rfind('\n').map_or(" ", |line| &white[line..])
}
