//! Drawn levels: read from files, and made into problems.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use experiment::levels_of_bytes;
use imitation::{Drawn, Inferred, Legend, Moving};
use level::Level;
use problem::Definition;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::levels::{Sent, json_of_view, tiles};
use crate::problem_info::{movement, problem_of};
use crate::refusal::{Answer, Refusal};

/// Levels of one file that are shown, and drawings of one problem.
const N_LEVELS_MAX: usize = 64;

/// A level file in the tiles of a problem.
#[derive(Deserialize)]
pub(crate) struct Read {
    problem: String,
    /// Name of the file; its ending says what it is.
    name: String,
    base64: String,
}

/// Levels drawn in the tiles of a problem.
#[derive(Deserialize)]
pub(crate) struct Like {
    problem: String,
    drawings: Vec<Sent>,
}

pub(crate) fn read(question: &Read) -> Answer {
    let problem = problem_of(&question.problem)?;
    let bytes = BASE64_STANDARD.decode(&question.base64)?;
    let palette = problem.palette();
    let levels = levels_of_bytes(Path::new(&question.name), bytes, Some(palette))?;
    let levels = levels.iter().take(N_LEVELS_MAX).map(|level| json_of_view(level.view()));
    Ok(json!({ "tiles": tiles(palette)?, "levels": levels.collect::<Vec<Value>>() }))
}

/// A problem file that asks for levels like the drawings.
pub(crate) fn like(question: &Like) -> Answer {
    let problem = problem_of(&question.problem)?;
    if question.drawings.is_empty() || question.drawings.len() > N_LEVELS_MAX {
        return Err(Refusal(format!("give 1 to {N_LEVELS_MAX} drawings")));
    }
    let drawings = question.drawings.iter().map(|sent| sent.level(problem.palette()));
    let levels: Vec<Level> = drawings.collect::<Result<_, _>>()?;
    let drawn = Drawn::new(levels, Some(problem.palette().clone()), Legend::default())?;
    let moving = match movement(&problem) {
        "" => None,
        "platformer" => Some(Moving::Platformer),
        _ => Some(Moving::Walk),
    };
    let Inferred { head, rest, .. } =
        Inferred::of(&drawn, "drawn", drawn.commonest_size(), moving)?;
    let text = format!("{head}{rest}");
    Definition::parse(&text)?;
    Ok(json!({ "text": text, "told": rest.trim() }))
}
