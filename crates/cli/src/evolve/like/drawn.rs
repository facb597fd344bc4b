//! Drawn levels of all formats.

use std::path::{Path, PathBuf};

use anyhow::Context;
use drawings::{Drawn, palette_of_texts};
use formats::{About, Known, Notation, code, levels_of_text, puzzles};
use level::{Level, UNKNOWN};
use system::files::FileKind;

use crate::terminal::levels;
use crate::terminal::{Usage, input};

/// Drawn levels, and notes on each file.
pub(in crate::evolve) struct ReadDrawings {
    pub(in crate::evolve) drawn: Drawn,
    pub(in crate::evolve) abouts: Vec<(String, About)>,
    /// Characters of texts with a guessed meaning, each with that meaning.
    pub(in crate::evolve) guessed: Vec<String>,
    /// The letter that replaces `?` in texts, if any.
    pub(in crate::evolve) renamed: Option<char>,
}

pub(in crate::evolve) enum Source {
    /// In a file of any format.
    File(PathBuf),
    /// In rows of characters, with a name for messages.
    Text(String, String),
}

impl Source {
    fn path(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Text(name, _) => Path::new(name),
        }
    }

    fn text(&self) -> anyhow::Result<String> {
        match self {
            Self::File(path) => input::text(path, FileKind::LEVELS),
            Self::Text(_, text) => Ok(text.clone()),
        }
    }
}

/// Reads the levels of files. Characters of texts get their meaning from the legend, or their usual
/// one, except in Sokoban collections.
pub(in crate::evolve) fn read(
    files: &[Source],
    mut known: Known,
    folder: Option<&Path>,
) -> anyhow::Result<ReadDrawings> {
    let mut texts = Vec::new();
    for source in files {
        let is_written = matches!(source, Source::Text(..));
        let is_text = is_written || Notation::of(source.path()) == Ok(Notation::Txt);
        let text = (is_text && known.named.is_none()).then(|| source.text()).transpose()?;
        let is_plain = |text: &String| known.legend.has_characters() || puzzles(text).is_none();
        texts.push(text.filter(|text| is_written || is_plain(text)));
    }
    let mut legend = std::mem::take(&mut known.legend);
    let (of_texts, renamed) = palette_of_texts(&mut texts, &mut legend)?;
    known.legend = legend.clone();
    let mut all: Vec<Level> = Vec::new();
    let mut abouts = Vec::new();
    for (source, text) in files.iter().zip(&texts) {
        let path = source.path();
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
