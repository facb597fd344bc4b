//! The experiment of the AIIDE'17 paper: Figures 1 to 3 and the claims about them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use marahel_papers::Checked;
use marahel_papers::aiide17::{Study, check, claims_csv, figures, games_png, report};
use marahel_statistics::range::summary_csv;
use marahel_system::files::{check_own_path, write_atomically};

use crate::terminal::{Force, Results, Usage, between, counted, note};

const FOLDER: &str = "results/runs/aiide17";

/// Levels of each generator: as in the paper, and for a quick look.
const N_LEVELS: u32 = 1000;
const N_LEVELS_QUICK: u32 = 100;

/// A limit for the memory.
const N_LEVELS_MAX: u32 = 100_000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Writes report.md with a table of the claims, figure-1.svg (expressive range) and figure-2.svg
(entropy), both also as the code of 2017 measured them, figure-3.png (levels with player, enemies and treasure),
summary.csv and claims.csv. Equal arguments give equal bytes.

Examples:
  evolve reproduce aiide17 --quick
  evolve reproduce aiide17 --out results/aiide17"
)]
pub(crate) struct Args {
    /// Measure 100 levels of each generator.
    #[arg(long, conflicts_with = "count")]
    quick: bool,
    /// Number of levels per generator [default: 1000, as in the paper].
    #[arg(long, value_name = "N", value_parser = between::<1, N_LEVELS_MAX>)]
    count: Option<u32>,
    /// Seed of the first level; level k has the seed SEED + k.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Folder for the report [default: results/runs/aiide17].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let n_levels = args.count.unwrap_or(if args.quick { N_LEVELS_QUICK } else { N_LEVELS });
    if args.seed.checked_add(n_levels.into()).is_none() {
        return Err(Usage("the last seed would be larger than a seed can be".to_owned()).into());
    }
    let folder = args.out.as_deref().unwrap_or(Path::new(FOLDER));
    if args.out.is_none() {
        check_own_path(folder)?;
    }
    let _held = args.force.hold_folder(folder, &["claims.csv"])?;
    let study = Study::run(n_levels, args.seed, |what| {
        if !args.quiet {
            note(format_args!("{what}: measuring {}", counted(n_levels as usize, "level")));
        }
    })?;
    let claims = check(&study);
    write_folder(folder, &study, &claims, &report(&study, &claims, n_levels.into(), args.seed))?;
    print_claims(&mut Results::new(), &claims, folder)?;
    Ok(())
}

fn write_folder(
    folder: &Path,
    study: &Study,
    claims: &[Checked],
    report: &str,
) -> anyhow::Result<()> {
    for (name, figure) in figures(study) {
        write_atomically(&folder.join(name), figure.svg().as_bytes())?;
    }
    write_atomically(&folder.join("figure-3.png"), &games_png(study)?)?;
    write_atomically(&folder.join("summary.csv"), summary_csv(&study.ranges).as_bytes())?;
    write_atomically(&folder.join("claims.csv"), claims_csv(claims).as_bytes())?;
    write_atomically(&folder.join("report.md"), report.as_bytes())?;
    Ok(())
}

/// Prints which claims hold, in both readings, and the place of the report.
fn print_claims(output: &mut impl Write, claims: &[Checked], folder: &Path) -> io::Result<()> {
    writeln!(output, "{:<18} {:<18} claim", "correct metrics", "as coded in 2017")?;
    for Checked { place, claim, findings, .. } in claims {
        let [correct, legacy] = findings.each_ref().map(|finding| {
            finding.as_ref().map_or(String::new(), |finding| finding.verdict.to_string())
        });
        writeln!(output, "{correct:<18} {legacy:<18} {place}: {claim}")?;
    }
    writeln!(output, "\nreport: {}", folder.join("report.md").display())?;
    output.flush()
}
