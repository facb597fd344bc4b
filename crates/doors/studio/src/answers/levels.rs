//! Levels of a script.

use std::collections::BTreeMap;

use marahel::{Generator, Script};
use marahel_level::{Level, Tile};
use marahel_problem::{Definition, MadeLevel, Maker, Problem};
use serde::Deserialize;
use serde_json::json;

use crate::answers::grid::{Grid, N_CELLS_MAX, tiles};
use crate::answers::problem_info::problem_of;
use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of levels per request.
const N_LEVELS_MAX: u64 = 64;

/// Maximum number of levels that a judge from outside is asked about.
const N_SIFTED_MAX: usize = 200;

/// Maximum number of steps of all levels of a request: a few seconds.
pub const N_STEPS_MAX: u64 = 200_000_000;

/// A script with the values of its dials.
#[derive(Deserialize)]
pub struct DialedScript {
    /// Its text, in either dialect.
    pub script: String,
    /// Values by the names of dials.
    #[serde(default)]
    pub dials: BTreeMap<String, f64>,
}

impl DialedScript {
    /// The generator.
    pub fn generator(&self) -> Result<Generator, Refusal> {
        let mut generator = Generator::new(&script(&self.script)?);
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
    /// A problem whose judge from outside sifts the levels, or any other problem, which does nothing.
    #[serde(default)]
    pub problem: Option<String>,
}

/// Makes the levels.
pub fn levels(question: &Question) -> Result<Vec<Level>, Refusal> {
    Ok(seeded_levels(question)?.into_iter().map(|(_, level)| level).collect())
}

fn seeded_levels(question: &Question) -> Result<Vec<(u64, Level)>, Refusal> {
    let generator = question.script.generator()?;
    let count = question.count.min(N_LEVELS_MAX);
    let sifts = |text: &&String| Definition::parse(text).is_ok_and(|problem| problem.is_sifted());
    let seeds: Vec<u64> = match question.problem.as_ref().filter(sifts) {
        Some(problem) => passed_seeds(&generator, problem_of(problem)?, question.seed, count)?,
        None => (question.seed..=u64::MAX).take(count as usize).collect(),
    };
    let mut levels = Vec::new();
    each_level(&generator, None, seeds, |seed, generated| {
        let level = Level::from_view(generated.level, generator.palette().clone());
        levels.push((seed, level));
    })?;
    Ok(levels)
}

/// The first `count` seeds from `seed` on whose levels the judge of a problem passes.
fn passed_seeds(
    generator: &Generator,
    problem: Problem,
    seed: u64,
    count: u64,
) -> Result<Vec<u64>, Refusal> {
    let names = problem.tiles_of(&generator.script().entities)?;
    let max = generator.script().max;
    let problem = problem.with_sizes(vec![(max.width as usize, max.height as usize)])?;
    let (problem, conditions) = problem.with_sifting_conditions();
    let mut maker = Maker::new(&[]);
    let mut meter = problem.describing_meter();
    let mut seeds = Vec::new();
    for seed in (seed..=u64::MAX).take(N_SIFTED_MAX) {
        if seeds.len() as u64 == count {
            break;
        }
        let generated = maker.of_seed(generator, names.as_ref(), seed)?;
        if meter.unfulfilled(generated.level, &conditions).is_none() {
            seeds.push(seed);
        }
    }
    problem.check_judge()?;
    if seeds.is_empty() {
        return Err(Refusal(format!(
            "the judge from outside passes none of the levels of {N_SIFTED_MAX} seeds"
        )));
    }
    Ok(seeds)
}

pub(crate) fn answer(question: &Question) -> Answer {
    let levels = seeded_levels(question)?;
    let palette = match levels.first() {
        Some((_, level)) => level.palette().clone(),
        None => question.script.generator()?.palette().clone(),
    };
    let levels = levels.iter().map(|(seed, level)| {
        let mut level = json!(Grid::of(level.view()));
        level["seed"] = (*seed).into();
        level
    });
    Ok(json!({ "tiles": tiles(&palette)?, "levels": levels.collect::<Vec<_>>() }))
}

/// Makes the levels of some seeds, with the tiles of a problem if `names` are given. An error if all
/// together are too expensive.
pub(crate) fn each_level(
    generator: &Generator,
    names: Option<&[Tile; 64]>,
    seeds: impl IntoIterator<Item = u64>,
    mut look: impl FnMut(u64, &MadeLevel<'_>),
) -> Result<(), Refusal> {
    let mut maker = Maker::new(&[]);
    let mut n_steps = 0;
    for seed in seeds {
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
