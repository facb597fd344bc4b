//! The dials of a script, as the command line turns them.

use marahel::Script;
use terminal::Usage;

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
    /// The script with these dials turned.
    pub(super) fn turn(&self, script: Script) -> Result<Script, Usage> {
        self.dials.iter().try_fold(script, |script, (name, value)| {
            script.with_dial(name, *value).map_err(|error| Usage(format!("--dial: {error}")))
        })
    }
}
