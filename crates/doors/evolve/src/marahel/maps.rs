//! Maps for editors, each with a picture of its tiles.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use marahel_formats::{Format, NamedLevel, WriteMap, Written};
use marahel_level::{Level, TiledPicture, Tileset};

use super::art::{ArtArgs, Tiles, Told};
use super::out::{Destination, Files, make_parent};
use crate::terminal::{Usage, note};

const PICTURE: &str = "tiles.png";

/// Refuses several levels outside of a folder, because a map holds one.
pub(super) fn check_number(
    format: &Format,
    place: Destination<'_>,
    n_levels: u64,
) -> Result<(), Usage> {
    if n_levels > 1 && !matches!(place, Destination::Folder(_)) {
        return Err(Usage(format!(
            "{} holds one level; name a folder for several, such as --out maps/ --format {}",
            format.title, format.ending
        )));
    }
    Ok(())
}

/// Writes levels as maps: one to standard output or to a file, several to a folder. Also writes a
/// picture of the tiles beside them, unless `tiles` are given.
pub(super) fn save(
    format: &Format,
    write: WriteMap,
    art: &ArtArgs,
    tiles: Option<&Tiles>,
    place: Destination<'_>,
    files: &Files,
    levels: impl Iterator<Item = anyhow::Result<NamedLevel>>,
) -> anyhow::Result<()> {
    // The maps of a folder share one picture, because their levels have the same entities.
    let mut is_drawn = false;
    let mut lacks = Told::default();
    for named in levels {
        let NamedLevel { name, level, .. } = named?;
        let palette = level.palette();
        let file = match place {
            Destination::Folder(folder) => Some(folder.join(format!("{name}.{}", format.ending))),
            Destination::File(file) => Some(file.to_owned()),
            Destination::Output => None,
        };
        let map = match tiles {
            Some(Tiles::Tiled(tileset)) => {
                let path = seen_from(file.as_deref(), art.file())?;
                let Written { text, notes } = (write.of_tileset)(tileset, &level, &path)?;
                lacks.tell(art, notes);
                text
            }
            Some(Tiles::Picture(tileset)) => {
                tileset.check(palette.len())?;
                of_picture(write, &level, tileset, &seen_from(file.as_deref(), art.file())?)
            }
            None => {
                let tileset = Tileset::of_palette(palette, art.art(None))?;
                let picture = picture_of(place);
                match &file {
                    None => note(format_args!(
                        "note: the map takes its tiles from {PICTURE}, which is written only beside a file; \
                         name one with --out, or a picture with --tileset"
                    )),
                    Some(file) if !is_drawn => {
                        let picture = file.with_file_name(&picture);
                        files.write_once(&picture, &tileset.to_png()?)?;
                        is_drawn = true;
                    }
                    Some(_) => {}
                }
                of_picture(write, &level, &tileset, &picture)
            }
        };
        match file {
            Some(file) => files.write(&file, map.as_bytes())?,
            None => io::stdout().write_all(map.as_bytes())?,
        }
    }
    Ok(())
}

fn picture_of(place: Destination<'_>) -> String {
    let stem = place.file().and_then(Path::file_stem);
    stem.map_or_else(|| PICTURE.to_owned(), |stem| format!("{}-{PICTURE}", stem.to_string_lossy()))
}

fn of_picture(write: WriteMap, level: &Level, tileset: &Tileset, picture: &str) -> String {
    let (width, height) = (tileset.width(), tileset.height());
    let tile_size = tileset.tile_size();
    let picture = TiledPicture { path: picture, width, height, tile_size };
    (write.of_picture)(level, &picture) + "\n"
}

/// The path of a picture relative to the map, or to the current folder if the map is not a file.
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
    // Maps move between systems: use `/` everywhere.
    Ok(path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"))
}

pub(super) fn canonical(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize().with_context(|| format!("finding {}", path.display()))
}

/// The relative path from a folder to a file; both must be canonical.
pub(super) fn relative(folder: &Path, file: &Path) -> PathBuf {
    let n_common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if n_common == 0 {
        return file.to_owned(); // on another drive
    }
    let up = folder.components().skip(n_common).map(|_| Component::ParentDir);
    up.chain(file.components().skip(n_common)).collect()
}

#[cfg(test)]
mod tests;
