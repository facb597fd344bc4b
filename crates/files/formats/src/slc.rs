//! Collections of Sokoban in XML.
//!
//! Source: `SokobanLevels`, the format of Sokoban YASC and others (sourceforge.net/projects/sokobanyasc).

use marahel_level::{LevelError, N_LEVELS_MAX};

use crate::format::{Format, ReadLevels, Reader};
use crate::sokoban::{self, Puzzle};
use crate::xml::{children, parsed, text};
use crate::{Hints, NamedFiles, Reading, texts};

#[cfg(test)]
mod tests;

pub(crate) static SLC: Format = Format {
    ending: "slc",
    aliases: &[],
    title: "a collection of Sokoban in XML",
    mime: "application/xml",
    is_binary: false,
    reader: Some(Reader {
        about: "A collection of Sokoban in XML",
        marks_open: true,
        read: ReadLevels::Text(read),
    }),
    writer: Err(&texts::TXT),
    host: None,
};

fn read(xml: &str, hints: &Hints, _: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let document = parsed(xml, "collection of Sokoban")?;
    let levels = document.root_element().descendants().filter(|node| node.has_tag_name("Level"));
    // Counted on: the library would count from the start of the document for each.
    let (mut line, mut from) = (1, 0);
    let puzzles = levels.map(|level| {
        let title = level.attribute("Id").map(str::to_owned);
        let start = level.range().start;
        line += xml[from..start].matches('\n').count();
        from = start;
        let rows = children(level, "L").map(|row| text(row).trim_end().to_owned());
        Puzzle { title, line, rows: rows.collect() }
    });
    sokoban::of_puzzles(puzzles.take(N_LEVELS_MAX + 1).collect(), hints)
}
