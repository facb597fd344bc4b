//! The explorers of a script as lines of text.

use serde_json::Value;

#[cfg(test)]
mod tests;

/// Maximum number of characters of a line.
const N_CHARACTERS: usize = 48;
/// Indentation of the continuation of a long line.
const HANGING: usize = 4;

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Characters of indentation.
    pub indent: usize,
    /// What stands behind them.
    pub text: String,
}

impl Line {
    /// Number of characters of the line, including its indentation.
    pub fn n_characters(&self) -> usize {
        self.indent + self.text.chars().count()
    }
}

/// The explorers of a script one below the other, as printed in the paper.
pub(crate) fn explorers_as_text(script: &Value) -> String {
    let lines = explorers_as_lines(script).into_iter().flatten();
    lines.flat_map(|line| [" ".repeat(line.indent), line.text, "\n".to_owned()]).collect()
}

/// The lines of each explorer, with commas between explorers.
pub fn explorers_as_lines(script: &Value) -> Vec<Vec<Line>> {
    let mut explorers: Vec<Vec<Line>> = explorers(script).iter().map(lines).collect();
    if let Some((_, before)) = explorers.split_last_mut() {
        for last_line in before.iter_mut().filter_map(|lines| lines.last_mut()) {
            last_line.text.push(',');
        }
    }
    explorers
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
pub fn wrap(line: &Line, n_characters_max: usize, hanging: usize) -> Vec<Line> {
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
