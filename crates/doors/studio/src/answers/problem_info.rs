//! The built-in problems and generators, and problems as files.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use marahel_level::{Role, Tile};
use marahel_problem::paths::{Movement, Platformer, Steps};
use marahel_problem::{Definition, Problem};
use marahel_system::with_judge;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::grid::tiles;
use crate::answers::refusal::{Answer, Refusal};

#[derive(Deserialize)]
pub(crate) struct AboutQuestion {}

#[derive(Deserialize)]
pub(crate) struct Question {
    problem: String,
}

pub(crate) fn answer(question: &Question) -> Answer {
    info(&problem_of(&question.problem)?)
}

/// Data for the start of the page.
pub(crate) fn about(_: &AboutQuestion) -> Answer {
    let problems: Vec<Value> =
        marahel_config::BUILT_IN.with_defaults().iter().map(info).collect::<Result<_, _>>()?;
    let generators = marahel_breeding::starters::EXAMPLES
        .iter()
        .map(|(name, text)| json!({ "name": name, "script": text }));
    let schema: Value = serde_json::from_str(marahel::SCHEMA)?;
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "problems": problems,
        "generators": generators.collect::<Vec<_>>(),
        "schema": schema,
    }))
}

/// The folder of the programs that judge levels. It is set once, by whoever allows that problems name
/// programs to start; without a server nobody can.
static JUDGES_FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Lets the problems of later requests start the programs that they name, in a folder.
pub fn allow_judges(folder: PathBuf) {
    // Who allowed it first, stays.
    let _ = JUDGES_FOLDER.set(folder);
}

/// The problem with a name, or from the text of a problem file that refers to no other files and
/// starts no program that nobody allowed.
pub(crate) fn problem_of(source: &str) -> Result<Problem, Refusal> {
    if !source.contains('\n') {
        let built_in = marahel_config::BUILT_IN.find(source)?;
        return Ok(Problem::with_defaults(Arc::clone(built_in.definition())));
    }
    let definition = Definition::parse(source)?;
    if !definition.sprites().is_empty() || !definition.drawn().is_empty() {
        return Err(Refusal::of(
            "this problem names other files; write its drawings into it, or use `evolve --problem FILE`",
        ));
    }
    if definition.outside().is_none() {
        return Ok(Problem::with_defaults(Arc::new(definition)));
    }
    let Some(folder) = JUDGES_FOLDER.get() else {
        return Err(Refusal::of(
            "this problem is judged by a program outside, which may do anything on this machine: \
             whoever trusts it starts `evolve studio --allow-judges`, or uses `evolve --problem FILE`",
        ));
    };
    Ok(with_judge(Problem::with_defaults(Arc::new(definition)), folder))
}

fn info(problem: &Problem) -> Answer {
    let (width, height) = problem.sizes()[0];
    let roles: Vec<&str> = problem.roles().iter().map(|role| role.name()).collect();
    let objectives: Vec<&str> =
        problem.objectives().iter().map(|objective| objective.name.as_str()).collect();
    let mut info = json!({
        "name": problem.name(),
        "description": problem.definition().about(),
        "width": width,
        "height": height,
        "tiles": tiles(problem.palette())?,
        "roles": roles,
        "movement": movement(problem),
        "objectives": objectives,
    });
    if let Some(entered) = entered(problem) {
        info["entered"] = entered.into();
    }
    if let Some(steps) = gravity(problem) {
        info["jump"] = json!([steps.height, steps.reach]);
        if steps.is_deadly_below {
            info["deadly_below"] = true.into();
        }
        let tiles = 0..problem.palette().len() as Tile;
        let platforms: Vec<bool> = tiles.map(|tile| steps.platforms.contains(tile)).collect();
        if platforms.contains(&true) {
            info["platforms"] = platforms.into();
        }
    }
    Ok(info)
}

pub(crate) fn movement(problem: &Problem) -> &'static str {
    let movements = problem.definition().movements();
    if problem.roles().contains(&Role::Crate) {
        "push"
    } else if movements.iter().any(|movement| matches!(movement.steps, Steps::Platformer(_))) {
        "platformer"
    } else if movements.is_empty() {
        ""
    } else {
        "walk"
    }
}

/// Whether some movement of the problem can enter each tile; `None` without movements.
fn entered(problem: &Problem) -> Option<Vec<bool>> {
    let movements = problem.definition().movements();
    let tiles = 0..problem.palette().len() as Tile;
    let entered = tiles.map(|tile| movements.iter().any(|movement| may_enter(tile, movement)));
    (!movements.is_empty()).then(|| entered.collect())
}

fn may_enter(tile: Tile, movement: &Movement) -> bool {
    match &movement.steps {
        Steps::Platformer(steps) => !steps.solid.contains(tile),
        Steps::Offsets(_) => {
            movement.over.contains(tile) || movement.doors.iter().any(|door| door.door == tile)
        }
    }
}

/// The steps of the first movement with gravity.
fn gravity(problem: &Problem) -> Option<&Platformer> {
    problem.definition().movements().iter().find_map(|movement| match &movement.steps {
        Steps::Platformer(steps) => Some(steps),
        Steps::Offsets(_) => None,
    })
}
