//! Making a script smaller.

use std::path::PathBuf;

use anyhow::Context;
use marahel_config::{Problems, Setup};
use marahel_improve::ImproveError;
use marahel_improve::minimise::{Minimised, Options, minimise};
use marahel_system::files::write_atomically;

use super::settings::ConfigArgs;
use crate::terminal::{Force, between, counted, input, note, parse_script, print};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "This removes parts that no level depends on, with a problem also none of its scores. It prints the
new script, and on standard error what went. Comments are lost.

Examples:
  marahel new evolved/sokoban
  evolve minimise sokoban.json --problem sokoban --out smaller.json
  marahel new evolved/binary
  evolve minimise binary.json --problem binary
  marahel new zelda
  evolve minimise zelda.json --seeds 100"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    /// What it always does; there was another way once.
    #[arg(long, hide = true)]
    exact: bool,
    /// Number of levels that must not change.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = between::<1, { u32::MAX }>)]
    seeds: u32,
    /// Largest number of candidates to try.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = between::<0, { u32::MAX }>)]
    tries: u32,
    /// File for the new script [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let has_problem = args.config.may_name_problem()?;
    // Without a problem, the config supplies only the seed and the reading.
    let any = (!has_problem).then(|| problems.kinds[0].name.to_owned());
    let options = marahel_config::Options { problem: any, ..marahel_config::Options::default() };
    let Setup { config, problem, .. } = args.config.load(problems, options)?;
    let options = Options {
        is_rated: has_problem,
        seed: config.seed,
        n_seeds: args.seeds,
        n_tries_max: args.tries,
    };
    let text = input::script(&args.script)?;
    let name = input::name(&args.script);
    parse_script(&args.script, &text)?;
    let _held = args.out.as_deref().map(|out| args.force.hold(out)).transpose()?;
    let minimised = minimise(&text, &problem, &options).map_err(|error| match error {
        ImproveError::Config(error) => anyhow::Error::from(error),
        error => error.into(),
    });
    let minimised = minimised.with_context(|| name)?;
    if has_problem {
        problem.check_judge()?;
        super::unjudged::tell_of(&problem);
    }
    let summary = summary(&minimised, args.seeds);
    if let Some(file) = &args.out {
        write_atomically(file, minimised.script.as_bytes())?;
        print(summary)?;
    } else {
        print(minimised.script.trim_end())?;
        note(summary);
    }
    Ok(())
}

/// What went, and that the levels are the same.
fn summary(minimised: &Minimised, n_levels: u32) -> String {
    let Minimised { dropped, n_characters: [before, after], .. } = minimised;
    let dropped: Vec<String> = dropped.iter().map(|&(kind, n)| counted(n, kind)).collect();
    let levels = counted(n_levels as usize, "level");
    let mut text = match &dropped[..] {
        [] => "nothing can be taken out".to_owned(),
        dropped => format!(
            "{before} to {after} characters, without {}; the first {levels} of either script are the same",
            dropped.join(", ")
        ),
    };
    if !minimised.is_complete {
        text += "; --tries allows no more, and there may be more to take out";
    }
    if minimised.had_comments {
        text += "; comments are not kept";
    }
    text
}
