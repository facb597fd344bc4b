//! Drawn levels of all formats.

use std::path::{Path, PathBuf};

use anyhow::Context;
use experiment::files::Kind;
use formats::{About, Known, Notation, code, levels_of_text, puzzles};
use imitation::{Drawn, palette_of_texts};
use level::{Level, UNKNOWN};

use crate::terminal::levels;
use crate::terminal::{Usage, input};

/// Drawn levels, and what was made of each file.
pub(super) struct ReadDrawings {
    pub(super) drawn: Drawn,
    pub(super) abouts: Vec<(String, About)>,
    /// Characters of texts that were taken for what they usually mean, each with that.
    pub(super) guessed: Vec<String>,
    /// The letter that is written for `?` of texts, if there is one.
    pub(super) renamed: Option<char>,
}

/// Reads the levels of files. Characters of texts are what the legend says, or what they usually
/// are, unless a text is a Sokoban collection.
pub(super) fn read(
    files: &[PathBuf],
    mut known: Known,
    folder: Option<&Path>,
) -> anyhow::Result<ReadDrawings> {
    let mut texts = Vec::new();
    for path in files {
        let is_text = Notation::of(path) == Ok(Notation::Txt) && known.named.is_none();
        let text = is_text.then(|| input::text(path, Kind::LEVELS)).transpose()?;
        let is_plain = |text: &String| known.legend.has_characters() || puzzles(text).is_none();
        texts.push(text.filter(is_plain));
    }
    let mut legend = std::mem::take(&mut known.legend);
    let (of_texts, renamed) = palette_of_texts(&mut texts, &mut legend)?;
    known.legend = legend.clone();
    let mut all: Vec<Level> = Vec::new();
    let mut abouts = Vec::new();
    for (path, text) in files.iter().zip(&texts) {
        let file = input::name(path);
        let read = if let (Some(text), Some(palette)) = (text, &of_texts) {
            levels_of_text(text, palette).with_context(|| file.clone())?
        } else {
            let notation = Notation::of(path).map_err(|what| Usage(format!("{file}: {what}")))?;
            let reading = levels::whole(path, notation, &known, folder)?;
            abouts.push((file.clone(), reading.about));
            reading.levels.into_iter().map(|found| found.level).collect()
        };
        if read.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            let message = "it has cells without a tile; say by --empty what they are";
            return Err(Usage(format!("{file}: {message}")).into());
        }
        all.extend(read);
    }
    let of_characters = of_texts.iter().flat_map(|palette| palette.entities());
    let guessed = of_characters
        .filter(|one| legend.tags(one).is_empty() && one.name != code(one.character))
        .map(|one| format!("`{}` {}", one.character, one.name))
        .collect();
    let of_texts = of_texts.filter(|_| texts.iter().all(Option::is_some));
    Ok(ReadDrawings { drawn: Drawn::new(all, of_texts, legend)?, abouts, guessed, renamed })
}
