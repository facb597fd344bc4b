//! The experiment of the AIIDE'17 paper: Figures 1 to 3 and the claims about them.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use claims::Verdict;
use experiment::write_atomically;
use level::{Captioned, strip};
use range::aiide17::{Checked, GAMES, Study, check, claims_csv, claims_table};
use range::{ExpressiveRange, summary_csv};

use crate::evolve::at_least;
use crate::exit::Usage;
use crate::output::{counted, note};

/// Where the files go if no folder is named.
const FOLDER: &str = "results/runs/aiide17";

/// Levels of each generator: those of the paper, and enough for a first look.
const N_LEVELS: u64 = 1000;
const N_LEVELS_QUICK: u64 = 100;

/// More levels only fill memory.
const N_LEVELS_MAX: u64 = 100_000;

/// Side of a tile in Figure 3.
const TILE_PIXELS: u32 = 12;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Leaves report.md with a table of the claims, figure-1.svg (expressive range), figure-2.svg (entropy),
both also as the code of 2017 measured, figure-3.png (levels with player, enemies and treasure),
summary.csv and claims.csv. Equal arguments give equal bytes.

Examples:
  evolve reproduce aiide17 --quick
  evolve reproduce aiide17 --out results/aiide17"
)]
pub(super) struct Args {
    /// Measure 100 levels of each generator.
    #[arg(long, conflicts_with = "count")]
    quick: bool,
    /// Levels of each generator [default: 1000, as in the paper].
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    count: Option<u64>,
    /// Seed of the first level; level k has the seed SEED + k.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Folder for the report [default: results/runs/aiide17].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Say nothing of the progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let n_levels = args.count.unwrap_or(if args.quick { N_LEVELS_QUICK } else { N_LEVELS });
    if n_levels > N_LEVELS_MAX {
        return Err(Usage(format!("--count {n_levels}: give at most {N_LEVELS_MAX}")).into());
    }
    if args.seed.checked_add(n_levels).is_none() {
        return Err(Usage("the last seed would be larger than a seed can be".to_owned()).into());
    }
    let study = Study::run(n_levels as u32, args.seed, |what| {
        if !args.quiet {
            note(format_args!("{what}: measuring {}", counted(n_levels as usize, "level")));
        }
    })?;
    let claims = check(&study);
    let folder = args.out.as_deref().unwrap_or(Path::new(FOLDER));
    write_folder(folder, &study, &claims, &report(&study, &claims, n_levels, args.seed))?;
    print_claims(&mut io::stdout().lock(), &claims, folder)?;
    Ok(ExitCode::SUCCESS)
}

fn write_folder(
    folder: &Path,
    study: &Study,
    claims: &[Checked],
    report: &str,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let ranges = &study.ranges;
    let figures = [
        ("figure-1.svg", report::heat_map(ranges, "empty", "isolated")),
        ("figure-1-legacy.svg", report::heat_map(ranges, "empty_legacy", "isolated_legacy")),
        ("figure-2.svg", report::box_plot(ranges, "entropy")),
        ("figure-2-legacy.svg", report::box_plot(ranges, "entropy_legacy")),
    ];
    for (name, figure) in figures {
        let figure = figure.context("the generators have levels")?;
        write_atomically(&folder.join(name), figure.svg().as_bytes())?;
    }
    let captioned = GAMES
        .iter()
        .zip(&study.examples)
        .map(|(game, level)| Captioned { level: level.clone(), caption: game.name.to_owned() });
    let levels = strip(&captioned.collect::<Vec<_>>(), TILE_PIXELS, Some(2))?;
    write_atomically(&folder.join("figure-3.png"), &levels)?;
    write_atomically(&folder.join("summary.csv"), summary_csv(ranges).as_bytes())?;
    write_atomically(&folder.join("claims.csv"), claims_csv(claims).as_bytes())?;
    write_atomically(&folder.join("report.md"), report.as_bytes())?;
    Ok(())
}

/// The report in Markdown.
fn report(study: &Study, claims: &[Checked], n_levels: u64, seed: u64) -> String {
    let games = GAMES.map(|game| game.name).join(", ");
    let table = claims_table(claims);
    let [holds, undecided, fails] = [Verdict::Holds, Verdict::Undecided, Verdict::Fails]
        .map(|verdict| claims.iter().filter(|claim| claim.correct.verdict == verdict).count());
    let mut report = format!(
        "\
# The experiment of the AIIDE'17 paper

{n_levels} levels of 50 x 50 cells of each generator, from seed {seed} on; `evolve reproduce aiide17 --count {n_levels} --seed {seed}`
makes all of this again. The scripts are those in `configs/generators/aiide17`. Those of the paper are lost, except for the
mine: the others follow its text, and numbers that it does not give are ours.

Source: A. Khalifa and J. Togelius: Marahel: A Language for Constructive Level Generation. AIIDE 2017, section Results.

## What the text claims

With metrics as the text defines them {holds} of {} claims hold, {fails} do not hold, and {undecided} cannot be decided.

The paper prints no numbers, so claims compare generators: one is greater than another if the difference exceeds three
standard errors, and levels are too few to tell them apart if it does not; behind ± stands one. \"As coded in 2017\" are the metrics of the analysis that lies in the repository of Marahel,
which scans for at most one new component per row and kind, and sets the entropy of a level back to 0 at each window of
one kind. Sentences that describe a generator rather than its levels are checked on its script. \"Why not\" says what was
measured in this run, with as many levels, once a number that the text does not give is another one.

{table}
## Figure 1: expressive range

Share of empty cells against isolated components (of empty cells and of solid ones), as the text defines them:

![expressive range](figure-1.svg)

and as coded in 2017:

![expressive range as coded in 2017](figure-1-legacy.svg)

## Figure 2: entropy of empty cells

Mean of 5 x 5 windows of a level, in bits. The boxes of the paper show the standard deviation, these the middle half of the
levels.

![entropy](figure-2.svg)

As coded in 2017:

![entropy as coded in 2017](figure-2-legacy.svg)

## Figure 3: more entities

The first level of each generator with player (green), enemies (red) and treasure (yellow): {games}.

![levels with player, enemies and treasure](figure-3.png)

## Numbers

Mean and standard deviation over the levels; `summary.csv` has standard errors and quartiles.

",
        claims.len(),
    );
    report += &numbers(&study.ranges);
    report
}

/// A table of the metrics that the paper has, a line for each generator.
fn numbers(ranges: &[ExpressiveRange]) -> String {
    const METRICS: [&str; 5] =
        ["empty", "isolated", "entropy", "isolated_legacy", "entropy_legacy"];
    let mut table = format!("| generator | {} |\n", METRICS.join(" | "));
    table += "| --- | ---: | ---: | ---: | ---: | ---: |\n";
    for range in ranges {
        write!(table, "| {} |", range.name).expect("text can be added to");
        for metric in METRICS {
            let text = range.summary(metric).map_or(String::new(), |summary| {
                format!("{:.3} ({:.3})", summary.mean, summary.sd.unwrap_or(0.0))
            });
            write!(table, " {text} |").expect("text can be added to");
        }
        table.push('\n');
    }
    table
}

/// Says which claims hold, in both readings, and where the report is.
fn print_claims(output: &mut impl Write, claims: &[Checked], folder: &Path) -> io::Result<()> {
    writeln!(output, "{:<18} {:<18} claim", "correct metrics", "as coded in 2017")?;
    for Checked { place, claim, correct, legacy, .. } in claims {
        let [correct, legacy] = [correct, legacy].map(|finding| finding.verdict.to_string());
        writeln!(output, "{correct:<18} {legacy:<18} {place}: {claim}")?;
    }
    writeln!(output, "\nreport: {}", folder.join("report.md").display())
}
