//! JSON levels: one, an array, or several in sequence, including maps of editors.

mod rows;

use std::fmt;

use marahel_level::{Level, LevelError, N_TILES_MAX, check_count};
use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Deserializer, Map, Value};

use crate::format::{Format, NamedLevel, ReadLevels, Reader, WriteLevels, Writer};
use crate::texts::{Characters, made_up, numbered_error};
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
        about: "An object with `tiles` or `map`, such rows alone, or an array of them; or a map of Tiled",
        marks_open: true,
        read: ReadLevels::Text(read),
    }),
    writer: Ok(Writer {
        about: "An object with the entities and the tile indices; several levels as an array",
        shows_tiles: false,
        write: WriteLevels::Parts {
            around: |n_levels| if n_levels == 1 { [""; 3] } else { ["[\n", ",\n", "\n]\n"] },
            part: |named| named.level.to_json().into_bytes(),
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
        write: WriteLevels::Parts { around: |_| [""; 3], part: |named| line(named).into_bytes() },
    }),
    host: None,
};

/// A level as a line of JSON, with its seed if known.
fn line(named: &NamedLevel) -> String {
    let line =
        named.seed.map_or_else(|| named.level.to_json(), |seed| named.level.to_json_line(seed));
    line + "\n"
}

/// The error of what is no level, with what is read.
fn no_level() -> LevelError {
    LevelError::Content(format!(
        "this is no level that is read; a level in JSON is an object with `tiles`, rows of numbers, or `map`, rows \
         of characters; or such rows alone, as in [[1, 1], [1, 0]] or [\"##\", \"#.\"]; or {}",
        tiled::TMJ.title
    ))
}

/// Maximum number of values of plain levels in a file, because each takes much memory.
const N_VALUES_MAX: usize = 2 * N_TILES_MAX;

/// How many values the memory that begins with a sign of a document would hold.
fn weight(sign: u8) -> usize {
    match sign {
        b'{' => 8,
        b'[' => 4,
        b',' | b'"' => 1,
        _ => 0,
    }
}

fn read(text: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let mut documents = Vec::new();
    let mut heads = Deserializer::from_str(text).into_iter::<Head>();
    let mut start = 0;
    while let Some(head) = heads.next() {
        let (head, end) = (head?, heads.byte_offset());
        documents.push((head, &text[start..end]));
        check_count(documents.len())?;
        start = end;
    }
    let mut all = All::default();
    let n_documents = documents.len();
    for (index, (head, of_document)) in documents.into_iter().enumerate() {
        // Mistakes in a file of one document are told by their place in it.
        let text = if n_documents == 1 { text } else { of_document };
        if head.is_of_tiled()? {
            // Not as a value, which takes many times the memory.
            all.add(tiled::read_json(text, hints, named_files), index, n_documents)?;
            continue;
        }
        if text.bytes().map(weight).sum::<usize>() > N_VALUES_MAX {
            bail!("more than {N_VALUES_MAX} values; write a line for each level (.jsonl)");
        }
        let document: Value = serde_json::from_str(of_document)?;
        let is_object = document.is_object();
        let values = rows::objects(document);
        let n_values = n_documents - 1 + values.len();
        check_count(n_values)?;
        for (number, value) in values.into_iter().enumerate() {
            let text = if is_object { text } else { &value.to_string() };
            all.add(read_value(value, text, hints, named_files), index + number, n_values)?;
        }
    }
    Ok(all.reading)
}

/// The levels read so far.
#[derive(Default)]
struct All {
    reading: Reading,
    n_cells: usize,
}

impl All {
    /// Adds the levels of a part of a file with this index, of so many.
    fn add(
        &mut self,
        read: Result<Reading, LevelError>,
        index: usize,
        n: usize,
    ) -> Result<(), LevelError> {
        let read = read.map_err(|error| numbered_error(error, index, n))?;
        // A short text can define a large map by two cells in its corners.
        self.n_cells += read.levels.iter().map(|entry| entry.level.tiles().len()).sum::<usize>();
        if self.n_cells > N_TILES_IN_ALL {
            bail!("all levels together have more than {N_TILES_IN_ALL} cells");
        }
        self.reading.levels.extend(read.levels);
        self.reading.about.add(read.about);
        Ok(())
    }
}

fn read_value(
    value: Value,
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let is_of_tiled = Head::deserialize(&value)?.is_of_tiled()?;
    let Value::Object(object) = value else { return Err(no_level()) };
    if is_of_tiled {
        tiled::read_json(text, hints, named_files)
    } else {
        of_object(object, text, hints)
    }
}

/// What tells the form of a document.
#[derive(Debug, Default)]
struct Head {
    /// The fields that it has, of those that tell something.
    fields: Vec<&'static str>,
    /// Whether a layer has a kind; of a list, whether an item has one.
    has_kinds: bool,
}

/// Levels of editors that are not read, each with fields that only it has.
const UNREAD: [(&str, [&str; 2]); 2] =
    [("a level of Ogmo", ["ogmoVersion", "layers"]), ("a map of RPG Maker", ["tilesetId", "data"])];

/// The fields that tell something of a document.
const TELLING: [&str; 8] =
    ["ogmoVersion", "layers", "tilesetId", "data", "tilesets", "orientation", "tilewidth", "type"];

impl Head {
    fn has(&self, field: &str) -> bool {
        self.fields.contains(&field)
    }

    /// Whether an object is a map of Tiled, as far as it goes: other programs have layers, too.
    fn is_of_tiled(&self) -> Result<bool, LevelError> {
        for (title, fields) in UNREAD {
            ensure!(
                !fields.iter().all(|field| self.has(field)),
                "{title} is not read; save it as a map of Tiled (.tmj), or as rows, as in [[1, 1], [1, 0]]"
            );
        }
        let has_one = ["tilesets", "orientation", "tilewidth"].iter().any(|field| self.has(field));
        Ok(self.has("layers") && (has_one || self.has_kinds))
    }
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HeadVisitor)
    }
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head, A::Error> {
        let mut head = Head::default();
        while let Some(key) = map.next_key::<String>()? {
            head.fields.extend(TELLING.into_iter().find(|field| *field == key));
            if key == "layers" {
                head.has_kinds = map.next_value::<Head>()?.has_kinds;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        head.fields.sort_unstable();
        head.fields.dedup();
        Ok(head)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Head, A::Error> {
        let mut head = Head::default();
        while let Some(item) = list.next_element::<Head>()? {
            head.has_kinds |= item.has("type");
        }
        Ok(head)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Head, E> {
        Ok(Head::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Head, E> {
        Ok(Head::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Head, E> {
        Ok(Head::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Head, E> {
        Ok(Head::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Head, E> {
        Ok(Head::default())
    }

    fn visit_unit<E>(self) -> Result<Head, E> {
        Ok(Head::default())
    }
}

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
