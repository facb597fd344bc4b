//! A run folder as figures.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use marahel_config::Problems;
use marahel_report::{
    FigureFormat, GENERATOR_FIGURES, KNEE, RUN_FIGURES, generator_figures, run_figures,
};

use marahel_system::files::{check_no_links, make_folder};

use crate::terminal::{Force, print};

#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(super) struct Args {
    /// The run folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folder for the figures [default: DIR/figures].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Formats of the figures.
    #[arg(long, value_name = "FORMAT", default_value = "both")]
    format: Formats,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Formats {
    /// Lines and text.
    Svg,
    /// Pixels.
    Png,
    /// Both files.
    Both,
}

impl Formats {
    fn each(self) -> &'static [FigureFormat] {
        match self {
            Self::Svg => &[FigureFormat::Svg],
            Self::Png => &[FigureFormat::Png],
            Self::Both => &FigureFormat::ALL,
        }
    }
}

/// All figures by name, and examples.
fn after_help() -> String {
    let names = RUN_FIGURES.iter().map(|figure| figure.name).chain(GENERATOR_FIGURES);
    let figures = names.map(|figure| format!("  {:<14} {}\n", figure.name, figure.about));
    let figures: String = figures.collect();
    format!(
        "Figures, each in both formats:\n{figures}
Examples:
  evolve plot results/runs/zelda-seed1
  evolve plot results/runs/zelda-seed1 --format svg --out figures"
    )
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let mut figures = run_figures(&args.folder)?;
    figures.extend(generator_figures(problems, &args.folder)?);
    let out = args.out.clone().unwrap_or_else(|| args.folder.join("figures"));
    let _held = args.out.as_ref().map(|out| args.force.hold_folder(out, &[])).transpose()?;
    if args.out.is_none() {
        check_no_links(&args.folder)?;
    }
    make_folder(&out)?;
    let mut files = Vec::new();
    for (stem, figure) in &figures {
        for &format in args.format.each() {
            files.push(figure.write(&out, stem, format)?);
        }
    }
    if !figures.iter().any(|(stem, _)| stem == KNEE.name) {
        // An older front may have had one.
        for format in Formats::Both.each() {
            let path = out.join(format!("{}.{}", KNEE.name, format.extension()));
            if path.exists() {
                fs::remove_file(&path).with_context(|| format!("removing {}", path.display()))?;
            }
        }
    }
    for file in files {
        print(file.display())?;
    }
    Ok(())
}
