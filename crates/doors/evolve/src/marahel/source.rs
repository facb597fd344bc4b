//! Sources of levels: a script, possibly with pins, or a world.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use marahel::{Generator, Pins, World, WorldError};
use marahel_level::{Level, Palette};

use super::dials::DialArgs;
use super::pins::PinsArgs;
use crate::terminal::{ReadingArgs, Usage, input, read_named_script};

#[derive(Debug, clap::Args)]
pub(super) struct SourceArgs {
    /// The Marahel script, or a world of several; - for standard input.
    pub(super) script: PathBuf,
    #[command(flatten)]
    dials: DialArgs,
    #[command(flatten)]
    pub(super) pins: PinsArgs,
    /// One part of a world only: its column and row, from 0.
    #[arg(long, value_name = "X,Y", value_parser = place)]
    part: Option<[usize; 2]>,
}

pub(super) struct Source {
    kind: SourceKind,
    pub(super) inputs: Vec<PathBuf>,
}

enum SourceKind {
    Script(Generator, Option<Pins>),
    World(World, Option<[usize; 2]>),
}

impl SourceArgs {
    /// Pins are those of `shown`, as in [`PinsArgs::read`].
    pub(super) fn read(
        &self,
        reading: ReadingArgs,
        shown: Option<&Arc<Palette>>,
    ) -> anyhow::Result<Source> {
        let text = input::script(&self.script)?;
        if World::is_meant(&text) {
            self.world(&text, reading)
        } else {
            self.single(&text, reading, shown)
        }
    }

    fn single(
        &self,
        text: &str,
        reading: ReadingArgs,
        shown: Option<&Arc<Palette>>,
    ) -> anyhow::Result<Source> {
        ensure!(
            self.part.is_none(),
            Usage(format!("--part is for worlds, and {} is a script", input::name(&self.script)))
        );
        let generator = self.dials.generator_of(&self.script, text, reading)?;
        let pins = self.pins.read(&generator, shown)?;
        let inputs = [&self.script].into_iter().chain(&self.pins.pins).cloned().collect();
        Ok(Source { kind: SourceKind::Script(generator, pins), inputs })
    }

    fn world(&self, text: &str, reading: ReadingArgs) -> anyhow::Result<Source> {
        if self.pins.pins.is_some() || !self.dials.is_empty() {
            let message = "--pins and --dial are for one script, and this is a world of several";
            return Err(Usage(message.to_owned()).into());
        }
        let mut inputs = vec![self.script.clone()];
        let folder = self.script.parent().unwrap_or(Path::new(""));
        let world = World::parse(text, |name| {
            inputs.push(folder.join(name));
            let script = read_named_script(&folder.join(name))?;
            anyhow::Ok(reading.generator(&script))
        });
        let world = world.map_err(|error| match error {
            // The error of a script already names it.
            WorldError::Script { source, .. } => anyhow!(source),
            error => error.into(),
        });
        let world = world.with_context(|| input::name(&self.script))?;
        Ok(Source { kind: SourceKind::World(world, self.part), inputs })
    }
}

impl Source {
    /// The generator, unless the source is a world.
    pub(super) fn generator(&self) -> Option<&Generator> {
        match &self.kind {
            SourceKind::Script(generator, _) => Some(generator),
            SourceKind::World(..) => None,
        }
    }

    pub(super) fn palette(&self) -> &Arc<Palette> {
        match &self.kind {
            SourceKind::Script(generator, _) => generator.palette(),
            SourceKind::World(world, _) => world.palette(),
        }
    }

    pub(super) fn level(&self, seed: u64) -> anyhow::Result<Level> {
        Ok(match &self.kind {
            SourceKind::Script(generator, None) => generator.generate(seed)?,
            SourceKind::Script(generator, Some(pins)) => generator.generate_from(pins, seed)?,
            SourceKind::World(world, None) => world.generate(seed)?,
            SourceKind::World(world, Some([x, y])) => world.part(seed, *x, *y)?,
        })
    }
}

/// Parses the place of a part, such as `3,5`.
fn place(text: &str) -> anyhow::Result<[usize; 2]> {
    let place = text.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    place.ok_or_else(|| anyhow!("give the column and the row of a part, from 0, such as 3,5"))
}
