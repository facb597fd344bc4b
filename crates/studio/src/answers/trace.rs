//! Tracing how a level is built.

use marahel::{Generator, Snapshot};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::levels::{Turned, extended, json_of_view, tiles};
use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of frames of a trace, and of their cells in total.
const N_FRAMES_MAX: u64 = 400;
const N_CELLS_MAX: u64 = 1 << 21;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    turned: Turned,
    seed: u64,
    frames: u64,
}

pub(crate) fn answer(question: &Question) -> Answer {
    let generator = question.turned.generator()?;
    let snapshots = snapshots(&generator, question.seed, question.frames)?;
    let frames = snapshots
        .iter()
        .enumerate()
        .map(|(index, snapshot)| frame(&generator, snapshots[..index].last(), snapshot));
    Ok(json!({
        "tiles": tiles(generator.palette())?,
        "frames": frames.collect::<Vec<_>>(),
    }))
}

/// The level of a seed as it is built: at least one frame for each explorer.
pub(crate) fn snapshots(
    generator: &Generator,
    seed: u64,
    n_frames: u64,
) -> Result<Vec<Snapshot>, Refusal> {
    let max = generator.script().max;
    let n_fitting = N_CELLS_MAX / (u64::from(max.width) * u64::from(max.height)).max(1);
    if (generator.script().explorers.len() as u64) > n_fitting {
        return Err(Refusal::of(
            "this script has too many explorers to trace on a level of this size",
        ));
    }
    Ok(generator.snapshots(seed, n_frames.min(N_FRAMES_MAX).min(n_fitting))?)
}

fn frame(generator: &Generator, before: Option<&Snapshot>, snapshot: &Snapshot) -> Value {
    let explorer = &generator.script().explorers[snapshot.explorer];
    let before = before.filter(|before| before.explorer == snapshot.explorer);
    let first = before.map_or(0, |before| before.n_repeats) + 1;
    let rules = explorer.rules.iter().zip(&snapshot.rules).map(|(rule, count)| {
        json!({
            "text": rule.text.as_str(),
            "fired": count.n_fired,
            "changed": count.n_changed,
        })
    });
    let by_rule = snapshot.by_rule.iter().map(|rule| rule.map_or(-1, i32::from));
    let more = json!({
        "explorer": snapshot.explorer,
        "type": explorer.name.as_str(),
        "description": explorer.description.as_str(),
        "first_repeat": first.min(snapshot.n_repeats),
        "last_repeat": snapshot.n_repeats,
        "repeats": explorer.repeats,
        "rules": rules.collect::<Vec<_>>(),
        "by_rule": by_rule.collect::<Vec<_>>(),
    });
    extended(json_of_view(snapshot.level.view()), more)
}
