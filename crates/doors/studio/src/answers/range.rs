//! Measuring many levels of a script for its expressive range.

use std::sync::LazyLock;

use marahel_problem::Problem;
use marahel_statistics::range::{Settings, measure};
use serde::Deserialize;
use serde_json::json;

use crate::answers::levels::{DialedScript, N_STEPS_MAX, each_level, too_much_work};
use crate::answers::problem_info::problem_of;
use crate::answers::refusal::Answer;

/// Maximum number of levels per request; the page sends further requests.
const N_LEVELS_MAX: u32 = 1000;

/// Problems whose measures apply to scripts with their tiles.
static BUILT_IN: LazyLock<Vec<Problem>> =
    LazyLock::new(|| marahel_config::BUILT_IN.with_defaults());

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    script: DialedScript,
    seed: u64,
    count: u32,
    problem: Option<String>,
}

pub(crate) fn answer(question: &Question) -> Answer {
    let generator = question.script.generator()?;
    let n_levels = question.count.clamp(1, N_LEVELS_MAX);
    // The first level shows which measures are too expensive, because others cost about the same.
    let mut n_steps = 0;
    each_level(&generator, None, [question.seed], |_, generated| n_steps = generated.n_steps)?;
    if n_steps * u64::from(n_levels) > N_STEPS_MAX {
        return Err(too_much_work());
    }
    let own: Vec<Problem> =
        question.problem.iter().map(|text| problem_of(text)).collect::<Result<_, _>>()?;
    let settings = Settings { n_levels, seed: question.seed, ..Settings::default() };
    let problems = if own.is_empty() { &*BUILT_IN } else { &own };
    let range = measure("script", &generator, problems, &settings)?;
    let names: Vec<&str> = range.metrics().collect();
    let columns: Vec<_> = names.iter().map(|name| range.values(name)).collect();
    let measures = names.iter().map(|name| json!({ "name": name, "label": range.label(name) }));
    let rows = (0..n_levels as usize)
        .map(|row| columns.iter().map(|column| column[row]).collect::<Vec<_>>());
    Ok(json!({
        "measures": measures.collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
        "seeds": (0..u64::from(n_levels)).map(|index| question.seed + index).collect::<Vec<_>>(),
    }))
}
