//! The look of tiles in pictures, as options.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use marahel_formats::Format;
use marahel_level::{Art, Palette, Tileset};
use marahel_system::files::FileKind;

use crate::terminal::Usage;

#[derive(Debug, clap::Args)]
pub(super) struct ArtArgs {
    /// PNG picture with one tile per entity, in their order, row by row [default: drawn].
    #[arg(long, value_name = "FILE")]
    pub(super) tileset: Option<PathBuf>,
    /// Side of a tile in pixels.
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

impl ArtArgs {
    /// The picture of the tiles, if given. An error if `format`, one of `possible`, does not show
    /// tiles.
    pub(super) fn load(
        &self,
        format: &Format,
        possible: &[&'static Format],
    ) -> anyhow::Result<Option<Tileset>> {
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
        let png = FileKind::PICTURE.bytes_given(path)?;
        let tileset = Tileset::from_png(&png, self.tile_size);
        Ok(Some(tileset.with_context(|| path.display().to_string())?))
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

    pub(super) fn art<'a>(&self, tileset: Option<&'a Tileset>) -> Art<'a> {
        tileset.map_or_else(|| drawn(self.tile_size, self.plain), Art::Tileset)
    }
}

/// Built-in drawings, perhaps as plain squares.
pub(super) fn drawn(tile_size: u32, is_plain: bool) -> Art<'static> {
    if is_plain { Art::Plain(tile_size) } else { Art::Drawn(tile_size) }
}
