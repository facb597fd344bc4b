//! JSON levels: one, an array, or several in sequence, including Tiled maps.

use marahel_level::{Level, LevelError};
use serde_json::{Deserializer, Map, Value};

use crate::format::{Format, NamedLevel, ReadLevels, Reader, WriteLevels, Writer};
use crate::texts::numbered_error;
use crate::tiled::{self, N_TILES_IN_ALL};
use crate::{Hints, LevelOfFile, NamedFiles, Reading, ReadingNotes};

/// Objects with tiles or a map; also maps of Tiled, which may have this ending.
pub static JSON: Format = Format {
    ending: "json",
    aliases: &[],
    title: tiled::TMJ.title,
    mime: "application/json",
    is_binary: false,
    reader: Some(Reader {
        about: "An object, or an array of objects, with `tiles` or `map`; or a map of Tiled",
        marks_open: true,
        read: ReadLevels::Text(read),
    }),
    writer: Ok(Writer {
        about: "An object with the entities and the tile indices; several levels as an array",
        shows_tiles: false,
        write: WriteLevels::Parts {
            around: |n_levels| if n_levels == 1 { [""; 3] } else { ["[\n", ",\n", "\n]\n"] },
            start: |_| Box::new(|named| Ok(named.level.to_json().into_bytes())),
        },
    }),
    host: Some(tiled::HOST_JSON),
};

/// An object per line.
pub static JSONL: Format = Format {
    ending: "jsonl",
    aliases: &[],
    title: "lines of JSON",
    mime: "application/x-ndjson",
    is_binary: false,
    reader: Some(Reader {
        about: "A line for each level, an object with `tiles` or `map`",
        marks_open: true,
        read: ReadLevels::Text(read),
    }),
    writer: Ok(Writer {
        about: "A line per level: the same object, with its seed if known",
        shows_tiles: false,
        write: WriteLevels::Parts {
            around: |_| [""; 3],
            start: |_| Box::new(|named| Ok(line(named).into_bytes())),
        },
    }),
    host: None,
};

/// A level as a line of JSON, with its seed if known.
fn line(named: &NamedLevel) -> String {
    let line =
        named.seed.map_or_else(|| named.level.to_json(), |seed| named.level.to_json_line(seed));
    line + "\n"
}

/// The levels of a document.
fn read(text: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let mut objects = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value? {
            Value::Array(values) => objects.extend(values),
            value => objects.push(value),
        }
    }
    let n_objects = objects.len();
    let mut n_cells = 0;
    let mut all = Reading { levels: Vec::new(), about: ReadingNotes::default() };
    for (index, value) in objects.into_iter().enumerate() {
        let text = value.to_string();
        let read = match value {
            Value::Object(object) if object.contains_key("layers") => {
                tiled::read_json(&text, hints, named_files)
            }
            Value::Object(object) => of_object(&object, &text, hints).map(|level_read| Reading {
                levels: vec![level_read],
                about: ReadingNotes::default(),
            }),
            _ => Err(LevelError::Content("not a JSON object".to_owned())),
        };
        let read = read.map_err(|error| numbered_error(error, index, n_objects))?;
        // A short text can define a large map by two cells in its corners.
        n_cells += read.levels.iter().map(|entry| entry.level.tiles().len()).sum::<usize>();
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
    hints: &Hints,
) -> Result<LevelOfFile, LevelError> {
    let level = if object.contains_key("tiles") {
        if object.contains_key("entities") {
            hints.matched(|palette| Level::from_json(text, palette))?
        } else {
            let rows = object["tiles"].as_array().into_iter().flatten();
            let numbers = rows.filter_map(Value::as_array).flatten().filter_map(Value::as_i64);
            let numbering = hints.of_numbers(&mut numbers.map(i128::from))?;
            Level::from_json_numbers(text, &numbering)?
        }
    } else {
        Level::from_json(text, hints.of_characters().ok())?
    };
    Ok(LevelOfFile { level, id: object.get("id").cloned() })
}
