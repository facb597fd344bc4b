//! Levels as text: one character per tile, one line per row.

use std::sync::Arc;

use crate::{Level, LevelError, Palette, Tile};

#[cfg(test)]
mod tests;

impl Level {
    /// The level as text: one character per tile, `?` for unknown, a newline after each row.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity((self.width + 1) * self.height);
        for row in self.view().rows() {
            text.extend(row.iter().map(|&tile| self.palette.character(tile)));
            text.push('\n');
        }
        text
    }

    /// Reads a level from text, the inverse of [`Level::to_text`].
    ///
    /// Windows line ends and empty lines at the end are accepted.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use marahel_level::{Level, Palette};
    ///
    /// let palette = Arc::new(Palette::of_names(&["empty", "solid", "player"])?);
    /// let level = Level::from_text("#####\n#@..#\n#####\n", palette.clone())?;
    /// assert_eq!((level.width(), level.height()), (5, 3));
    /// assert_eq!(palette.name(level.get(1, 1)), "player");
    ///
    /// let error = Level::from_text("#####\n#@.x#\n#####\n", palette).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "row 2, column 4: 'x' stands for no tile; \
    ///      expected one of `.` empty, `#` solid, `@` player, `?` unknown"
    /// );
    /// # Ok::<(), marahel_level::LevelError>(())
    /// ```
    pub fn from_text(text: &str, palette: Arc<Palette>) -> Result<Self, LevelError> {
        let lines = text.trim_end_matches(['\r', '\n']).lines();
        Self::read_rows(lines, palette, read_row)
    }

    /// Reads a level from rows of characters, top row first.
    pub fn from_rows(rows: &[impl AsRef<str>], palette: Arc<Palette>) -> Result<Self, LevelError> {
        let rows = rows.iter().map(AsRef::as_ref);
        Self::read_rows(rows, palette, read_row)
    }
}

fn read_row(row: &str, y: usize, palette: &Palette) -> Result<Vec<Tile>, LevelError> {
    let tiles = row.chars().enumerate().map(|(x, character)| {
        palette.tile_of(character).ok_or_else(|| no_tile(character, x, y, palette))
    });
    tiles.collect()
}

/// The error for a character that the palette lacks.
fn no_tile(character: char, x: usize, y: usize, palette: &Palette) -> LevelError {
    let what = match palette.on_target(character) {
        Some(entity) => format!(
            "`{character}` is a {entity} on a target, but a cell here holds one thing; put the \
             {entity} and the target in cells of their own"
        ),
        None => {
            format!("{character:?} stands for no tile; expected one of {}", palette.legend())
        }
    };
    LevelError::Content(format!("row {}, column {}: {what}", y + 1, x + 1))
}
