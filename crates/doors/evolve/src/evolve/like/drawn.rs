//! Drawn levels of all formats.

use std::path::{Path, PathBuf};

use anyhow::Context;
use marahel_drawings::{DrawnLevels, ImitationError, palette_of_texts};
use marahel_formats::{Format, Hints, ReadingNotes, TXT, code, drawing, is_table, levels_of_text};
use marahel_level::{Level, UNKNOWN};
use marahel_system::files::FileKind;

use crate::terminal::levels;
use crate::terminal::{Usage, input};

/// Drawn levels, and notes on each file.
pub(crate) struct ReadDrawings {
    pub(crate) drawn: DrawnLevels,
    pub(crate) abouts: Vec<(String, ReadingNotes)>,
    /// Characters of texts with a guessed meaning, each with that meaning.
    pub(crate) guessed: Vec<String>,
    /// The letter that replaces `?` in texts, if any.
    pub(crate) renamed: Option<char>,
    /// Number of cells of the largest.
    pub(crate) n_cells: usize,
}

pub(crate) enum Source {
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

    fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::File(path) => input::bytes(path, FileKind::LEVELS),
            Self::Text(_, text) => Ok(text.clone().into_bytes()),
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
pub(crate) fn read(
    files: &[Source],
    mut hints: Hints,
    folder: Option<&Path>,
) -> anyhow::Result<ReadDrawings> {
    let mut texts = Vec::new();
    for source in files {
        let is_written = matches!(source, Source::Text(..));
        let is_text = is_written || Format::of(source.path()) == Ok(&TXT);
        let text = (is_text && hints.named.is_none()).then(|| source.text()).transpose()?;
        texts.push(text.and_then(|text| {
            let rows = drawing(&text, &hints);
            rows.or_else(|| Some(text).filter(|text| is_written && !is_table(text, &hints)))
        }));
    }
    let mut legend = std::mem::take(&mut hints.legend);
    let (of_texts, renamed) = palette_of_texts(&mut texts, &mut legend).map_err(advised)?;
    hints.legend = legend.clone();
    let mut all: Vec<Level> = Vec::new();
    let mut abouts = Vec::new();
    for (source, text) in files.iter().zip(&texts) {
        let path = source.path();
        let file = input::name(path);
        let levels = if let (Some(text), Some(palette)) = (text, &of_texts) {
            levels_of_text(text, palette).with_context(|| file.clone())?
        } else {
            let format = match source {
                Source::File(_) => {
                    Format::of(path).map_err(|what| Usage(format!("{file}: {what}")))?
                }
                Source::Text(..) => &TXT,
            };
            let bytes = source.bytes()?;
            let reading = levels::of_bytes(path, &bytes, format, &hints, folder)?;
            abouts.push((file.clone(), reading.about));
            reading.levels.into_iter().map(|level| level.level).collect()
        };
        if levels.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            let message = "it has cells without a tile; say by --empty what they are";
            return Err(Usage(format!("{file}: {message}")).into());
        }
        all.extend(levels);
    }
    let of_characters = of_texts.iter().flat_map(|palette| palette.entities());
    let guessed = of_characters
        .filter(|entity| legend.tags(entity).is_empty() && entity.name != code(entity.character))
        .map(|entity| format!("`{}` {}", entity.character, entity.name))
        .collect();
    let of_texts = of_texts.filter(|_| texts.iter().all(Option::is_some));
    let n_cells = all.iter().map(|level| level.tiles().len()).max().unwrap_or(0);
    let mut drawn = DrawnLevels::new(all, of_texts, legend).map_err(advised)?;
    // Words of two games may mean different things.
    if let [(_, about)] = &abouts[..] {
        drawn = drawn.with_said(&about.said);
    }
    Ok(ReadDrawings { drawn, abouts, guessed, renamed, n_cells })
}

/// What is wrong with all drawings together, with the advice for a file alone.
fn advised(error: ImitationError) -> anyhow::Error {
    match error {
        ImitationError::Level(error) => {
            levels::explained(error).context("the tiles of all drawings")
        }
        error => error.into(),
    }
}
