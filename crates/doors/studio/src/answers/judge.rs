//! Judging levels by a problem.

use marahel_evolution::JudgedSet;
use marahel_level::Palette;
use marahel_problem::{Explanation, Lack, Mark};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answers::grid::{Grid, tiles};
use crate::answers::levels::{DialedScript, each_level};
use crate::answers::problem_info::problem_of;
use crate::answers::refusal::Answer;

/// Maximum number of levels per request.
const N_LEVELS_MAX: u64 = 1000;

/// The same for a judge from outside, which may take a tenth of a second for each.
const N_LEVELS_OUTSIDE_MAX: u64 = 50;

/// Maximum number of bad levels to show.
const N_FAILING_MAX: usize = 12;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    script: DialedScript,
    problem: String,
    seed: u64,
    count: u64,
}

#[derive(Deserialize)]
pub(crate) struct LevelQuestion {
    problem: String,
    level: Grid,
    /// Names of the tiles for the numbers in the level.
    tiles: Vec<String>,
}

#[derive(Serialize)]
struct FailingLevel {
    #[serde(flatten)]
    level: Grid,
    seed: u64,
    #[serde(flatten)]
    verdict: Value,
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
    let generator = question.script.generator()?;
    let names = problem.tiles_of(&generator.script().entities)?;
    let is_judged_outside = problem.definition().outside().is_some();
    let max = if is_judged_outside { N_LEVELS_OUTSIDE_MAX } else { N_LEVELS_MAX };
    let count = question.count.clamp(1, max);
    let (mut meter, mut judged) = (problem.meter(), JudgedSet::new(&problem));
    let mut sums = vec![Sum::default(); problem.objectives().len()];
    let (mut n_good, mut texts, mut failing) = (0, Vec::new(), Vec::new());
    let seeds = (question.seed..=u64::MAX).take(count as usize);
    each_level(&generator, names.as_ref(), seeds, |seed, generated| {
        meter.begin(generated);
        n_good += u64::from(judged.add(&mut meter, generated.level).is_good);
        let explanation = meter.explain(generated.level);
        for (sum, objective) in sums.iter_mut().zip(&explanation.objectives) {
            sum.scores += objective.score;
            sum.values += objective.value.unwrap_or(0.0);
            sum.n_values += u64::from(objective.value.is_some());
        }
        if texts.is_empty() {
            texts = explanation.objectives.iter().map(|objective| objective.text.clone()).collect();
        }
        if failing.len() < N_FAILING_MAX && !explanation.lacks().is_empty() {
            let marks = meter.marks_to_show(generated.level);
            let (level, verdict) = (Grid::of(generated.level), verdict(&explanation, marks));
            failing.push(FailingLevel { level, seed, verdict });
        }
    })?;
    problem.check_judge()?;
    let quality = judged.quality();
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
        "playable": quality.playable.mean(),
        "good": n_good as f64 / count as f64,
        "diversity": quality.diversity.mean(),
        "objectives": objectives.collect::<Vec<_>>(),
        "failing": failing,
    }))
}

pub(crate) fn explain(question: &LevelQuestion) -> Answer {
    let problem = problem_of(&question.problem)?;
    let palette = problem.palette();
    let tiles = Palette::of_names(&question.tiles)?;
    let level = question.level.level(&tiles.into())?.renamed(palette.clone())?;
    let problem = problem.with_named_parts();
    let mut meter = problem.describing_meter().of_drawn();
    let explanation = meter.explain(level.view());
    problem.check_judge()?;
    Ok(verdict(&explanation, meter.marks_to_show(level.view())))
}

fn verdict(explanation: &Explanation, marks: Vec<Mark>) -> Value {
    let marks = marks
        .into_iter()
        .map(|Mark { text, what, cells }| json!({ "text": text, "what": what, "cells": cells }));
    let objectives = explanation.objectives.iter().map(|objective| {
        json!({
            "name": objective.name,
            "text": objective.text,
            "value": objective.value,
            "score": objective.score,
            "good": objective.band.in_words(),
        })
    });
    let lacks = explanation.lacks();
    json!({
        "playable": explanation.playable.holds(),
        "good": lacks.is_empty(),
        "lacks": lacks.iter().map(Lack::to_string).collect::<Vec<_>>(),
        "objectives": objectives.collect::<Vec<_>>(),
        "way": explanation.way,
        "marks": marks.collect::<Vec<_>>(),
    })
}
