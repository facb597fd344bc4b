//! A readable layout of JSON: a value stays in one line if it fits.

use std::fmt::{self, Write};

use serde_json::{Value, json};

/// Lines are broken before this length where possible.
const N_COLUMNS: usize = 110;

/// The text of a document, with each section and each explorer on its own line.
pub fn laid_out(document: &Value) -> String {
    let mut text = String::new();
    lay_out(&mut text, document).expect("text can be written to");
    text
}

/// The lines of an explorer as [`laid_out`] writes them, without their common indent.
pub fn explorer_lines(explorer: &Value) -> Vec<String> {
    const INDENT: usize = 4;
    let mut text = " ".repeat(INDENT);
    put(&mut text, explorer, INDENT, INDENT).expect("text can be written to");
    text.lines().map(|line| line[INDENT..].to_owned()).collect()
}

/// Writes a document, with each section and each explorer on its own line.
pub(super) fn lay_out(text: &mut impl Write, document: &Value) -> fmt::Result {
    put(text, document, 0, 0)?;
    writeln!(text)
}

/// Writes a value; `column` is the column of its first character in a line with this indent.
fn put(text: &mut impl Write, value: &Value, indent: usize, column: usize) -> fmt::Result {
    let line = one_line(value);
    let is_list = value.as_array().is_some_and(|all| all.iter().any(Value::is_object));
    let (is_open, n_columns) = (indent == 0 || is_list, column + line.chars().count());
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) => {
            map.iter().map(|(key, part)| (format!("{}: ", json!(key)), part)).collect()
        }
        Value::Array(all) => all.iter().map(|part| (String::new(), part)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    if parts.is_empty() || !is_open && n_columns < N_COLUMNS {
        return text.write_str(&line);
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    let inner = indent + 2;
    for (index, (key, part)) in parts.iter().enumerate() {
        let before = if index == 0 { open } else { ',' };
        write!(text, "{before}\n{:inner$}{key}", "")?;
        put(text, part, inner, inner + key.chars().count())?;
    }
    write!(text, "\n{:indent$}{close}", "")
}

/// A value in one line, with a space after each comma and colon.
pub fn one_line(value: &Value) -> String {
    match value {
        Value::Array(all) => {
            format!("[{}]", all.iter().map(one_line).collect::<Vec<_>>().join(", "))
        }
        Value::Object(map) => {
            let parts = map.iter().map(|(key, part)| format!("{}: {}", json!(key), one_line(part)));
            format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// A value in one line; a string without quotes.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| one_line(value), str::to_owned)
}
