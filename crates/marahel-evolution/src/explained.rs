//! The script that explains drawings, before any search.

use marahel::{Script, Semantics};
use marahel_config::explanations;
use marahel_level::{Level, Tile};
use marahel_problem::Problem;
use marahel_script::Explorer;
use serde_json::json;

use crate::ending::quality::judge_sets;

/// Levels that compare two explanations.
const N_LEVELS: u32 = 100;

/// A longer explanation wins only if its levels are this many times as like the drawings.
const BETTER: f64 = 1.15;

/// Full sides are kept from this gain on.
const FULLER: f64 = 1.005;

/// A script that explains drawings, and measures of a hundred of its levels.
pub struct Explained {
    /// The script; each of its explorers is a layer.
    pub script: Script,
    /// The share of playable levels.
    pub playable: f64,
    /// How similar all levels together are to the drawings.
    pub like: f64,
}

/// Sides of a level: the place in rules, and in words.
const SIDES: [(&str, &str); 4] = [
    ("row", "upper side"),
    ("from_bottom", "lower side"),
    ("column", "left side"),
    ("from_right", "right side"),
];

/// The shortest script that explains the drawings of a problem, unless the levels of a longer one
/// are much more like them; with the sides that a tile fills, if it leaves gaps there. `None` without
/// drawings, or if no script makes levels.
pub fn explain_drawings(problem: &Problem) -> Option<Explained> {
    let explained =
        explanations(problem).into_iter().filter_map(|script| measured(script, problem));
    let best =
        explained.reduce(
            |best, candidate| if candidate.like > BETTER * best.like { candidate } else { best },
        )?;
    let with_sides = with_sides(&best.script, problem).and_then(|script| measured(script, problem));
    let better = with_sides
        .filter(|sides| sides.like > FULLER * best.like && sides.playable >= best.playable);
    Some(better.unwrap_or(best))
}

fn measured(script: Script, problem: &Problem) -> Option<Explained> {
    let quality = judge_sets(&script, problem, Semantics::default(), 0, (N_LEVELS, 1)).ok()?;
    let (playable, like) = (quality.playable.mean(), quality.like.mean());
    Some(Explained { script, playable, like })
}

/// The script with an explorer for each side that one tile fills in all drawings, behind the last one
/// that writes it. A layer of patches says how much of a tile there is, not where it always is.
fn with_sides(script: &Script, problem: &Problem) -> Option<Script> {
    let drawings = problem.definition().drawings().levels();
    let mut added = Vec::new();
    for (side, words) in SIDES {
        let Some(tile) = tile_of_side(drawings, side) else { continue };
        let name = problem.palette().name(tile);
        let writes = |explorer: &Explorer| {
            let mut written = explorer.written().iter();
            written.any(|tile| script.entities.get(usize::from(tile)).is_some_and(|it| it == name))
        };
        let Some(last) = script.explorers.iter().rposition(writes) else { continue };
        let explorer = json!({
            "description": format!("{name} along the {words}"),
            "type": "horz",
            "rules": [format!("{side} == 0 -> self({name})")],
        });
        added.push((last + 1, explorer));
    }
    if added.is_empty() {
        return None;
    }
    added.sort_by_key(|&(at, _)| at);
    let mut document = script.to_json();
    let explorers = document.get_mut("explorers")?.as_array_mut()?;
    for (at, explorer) in added.into_iter().rev() {
        explorers.insert(at.min(explorers.len()), explorer);
    }
    Script::parse(&document.to_string()).ok()
}

/// The tile that fills a side of all drawings.
fn tile_of_side(drawings: &[Level], side: &str) -> Option<Tile> {
    let mut cells = drawings.iter().flat_map(|level| {
        let (width, height) = (level.width(), level.height());
        let n = if side == "row" || side == "from_bottom" { width } else { height };
        (0..n).map(move |at| match side {
            "row" => level.get(at, 0),
            "from_bottom" => level.get(at, height - 1),
            "column" => level.get(0, at),
            _ => level.get(width - 1, at),
        })
    });
    let first = cells.next()?;
    cells.all(|tile| tile == first).then_some(first)
}

#[cfg(test)]
mod tests;
