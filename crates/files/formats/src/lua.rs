//! Files in Lua: maps of Tiled, and special levels of `NetHack`.
//!
//! Source: Tiled documentation (doc.mapeditor.org, Export Formats, Lua): the table has the names of
//! the JSON format.

use marahel_level::LevelError;
use serde_json::Value;

use crate::format::{Format, ReadLevels, Reader};
use crate::{Hints, NamedFiles, Reading, nethack, tiled};

mod table;

#[cfg(test)]
mod tests;

pub(crate) static LUA: Format = Format {
    ending: "lua",
    aliases: &[],
    title: "a map of Tiled in Lua",
    mime: "text/x-lua",
    is_binary: false,
    reader: Some(Reader {
        about: "A map that Tiled exported as Lua, or a special level of NetHack",
        marks_open: false,
        read: ReadLevels::Text(read),
    }),
    writer: Err(&tiled::TMJ),
    host: None,
};

/// Maximum number of bytes of a map, since each number of a table takes many times its length.
const N_BYTES_MAX: usize = 4 << 20;

fn read(text: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let maps = table::maps_of_calls(text)?;
    if !maps.is_empty() {
        let rows: Vec<Vec<&str>> = maps.iter().map(|map| map.lines().collect()).collect();
        return nethack::read_maps(&rows, hints, named_files);
    }
    if text.len() > N_BYTES_MAX {
        let what = format!("more than {N_BYTES_MAX} bytes of Lua; save the map as .tmj");
        return Err(LevelError::Content(what));
    }
    let table = table::returned(text).map_err(|line| {
        LevelError::Content(format!(
            "line {line}: neither a table of Tiled, `return {{ ... }}`, nor a level of NetHack with \
             `des.map`; save a map of Tiled as .tmj, or put the rows of a level into a .txt"
        ))
    })?;
    tiled::read_value(in_words_of_json(table), hints, named_files)
}

/// The table with the names of JSON: the file of a tileset is its source.
fn in_words_of_json(mut map: Value) -> Value {
    let tilesets = map.get_mut("tilesets").and_then(Value::as_array_mut);
    for tileset in tilesets.into_iter().flatten().filter_map(Value::as_object_mut) {
        if let Some(file) = tileset.remove("filename") {
            tileset.insert("source".to_owned(), file);
        }
    }
    map
}
