//! Tracing how a level is built.

use marahel::{Generator, Snapshot};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answers::grid::{Grid, tiles};
use crate::answers::levels::DialedScript;
use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of frames of a trace, and of their cells in total.
const N_FRAMES_MAX: u64 = 400;
const N_CELLS_MAX: u64 = 1 << 21;

/// A request for the level of a seed as it is built.
#[derive(Deserialize)]
pub struct Question {
    /// The script.
    #[serde(flatten)]
    pub script: DialedScript,
    /// The seed.
    pub seed: u64,
    /// Number of frames; each explorer has one at least.
    pub frames: u64,
}

/// Makes the generator, and its level of the seed after some repeats of each explorer.
pub fn trace(question: &Question) -> Result<(Generator, Vec<Snapshot>), Refusal> {
    let generator = question.script.generator()?;
    let snapshots = snapshots(&generator, question.seed, question.frames)?;
    Ok((generator, snapshots))
}

pub(crate) fn answer(question: &Question) -> Answer {
    let (generator, snapshots) = trace(question)?;
    let frames = snapshots
        .iter()
        .enumerate()
        .map(|(index, snapshot)| Frame::of(&generator, snapshots[..index].last(), snapshot));
    Ok(json!({ "tiles": tiles(generator.palette())?, "frames": frames.collect::<Vec<_>>() }))
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

#[derive(Serialize)]
struct Frame<'a> {
    #[serde(flatten)]
    level: Grid,
    explorer: usize,
    #[serde(rename = "type")]
    name: &'a str,
    description: &'a str,
    first_repeat: u64,
    last_repeat: u64,
    repeats: u64,
    rules: Vec<Value>,
    /// For each cell the last rule that changed it, -1 if none.
    by_rule: Vec<i32>,
}

impl<'a> Frame<'a> {
    fn of(generator: &'a Generator, before: Option<&Snapshot>, snapshot: &Snapshot) -> Self {
        let explorer = &generator.script().explorers[snapshot.explorer];
        let before = before.filter(|before| before.explorer == snapshot.explorer);
        let first_repeat = before.map_or(0, |before| before.n_repeats) + 1;
        let rules = explorer.rules.iter().zip(&snapshot.rules).map(|(rule, count)| {
            let text = rule.text.as_str();
            json!({ "text": text, "fired": count.n_fired, "changed": count.n_changed })
        });
        Self {
            level: Grid::of(snapshot.level.view()),
            explorer: snapshot.explorer,
            name: explorer.name.as_str(),
            description: explorer.description.as_str(),
            first_repeat: first_repeat.min(snapshot.n_repeats),
            last_repeat: snapshot.n_repeats,
            repeats: explorer.repeats,
            rules: rules.collect(),
            by_rule: snapshot.by_rule.iter().map(|rule| rule.map_or(-1, i32::from)).collect(),
        }
    }
}
