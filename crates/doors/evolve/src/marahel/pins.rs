//! Start maps with given cells that are kept.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use marahel::{Generator, Pins};
use marahel_level::Palette;

use crate::terminal::input;
use crate::terminal::levels::{self, MapArgs};

#[derive(Debug, clap::Args)]
pub(super) struct PinsArgs {
    /// Start map, in any form that `marahel export` reads: its tiles are kept. The
    /// script fills the cells that are open: ? in txt, -1 in csv and json, empty in tmx, tmj and
    /// ldtk.
    #[arg(long, value_name = "FILE")]
    pub(super) pins: Option<PathBuf>,
    #[command(flatten)]
    pub(super) map: MapArgs,
}

impl PinsArgs {
    /// The pins, in the characters and numbers by which levels are shown: those of a problem, or else
    /// of the script.
    pub(super) fn read(
        &self,
        generator: &Generator,
        shown: Option<&Arc<Palette>>,
    ) -> anyhow::Result<Option<Pins>> {
        let Some(path) = &self.pins else { return Ok(None) };
        let start = levels::read_start(path, shown.unwrap_or(generator.palette()), &self.map)?;
        Ok(Some(generator.pins(&start).with_context(|| input::name(path))?))
    }
}
