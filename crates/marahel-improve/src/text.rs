//! Edits of a text: all that is not edited keeps its layout, its comments and its order.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value as Ast};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use marahel_script::{laid_out, one_line, part_with_comma};
use serde_json::{Value, json};

use crate::edits::Edit;

/// The text with some edits; `None` if a place of an edit is not in the text.
pub(crate) fn edited<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?;
    let Some(Ast::Object(root)) = parsed.value else { return None };
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    for edit in edits {
        changes.push(change(text, &root, edit)?);
    }
    // Of insertions at one place the earlier one comes first, so it is made last.
    let mut order: Vec<usize> = (0..changes.len()).collect();
    order.sort_by_key(|&index| (changes[index].0.start, index));
    let mut pairs = order.windows(2).map(|pair| (&changes[pair[0]].0, &changes[pair[1]].0));
    if pairs.any(|(first, second)| second.start < first.end) {
        return None;
    }
    let mut edited = text.to_owned();
    for &index in order.iter().rev() {
        let (range, new) = &changes[index];
        edited.replace_range(range.clone(), new);
    }
    Some(edited)
}

fn change(text: &str, root: &Object<'_>, edit: &Edit) -> Option<(Range<usize>, String)> {
    match edit {
        Edit::Section(key, value) => entry(text, root, key, value.as_ref()),
        Edit::Neighborhood(name, cells) => {
            if let Some(named) = root.get_object("neighborhoods") {
                return entry(text, named, name, Some(cells));
            }
            let first = root.properties.first()?.range().start;
            let section = json!({ name: cells });
            Some(before(text, first, &format!("\"neighborhoods\": {}", one_line(&section))))
        }
        Edit::InsertExplorer(at, value) => {
            let explorers = root.get_array("explorers")?;
            let first = explorers.elements.first().map_or(0, |first| first.range().start);
            Some(element(text, explorers, *at, &of_explorer(value, separator(text, first))))
        }
        Edit::RemoveExplorer(at) => removal(root.get_array("explorers")?, *at),
        Edit::Entry(at, key, value) => entry(text, explorer(root, *at)?, key, value.as_ref()),
        Edit::Parameter(at, key, value) => {
            let explorer = explorer(root, *at)?;
            match (explorer.get_object("parameters"), value) {
                (Some(parameters), value) => entry(text, parameters, key, value.as_ref()),
                (None, Some(value)) => {
                    let all = json!({ key: value });
                    let rules = explorer.get("rules")?.range().start;
                    Some((rules..rules, format!("\"parameters\": {}, ", one_line(&all))))
                }
                (None, None) => None,
            }
        }
        Edit::Rule(at, rule, new) => {
            let rules = explorer(root, *at)?.get_array("rules")?;
            let range = rules.elements.get(*rule)?.range();
            Some((range.start..range.end, new.to_string()))
        }
        Edit::InsertRule(at, rule, new) => {
            let rules = explorer(root, *at)?.get_array("rules")?;
            Some(element(text, rules, *rule, &new.to_string()))
        }
        Edit::RemoveRule(at, rule) => removal(explorer(root, *at)?.get_array("rules")?, *rule),
    }
}

fn explorer<'a, 'o>(root: &'a Object<'o>, at: usize) -> Option<&'a Object<'o>> {
    match root.get_array("explorers")?.elements.get(at)? {
        Ast::Object(explorer) => Some(explorer),
        _ => None,
    }
}

/// The indent of explorers as [`laid_out`] writes them.
const INDENT: &str = "    ";

/// An explorer as a text, with the new line and the indent before it.
fn of_explorer(explorer: &Value, separator: &str) -> String {
    let document = laid_out(&json!({ "explorers": [explorer] }));
    let inside = document.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']'));
    let Some((inside, _)) = inside else { return one_line(explorer) };
    let lines = inside.trim().lines().map(|line| line.strip_prefix(INDENT).unwrap_or(line));
    lines.collect::<Vec<_>>().join(separator)
}

/// Sets or removes an entry of an object.
fn entry(
    text: &str,
    object: &Object<'_>,
    key: &str,
    value: Option<&Value>,
) -> Option<(Range<usize>, String)> {
    let at = object.properties.iter().position(|entry| entry.name.as_str() == key);
    match (at, value) {
        (Some(at), Some(value)) => {
            let range = object.properties[at].value.range();
            Some((range.start..range.end, one_line(value)))
        }
        (Some(at), None) => {
            let ranges: Vec<Range<usize>> = object
                .properties
                .iter()
                .map(|entry| entry.range().start..entry.range().end)
                .collect();
            Some((part_with_comma(&ranges, at, 1), String::new()))
        }
        (None, Some(value)) => {
            let entry = format!("{}: {}", json!(key), one_line(value));
            let Some(first) = object.properties.first() else {
                let start = object.range().start + 1;
                return Some((start..start, entry));
            };
            Some(before(text, first.range().start, &entry))
        }
        (None, None) => None,
    }
}

/// Puts an entry before the one that starts here, with what separates lines there.
fn before(text: &str, start: usize, entry: &str) -> (Range<usize>, String) {
    (start..start, format!("{entry},{}", separator(text, start)))
}

/// The white space before a place: a new line with its indent, or a space.
fn separator(text: &str, start: usize) -> &str {
    let head = &text[..start];
    let n_white = head.len() - head.trim_end().len();
    let white = &head[head.len() - n_white..];
    if white.contains('\n') { &white[white.rfind('\n').unwrap_or(0)..] } else { " " }
}

fn element(text: &str, list: &Array<'_>, at: usize, new: &str) -> (Range<usize>, String) {
    match (list.elements.get(at), list.elements.last()) {
        (Some(next), _) => before(text, next.range().start, new),
        (None, Some(previous)) => {
            let end = previous.range().end;
            let between = separator(text, previous.range().start);
            (end..end, format!(",{between}{new}"))
        }
        (None, None) => {
            let start = list.range().start + 1;
            (start..start, new.to_owned())
        }
    }
}

fn removal(list: &Array<'_>, at: usize) -> Option<(Range<usize>, String)> {
    let ranges: Vec<Range<usize>> =
        list.elements.iter().map(|part| part.range().start..part.range().end).collect();
    (at < ranges.len()).then(|| (part_with_comma(&ranges, at, 1), String::new()))
}
