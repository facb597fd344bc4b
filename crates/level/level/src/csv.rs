//! Levels as comma-separated tile indices, one line per row, without a header.

use std::sync::Arc;

use crate::rows::{Numbering, index_of};
use crate::{Level, LevelError, Tile};

#[cfg(test)]
mod tests;

impl Level {
    /// The level as CSV: the index of each tile, -1 for unknown, each row ending in a newline.
    pub fn to_csv(&self) -> String {
        let mut csv = String::new();
        for row in self.view().rows() {
            let indices: Vec<String> = row.iter().map(|&tile| index_of(tile).to_string()).collect();
            csv.push_str(&indices.join(","));
            csv.push('\n');
        }
        csv
    }

    /// Reads a level from CSV, the inverse of [`Level::to_csv`].
    ///
    /// Windows line ends, spaces around a number, a comma at the end of a row, and empty lines at
    /// the end are accepted, and `;`, a tab or spaces in place of commas.
    pub fn from_csv(csv: &str, numbering: impl Into<Numbering>) -> Result<Self, LevelError> {
        let numbering = numbering.into();
        let lines = csv.trim_end_matches(['\r', '\n']).lines();
        let palette = Arc::clone(numbering.palette());
        Self::read_rows(lines, palette, |line, y, _| read_row(line, y, &numbering))
    }
}

fn read_row(line: &str, y: usize, numbering: &Numbering) -> Result<Vec<Tile>, LevelError> {
    let fields = fields(line).enumerate();
    let tiles = fields.map(|(x, field)| match field.parse::<i64>() {
        Ok(number) => numbering.tile(number.into(), x, y),
        Err(_) => Err(LevelError::Content(format!(
            "row {}, column {}: `{field}` is no number; a table has only numbers and commas: the index of \
             each tile, or -1 for unknown",
            y + 1,
            x + 1
        ))),
    });
    tiles.collect()
}

/// Whether a text is nothing but numbers, at least two in each row.
pub fn is_table_of_numbers(text: &str) -> bool {
    let mut rows = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    let has_rows = rows.peek().is_some();
    has_rows
        && rows.all(|row| {
            fields(row).nth(1).is_some() && fields(row).all(|field| field.parse::<i64>().is_ok())
        })
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim();
    let is_mark = |character: char| [',', ';', '\t'].contains(&character);
    let has_marks = line.contains(is_mark);
    // LDtk writes a comma at the end of each row.
    let line = line.strip_suffix([',', ';']).unwrap_or(line);
    let fields = line.split(
        move |character: char| {
            if has_marks { is_mark(character) } else { character.is_whitespace() }
        },
    );
    // Numbers that stand in columns have several spaces between them.
    fields.map(str::trim).filter(move |field| has_marks || !field.is_empty())
}
