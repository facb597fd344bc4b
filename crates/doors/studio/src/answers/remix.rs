//! A drawn level repaired, and variations of it.

use marahel_level::Level;
use marahel_remix::{Aim, Freedom, changed, remix, repair};
use serde::Deserialize;
use serde_json::json;

use crate::answers::grid::Grid;
use crate::answers::problem_info::problem_of;
use crate::answers::refusal::{Answer, Refusal};

/// A level in the tiles of a problem.
#[derive(Deserialize)]
pub(crate) struct Question {
    problem: String,
    level: Grid,
    seed: u64,
}

impl Question {
    fn read(&self) -> Result<(Level, Aim, Freedom), Refusal> {
        let problem = problem_of(&self.problem)?;
        let level = self.level.level(problem.palette())?;
        let aim = Aim::new(problem.with_good_conditions(), (level.width(), level.height()))?;
        let freedom = Freedom::of(&level, &[], &[])?;
        Ok((level, aim, freedom))
    }
}

/// The level with the fewest changes that make it good, and what changed.
pub(crate) fn repaired(question: &Question) -> Answer {
    let (level, aim, freedom) = question.read()?;
    let repaired = repair(&aim, &level, &freedom, 1, question.seed).remove(0);
    Ok(json!({ "level": Grid::of(repaired.level.view()), "told": repaired.told }))
}

pub(crate) fn varied(question: &Question) -> Answer {
    let (level, aim, freedom) = question.read()?;
    let aim = aim.with_map(&level, false)?;
    let found = remix(&aim, &level, &freedom, None, (question.seed, 0), &[])?;
    let found = found.map_err(|misses| {
        let misses = misses.join("; ");
        Refusal::of(&format!(
            "no good variation was found; missed: {misses}; repair the level first"
        ))
    })?;
    let percent = 100.0 * changed(&level, &found).len() as f64 / level.tiles().len() as f64;
    let told = format!("{percent:.0} % of the cells changed");
    Ok(json!({ "level": Grid::of(found.view()), "told": [told] }))
}
