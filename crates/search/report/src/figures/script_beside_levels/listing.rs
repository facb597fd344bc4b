//! The explorers of a script as lines of text, in columns.

use serde_json::Value;

#[cfg(test)]
mod tests;

/// Maximum number of characters of a line.
const N_CHARACTERS: usize = 48;
/// Maximum number of lines of a single column.
const N_LINES: usize = 48;
/// Maximum number of columns.
const N_COLUMNS: usize = 3;
/// Indentation of the continuation of a long line.
const HANGING: usize = 4;

/// A line of text; the indentation is a number of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) indent: usize,
    pub(super) text: String,
}

impl Line {
    /// Number of characters of the line, including its indentation.
    pub(super) fn n_characters(&self) -> usize {
        self.indent + self.text.chars().count()
    }
}

/// The explorers of a script one below the other, as printed in the paper.
pub(crate) fn explorers_as_text(script: &Value) -> String {
    let lines = joined(script).into_iter().flatten();
    lines.flat_map(|line| [" ".repeat(line.indent), line.text, "\n".to_owned()]).collect()
}

/// The explorers of a script in columns of about equal height.
pub(super) fn columns(script: &Value) -> Vec<Vec<Line>> {
    let explorers = joined(script);
    let n_lines: usize = explorers.iter().map(Vec::len).sum();
    let n_columns = n_lines.div_ceil(N_LINES).clamp(1, N_COLUMNS);
    let height = lowest_height(&explorers, n_columns);
    let mut columns: Vec<Vec<Line>> = vec![Vec::new()];
    for explorer in explorers {
        let column = columns.last_mut().expect("there is always one");
        if column.is_empty() || column.len() + explorer.len() <= height {
            column.extend(explorer);
        } else {
            columns.push(explorer);
        }
    }
    columns
}

/// The lines of each explorer, with commas between explorers.
fn joined(script: &Value) -> Vec<Vec<Line>> {
    let mut explorers: Vec<Vec<Line>> = explorers(script).iter().map(lines).collect();
    if let Some((_, before)) = explorers.split_last_mut() {
        for last_line in before.iter_mut().filter_map(|lines| lines.last_mut()) {
            last_line.text.push(',');
        }
    }
    explorers
}

/// The minimum height at which the undivided explorers fit into `n_columns` columns.
fn lowest_height(explorers: &[Vec<Line>], n_columns: usize) -> usize {
    let lens: Vec<usize> = explorers.iter().map(Vec::len).collect();
    let tallest = lens.iter().copied().max().unwrap_or(0);
    let total = lens.iter().sum();
    (tallest..=total).find(|&height| n_columns_of(&lens, height) <= n_columns).unwrap_or(total)
}

/// How many columns of a height undivided explorers of these lengths fill.
fn n_columns_of(lens: &[usize], height: usize) -> usize {
    let (mut n, mut n_filled) = (1, 0);
    for &len in lens {
        if n_filled > 0 && n_filled + len > height {
            (n, n_filled) = (n + 1, 0);
        }
        n_filled += len;
    }
    n
}

fn explorers(script: &Value) -> &[Value] {
    script.get("explorers").unwrap_or(script).as_array().map_or(&[], Vec::as_slice)
}

/// One explorer as JSON, without its region if that is the whole map.
fn lines(explorer: &Value) -> Vec<Line> {
    let mut explorer = explorer.clone();
    if let Some(entries) = explorer.as_object_mut()
        && entries.get("region").is_some_and(|region| region == "map")
    {
        entries.shift_remove("region");
    }
    let text = serde_json::to_string_pretty(&explorer).expect("a value can be written as JSON");
    let lines = text.lines().map(|line| {
        let text = line.trim_start().to_owned();
        Line { indent: line.len() - text.len(), text }
    });
    lines.flat_map(|line| wrap(&line, N_CHARACTERS, HANGING)).collect()
}

/// Wraps a line into lines of at most `n_characters_max` characters each. Breaks after a space or a
/// comma, or else within a list or after a bracket, or else anywhere.
pub(super) fn wrap(line: &Line, n_characters_max: usize, hanging: usize) -> Vec<Line> {
    // Deep indentation must leave room for text.
    let indent_max = n_characters_max / 2;
    let mut indent = line.indent.min(indent_max);
    let mut text_left: Vec<char> = line.text.chars().collect();
    let mut lines = Vec::new();
    loop {
        let room = (n_characters_max - indent).max(1);
        if text_left.len() <= room {
            lines.push(Line { indent, text: text_left.into_iter().collect() });
            return lines;
        }
        // Avoid lines that begin with a closing quote, and very short lines.
        let ends = || (room / 3 + 1..=room).rev().filter(|&end| text_left[end] != '"');
        let after = |characters: &str| ends().find(|&end| characters.contains(text_left[end - 1]));
        let end = after(" ,").or_else(|| after("|)")).unwrap_or(room);
        let text: String = text_left[..end].iter().collect();
        lines.push(Line { indent, text: text.trim_end().to_owned() });
        text_left.drain(..end);
        let n_spaces = text_left.iter().take_while(|&&character| character == ' ').count();
        text_left.drain(..n_spaces);
        indent = (line.indent + hanging).min(indent_max);
    }
}
