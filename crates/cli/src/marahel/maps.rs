//! Maps for Tiled, each with the picture of its tiles.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use experiment::write_atomically;
use level::{Level, Palette, TiledPicture, Tileset};

use super::format::is_folder;
use super::save::{Named, SaveArgs, make_folder};
use crate::exit::Usage;
use crate::output::note;

/// The picture of the tiles of all maps of a folder.
const PICTURE: &str = "tiles.png";

/// Writes levels as maps: one to standard output or to a file, several to a
/// folder. Pictures of tiles are written beside them, unless `tileset` is one
/// that is there already.
pub(super) fn save(
    args: &SaveArgs,
    tileset: Option<&Tileset>,
    n_levels: u64,
    levels: impl Iterator<Item = anyhow::Result<Named>>,
) -> anyhow::Result<()> {
    let folder = args.out.as_deref().filter(|path| is_folder(path));
    if n_levels > 1 && folder.is_none() {
        let message = "a map of Tiled holds one level; name a folder for several with --out";
        return Err(Usage(message.to_owned()).into());
    }
    if let Some(folder) = folder {
        make_folder(folder)?;
    }
    let mut maps = Maps { args, tileset, shared: None };
    for named in levels {
        maps.save(&named?, folder)?;
    }
    Ok(())
}

struct Maps<'a> {
    args: &'a SaveArgs,
    /// The user's picture of the tiles.
    tileset: Option<&'a Tileset>,
    /// The palette whose tiles the picture of the folder shows.
    shared: Option<Arc<Palette>>,
}

impl Maps<'_> {
    fn save(&mut self, named: &Named, folder: Option<&Path>) -> anyhow::Result<()> {
        let palette = named.level.palette();
        let file = match folder {
            Some(folder) => Some(folder.join(format!("{}.tmj", named.name))),
            None => self.args.out.clone(),
        };
        let Some(tileset) = self.tileset else {
            let tileset = Tileset::of_palette(palette, self.args.art.tile_size)?;
            let picture =
                self.save_picture(&tileset, palette, file.as_deref(), folder.is_some())?;
            return write(file.as_deref(), &map(&named.level, &tileset, &picture));
        };
        tileset.check(palette.len())?;
        let picture = self.args.art.tileset.as_deref().unwrap_or(Path::new(PICTURE));
        let picture = seen_from(file.as_deref(), picture)?;
        write(file.as_deref(), &map(&named.level, tileset, &picture))
    }

    /// Writes the picture of drawn tiles and tells its name. Maps of a folder
    /// share one as long as they have the same entities.
    fn save_picture(
        &mut self,
        tileset: &Tileset,
        palette: &Arc<Palette>,
        map: Option<&Path>,
        is_in_folder: bool,
    ) -> anyhow::Result<String> {
        let Some(map) = map else {
            note(format_args!(
                "note: the map takes its tiles from {PICTURE}, which is written only beside a file; \
                 name one with --out, or a picture with --tileset"
            ));
            return Ok(PICTURE.to_owned());
        };
        let is_shared = is_in_folder && self.shared.as_ref().is_none_or(|shared| shared == palette);
        let name = if is_shared {
            PICTURE.to_owned()
        } else {
            let stem = map.file_stem().unwrap_or_default();
            format!("{}-{PICTURE}", stem.to_string_lossy())
        };
        if !is_shared || self.shared.is_none() {
            write_atomically(&map.with_file_name(&name), &tileset.to_png()?)?;
        }
        if is_shared {
            self.shared = Some(Arc::clone(palette));
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

fn write(file: Option<&Path>, map: &str) -> anyhow::Result<()> {
    match file {
        Some(file) => write_atomically(file, map.as_bytes())?,
        None => io::stdout().write_all(map.as_bytes())?,
    }
    Ok(())
}

/// The path of a picture as a map sees it, or whoever is in the current folder
/// if the map is no file.
fn seen_from(map: Option<&Path>, picture: &Path) -> anyhow::Result<String> {
    let path = match map.map(|map| map.parent().unwrap_or(Path::new(""))) {
        Some(folder) => {
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
