//! Levels as comma-separated tile indices, one line per row, without a header.

use std::sync::Arc;

use crate::rows::{index_of, no_tile, tile_of};
use crate::{Level, LevelError, Palette, Tile};

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
    /// the end are accepted.
    ///
    /// # Errors
    ///
    /// If there are no tiles or too many, rows differ in length, or a field is neither -1 nor an
    /// index of the palette.
    pub fn from_csv(csv: &str, palette: Arc<Palette>) -> Result<Self, LevelError> {
        let lines = csv.trim_end_matches(['\r', '\n']).lines();
        Self::read_rows(lines, palette, read_row)
    }
}

fn read_row(line: &str, y: usize, palette: &Palette) -> Result<Vec<Tile>, LevelError> {
    // LDtk writes a comma at the end of each row.
    let line = line.trim_end();
    line.strip_suffix(',')
        .unwrap_or(line)
        .split(',')
        .enumerate()
        .map(|(x, field)| match field.trim().parse::<i64>() {
            Ok(index) => tile_of(index, x, y, palette),
            Err(_) => Err(no_tile(field, x, y, palette)),
        })
        .collect()
}
