//! Judging levels by a problem.

use evolution::JudgedSet;
use problem::Explanation;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::levels::{Sent, Turned, each_level, extended, json_of_view, tiles};
use crate::answers::problem_info::problem_of;
use crate::answers::refusal::Answer;

/// Maximum number of levels per request.
const N_LEVELS_MAX: u64 = 1000;

/// Maximum number of bad levels to show.
const N_FAILING_MAX: usize = 12;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    turned: Turned,
    problem: String,
    seed: u64,
    count: u64,
}

#[derive(Deserialize)]
pub(crate) struct Explain {
    problem: String,
    level: Sent,
    /// Names of the tiles for the numbers in the level.
    tiles: Vec<String>,
}

/// Sums of the values and scores of an objective.
#[derive(Clone, Copy, Default)]
struct Sum {
    values: f64,
    n_values: u64,
    scores: f64,
}

pub(crate) fn answer(question: &Question) -> Answer {
    let problem = problem_of(&question.problem)?.with_named_parts();
    let generator = question.turned.generator()?;
    let names = problem.tiles_of(&generator.script().entities)?;
    let count = question.count.clamp(1, N_LEVELS_MAX);
    let (mut meter, mut judged) = (problem.meter(), JudgedSet::new(&problem));
    let mut sums = vec![Sum::default(); problem.objectives().len()];
    let (mut n_good, mut texts, mut failing) = (0, Vec::new(), Vec::new());
    each_level(&generator, names.as_ref(), question.seed, count, |seed, made| {
        meter.begin(made);
        n_good += u64::from(judged.add(&mut meter, made.level).is_good);
        let explanation = meter.explain(made.level);
        for (sum, objective) in sums.iter_mut().zip(&explanation.objectives) {
            sum.scores += objective.score;
            sum.values += objective.value.unwrap_or(0.0);
            sum.n_values += u64::from(objective.value.is_some());
        }
        if texts.is_empty() {
            texts = explanation.objectives.iter().map(|one| one.text.clone()).collect();
        }
        if failing.len() < N_FAILING_MAX && !explanation.lacks().is_empty() {
            let level = extended(json_of_view(made.level), json!({ "seed": seed }));
            failing.push(extended(level, explained(&explanation)));
        }
    })?;
    let [playable, _, diversity, _] = judged.shares();
    let objectives = problem.objectives().iter().zip(&sums).zip(&texts);
    let objectives = objectives.map(|((objective, sum), text)| {
        json!({
            "name": objective.name,
            "text": text,
            "good": objective.band.in_words(),
            "mean": (sum.n_values > 0).then(|| sum.values / sum.n_values as f64),
            "score": sum.scores / count as f64,
        })
    });
    Ok(json!({
        "tiles": tiles(problem.palette())?,
        "count": count,
        "playable": playable,
        "good": n_good as f64 / count as f64,
        "diversity": diversity,
        "objectives": objectives.collect::<Vec<_>>(),
        "failing": failing,
    }))
}

pub(crate) fn explain(question: &Explain) -> Answer {
    let problem = problem_of(&question.problem)?;
    let palette = problem.palette();
    let known = level::Palette::of_names(&question.tiles)?;
    let level = question.level.level(&known.into())?.renamed(palette.clone())?;
    let explanation = problem.with_named_parts().describing_meter().explain(level.view());
    Ok(explained(&explanation))
}

fn explained(explanation: &Explanation) -> Value {
    let objectives = explanation.objectives.iter().map(|one| {
        json!({
            "name": one.name,
            "text": one.text,
            "value": one.value,
            "score": one.score,
            "good": one.band.in_words(),
        })
    });
    let lacks = explanation.lacks();
    json!({
        "playable": explanation.playable.holds(),
        "good": lacks.is_empty(),
        "lacks": lacks,
        "objectives": objectives.collect::<Vec<_>>(),
        "way": explanation.way,
    })
}
