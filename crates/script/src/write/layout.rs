//! JSON laid out to be read: what fits into a line stands in one.

use std::fmt::{self, Write};

use serde_json::{Value, json};

/// Lines are at most this long where they can be broken.
const N_COLUMNS: usize = 110;

/// The text of a document: each section on a line of its own, and each explorer.
pub fn laid_out(document: &Value) -> String {
    let mut text = String::new();
    lay_out(&mut text, document).expect("text can be written to");
    text
}

/// Writes a document: each section on a line of its own, and each explorer.
pub(super) fn lay_out(text: &mut impl Write, document: &Value) -> fmt::Result {
    put(text, document, 0, 0)?;
    writeln!(text)
}

/// Writes a value whose first character stands in a column of a line with an indent.
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

/// A value in one line, with a space behind each comma and colon.
pub fn one_line(value: &Value) -> String {
    match value {
        Value::Array(all) => {
            format!("[{}]", all.iter().map(one_line).collect::<Vec<_>>().join(", "))
        }
        Value::Object(map) => {
            let part = |(key, part)| format!("{}: {}", json!(key), one_line(part));
            format!("{{{}}}", map.iter().map(part).collect::<Vec<_>>().join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// A value in one line, but a text without quotes.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| one_line(value), str::to_owned)
}
