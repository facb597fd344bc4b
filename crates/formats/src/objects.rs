//! JSON levels: one, an array, or several in sequence, including Tiled maps.

use level::{Level, LevelError};
use serde_json::{Deserializer, Map, Value};

use crate::texts::numbered_error;
use crate::tiled::{self, N_TILES_IN_ALL};
use crate::{About, Found, Known, NamedFiles, Reading};

/// The levels of a document.
pub(crate) fn read(
    text: &str,
    known: &Known,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let mut objects = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value? {
            Value::Array(values) => objects.extend(values),
            value => objects.push(value),
        }
    }
    let n_objects = objects.len();
    let mut n_cells = 0;
    let mut all = Reading { levels: Vec::new(), about: About::default() };
    for (index, value) in objects.into_iter().enumerate() {
        let text = value.to_string();
        let read = match value {
            Value::Object(object) if object.contains_key("layers") => {
                tiled::read_json(&text, known, named_files)
            }
            Value::Object(object) => of_object(&object, &text, known)
                .map(|found| Reading { levels: vec![found], about: About::default() }),
            _ => Err(LevelError::Content("not a JSON object".to_owned())),
        };
        let read = read.map_err(|error| numbered_error(error, index, n_objects))?;
        // A short text can define a large map by two cells in its corners.
        n_cells += read.levels.iter().map(|found| found.level.tiles().len()).sum::<usize>();
        if n_cells > N_TILES_IN_ALL {
            let what = format!("all levels together have more than {N_TILES_IN_ALL} cells");
            return Err(LevelError::Content(what));
        }
        all.levels.extend(read.levels);
        all.about.add(read.about);
    }
    Ok(all)
}

/// A level of numbers or, without `tiles`, of characters.
pub(crate) fn of_object(
    object: &Map<String, Value>,
    text: &str,
    known: &Known,
) -> Result<Found, LevelError> {
    let level = if object.contains_key("tiles") {
        let has_names = object.contains_key("entities");
        let by_number = || known.of_numbers().ok().filter(|_| !has_names);
        known.matched(|palette| Level::from_json(text, palette.or_else(by_number)))?
    } else {
        Level::from_json(text, known.of_characters().ok())?
    };
    Ok(Found { level, id: object.get("id").cloned() })
}
