//! Special levels of `NetHack`: the rows of their maps.
//!
//! Source: the special level files of `NetHack`: up to 3.6 between MAP and ENDMAP, from 3.7 in calls
//! of `des.map` in Lua.

use marahel_level::{LevelError, check_count};

use crate::format::{Format, ReadLevels, Reader};
use crate::texts::Characters;
use crate::{Hints, Legend, NamedFiles, Reading, texts};

#[cfg(test)]
mod tests;

/// Files of versions up to 3.6.
pub(crate) static DES: Format = Format {
    ending: "des",
    aliases: &[],
    title: "a special level of NetHack",
    mime: "text/plain",
    is_binary: false,
    reader: Some(Reader {
        about: "The maps of special levels of NetHack",
        marks_open: false,
        read: ReadLevels::Text(read),
    }),
    writer: Err(&texts::TXT),
    host: None,
};

fn read(text: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let maps = maps_between_words(text)?;
    ensure!(!maps.is_empty(), "a special level of NetHack without rows between MAP and ENDMAP");
    read_maps(&maps, hints, named_files)
}

pub(crate) fn read_maps(
    maps: &[Vec<&str>],
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let texts: Vec<String> = maps.iter().map(|rows| rectangle(rows)).collect();
    let text = texts.join("\n");
    let legend = if hints.legend.has_characters() { &hints.legend } else { &symbols() };
    match hints.of_drawing(&[&text]) {
        Some(_) => {
            let characters = Characters::of(&texts::characters(&[&text]), legend)?;
            texts::read_drawing(&text, &characters)
        }
        None => texts::read(&text, hints, named_files),
    }
}

/// The symbols of maps, from the documentation of special levels.
fn symbols() -> Legend {
    let names = [
        (" ", "stone"),
        ("-", "wall"),
        ("|", "side_wall"),
        (".", "floor"),
        ("#", "corridor"),
        ("+", "door"),
        ("S", "secret_door"),
        ("H", "secret_corridor"),
        ("B", "crosswall"),
        ("}", "moat"),
        ("P", "pool"),
        ("W", "water"),
        ("L", "lava"),
        ("I", "ice"),
        ("T", "tree"),
        ("{", "fountain"),
        ("K", "sink"),
        ("_", "altar"),
        ("\\", "throne"),
        ("C", "cloud"),
        ("A", "air"),
        ("F", "iron_bars"),
    ];
    let words: serde_json::Map<String, serde_json::Value> =
        names.map(|(symbol, name)| (symbol.to_owned(), name.into())).into_iter().collect();
    Legend::parse(&serde_json::Value::Object(words).to_string()).expect("a legend")
}

/// The rows between each `MAP` and the next `ENDMAP`.
fn maps_between_words(text: &str) -> Result<Vec<Vec<&str>>, LevelError> {
    let mut maps = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((line, _)) = lines.find(|(_, line)| line.trim_end() == "MAP") {
        let mut rows = Vec::new();
        loop {
            match lines.next() {
                Some((_, row)) if row.trim_end() == "ENDMAP" => break,
                Some((_, row)) => rows.push(row),
                None => {
                    bail!("line {line}: there is no ENDMAP behind this MAP");
                }
            }
        }
        maps.push(rows);
        check_count(maps.len())?;
    }
    Ok(maps)
}

/// Rows as lines of equal length: what lacks is solid stone, a blank.
fn rectangle(rows: &[&str]) -> String {
    let width = rows.iter().map(|row| row.trim_end().chars().count()).max().unwrap_or(0);
    let lines = rows.iter().map(|row| {
        let row = row.trim_end();
        let blanks = " ".repeat(width - row.chars().count());
        format!("{row}{blanks}\n")
    });
    lines.collect()
}
