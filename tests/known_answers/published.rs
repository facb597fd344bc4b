//! The published generators, measured again.
//!
//! `published.json` holds what the released code says of the generators of the
//! FDG'20 paper's Figures 3, 5 and 7 over tens of thousands of levels. Ours,
//! with the released semantics and scoring, must say the same.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use marahel::Script;
use marahel_config::{Config, Options, problem_of};
use marahel_evolution::evaluate_script;

use crate::oracle;

/// Levels that each generator is measured on.
const N_LEVELS: u32 = 20_000;

/// Standard errors of the difference that two means may be apart.
const Z_MAX: f64 = 4.5;

/// One test for each problem with a published generator.
pub(crate) fn trials() -> Vec<Trial> {
    let published = marahel_config::BUILT_IN.kinds.iter().filter(|kind| kind.published.is_some());
    published
        .map(|kind| kind.name)
        .map(|name| oracle::trial(format!("published::{name}"), move || check(name)))
        .collect()
}

fn check(name: &str) -> Result<(), Failed> {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../configs");
    let file = |path: String| -> PathBuf { configs.join(path) };
    let options = Options { maps: Some(N_LEVELS), ..Options::default() };
    let config = Config::load(
        marahel_papers::fdg20::BUILT_IN,
        Some(&file(format!("fdg20-released/{name}.toml"))),
        &options,
    )?;
    let problem = problem_of(&config);
    let text = std::fs::read_to_string(file(format!("generators/fdg20/{name}.json")))?;
    let ours = evaluate_script(&Script::parse(&text)?, &problem, &config)?;

    let published = &oracle::object("published.json")["scripts"][name]["reevaluated"];
    let number = |key: &str| published[key].as_f64().expect("a number");
    let mut far = Vec::new();
    let mut compare = |what: &str, mean: f64, se: f64, known_mean: f64, known_se: f64| {
        let z = (mean - known_mean).abs() / se.hypot(known_se);
        if z > Z_MAX {
            far.push(format!("{what}: {mean} instead of {known_mean}, z = {z:.1}"));
        }
    };
    for (objective, tally) in problem.objectives().iter().zip(&ours.scores) {
        let known = &published["fitness"][&objective.name];
        let known_mean = known["mean"].as_f64().expect("a mean");
        let known_se = known["se"].as_f64().expect("a standard error");
        compare(
            &objective.name,
            tally.mean(),
            tally.standard_error().unwrap_or(0.0),
            known_mean,
            known_se,
        );
    }
    let share = ours.playable();
    let share_se = (share * (1.0 - share) / f64::from(N_LEVELS)).sqrt();
    compare("playable", share, share_se, number("playable_fraction"), number("playable_se"));
    if far.is_empty() { Ok(()) } else { Err(far.join("\n").into()) }
}
