//! The origin of a generator of a run, and the gain of each step.

mod family;
mod steps;
mod story;

use std::path::PathBuf;

use clap::ValueEnum;
use marahel_config::Problems;
use marahel_evolution::Ancestry;
use marahel_system::files::write_atomically;

use crate::marahel::out::make_parent;
use crate::terminal::{Force, Usage, print};
use family::Family;
use steps::Step;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The line begins with a first genome and follows, for each child, the parent that gave most
genes. All steps are measured on the same fresh levels. A gain of more than two standard errors
is hardly chance. Steps that change no level are folded.

Examples:
  evolve ancestry results/runs/zelda-seed1
  evolve ancestry results/runs/zelda-seed1 --maps 1000 --format json --out line.json"
)]
pub(super) struct Args {
    /// The run folder.
    run: PathBuf,
    /// An individual of the front, or an ancestor of one [default: the best of the run].
    id: Option<u64>,
    /// Number of levels in each of the ten samples for a step.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    maps: u32,
    /// What to write.
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    format: Format,
    /// File to write to [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// A line for each step.
    #[default]
    Text,
    /// Everything, including the whole tree.
    Json,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let ancestry = Ancestry::read(problems, &args.run)?;
    let id = args.id.or(ancestry.best()).ok_or_else(|| {
        let front = args.run.join("front.csv");
        Usage(format!(
            "{} has no best.csv, because its front was not measured again; name an individual of {}",
            args.run.display(),
            front.display()
        ))
    })?;
    let family = Family::of(ancestry.ancestors(), id).ok_or_else(|| {
        Usage(format!(
            "individual {id} is neither on the front of {} nor an ancestor of it; \
             front.csv and ancestry.csv there have the ids",
            args.run.display()
        ))
    })?;
    if let Some(out) = &args.out {
        make_parent(out)?;
        args.force.check(out)?;
    }
    let line = family.line();
    let steps = Step::all(&line, &ancestry.measure(&line, args.maps)?);
    let story = story::Story { family: &family, steps: &steps, ancestry: &ancestry, args };
    let text = match args.format {
        Format::Text => story.text(),
        Format::Json => story.json(),
    };
    match &args.out {
        Some(file) => write_atomically(file, text.as_bytes())?,
        None => print(text.trim_end())?,
    }
    Ok(())
}
