//! Levels of a script.

use std::collections::BTreeMap;

use marahel::{Atlas, Generator, Script, Semantics};
use marahel_level::{Level, Tile};
use marahel_problem::{MadeLevel, Maker};
use serde::Deserialize;
use serde_json::json;

use crate::answers::grid::{Grid, N_CELLS_MAX, tiles};
use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of levels per request.
const N_LEVELS_MAX: u64 = 64;

/// Maximum number of steps of all levels of a request: a few seconds.
pub const N_STEPS_MAX: u64 = 200_000_000;

/// A script with the values of its dials.
#[derive(Deserialize)]
pub struct DialedScript {
    /// Its text, in either dialect, or an atlas.
    pub script: String,
    /// Values by the names of dials.
    #[serde(default)]
    pub dials: BTreeMap<String, f64>,
}

impl DialedScript {
    /// The generator.
    pub fn generator(&self) -> Result<Generator, Refusal> {
        let mut generator = match Atlas::parse(&self.script)? {
            Some(atlas) => Generator::of_atlas(atlas, Semantics::default()),
            None => Generator::new(&script(&self.script)?, Semantics::default()),
        };
        for (name, &value) in &self.dials {
            generator = generator.with_dial(name, value)?;
        }
        let max = generator.script().max;
        if u64::from(max.width) * u64::from(max.height) > N_CELLS_MAX as u64 {
            return Err(Refusal(format!(
                "levels of {} by {} cells are too large to be shown here; `marahel generate` makes them",
                max.width, max.height
            )));
        }
        Ok(generator)
    }
}

fn script(text: &str) -> Result<Script, Refusal> {
    Ok(marahel_dialects::parse(text)?)
}

/// A request for the levels of `count` seeds from `seed` on.
#[derive(Deserialize)]
pub struct Question {
    /// The script.
    #[serde(flatten)]
    pub script: DialedScript,
    /// The first seed.
    pub seed: u64,
    /// Number of levels.
    pub count: u64,
}

/// Makes the levels.
pub fn levels(question: &Question) -> Result<Vec<Level>, Refusal> {
    let generator = question.script.generator()?;
    let mut levels = Vec::new();
    each_level(
        &generator,
        None,
        question.seed,
        question.count.min(N_LEVELS_MAX),
        |_, generated| {
            levels.push(Level::from_view(generated.level, generator.palette().clone()));
        },
    )?;
    Ok(levels)
}

pub(crate) fn answer(question: &Question) -> Answer {
    let levels = levels(question)?;
    let palette = match levels.first() {
        Some(level) => level.palette().clone(),
        None => question.script.generator()?.palette().clone(),
    };
    let levels = (question.seed..).zip(&levels).map(|(seed, level)| {
        let mut level = json!(Grid::of(level.view()));
        level["seed"] = seed.into();
        level
    });
    Ok(json!({ "tiles": tiles(&palette)?, "levels": levels.collect::<Vec<_>>() }))
}

/// Makes the levels of `count` seeds from `seed` on, with the tiles of a problem if `names` are
/// given. An error if all together are too expensive.
pub(crate) fn each_level(
    generator: &Generator,
    names: Option<&[Tile; 64]>,
    seed: u64,
    count: u64,
    mut look: impl FnMut(u64, &MadeLevel<'_>),
) -> Result<(), Refusal> {
    let mut maker = Maker::new(&[]);
    let mut n_steps = 0;
    for seed in seed..seed.saturating_add(count) {
        let generated = maker.of_seed(generator, names, seed)?;
        look(seed, &generated);
        n_steps += generated.n_steps;
        if n_steps > N_STEPS_MAX {
            return Err(too_much_work());
        }
    }
    Ok(())
}

pub(crate) fn too_much_work() -> Refusal {
    Refusal::of("these levels cost too much work; ask for fewer, or limit `repeats` and `tiles`")
}
