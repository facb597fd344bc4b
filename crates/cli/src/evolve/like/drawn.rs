//! Drawn levels of all formats.

use std::path::PathBuf;

use anyhow::Context;
use experiment::{levels_of_text, read_levels};
use imitation::{Drawn, Legend, palette_of_texts};
use level::{Level, UNKNOWN};

use crate::terminal::input;

/// Reads the levels of files. Characters of texts are what the legend says, or what they usually
/// are.
pub(super) fn read(files: &[PathBuf], mut legend: Legend) -> anyhow::Result<Drawn> {
    let mut texts = Vec::new();
    for path in files {
        let is_text = path.extension().is_some_and(|ending| ending == "txt");
        texts.push(is_text.then(|| input::text(path)).transpose()?);
    }
    let of_texts = palette_of_texts(&mut texts, &mut legend)?;
    let mut levels: Vec<Level> = Vec::new();
    for (path, text) in files.iter().zip(&texts) {
        let file = input::name(path);
        let read = match (text, &of_texts) {
            (Some(text), Some(palette)) => {
                levels_of_text(text, palette).with_context(|| file.clone())?
            }
            _ => read_levels(path, None)?,
        };
        if read.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            return Err(imitation::ImitationError::Unset).with_context(|| file);
        }
        levels.extend(read);
    }
    let of_texts = of_texts.filter(|_| texts.iter().all(Option::is_some));
    Ok(Drawn::new(levels, of_texts, legend)?)
}
