//! Options for the dials of a script.

use std::path::Path;

use anyhow::anyhow;
use marahel::{Atlas, DialError, Generator, Script};

use crate::terminal::{ReadingArgs, Usage, input, mistakes, note};

#[derive(Debug, clap::Args)]
pub(super) struct DialArgs {
    /// Turn a dial of the script: set it to a value of its range; several times, for several.
    #[arg(long = "dial", value_name = "NAME=VALUE", value_parser = name_and_value)]
    dials: Vec<(String, f64)>,
}

fn name_and_value(text: &str) -> Result<(String, f64), String> {
    let value = text.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
    let (name, value) = value.ok_or("write a name and a number, as in length=15")?;
    Ok((name.to_owned(), value))
}

impl DialArgs {
    pub(super) fn is_empty(&self) -> bool {
        self.dials.is_empty()
    }

    /// The generator in a file, a script or an atlas, with these dials set.
    pub(super) fn generator(&self, path: &Path, reading: ReadingArgs) -> anyhow::Result<Generator> {
        self.generator_of(path, &input::script(path)?, reading)
    }

    /// The same for the text of a file.
    pub(super) fn generator_of(
        &self,
        path: &Path,
        text: &str,
        reading: ReadingArgs,
    ) -> anyhow::Result<Generator> {
        let explain = |error| anyhow!(mistakes(&input::name(path), &error));
        if let Some(atlas) = Atlas::parse(text).map_err(explain)? {
            let atlas = self.turn(atlas, Atlas::with_dial)?;
            if atlas.seeds().is_some_and(|bitmap| bitmap.iter().all(|&byte| byte == 0)) {
                note(format_args!(
                    "note: {}: no level of its first seeds has these values; levels are as they come",
                    input::name(path)
                ));
            }
            return Ok(reading.read(Generator::of_atlas(atlas)));
        }
        let script =
            self.turn(marahel_dialects::parse(text).map_err(explain)?, Script::with_dial)?;
        Ok(reading.generator(&script))
    }

    fn turn<T>(
        &self,
        dialled: T,
        with_dial: fn(T, &str, f64) -> Result<T, DialError>,
    ) -> Result<T, Usage> {
        self.dials.iter().try_fold(dialled, |dialled, (name, value)| {
            with_dial(dialled, name, *value).map_err(|error| Usage(format!("--dial: {error}")))
        })
    }
}
