//! The script that explains drawings, before any search.

use marahel::{Generator, Script};
use marahel_config::explanations;
use marahel_level::{Level, Tile};
use marahel_problem::{Maker, Problem};
use serde_json::{Value, json};

use crate::ending::quality::judge_sets;

/// Levels that compare two explanations.
const N_LEVELS: u32 = 100;

/// A longer explanation wins only if its levels are this many times as like the drawings.
const BETTER: f64 = 1.15;

/// Full sides are kept from this gain on.
const FULLER: f64 = 1.005;

/// More demands are met if it is so many more, as a mean; levels are still like the drawings from this
/// share of their likeness on.
const MORE_MET: f64 = 0.1;
const STILL_LIKE: f64 = 0.95;

/// Passes of an explorer whose changes bring others about; each begins somewhere.
const N_PASSES: u32 = 4;

/// So many cells at most are hardly any, and a tile is a terrain from this share of all cells on.
const FEW: f64 = 1.0;
const TERRAIN: f64 = 0.05;

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
/// are much more like them; with the sides that a tile fills, if it leaves gaps there, and with what
/// the problem demands of all drawings. `None` without drawings, or if no script makes levels.
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
    Some(completed(better.unwrap_or(best), problem))
}

/// With explorers for what all drawings share and the layers do not build, if more of it holds then.
fn completed(mut best: Explained, problem: &Problem) -> Explained {
    let Some(drawing) = problem.definition().drawings().levels().first() else { return best };
    let demands = problem.meter().explain(drawing.view()).objectives;
    let Some(mut n_met) = n_met(&best.script, problem) else { return best };
    for (demand, objective) in demands.iter().zip(problem.objectives()) {
        let added = closing(&demand.text, objective.band.max(), problem);
        let more = added.and_then(|(tiles, explorer)| {
            let at = last_writer(&best.script, &tiles)? + 1;
            let script = with_explorers(&best.script, vec![(at, explorer)])?;
            let n = self::n_met(&script, problem)?;
            Some((n, measured(script, problem)?))
        });
        let Some((n, more)) = more else { continue };
        let is_as_good = more.playable >= best.playable && more.like > STILL_LIKE * best.like;
        if is_as_good && n > n_met + MORE_MET {
            (best, n_met) = (more, n);
        }
    }
    best
}

/// An explorer by which levels meet a demand that the drawings meet, and two tiles that are there
/// before: one piece is joined, and where a tile never stands, it becomes another one.
fn closing(text: &str, max: f64, problem: &Problem) -> Option<([String; 2], Value)> {
    let names = terrains(problem);
    let partner = |list: &str| names.iter().find(|name| list.split('|').all(|it| it != **name));
    let inner = |before: &str, behind: &str| text.strip_prefix(before)?.strip_suffix(behind);
    if let Some(list) = inner("regions(", ")").filter(|_| max == 1.0) {
        let tile = list.split('|').find(|tile| names.contains(tile))?;
        let partner = *partner(list)?;
        let explorer = json!({
            "description": format!("all {tile} hangs together"),
            "type": "connect",
            "parameters": {"entities": tile},
            "rules": [format!("self({partner}) -> self({tile})")],
        });
        return Some(([tile, partner].map(str::to_owned), explorer));
    }
    let conditions = inner("cells(\"", "\")").filter(|_| max <= FEW)?;
    let (tile, conditions_around) = conditions
        .strip_prefix("self(")?
        .split_once("), ")
        .filter(|(tile, _)| names.contains(tile))?;
    let is_asked =
        |name: &&&str| **name != tile && conditions_around.contains(&format!("({name})"));
    let partner = *names.iter().find(is_asked).or_else(|| partner(tile))?;
    let explorer = json!({
        "description": format!("{partner} where {tile} never stands"),
        "type": "horz",
        "parameters": {"repeats": N_PASSES},
        "rules": [format!("{conditions} -> self({partner})")],
    });
    Some(([tile, partner].map(str::to_owned), explorer))
}

/// The names of the terrains, the most common of the drawings first. Things are placed by number.
fn terrains(problem: &Problem) -> Vec<&str> {
    let levels = problem.definition().drawings().levels();
    let mut counts: Vec<(usize, &str)> =
        problem.definition().tiles().map(|name| (0, name)).collect();
    let cells = levels.iter().flat_map(Level::tiles);
    let n_cells = cells.clone().count();
    for &cell in cells {
        if let Some((n, _)) = counts.get_mut(usize::from(cell)) {
            *n += 1;
        }
    }
    counts.retain(|(n, _)| *n as f64 >= TERRAIN * n_cells as f64);
    counts.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    counts.into_iter().map(|(_, name)| name).collect()
}

/// The mean number of demands that the levels of a script meet.
fn n_met(script: &Script, problem: &Problem) -> Option<f64> {
    let generator = Generator::new(script);
    let names = problem.tiles_of(&script.entities).ok()?;
    let (mut maker, mut meter) = (Maker::new(&[]), problem.meter());
    let mut n_met = 0;
    for seed in 0..u64::from(N_LEVELS) {
        let level = maker.of_seed(&generator, names.as_ref(), seed).ok()?;
        meter.begin(&level);
        meter.judge(level.level);
        n_met += meter.scores().iter().filter(|score| **score == 1.0).count();
    }
    Some(n_met as f64 / f64::from(N_LEVELS))
}

fn measured(script: Script, problem: &Problem) -> Option<Explained> {
    let quality = judge_sets(&script, problem, 0, (N_LEVELS, 1)).ok()?;
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
        let Some(last) = last_writer(script, &[name]) else { continue };
        let explorer = json!({
            "description": format!("{name} along the {words}"),
            "type": "horz",
            "rules": [format!("{side} == 0 -> self({name})")],
        });
        added.push((last + 1, explorer));
    }
    added.sort_by_key(|&(at, _)| at);
    if added.is_empty() { None } else { with_explorers(script, added) }
}

/// The last explorer that writes one of some tiles.
fn last_writer(script: &Script, names: &[impl AsRef<str>]) -> Option<usize> {
    let is_named = |tile: Tile| {
        let entity = script.entities.get(usize::from(tile));
        entity.is_some_and(|entity| names.iter().any(|name| name.as_ref() == entity))
    };
    script.explorers.iter().rposition(|explorer| explorer.written().iter().any(is_named))
}

/// The script with more explorers at their places, in this order.
fn with_explorers(script: &Script, added: Vec<(usize, Value)>) -> Option<Script> {
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
