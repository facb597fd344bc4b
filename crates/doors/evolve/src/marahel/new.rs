//! Writing one of the embedded example scripts to a file.

use std::path::PathBuf;

use marahel_breeding::starters::EXAMPLES;
use marahel_script::closest;
use marahel_statistics::{column_width, to_left};
use marahel_system::files::{check_no_link, write_atomically};

use crate::terminal::{Force, Usage, plain, print};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a name, this lists the scripts. `zelda` is the first zelda of the list; write fdg20/zelda for
another.

Examples:
  marahel new                             # lists the scripts
  marahel new castle                      # writes castle.json
  marahel generate castle.json --out castle.png
  marahel new fdg20/zelda --out paper.json"
)]
pub(super) struct Args {
    /// Name of a script from the list.
    name: Option<String>,
    /// The new file [default: the name, with the ending .json].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let Some(name) = &args.name else {
        print(list()?)?;
        return Ok(());
    };
    let text = find(name)?;
    let file = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.json", stem(name))));
    if args.out.is_none() {
        check_no_link(&file)?;
    }
    let _held = args.force.hold(&file)?;
    write_atomically(&file, text.as_bytes())?;
    let file = plain(&file.display().to_string());
    Ok(print(format_args!(
        "{file} is written. Look at its levels, or change it:\n  \
         marahel generate {file} --out levels.png --count 16\n  \
         marahel generate {file} --out level.tmj     # opens in Tiled\n  evolve studio"
    ))?)
}

/// The script of this name; the name may omit the folder.
pub(crate) fn find(name: &str) -> Result<&'static str, Usage> {
    let whole = EXAMPLES.iter().find(|(known, _)| *known == name);
    let found = whole.or_else(|| EXAMPLES.iter().find(|(known, _)| stem(known) == name));
    found.map(|(_, text)| *text).ok_or_else(|| {
        let names = EXAMPLES.iter().flat_map(|&(known, _)| [known, stem(known)]);
        let advice = match closest(name, names) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "`marahel new` lists those that there are".to_owned(),
        };
        Usage(format!("there is no generator {}; {advice}", plain(name)))
    })
}

fn stem(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// A line for each script: its name and its description.
pub(crate) fn list() -> anyhow::Result<String> {
    let width = column_width(EXAMPLES.iter().map(|&(name, _)| name));
    let mut lines = Vec::new();
    for (name, text) in EXAMPLES {
        let script = marahel_dialects::parse(text)?;
        let description = match script.description.as_str() {
            "" => origin(name),
            description => description,
        };
        lines.push(format!("{}  {description}", to_left(name, width)));
    }
    Ok(lines.join("\n"))
}

/// A description for scripts without one, by their origin.
fn origin(name: &str) -> &'static str {
    match name.split('/').next() {
        Some("aiide17") => "Published in the paper of 2017, in the syntax of that time.",
        Some("fdg20") => "Published in the paper of 2020, found by its search.",
        Some("evolved") => "Found by a search.",
        _ => "",
    }
}
