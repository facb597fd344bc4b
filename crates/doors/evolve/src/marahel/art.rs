//! The look of tiles in pictures, as options.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use marahel_formats::{Format, NamedFiles, TiledTileset};
use marahel_level::{Art, Palette, Tileset, Unread};
use marahel_system::Folder;
use marahel_system::files::FileKind;

use super::into::IntoMap;
use crate::terminal::levels::explained;
use crate::terminal::{Usage, note};

#[derive(Debug, clap::Args)]
pub(super) struct ArtArgs {
    /// PNG picture with one tile per entity, in their order, row by row; or a tileset of Tiled
    /// (.tsx, .tsj) whose tiles have classes or terrains [default: drawn].
    #[arg(long, value_name = "FILE")]
    pub(super) tileset: Option<PathBuf>,
    /// Lay the looks of corner sets of a .tsx on the corners of cells, so that each cell shows its
    /// terrain; maps get a column and a row more.
    #[arg(long, requires = "tileset")]
    pub(super) dual_grid: bool,
    /// Put a .tsx or .tsj into the maps, for programs that read no other files, such as Phaser.
    #[arg(long, requires = "tileset")]
    embed: bool,
    /// Side of a tile of a picture in pixels.
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(marahel_level::SCALE_MAX)))]
    pub(super) tile_size: u32,
    /// Draw tiles as squares of one color each, without edges [default: walls, water, ways and
    /// grounds with edges and shade, from 6 pixels on].
    #[arg(long, conflicts_with = "tileset")]
    plain: bool,
    /// Problem (name or file) whose characters, colors, pictures and order of tiles to use
    /// [default: the usual look of each entity's name, in the order of the script].
    #[arg(long, value_name = "NAME")]
    pub(super) problem: Option<String>,
}

pub(super) enum Tiles {
    /// A picture of them, one for each entity.
    Picture(Tileset),
    Tiled(Box<TiledTileset>),
}

impl ArtArgs {
    /// The given tiles, if any. A tileset of Tiled is read as a map is. An error if `format`, one
    /// of `possible`, does not show tiles.
    pub(super) fn load(
        &self,
        format: &Format,
        possible: &[&'static Format],
        map: &IntoMap<'_>,
    ) -> anyhow::Result<Option<Tiles>> {
        let Some(path) = &self.tileset else { return Ok(None) };
        if !format.shows_tiles() {
            let showing = possible.iter().copied().filter(|format| format.shows_tiles());
            let message = format!(
                "{} has no use for --tileset; these formats have: {}",
                format.ending,
                Format::endings(showing)
            );
            return Err(Usage(message).into());
        }
        let tiles = if is_of_tiled(path) {
            self.tiled(path, format, map).map(|tileset| Tiles::Tiled(Box::new(tileset)))
        } else {
            let png = FileKind::PICTURE.bytes_given(path)?;
            Tileset::from_png(&png, self.tile_size).map(Tiles::Picture).map_err(Into::into)
        };
        Ok(Some(tiles.with_context(|| path.display().to_string())?))
    }

    /// A tileset of Tiled, with its pictures if the format needs them.
    fn tiled(
        &self,
        path: &Path,
        format: &Format,
        map: &IntoMap<'_>,
    ) -> anyhow::Result<TiledTileset> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = FileKind::LEVELS.bytes_given(path)?;
        let files = WithTileset { name: &name, bytes, beside: Folder::of(path, map.folder) };
        let mut tileset = TiledTileset::read(&name, &map.hints, &files).map_err(explained)?;
        tileset.is_dual = self.dual_grid;
        tileset.is_embedded = self.embed;
        let is_map = format.writer.as_ref().is_ok_and(|writer| writer.write.is_map());
        if is_map { Ok(tileset) } else { tileset.with_pictures(&files).map_err(explained) }
    }

    pub(super) fn file(&self) -> &Path {
        self.tileset.as_deref().unwrap_or(Path::new(""))
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = &Path> {
        let problem = self.problem.iter().map(Path::new);
        self.tileset.as_deref().into_iter().chain(problem)
    }

    /// The tiles of the given problem, if any.
    pub(super) fn palette(&self) -> anyhow::Result<Option<Arc<Palette>>> {
        let Some(written) = &self.problem else { return Ok(None) };
        Ok(Some(Arc::clone(marahel_config::BUILT_IN.problem(written)?.palette())))
    }

    pub(super) fn art<'a>(&self, tiles: Option<&'a Tiles>) -> Art<'a> {
        match tiles {
            None => drawn(self.tile_size, self.plain),
            Some(Tiles::Picture(tileset)) => Art::Tileset(tileset),
            Some(Tiles::Tiled(tileset)) => Art::Painter(&**tileset),
        }
    }
}

/// The given tileset, wherever it really is, and the files beside it.
struct WithTileset<'a> {
    name: &'a str,
    bytes: Vec<u8>,
    beside: Folder,
}

impl NamedFiles for WithTileset<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        if path == self.name { Ok(self.bytes.clone()) } else { self.beside.read(path) }
    }
}

/// What was told of a tileset: each once, because most levels lack the same.
#[derive(Default)]
pub(super) struct Told(BTreeSet<String>);

impl Told {
    pub(super) fn tell(&mut self, art: &ArtArgs, lacks: Vec<String>) {
        let file = art.file().display();
        for what in lacks {
            if self.0.insert(what.clone()) {
                note(format_args!("note: {file}: {what}"));
            }
        }
    }
}

/// Whether a file is a tileset of Tiled by its ending.
fn is_of_tiled(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ["tsx", "tsj", "json"].contains(&&*ending)
}

/// Built-in drawings, perhaps as plain squares.
pub(super) fn drawn(tile_size: u32, is_plain: bool) -> Art<'static> {
    if is_plain { Art::Plain(tile_size) } else { Art::Drawn(tile_size) }
}
