//! A run folder as figures.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use config::Problems;
use report::{FigureFormat, generator_figures, run_figures};

use crate::terminal::print;

/// A figure that only some fronts have.
const KNEE: &str = "generator-knee";

#[derive(Debug, clap::Args)]
#[command(after_help = "Figures, each in both formats:
  fronts         number of Pareto fronts, and size of the first, per generation
  hypervolume    of the first front per generation, on fresh levels and as searched; of at most 16
                 objectives
  objectives     best and mean of each objective per generation
  distributions  random generators and the first front in each objective
  front-A-B      the first front and random generators, for each pair of objectives if
                 these are at most 16
  generator-X    script and levels of the generator that is best in the last objective
  generator-knee script and levels of the best compromise (knee), if it is another generator

Examples:
  evolve plot results/runs/zelda-seed1
  evolve plot results/runs/zelda-seed1 --format svg --out figures")]
pub(super) struct Args {
    /// The run folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folder for the figures [default: DIR/figures].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
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
            Self::Both => &[FigureFormat::Svg, FigureFormat::Png],
        }
    }
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let mut figures = run_figures(&args.folder)?;
    figures.extend(generator_figures(problems, &args.folder)?);
    let out = args.out.clone().unwrap_or_else(|| args.folder.join("figures"));
    fs::create_dir_all(&out).with_context(|| format!("making the folder {}", out.display()))?;
    let mut files = Vec::new();
    for (stem, figure) in &figures {
        for &format in args.format.each() {
            files.push(figure.write(&out, stem, format)?);
        }
    }
    if !figures.iter().any(|(stem, _)| stem == KNEE) {
        // An older front may have had one.
        for format in Formats::Both.each() {
            let path = out.join(format!("{KNEE}.{}", format.extension()));
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
