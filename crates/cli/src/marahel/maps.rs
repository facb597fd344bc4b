//! Maps for Tiled, each with the picture of its tiles.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use level::{Level, TiledPicture, Tileset};

use super::art::ArtArgs;
use super::out::{Files, Place, make_parent};
use super::save::Named;
use crate::terminal::Usage;
use crate::terminal::output::note;

/// The picture of the tiles of all maps of a folder.
const PICTURE: &str = "tiles.png";

/// Writes levels as maps: one to standard output or to a file, several to a
/// folder. Pictures of tiles are written beside them, unless `tileset` is one
/// that is there already.
pub(super) fn save(
    art: &ArtArgs,
    tileset: Option<&Tileset>,
    place: Place<'_>,
    files: &Files,
    n_levels: u64,
    levels: impl Iterator<Item = anyhow::Result<Named>>,
) -> anyhow::Result<()> {
    if n_levels > 1 && !matches!(place, Place::Folder(_)) {
        let message = "a map of Tiled holds one level; name a folder for several with --out, \
            such as maps/";
        return Err(Usage(message.to_owned()).into());
    }
    let mut maps = Maps { art, tileset, place, files, is_drawn: false };
    for named in levels {
        maps.save(&named?)?;
    }
    Ok(())
}

struct Maps<'a> {
    art: &'a ArtArgs,
    /// The user's picture of the tiles.
    tileset: Option<&'a Tileset>,
    place: Place<'a>,
    files: &'a Files,
    /// Whether the picture that the maps of a folder share is there.
    is_drawn: bool,
}

impl Maps<'_> {
    fn save(&mut self, named: &Named) -> anyhow::Result<()> {
        let palette = named.level.palette();
        let file = match self.place {
            Place::Folder(folder) => Some(folder.join(format!("{}.tmj", named.name))),
            Place::File(file) => Some(file.to_owned()),
            Place::Output => None,
        };
        let Some(tileset) = self.tileset else {
            let tileset = Tileset::of_palette(palette, self.art.tile_size)?;
            let picture = self.save_picture(&tileset, file.as_deref())?;
            return self.write(file.as_deref(), &map(&named.level, &tileset, &picture));
        };
        tileset.check(palette.len())?;
        let picture = self.art.tileset.as_deref().unwrap_or(Path::new(PICTURE));
        let picture = seen_from(file.as_deref(), picture)?;
        self.write(file.as_deref(), &map(&named.level, tileset, &picture))
    }

    fn write(&self, file: Option<&Path>, map: &str) -> anyhow::Result<()> {
        match file {
            Some(file) => self.files.write(file, map.as_bytes()),
            None => Ok(io::stdout().write_all(map.as_bytes())?),
        }
    }

    /// Writes the picture of drawn tiles and tells its name. Maps of a folder
    /// share one, as their levels have the same entities.
    fn save_picture(&mut self, tileset: &Tileset, map: Option<&Path>) -> anyhow::Result<String> {
        let Some(map) = map else {
            note(format_args!(
                "note: the map takes its tiles from {PICTURE}, which is written only beside a file; \
                 name one with --out, or a picture with --tileset"
            ));
            return Ok(PICTURE.to_owned());
        };
        let name = if let Place::Folder(_) = self.place {
            PICTURE.to_owned()
        } else {
            let stem = map.file_stem().unwrap_or_default();
            format!("{}-{PICTURE}", stem.to_string_lossy())
        };
        if !self.is_drawn {
            self.files.write(&map.with_file_name(&name), &tileset.to_png()?)?;
            self.is_drawn = true;
        }
        Ok(name)
    }
}

/// The text of a map.
fn map(level: &Level, tileset: &Tileset, picture: &str) -> String {
    let (width, height) = (tileset.width(), tileset.height());
    let tile_size = tileset.tile_size();
    level.to_tiled(&TiledPicture { path: picture, width, height, tile_size }) + "\n"
}

/// The path of a picture as a map sees it, or whoever is in the current folder
/// if the map is no file.
fn seen_from(map: Option<&Path>, picture: &Path) -> anyhow::Result<String> {
    let path = match map {
        Some(map) => {
            make_parent(map)?;
            let folder = map.parent().unwrap_or(Path::new(""));
            let folder = if folder == Path::new("") { Path::new(".") } else { folder };
            relative(&canonical(folder)?, &canonical(picture)?)
        }
        None => picture.to_owned(),
    };
    // Maps are carried from one system to another: `/` everywhere.
    Ok(path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"))
}

fn canonical(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize().with_context(|| format!("finding {}", path.display()))
}

/// The way from a folder to a file, both without links and dots.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let n_common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if n_common == 0 {
        return file.to_owned(); // on another drive
    }
    let up = folder.components().skip(n_common).map(|_| Component::ParentDir);
    up.chain(file.components().skip(n_common)).collect()
}

#[cfg(test)]
mod tests;
