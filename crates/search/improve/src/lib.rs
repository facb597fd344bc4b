//! Makes a script better, and keeps what it was given.
//!
//! [`improve`] looks for edits of one script. An edit stays if it raises the share of good levels, or
//! the demands that they meet, by more than its error, and lowers no demand by more than its error.
//! How much levels differ and what they cost have bounds relative to the beginning. No explorer
//! goes. In a script that makes hardly any good levels, such as a layout, more met
//! demands count, and explorers are added where the judge says that a tile may stand.
//!
//! The result is the text of the user with the fewest edits: order, names, comments and layout stay.
//! All threads make levels; the result does not depend on their number.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

mod climb;
mod edits;
mod error;
mod gauge;
mod idle;
mod lessons;
mod liveliness;
pub mod minimise;
mod proposals;
mod text;
mod trials;
mod variety;

use marahel::RunError;
use marahel_config::{Config, breeder, starting_scripts};
use marahel_problem::{Problem, Row};
use marahel_script::{Script, diff};
use marahel_statistics::Estimate;
use serde::{Deserialize, Serialize};

pub use edits::Edit;
pub use error::ImproveError;

use climb::Climb;
use edits::{edits, with_edits};
use gauge::{Gauge, shares_met};
use idle::Known;
use trials::{gain, z};
use variety::differ;

/// Numbers of rounds of levels: for leaving edits out, for what each is worth, and for the report.
/// The climb counts from 0.
const ROUND_FEWER: u64 = 1 << 40;
const ROUND_ALONE: u64 = (1 << 40) + 1;
const ROUND_REPORT: u64 = (1 << 40) + 2;
const ROUND_CONFIRMED: u64 = (1 << 40) + 3;

/// The share of the budget for leaving edits out and for what each is worth.
const ENDING: f64 = 0.15;

/// Levels by which an edit is left out, and by which it is measured alone, at most.
const N_LEVELS_FEWER: u32 = 800;
const N_LEVELS_ALONE: u32 = 300;

/// The gain of all edits together, in standard errors, from which on they are kept.
const CONFIRMED: f64 = 1.6;

/// The largest loss of good levels or of merit by which an edit goes, if the error is smaller.
const LOSS_MAX: f64 = 0.002;

/// Maximum number of cells of a level, because hundreds of levels are compared at once.
pub(crate) const N_CELLS_MAX: usize = 1 << 18;

/// A better script.
#[derive(Clone, Debug)]
pub struct Improved {
    /// The script with all edits, in the layout of the old text if that could be kept.
    pub text: String,
    /// Whether it could.
    pub is_layout_kept: bool,
    /// The edits, in the order in which they are made: what grows comes after its seeds.
    pub edits: Vec<WorthyEdit>,
    /// Figures of the old script and of the new one, on the same fresh levels.
    pub before: Figures,
    /// Those of the new one.
    pub after: Figures,
    /// The share of cells in which two levels differ, before and after; `None` of levels of several
    /// sizes.
    pub differ: Option<[f64; 2]>,
    /// Number of levels that were made or judged.
    pub n_levels: u64,
}

/// An edit, and what it is worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorthyEdit {
    /// Its changes of the document; names of neighborhoods, then the edit.
    pub edits: Vec<Edit>,
    /// The changed lines, after the edits before it.
    pub diff: String,
    /// By how much the new script has a larger share of good levels than without it.
    pub good: Estimate,
    /// By how many more demands its levels meet than without it.
    pub met: Estimate,
}

/// Figures of a script on fresh levels.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The share of good levels.
    pub good: Estimate,
    /// The number of demands that a level meets.
    pub met: Estimate,
    /// The number of demands.
    pub n_demands: usize,
    /// Each demand that is missed in some levels, with the share of levels that meet it, the least
    /// first.
    pub lacks: Vec<(String, f64)>,
}

/// How far an improvement is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Levels that were made or judged, out of the budget.
    pub n_levels: u64,
    /// The budget.
    pub budget: u64,
    /// The share of good levels.
    pub good: f64,
    /// The number of demands that a level meets.
    pub met: f64,
}

/// Improves the one script that a config begins with. About `budget` levels are made or judged, and
/// `n_validated` fresh ones, at least 2, measure the script before and after. `report` hears of the
/// progress, and says whether to stop; what was found so far is returned then.
pub fn improve(
    config: &Config,
    problem: &Problem,
    budget: u64,
    n_validated: u32,
    report: &mut dyn FnMut(Progress) -> bool,
) -> Result<Improved, ImproveError> {
    let layout = Layout::of(config, problem)?;
    let original = &layout.original;
    original.dialect.check_current("improved")?;
    let areas = problem.sizes().iter().map(|(width, height)| width * height);
    if let Some(area) = areas.max().filter(|&area| area > N_CELLS_MAX) {
        return Err(ImproveError::Large(area));
    }
    let problem = problem.clone().with_named_parts();
    let gauge = Gauge::new(&problem, config.seed);
    let breeder = breeder(config, &problem)?;
    let mut climb = Climb::new(&gauge, &breeder, original)?;
    let budget_climb = (budget as f64 * (1.0 - ENDING)) as u64;
    let found = climb.run(budget_climb, |n_levels, good, met| {
        report(Progress { n_levels, budget, good, met })
    })?;
    let (known, n_levels) = (&climb.known, climb.n_levels);
    let mut ending = Ending { gauge: &gauge, known, layout: &layout, n_validated, n_levels };
    let bundles = ending.fewest(bundled(edits(original, &found)));
    let mut edits = if ending.is_better(&bundles)? { ending.worthy(&bundles) } else { Vec::new() };
    let all = || edits.iter().flat_map(|edit| &edit.edits);
    let script = with_edits(original, all()).unwrap_or_else(|| original.clone());
    let (text, is_layout_kept) = layout.with(all());
    let [before, after] =
        [original, &script].map(|script| ending.rows(script, ROUND_REPORT, n_validated));
    let (before, after) = (before?, after?);
    if let [edit] = &mut edits[..] {
        // Without it the script is as before, and has one gain.
        (edit.good, edit.met) =
            (gain(&before, &after, Row::good), gain(&before, &after, Row::n_met));
    }
    Ok(Improved {
        text,
        is_layout_kept,
        differ: differ(&before, &after, &problem),
        before: figures(&gauge, &before),
        after: figures(&gauge, &after),
        n_levels: ending.n_levels,
        edits,
    })
}

/// The text of the script that a config begins with, with some of the edits, and whether its layout
/// could be kept. Edits are numbered from 1.
pub fn take(
    config: &Config,
    problem: &Problem,
    edits: &[WorthyEdit],
    numbers: &[usize],
) -> Result<(String, bool), ImproveError> {
    if let Some(&number) = numbers.iter().find(|number| !(1..=edits.len()).contains(*number)) {
        return Err(ImproveError::NoEdit(number, edits.len()));
    }
    let chosen = edits.iter().zip(1..).filter(|(_, number)| numbers.contains(number));
    let chosen: Vec<&Edit> = chosen.flat_map(|(edit, _)| &edit.edits).collect();
    Ok(Layout::of(config, problem)?.with(chosen))
}

/// Each edit with the names of neighborhoods that it uses.
fn bundled(edits: Vec<Edit>) -> Vec<Vec<Edit>> {
    let (names, edits): (Vec<Edit>, Vec<Edit>) =
        edits.into_iter().partition(|edit| matches!(edit, Edit::Neighborhood(..)));
    let with_names = |edit: Edit| {
        let text = format!("{edit:?}");
        let used = names.iter().filter(
            |edit| matches!(edit, Edit::Neighborhood(name, _) if text.contains(name.as_str())),
        );
        used.cloned().chain([edit.clone()]).collect()
    };
    edits.into_iter().map(with_names).collect()
}

/// The script of the user, as a text.
struct Layout<'c> {
    config: &'c Config,
    problem: &'c Problem,
    text: &'c str,
    original: Script,
}

impl<'c> Layout<'c> {
    fn of(config: &'c Config, problem: &'c Problem) -> Result<Self, ImproveError> {
        let scripts = <[Script; 1]>::try_from(starting_scripts(config, problem)?);
        let ([text], Ok([original])) = (&config.from_texts[..], scripts) else {
            return Err(ImproveError::OneScript);
        };
        Ok(Self { config, problem, text, original })
    }

    /// The text with some edits, and whether its layout is kept: it is laid out anew unless it reads
    /// as the edited script.
    fn with<'e>(
        &self,
        edits: impl IntoIterator<Item = &'e Edit, IntoIter: Clone>,
    ) -> (String, bool) {
        let edits = edits.into_iter();
        let Some(script) = with_edits(&self.original, edits.clone()) else {
            return (self.text.to_owned(), true);
        };
        let edited = text::edited(self.text, edits).filter(|text| self.reads_as(text, &script));
        let is_kept = edited.is_some();
        (edited.unwrap_or_else(|| script.to_string()), is_kept)
    }

    fn reads_as(&self, text: &str, script: &Script) -> bool {
        let config = Config { from_texts: vec![text.to_owned()], ..self.config.clone() };
        let parts = |script: &Script| (script.explorers.clone(), script.regions);
        starting_scripts(&config, self.problem)
            .is_ok_and(|read| read.iter().map(parts).eq([parts(script)]))
    }
}

/// What decides about the edits that were found, on levels that found none.
struct Ending<'e> {
    gauge: &'e Gauge<'e>,
    known: &'e Known,
    layout: &'e Layout<'e>,
    n_validated: u32,
    n_levels: u64,
}

impl Ending<'_> {
    fn rows(&mut self, script: &Script, round: u64, n: u32) -> Result<Vec<Row>, RunError> {
        let rows = self.gauge.rows(script, self.gauge.round(round), 0..n)?;
        self.n_levels += rows.len() as u64;
        Ok(rows)
    }

    /// Rows of the script with some edits; `None` if it cannot be read or a level costs too much.
    fn rows_with<'e>(
        &mut self,
        bundles: impl IntoIterator<Item = &'e Vec<Edit>>,
        round: u64,
        n: u32,
    ) -> Option<Vec<Row>> {
        let script = with_edits(&self.layout.original, bundles.into_iter().flatten())?;
        // Hardly any measure the script before and after where a level takes long.
        self.rows(&script, round, n.min(self.n_validated.saturating_mul(2)).max(2)).ok()
    }

    /// Leaves out the edits without which nothing is lost by more than its error.
    fn fewest(&mut self, mut bundles: Vec<Vec<Edit>>) -> Vec<Vec<Edit>> {
        let Some(whole) = self.rows_with(&bundles, ROUND_FEWER, N_LEVELS_FEWER) else {
            return Vec::new();
        };
        for index in (0..bundles.len()).rev() {
            let mut fewer = bundles.clone();
            fewer.remove(index);
            let script = with_edits(&self.layout.original, fewer.iter().flatten());
            if !script.is_some_and(|script| self.known.allows(&script)) {
                continue;
            }
            let Some(rows) = self.rows_with(&fewer, ROUND_FEWER, N_LEVELS_FEWER) else { continue };
            let is_lost = |number: fn(&Row) -> f64| {
                let gain = gain(&whole, &rows, number);
                gain.value < -gain.error.max(LOSS_MAX)
            };
            if !is_lost(Row::good) && !is_lost(Row::merit) {
                bundles = fewer;
            }
        }
        bundles
    }

    /// Whether all edits together are better.
    fn is_better(&mut self, bundles: &[Vec<Edit>]) -> Result<bool, ImproveError> {
        let before = self.rows(&self.layout.original, ROUND_CONFIRMED, self.n_validated)?;
        let Some(after) = self.rows_with(bundles, ROUND_CONFIRMED, self.n_validated) else {
            return Ok(false);
        };
        let good = gain(&before, &after, Row::good);
        let merit = gain(&before, &after, Row::merit);
        Ok(z(good) > CONFIRMED || good.value >= 0.0 && z(merit) > CONFIRMED)
    }

    /// What each edit is worth in its place: what all edits meet, compared with all but this one.
    /// Each diff is from the text with the edits before it.
    fn worthy(&mut self, bundles: &[Vec<Edit>]) -> Vec<WorthyEdit> {
        let Some(whole) = self.rows_with(bundles, ROUND_ALONE, N_LEVELS_ALONE) else {
            return Vec::new();
        };
        let mut worthy = Vec::new();
        for (index, edits) in bundles.iter().enumerate() {
            let others = bundles.iter().enumerate().filter(|(other, _)| *other != index);
            let others = others.map(|(_, edits)| edits);
            let without = self.rows_with(others, ROUND_ALONE, N_LEVELS_ALONE);
            let gain = |number: fn(&Row) -> f64| match &without {
                Some(without) => gain(without, &whole, number),
                // What makes no level without it is worth all that there is.
                None => mean(&whole, number),
            };
            let (good, met) = (gain(Row::good), gain(Row::n_met));
            worthy.push(WorthyEdit { diff: String::new(), edits: edits.clone(), good, met });
        }
        let mut before = self.layout.text.to_owned();
        for index in 0..worthy.len() {
            let (after, _) = self.layout.with(worthy[..=index].iter().flat_map(|edit| &edit.edits));
            worthy[index].diff = diff(&before, &after);
            before = after;
        }
        worthy
    }
}

fn mean(rows: &[Row], number: fn(&Row) -> f64) -> Estimate {
    Estimate::mean(&rows.iter().map(number).collect::<Vec<_>>())
}

fn figures(gauge: &Gauge<'_>, rows: &[Row]) -> Figures {
    let mut lacks: Vec<(String, f64)> =
        gauge.demands.iter().cloned().zip(shares_met(rows)).filter(|lack| lack.1 < 1.0).collect();
    lacks.sort_by(|left, right| left.1.total_cmp(&right.1));
    let [good, met] = [Row::good, Row::n_met].map(|number: fn(&Row) -> f64| mean(rows, number));
    Figures { good, met, n_demands: gauge.demands.len(), lacks }
}
