//! The built-in problems and generators, and problems as files.

use std::sync::Arc;

use level::Tile;
use paths::{Movement, Platformer, Steps};
use problem::{Definition, Problem, Role};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::levels::tiles;
use crate::answers::refusal::{Answer, Refusal};

#[derive(Deserialize)]
pub(crate) struct Question {
    problem: String,
}

pub(crate) fn answer(question: &Question) -> Answer {
    info(&problem_of(&question.problem)?)
}

/// Data for the start of the page.
pub(crate) fn about() -> Answer {
    let problems: Vec<Value> =
        config::BUILT_IN.with_defaults().iter().map(info).collect::<Result<_, _>>()?;
    let generators = breeding::starters::EXAMPLES
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

/// The problem with a name, or from the text of a problem file that refers to no other files.
pub(crate) fn problem_of(asked: &str) -> Result<Problem, Refusal> {
    if !asked.contains('\n') {
        let known = config::BUILT_IN.find(asked)?;
        return Ok(Problem::with_defaults(Arc::clone(known.definition())));
    }
    let definition = Definition::parse(asked)?;
    if definition.outside().is_some() {
        return Err(Refusal::of(
            "this problem is judged by a program outside; use `evolve --problem FILE` for it",
        ));
    }
    if !definition.sprites().is_empty() || !definition.drawn().is_empty() {
        return Err(Refusal::of(
            "this problem names other files; write its drawings into it, or use `evolve --problem FILE`",
        ));
    }
    Ok(Problem::with_defaults(Arc::new(definition)))
}

fn info(problem: &Problem) -> Answer {
    let (width, height) = problem.sizes()[0];
    let roles: Vec<&str> = problem.roles().iter().map(|role| role.name()).collect();
    let objectives: Vec<&str> = problem.objectives().iter().map(|one| one.name.as_str()).collect();
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
    if let Some(jump) = jump(problem) {
        info["jump"] = json!(jump);
    }
    if is_deadly_below(problem) {
        info["deadly_below"] = true.into();
    }
    Ok(info)
}

/// The kind of movement of a problem.
pub(crate) fn movement(problem: &Problem) -> &'static str {
    let movements = problem.definition().movements();
    if problem.roles().contains(&Role::of_name("crate").expect("crates are a role")) {
        "push"
    } else if movements.iter().any(|one| matches!(one.steps, Steps::Platformer(_))) {
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
    let may_enter = |tile: Tile, one: &Movement| match &one.steps {
        Steps::Platformer(steps) => !steps.solid.contains(tile),
        Steps::Offsets(_) => {
            one.over.contains(tile) || one.doors.iter().any(|door| door.door == tile)
        }
    };
    let tiles = 0..problem.palette().len() as Tile;
    let entered = tiles.map(|tile| movements.iter().any(|one| may_enter(tile, one)));
    (!movements.is_empty()).then(|| entered.collect())
}

/// Maximum height and width of a jump in cells, if there is gravity.
fn jump(problem: &Problem) -> Option<[u8; 2]> {
    platformer(problem).map(|steps| [steps.height, steps.reach])
}

/// Whether falling below the lower edge is fatal.
fn is_deadly_below(problem: &Problem) -> bool {
    platformer(problem).is_some_and(|steps| steps.is_deadly_below)
}

/// The first movement with gravity.
fn platformer(problem: &Problem) -> Option<&Platformer> {
    problem.definition().movements().iter().find_map(|one| match &one.steps {
        Steps::Platformer(steps) => Some(steps),
        Steps::Offsets(_) => None,
    })
}
