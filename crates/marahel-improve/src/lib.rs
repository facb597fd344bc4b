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

mod climb;
mod edits;
mod error;
mod gauge;
mod idle;
mod lessons;
mod liveliness;
mod proposals;
mod text;
mod trials;
mod variety;

use marahel_config::{Config, breeder, script_for, starting_scripts};
use marahel_problem::Problem;
use marahel_script::{Dialect, Script, diff, laid_out};
use marahel_statistics::Estimate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use edits::{Edit, edits};
pub use error::ImproveError;

use climb::Climb;
use edits::{applied, with_edits};
use gauge::{Gauge, Row, shares_met};
use idle::Known;
use trials::Gain;
use variety::spread_relative_to;

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
    /// The edits, the most useful first.
    pub edits: Vec<WorthyEdit>,
    /// Figures of the old script and of the new one, on the same fresh levels.
    pub before: Figures,
    /// Those of the new one.
    pub after: Figures,
    /// The variety of the new levels relative to the old ones: the least of four figures.
    pub varied: f64,
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
    let ([text], [original]) = (&config.from_texts[..], &starting_scripts(config, problem)?[..])
    else {
        return Err(ImproveError::OneScript);
    };
    if original.dialect != Dialect::Current {
        return Err(ImproveError::Dialect);
    }
    let areas = problem.sizes().iter().map(|(width, height)| width * height);
    if let Some(area) = areas.max().filter(|&area| area > N_CELLS_MAX) {
        return Err(ImproveError::Large(area));
    }
    let problem = problem.clone().with_named_parts();
    let gauge = Gauge::new(&problem, config.semantics, config.seed);
    let breeder = breeder(config, &problem)?;
    let mut climb = Climb::new(&gauge, &breeder, original)?;
    let budget_climb = (budget as f64 * (1.0 - ENDING)) as u64;
    let found = climb.run(budget_climb, |n_levels, good, met| {
        report(Progress { n_levels, budget, good, met })
    })?;
    let mut n_levels = climb.n_levels;
    let bundles = bundled(edits(original, &found));
    let bundles = fewest(&gauge, (original, &climb.known), bundles, n_validated, &mut n_levels);
    let bundles = confirmed(&gauge, original, bundles, n_validated, &mut n_levels)?;
    let alone = (n_validated, &mut n_levels);
    let edits = worthy(&gauge, original, text, config, &problem, &bundles, alone)?;
    let all: Vec<&Edit> = distinct(edits.iter().map(|edit| &edit.edits));
    let script = with_edits(original, all.iter().copied()).unwrap_or_else(|| original.clone());
    let (new_text, is_layout_kept) = written(text, original, &all, config, &problem);
    let round = gauge.round(ROUND_REPORT);
    let [before, after] =
        [original, &script].map(|script| gauge.rows(script, round, 0..n_validated));
    let (before, after) = (before?, after?);
    n_levels += 2 * u64::from(n_validated);
    let varied = spread_relative_to(&after, &before, &problem);
    Ok(Improved {
        text: new_text,
        is_layout_kept,
        edits,
        before: figures(&gauge, &before),
        after: figures(&gauge, &after),
        varied,
        n_levels,
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
    let ([text], [original]) = (&config.from_texts[..], &starting_scripts(config, problem)?[..])
    else {
        return Err(ImproveError::OneScript);
    };
    let mut chosen = Vec::new();
    for &number in numbers {
        let edit = number.checked_sub(1).and_then(|index| edits.get(index));
        chosen.push(edit.ok_or(ImproveError::NoEdit(number, edits.len()))?);
    }
    let all = distinct(chosen.iter().map(|edit| &edit.edits));
    Ok(written(text, original, &all, config, problem))
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

/// The edits of some bundles, each once, in the order of the document.
fn distinct<'e>(bundles: impl Iterator<Item = &'e Vec<Edit>>) -> Vec<&'e Edit> {
    let mut all: Vec<&Edit> = Vec::new();
    for edit in bundles.flatten() {
        if !all.contains(&edit) {
            all.push(edit);
        }
    }
    all.sort_by_key(|edit| edit.place());
    all
}

/// A number of levels for the ending; fewer if hardly any measure the script before and after, as
/// where a level takes long.
fn at_most(n_levels: u32, n_validated: u32) -> u32 {
    n_levels.min(n_validated.saturating_mul(2)).max(2)
}

/// Leaves out the edits without which nothing is lost by more than its error.
fn fewest(
    gauge: &Gauge<'_>,
    (original, known): (&Script, &Known),
    mut bundles: Vec<Vec<Edit>>,
    n_validated: u32,
    n_levels: &mut u64,
) -> Vec<Vec<Edit>> {
    let round = gauge.round(ROUND_FEWER);
    let n = at_most(N_LEVELS_FEWER, n_validated);
    let rows_of = |bundles: &[Vec<Edit>]| {
        let script = with_edits(original, distinct(bundles.iter()))?;
        gauge.rows(&script, round, 0..n).ok()
    };
    let Some(whole) = rows_of(&bundles) else { return Vec::new() };
    *n_levels += whole.len() as u64;
    let mut index = bundles.len();
    while index > 0 {
        index -= 1;
        let mut fewer = bundles.clone();
        fewer.remove(index);
        let script = with_edits(original, distinct(fewer.iter()));
        if !script.is_some_and(|script| known.allows(&script)) {
            continue;
        }
        let Some(rows) = rows_of(&fewer) else { continue };
        *n_levels += rows.len() as u64;
        let good = Gain::of(&whole, &rows, |row| f64::from(u8::from(row.is_good)));
        let merit = Gain::of(&whole, &rows, |row| row.merit);
        let is_lost = |gain: &Gain| gain.mean < -gain.error.max(LOSS_MAX);
        if !is_lost(&good) && !is_lost(&merit) {
            bundles = fewer;
        }
    }
    bundles
}

/// All edits, or none if together they are no better on fresh levels.
fn confirmed(
    gauge: &Gauge<'_>,
    original: &Script,
    bundles: Vec<Vec<Edit>>,
    n: u32,
    n_levels: &mut u64,
) -> Result<Vec<Vec<Edit>>, ImproveError> {
    let round = gauge.round(ROUND_CONFIRMED);
    let Some(script) = with_edits(original, distinct(bundles.iter())) else {
        return Ok(Vec::new());
    };
    let before = gauge.rows(original, round, 0..n)?;
    let Ok(after) = gauge.rows(&script, round, 0..n) else { return Ok(Vec::new()) };
    *n_levels += 2 * u64::from(n);
    let good = Gain::of(&before, &after, |row| f64::from(u8::from(row.is_good)));
    let merit = Gain::of(&before, &after, |row| row.merit);
    let is_better = good.z() > CONFIRMED || good.mean >= 0.0 && merit.z() > CONFIRMED;
    Ok(if is_better { bundles } else { Vec::new() })
}

/// What each edit is worth in its place, the most useful first: what all edits meet, compared with
/// all but this one. Each diff is from the text with the edits before it.
fn worthy(
    gauge: &Gauge<'_>,
    original: &Script,
    text: &str,
    config: &Config,
    problem: &Problem,
    bundles: &[Vec<Edit>],
    (n_validated, n_levels): (u32, &mut u64),
) -> Result<Vec<WorthyEdit>, ImproveError> {
    let round = gauge.round(ROUND_ALONE);
    let n = at_most(N_LEVELS_ALONE, n_validated);
    let Some(whole) = with_edits(original, distinct(bundles.iter())) else { return Ok(Vec::new()) };
    let whole = gauge.rows(&whole, round, 0..n)?;
    *n_levels += whole.len() as u64;
    let mut worthy = Vec::new();
    for (index, edits) in bundles.iter().enumerate() {
        let others = bundles.iter().enumerate().filter(|(other, _)| *other != index);
        let without = with_edits(original, distinct(others.map(|(_, edits)| edits)));
        // What makes no level without it is worth all that there is.
        let without = without.and_then(|script| gauge.rows(&script, round, 0..n).ok());
        let without = without.unwrap_or_default();
        *n_levels += without.len() as u64;
        let n_met = |row: &Row| row.met.iter().filter(|&&is_met| is_met).count() as f64;
        let gain = |number: &dyn Fn(&Row) -> f64| match &without[..] {
            [] => Estimate::mean(&whole.iter().map(number).collect::<Vec<_>>()),
            without => {
                let Gain { mean, error } = Gain::of(without, &whole, number);
                Estimate { value: mean, error }
            }
        };
        let (good, met) = (gain(&|row| f64::from(u8::from(row.is_good))), gain(&n_met));
        worthy.push(WorthyEdit { diff: String::new(), edits: edits.clone(), good, met });
    }
    worthy.sort_by(|left, right| {
        let by_good = right.good.value.total_cmp(&left.good.value);
        by_good.then(right.met.value.total_cmp(&left.met.value))
    });
    let mut before = text.to_owned();
    for index in 0..worthy.len() {
        let all = distinct(worthy[..=index].iter().map(|edit| &edit.edits));
        let (after, _) = written(text, original, &all, config, problem);
        worthy[index].diff = diff(&before, &after);
        before = after;
    }
    Ok(worthy)
}

/// The text with some edits: with its layout if the edited text is the edited script, else laid out
/// anew.
fn written(
    text: &str,
    original: &Script,
    edits: &[&Edit],
    config: &Config,
    problem: &Problem,
) -> (String, bool) {
    let expected = applied(&original.to_json(), edits.iter().copied());
    let Ok(script) = Script::parse(&expected.to_string()) else { return (text.to_owned(), true) };
    if let Some(edited) = text::edited(text, edits.iter().copied())
        && is_script(&edited, &script, config, problem)
    {
        return (edited, true);
    }
    (laid_out(&script.to_json()), false)
}

/// Whether a text is a script, for the tiles of a problem.
fn is_script(text: &str, script: &Script, config: &Config, problem: &Problem) -> bool {
    let names: Vec<(String, String)> =
        config.names.iter().map(|(from, to)| (from.clone(), to.clone())).collect();
    let Ok(parsed) = marahel_dialects::parse(text) else { return false };
    let Ok(parsed) = marahel_config::locked(parsed, &config.lock) else { return false };
    let Ok(parsed) = script_for(parsed, problem, &names) else { return false };
    let [left, right] = [parsed.to_json(), script.to_json()];
    let same = |key: &str| without_empty(&left[key]) == without_empty(&right[key]);
    ["explorers", "regions", "neighborhoods"].into_iter().all(same)
}

/// An empty section is none.
fn without_empty(section: &Value) -> Option<&Value> {
    Some(section).filter(|section| {
        !section.is_null() && section.as_object().is_none_or(|all| !all.is_empty())
    })
}

fn figures(gauge: &Gauge<'_>, rows: &[Row]) -> Figures {
    let good: Vec<f64> = rows.iter().map(|row| f64::from(u8::from(row.is_good))).collect();
    let met: Vec<f64> =
        rows.iter().map(|row| row.met.iter().filter(|&&is_met| is_met).count() as f64).collect();
    let mut lacks: Vec<(String, f64)> =
        gauge.demands.iter().cloned().zip(shares_met(rows)).filter(|lack| lack.1 < 1.0).collect();
    lacks.sort_by(|left, right| left.1.total_cmp(&right.1));
    let [good, met] = [good, met].map(|numbers| Estimate::mean(&numbers));
    Figures { good, met, n_demands: gauge.demands.len(), lacks }
}
