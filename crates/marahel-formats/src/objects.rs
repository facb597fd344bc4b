//! JSON levels: one, an array, or several in sequence, including maps of editors.

mod rows;

use marahel_level::{Level, LevelError};
use serde_json::{Deserializer, Map, Value};

use crate::format::{Format, NamedLevel, ReadLevels, Reader, WriteLevels, Writer};
use crate::texts::{Characters, made_up, numbered_error};
use crate::tiled::{self, N_TILES_IN_ALL};
use crate::{Hints, LevelOfFile, NamedFiles, Reading, ReadingNotes, ogmo, rpg_maker};

/// Objects with tiles or a map; also maps of Tiled, which may have this ending.
pub static JSON: Format = Format {
    ending: "json",
    aliases: &[],
    title: tiled::TMJ.title,
    mime: "application/json",
    is_binary: false,
    reader: Some(Reader {
        about: "An object with `tiles` or `map`, such rows alone, or an array of them; or a map of Tiled, RPG Maker \
                MV or MZ, or Ogmo 3",
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
        about: "A line for each level, an object with `tiles` or `map`, or such rows alone",
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

/// What an object of JSON may be beside a level of rows.
struct Form {
    title: &'static str,
    is: fn(&Map<String, Value>) -> bool,
    read: fn(&str, &Hints, &dyn NamedFiles) -> Result<Reading, LevelError>,
}

/// The forms, the most certain first.
static FORMS: [Form; 3] = [
    Form {
        title: "a level of Ogmo 3",
        is: |object| object.contains_key("ogmoVersion") && object.contains_key("layers"),
        read: ogmo::read,
    },
    Form {
        title: "a map of RPG Maker MV or MZ",
        is: |object| object.contains_key("tilesetId") && object.contains_key("data"),
        read: rpg_maker::read,
    },
    Form { title: tiled::TMJ.title, is: is_of_tiled, read: tiled::read_json },
];

/// Whether an object is a map of Tiled, as far as it goes: other programs have layers, too.
fn is_of_tiled(object: &Map<String, Value>) -> bool {
    let Some(layers) = object.get("layers") else { return false };
    let mut layers = layers.as_array().into_iter().flatten();
    ["tilesets", "orientation", "tilewidth"].iter().any(|field| object.contains_key(*field))
        || layers.any(|layer| layer.get("type").is_some())
}

/// The error of what is no level, with what is read.
fn no_level() -> LevelError {
    let forms = FORMS.iter().map(|form| form.title).collect::<Vec<_>>().join(", ");
    LevelError::Content(format!(
        "this is no level that is read; a level in JSON is an object with `tiles`, rows of numbers, or `map`, rows \
         of characters; or such rows alone, as in [[1, 1], [1, 0]] or [\"##\", \"#.\"]; or {forms}"
    ))
}

/// The levels of a document.
fn read(text: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let mut documents = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        documents.push(value?);
    }
    // Mistakes in a file of one object are told by their place in it.
    let is_whole = matches!(documents[..], [Value::Object(_)]);
    let values: Vec<Value> = documents.into_iter().flat_map(rows::objects).collect();
    let n_values = values.len();
    let mut n_cells = 0;
    let mut all = Reading { levels: Vec::new(), about: ReadingNotes::default() };
    for (index, value) in values.into_iter().enumerate() {
        let text = if is_whole { text } else { &value.to_string() };
        let read = read_value(value, text, hints, named_files);
        let read = read.map_err(|error| numbered_error(error, index, n_values))?;
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

/// The levels of an object with this text.
fn read_value(
    value: Value,
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let Value::Object(object) = value else { return Err(no_level()) };
    match FORMS.iter().find(|form| (form.is)(&object)) {
        Some(form) => (form.read)(text, hints, named_files),
        None => of_object(object, text, hints),
    }
}

/// The level of a line with a value of JSON.
pub(crate) fn of_line(value: Value, line: &str, hints: &Hints) -> Result<Reading, LevelError> {
    let is_object = value.is_object();
    let Value::Object(object) = rows::object(value) else { return Err(no_level()) };
    let text = if is_object { line } else { &Value::Object(object.clone()).to_string() };
    of_object(object, text, hints)
}

/// A level of numbers or, without `tiles`, of characters.
fn of_object(
    mut object: Map<String, Value>,
    text: &str,
    hints: &Hints,
) -> Result<Reading, LevelError> {
    let is_changed = rows::put_in_place(&mut object)?;
    let text = if is_changed { &Value::Object(object.clone()).to_string() } else { text };
    let has_names = object.contains_key("entities");
    let mut about = ReadingNotes::default();
    let level = if !object.contains_key("tiles") {
        let rows = object["map"].as_array().into_iter().flatten();
        let rows: Vec<&str> = rows.filter_map(Value::as_str).collect();
        let characters = match hints.of_drawing(&rows).filter(|_| !has_names).transpose()? {
            Some(characters) => {
                about.made_up = made_up(&characters.palette);
                Some(characters)
            }
            None => hints.of_characters().ok(),
        };
        let with_one = |characters: &Characters| {
            let rows = rows.iter().map(|row| Value::from(characters.in_text(row)));
            let mut object = object.clone();
            object.insert("map".to_owned(), rows.collect());
            Value::Object(object).to_string()
        };
        let text = match &characters {
            Some(characters) if !has_names && characters.has_others() => &with_one(characters),
            _ => text,
        };
        let palette = characters.map(|characters| characters.palette);
        Level::from_json(text, palette)?
    } else if has_names {
        hints.matched(|palette| Level::from_json(text, palette))?
    } else {
        let rows = object["tiles"].as_array().into_iter().flatten();
        let numbers = rows.filter_map(Value::as_array).flatten().filter_map(Value::as_i64);
        let numbering = hints.of_numbers(&mut numbers.map(i128::from))?;
        Level::from_json_numbers(text, &numbering)?
    };
    let levels = vec![LevelOfFile { level, id: object.get("id").cloned() }];
    Ok(Reading { levels, about })
}
