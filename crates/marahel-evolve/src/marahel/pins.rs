//! Start maps with given cells that are kept.

use std::path::PathBuf;

use anyhow::Context;
use marahel::{Generator, Pins};

use crate::terminal::input;
use crate::terminal::levels::{self, MapArgs};

#[derive(Debug, clap::Args)]
pub(super) struct PinsArgs {
    /// Start map, in any form that `marahel export` reads: its tiles are kept. The
    /// script fills the cells that are open: ? in txt, -1 in csv, json and npy, empty in tmx, tmj
    /// and ldtk.
    #[arg(long, value_name = "FILE")]
    pub(super) pins: Option<PathBuf>,
    #[command(flatten)]
    pub(super) map: MapArgs,
}

impl PinsArgs {
    pub(super) fn read(&self, generator: &Generator) -> anyhow::Result<Option<Pins>> {
        let Some(path) = &self.pins else { return Ok(None) };
        let start = levels::read_start(path, generator.palette(), &self.map)?;
        Ok(Some(generator.pins(&start).with_context(|| input::name(path))?))
    }
}
