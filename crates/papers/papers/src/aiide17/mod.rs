//! The experiment of the AIIDE'17 paper: five generators, two metrics, and the claims about them.
//!
//! [`Study::run`] measures the generators. [`check`] tests each sentence about a generator in the
//! section Results: against measurements, with correct metrics and with those of the code of 2017,
//! or against the script of the generator.
//!
//! Source: Khalifa 2017, section Results, Figures 1 to 3. The scripts of the paper are lost; these
//! are reconstructed from its text and from the history of its repository.

mod evidence;
mod legacy;
mod places;
mod report;
mod scripts;
mod sentences;
mod tables;
mod variants;

#[cfg(test)]
mod tests;

pub use legacy::LEGACY;
pub use report::{figures, games_png, report};
pub use tables::claims_csv;

use marahel::{Generator, Script};
use marahel_level::Level;
use marahel_statistics::Share;
use marahel_statistics::range::{
    ExpressiveRange, RangeError, Roles, Settings, each_level, empty_shares, measure,
};
use rayon::prelude::*;

use crate::claims::{self, Checked, Finding, Verdict};
use evidence::Evidence;
use places::Places;
use variants::VARIANTS;

#[derive(Clone, Copy)]
struct Specimen {
    name: &'static str,
    script: &'static str,
}

/// The script of this name in `configs/generators/aiide17`.
macro_rules! specimen {
    ($name:literal, $file:literal) => {
        Specimen {
            name: $name,
            script: include_str!(concat!("../../configs/generators/aiide17/", $file, ".json")),
        }
    };
}

/// The generators of Figures 1 and 2, in their order.
const GENERATORS: [Specimen; 5] = [
    specimen!("uniform", "uniform"),
    specimen!("nonuniform", "nonuniform"),
    specimen!("digger", "digger"),
    specimen!("cave", "cave"),
    specimen!("mine", "mine"),
];

/// The generators of Figure 3, in its order, with player, enemies and treasure.
const GAMES: [Specimen; 4] = [
    specimen!("nonuniform", "nonuniform_inhabited"),
    specimen!("digger", "digger_inhabited"),
    specimen!("cave", "cave_inhabited"),
    specimen!("mine", "mine_inhabited"),
];

/// All measurements of the experiment.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The ranges of the generators of Figures 1 and 2, in their order, with legacy metrics.
    pub ranges: Vec<ExpressiveRange>,
    /// The ranges of [`VARIANTS`].
    variants: Vec<ExpressiveRange>,
    /// The scripts of [`GENERATORS`].
    scripts: Vec<Script>,
    /// The scripts of [`GAMES`].
    game_scripts: Vec<Script>,
    /// The first level of each of [`GAMES`].
    examples: Vec<Level>,
    /// Share of the steps of digging agents that write a single cell.
    single_cells: Share,
    /// The share of empty cells in each window of each cave.
    cave_windows: Vec<Vec<f64>>,
    /// The places of things in the levels of each of [`GAMES`].
    places: Vec<Places>,
}

impl Study {
    /// Measures `n_levels` levels of each generator, from `seed` on, and of variants with other
    /// values for numbers that the text omits. `progress` gets the name of each step.
    pub fn run(
        n_levels: u32,
        seed: u64,
        mut progress: impl FnMut(&str),
    ) -> Result<Self, RangeError> {
        let settings = Settings { n_levels, seed, more: LEGACY, ..Settings::default() };
        let mut study = Self::default();
        for Specimen { name, script } in GENERATORS {
            progress(name);
            let script = parse(script);
            let generator = Generator::new(&script);
            study.ranges.push(measure(name, &generator, &[], &settings)?);
            match name {
                "digger" => study.single_cells = single_cells(&script, &generator, &settings)?,
                "cave" => {
                    let roles = Roles::of(generator.palette(), None, None);
                    let empty = roles.expect("no entity is named").empty;
                    study.cave_windows = each_level(
                        name,
                        &generator,
                        &settings,
                        || (),
                        |_, level, ()| empty_shares(level, empty),
                    )?;
                }
                _ => {}
            }
            study.scripts.push(script);
        }
        for variant in &VARIANTS {
            let name = GENERATORS[variant.generator].name;
            progress(&format!("{name} with {}", variant.parameter));
            let mut script = study.scripts[variant.generator].clone();
            (variant.change)(&mut script);
            let generator = Generator::new(&script);
            study.variants.push(measure(name, &generator, &[], &settings)?);
        }
        for Specimen { name, script } in GAMES {
            progress(&format!("{name} with player, enemies and treasure"));
            let script = parse(script);
            let generator = Generator::new(&script);
            study.game_scripts.push(script);
            let palette = generator.palette();
            let places = each_level(
                name,
                &generator,
                &settings,
                || (),
                |_, level, ()| Places::of(level, palette),
            )?;
            study.places.push(places.into_iter().sum());
            let example = generator.generate(seed);
            study.examples.push(example.map_err(|source| RangeError::Run {
                generator: name.to_owned(),
                seed,
                source,
            })?);
        }
        Ok(study)
    }
}

/// The share of the first rule among all firings of the rules of digging agents.
fn single_cells(
    script: &Script,
    generator: &Generator,
    settings: &Settings,
) -> Result<Share, RangeError> {
    let digging = scripts::digging(script);
    let shares = (0..settings.n_levels).into_par_iter().map(|index| {
        let seed = settings.seed + u64::from(index);
        let snapshots = generator.snapshots(seed, 0).map_err(|source| RangeError::Run {
            generator: "digger".to_owned(),
            seed,
            source,
        })?;
        let rules = snapshots.iter().filter(|snapshot| Some(snapshot.explorer) == digging);
        let firings = rules.map(|snapshot| {
            let n_fired = snapshot.rules.iter().map(|rule| rule.n_fired);
            Share::of_counts(n_fired.clone().next().unwrap_or(0), n_fired.sum())
        });
        Ok(firings.sum())
    });
    let shares: Vec<Result<Share, RangeError>> = shares.collect();
    shares.into_iter().sum()
}

fn parse(script: &str) -> Script {
    marahel_dialects::parse(script).expect("the scripts of the experiment are understood")
}

/// Which computation of a metric to use.
#[derive(Clone, Copy)]
enum Reading {
    Correct,
    /// As in the code of 2017.
    Legacy,
}

/// Tests every claim against a study, in the order of the text. The verdict is that of the correct
/// metrics.
///
/// The paper gives numbers only in its figures, so claims compare generators; one is greater than
/// another if the difference exceeds three standard errors.
pub fn check(study: &Study) -> Vec<Checked> {
    let claims = sentences::CLAIMS.iter().map(|claim| {
        let findings = [Reading::Correct, Reading::Legacy]
            .map(|reading| (claim.check)(&Evidence::of(study, reading)));
        let judged = judge(study, claim, findings.each_ref());
        claim.checked(findings.map(Some), judged)
    });
    claims.collect()
}

/// A claim can name one of [`VARIANTS`] under which it may hold if it fails otherwise.
type Claim = claims::Claim<for<'s> fn(&Evidence<'s>) -> Finding, Option<usize>>;

fn judge(study: &Study, claim: &Claim, [correct, legacy]: [&Finding; 2]) -> (Verdict, String) {
    let why = why_not(study, claim, Reading::Correct, correct);
    let why_legacy = why_not(study, claim, Reading::Legacy, legacy);
    let why = match (why.as_str(), why_legacy.as_str()) {
        (_, "") => why,
        ("", _) => format!("as coded in 2017: {why_legacy}"),
        (why, legacy) if why == legacy => why_legacy,
        (why, legacy) => format!("{why}; as coded in 2017: {legacy}"),
    };
    (correct.verdict, why)
}

/// Why a claim does not hold: too few levels, or a number that the text omits, with the result for
/// another number. Empty if it holds.
fn why_not(study: &Study, claim: &Claim, reading: Reading, finding: &Finding) -> String {
    if finding.verdict == Verdict::Holds {
        return String::new();
    }
    let mut reasons = Vec::new();
    if !finding.doubt.is_empty() {
        reasons.push(finding.doubt.clone());
    }
    if let Some(index) = claim.rule {
        let variant = &VARIANTS[index];
        let finding = (claim.check)(&Evidence::of(study, reading).with(index));
        reasons.push(format!(
            "{}; measured with {}, it {}: {}",
            variant.assumption, variant.parameter, finding.verdict, finding.measured
        ));
    }
    if reasons.is_empty() { "no reason is known".to_owned() } else { reasons.join("; ") }
}
