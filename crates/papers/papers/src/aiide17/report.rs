//! The figures of the paper and the report.

use marahel_level::{Art, Captioned, LevelError, strip};
use marahel_report::{Figure, box_plot, heat_map};
use marahel_statistics::range::ExpressiveRange;

use super::tables::claims_table;
use super::{GAMES, Study};
use crate::claims::markdown_row;
use crate::{Checked, Verdict, count};

/// Side of a tile in Figure 3.
const TILE_PIXELS: u32 = 12;

/// Figures 1 and 2 with their file names: with correct metrics, and with those of the code of 2017.
pub fn figures(study: &Study) -> [(&'static str, Figure); 4] {
    let ranges = &study.ranges;
    [
        ("figure-1.svg", heat_map(ranges, "empty", "isolated")),
        ("figure-1-legacy.svg", heat_map(ranges, "empty_legacy", "isolated_legacy")),
        ("figure-2.svg", box_plot(ranges, "entropy")),
        ("figure-2-legacy.svg", box_plot(ranges, "entropy_legacy")),
    ]
    .map(|(name, figure)| (name, figure.expect("the generators have levels")))
}

/// Figure 3 as a PNG picture.
pub fn games_png(study: &Study) -> Result<Vec<u8>, LevelError> {
    let levels = GAMES.iter().zip(&study.examples);
    let captioned = levels
        .map(|(game, level)| Captioned { level: level.clone(), caption: game.name.to_owned() });
    // As in the paper, squares of one color.
    strip(&captioned.collect::<Vec<_>>(), Art::Plain(TILE_PIXELS), Some(2))
}

/// The report in Markdown on a study of `n_levels` levels of each generator from `seed` on. The
/// figures lie beside it.
pub fn report(study: &Study, claims: &[Checked], n_levels: u64, seed: u64) -> String {
    let games = GAMES.map(|game| game.name).join(", ");
    let table = claims_table(claims);
    let [holds, undecided, fails] =
        [Verdict::Holds, Verdict::Undecided, Verdict::Fails].map(|verdict| count(claims, verdict));
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

/// A table of the paper's metrics, a line for each generator.
fn numbers(ranges: &[ExpressiveRange]) -> String {
    const METRICS: [&str; 5] =
        ["empty", "isolated", "entropy", "isolated_legacy", "entropy_legacy"];
    let mut table = markdown_row(&[&["generator"], &METRICS[..]].concat());
    table += "| --- | ---: | ---: | ---: | ---: | ---: |\n";
    for range in ranges {
        let cells = METRICS.map(|metric| {
            range.summary(metric).map_or(String::new(), |summary| {
                format!("{:.3} ({:.3})", summary.mean, summary.sd.unwrap_or(0.0))
            })
        });
        table.extend(["| ", &range.name, " ", &markdown_row(&cells)]);
    }
    table
}
