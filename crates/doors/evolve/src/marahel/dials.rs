//! Options for the dials of a script.

use std::path::Path;

use anyhow::anyhow;
use marahel::Generator;

use crate::terminal::{ReadingArgs, Usage, input, mistakes};

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

    /// The generator of the script in a file, with these dials set.
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
        let script = marahel_dialects::parse(text)
            .map_err(|error| anyhow!(mistakes(&input::name(path), &error)))?;
        let script = self.dials.iter().try_fold(script, |script, (name, value)| {
            script.with_dial(name, *value).map_err(|error| Usage(format!("--dial: {error}")))
        })?;
        Ok(reading.generator(&script))
    }
}
