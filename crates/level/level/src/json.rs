//! Levels as JSON objects: tile indices, -1 for unknown, or rows of characters.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::rows::{Numbering, index_of};
use crate::{Level, LevelError, Palette};

#[cfg(test)]
mod tests;

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    width: usize,
    height: usize,
    entities: Vec<&'a str>,
    tiles: Vec<Vec<i8>>,
}

/// The fields that are read; others are ignored.
#[derive(Deserialize)]
struct Read {
    width: Option<usize>,
    height: Option<usize>,
    entities: Option<Vec<String>>,
    tiles: Option<Vec<Vec<i64>>>,
    map: Option<Vec<String>>,
}

impl Level {
    /// The level as one line of JSON that can be read without a palette:
    /// `{"width":2,"height":1,"entities":["empty","solid"],"tiles":[[0,-1]]}`.
    ///
    /// It has no newline at the end, and no characters and colors.
    pub fn to_json(&self) -> String {
        self.write(None)
    }

    /// [`Level::to_json`] with the seed of the level, as a line of a file of many levels:
    /// `{"seed":7,"width":2,"height":1,"entities":["empty","solid"],"tiles":[[0,-1]]}`.
    pub fn to_json_line(&self, seed: u64) -> String {
        self.write(Some(seed))
    }

    /// Reads a level from a JSON object written by [`Level::to_json`] or [`Level::to_json_line`],
    /// or from `{"map":["#..","#.#"]}` with characters.
    ///
    /// `width` and `height` are optional. `entities` define the indices in `tiles` and the
    /// characters in `map` (as in [`Palette::of_names`]); with a `palette` as well, entities are
    /// matched by name. Without `entities`, the `palette` defines them.
    ///
    /// # Errors
    ///
    /// If the text is not JSON of this shape, both `tiles` and `map` or both `palette` and
    /// `entities` are missing, the rows are not a level, the stated size differs from theirs, or
    /// the palette lacks an entity.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use marahel_level::{Level, Palette};
    ///
    /// let json = r#"{"width":3,"height":1,"entities":["empty","solid"],"tiles":[[1,0,-1]]}"#;
    /// let level = Level::from_json(json, None)?;
    /// assert_eq!(level.to_text(), "#.?\n");
    /// assert_eq!(level.to_json(), json);
    ///
    /// let zelda = ["empty", "solid", "player", "enemy", "key", "door"];
    /// let palette = Arc::new(Palette::of_names(&zelda)?);
    /// let level = Level::from_json(r#"{"map":["@.k",".#d"]}"#, Some(palette))?;
    /// assert_eq!(level.to_csv(), "2,0,4\n0,1,5\n");
    /// # Ok::<(), marahel_level::LevelError>(())
    /// ```
    pub fn from_json(json: &str, palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        let read: Read = serde_json::from_str(json)?;
        let named = match &read.entities {
            Some(names) => Some(Arc::new(Palette::of_names(names)?)),
            None => None,
        };
        let written = named.or(palette.clone()).ok_or(LevelError::NoPalette);
        let level = match (&read.tiles, &read.map) {
            (Some(rows), _) => Self::of_numbers(rows, &written?.into())?,
            (None, Some(rows)) => Self::from_rows(rows, written?)?,
            (None, None) => {
                return Err(LevelError::Content(
                    "neither `tiles` nor `map` is there; give one of them as a list of rows".into(),
                ));
            }
        };
        check_size(&read, &level)?;
        level.in_palette(palette)
    }

    /// Reads a level from a JSON object with `tiles`, whose numbers are these. The object may have
    /// `width` and `height`.
    pub fn from_json_numbers(json: &str, numbering: &Numbering) -> Result<Self, LevelError> {
        let read: Read = serde_json::from_str(json)?;
        let level = Self::of_numbers(read.tiles.as_deref().unwrap_or_default(), numbering)?;
        check_size(&read, &level)?;
        Ok(level)
    }

    fn of_numbers(rows: &[Vec<i64>], numbering: &Numbering) -> Result<Self, LevelError> {
        let palette = Arc::clone(numbering.palette());
        Self::read_rows(rows.iter(), palette, |row, y, _| {
            let numbers = row.iter().enumerate();
            numbers.map(|(x, &number)| numbering.tile(number.into(), x, y)).collect()
        })
    }

    /// The index of each tile, -1 for unknown, row by row.
    pub fn indices(&self) -> Vec<Vec<i8>> {
        let rows = self.view().rows();
        rows.map(|row| row.iter().map(|&tile| index_of(tile)).collect()).collect()
    }

    fn write(&self, seed: Option<u64>) -> String {
        let entities = self.palette.entities().iter();
        let written = Written {
            seed,
            width: self.width,
            height: self.height,
            entities: entities.map(|entity| entity.name.as_str()).collect(),
            tiles: self.indices(),
        };
        serde_json::to_string(&written).expect("numbers and strings are always JSON")
    }
}

fn check_size(read: &Read, level: &Level) -> Result<(), LevelError> {
    let width = read.width.unwrap_or(level.width);
    let height = read.height.unwrap_or(level.height);
    if (width, height) == (level.width, level.height) {
        return Ok(());
    }
    Err(LevelError::Content(format!(
        "`width` and `height` say {width} x {height} tiles, but the rows hold {} x {}; correct one \
         of them",
        level.width, level.height
    )))
}
