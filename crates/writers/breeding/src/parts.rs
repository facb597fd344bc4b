//! Parts of scripts that say only what matters; all else is as usual.
//!
//! Callers name walks and neighborhoods that every script has; others panic.

use marahel_level::Tile;
use marahel_script::{
    Condition, EntityList, Estimator, Executer, Explorer, Locked, Neighborhood, Operator,
    PREDEFINED, Rule, Script, Spelling,
};

use crate::task::Task;

/// Maximum number of explorers of a script; scripts of the user may have more.
pub(crate) const N_EXPLORERS_MAX: usize = 20;

/// Maximum number of conditions of a rule; rules of the user may have more.
pub(crate) const N_CONDITIONS_MAX: usize = 6;

/// A script with the tiles and sizes of a task and only these explorers.
pub fn script_of(task: &Task, explorers: Vec<Explorer>) -> Script {
    let (entities, dials) = (task.names(), task.dials.clone());
    Script { min: task.min, max: task.max, entities, dials, explorers, ..Script::default() }
}

/// Whether some rule may write an entity.
pub fn writes(script: &Script, entity: Tile) -> bool {
    script.explorers.iter().any(|explorer| explorer.written().contains(entity))
}

/// An explorer of a type with default parameters.
pub fn explorer_of(name: &str, rules: Vec<Rule>) -> Explorer {
    Explorer::named(name, rules).expect("the caller names a type of today")
}

/// An explorer of a type that writes one tile where all conditions hold.
pub(crate) fn writer(walk: &str, conditions: Vec<Condition>, tile: Tile) -> Explorer {
    explorer_of(walk, vec![rule(conditions, tile)])
}

pub(crate) fn is_free(explorer: &Explorer) -> bool {
    explorer.locked == Locked::No
}

/// A rule that writes one tile where all conditions hold.
pub fn rule(conditions: Vec<Condition>, tile: Tile) -> Rule {
    rule_of(conditions, cells("self"), only(tile))
}

/// A rule that writes entities of a list in a neighborhood where all conditions hold.
pub fn rule_of(
    conditions: Vec<Condition>,
    neighborhood: Neighborhood,
    entities: EntityList,
) -> Rule {
    let executers = vec![Executer { neighborhood, entities, dialled: Vec::new() }];
    Rule { text: Spelling::default(), conditions, executers }
}

pub(crate) fn is_locked(explorer: &Explorer, rule: usize) -> bool {
    match &explorer.locked {
        Locked::No => false,
        Locked::Rules(rules) => rules.contains(&rule),
        Locked::Whole => true,
    }
}

/// The cell has the tile.
pub(crate) fn here(tile: Tile) -> Condition {
    all_are("self", tile)
}

/// All cells of a predefined neighborhood have the tile.
pub(crate) fn all_are(neighborhood: &str, tile: Tile) -> Condition {
    Condition::Bare(number_of(neighborhood, only(tile)))
}

/// An estimator, compared with a number.
pub fn compare(estimator: Estimator, operator: Operator, number: f64) -> Condition {
    Condition::Compare(estimator, operator, Estimator::Number(number))
}

/// The number of cells of a predefined neighborhood with tiles of a list.
pub fn number_of(neighborhood: &str, tiles: EntityList) -> Estimator {
    Estimator::Neighborhood(cells(neighborhood), tiles)
}

/// A predefined neighborhood.
pub fn cells(name: &str) -> Neighborhood {
    let predefined = PREDEFINED.iter().find(|(predefined, _)| *predefined == name);
    predefined.expect("the caller names a predefined one").1.clone()
}

pub(crate) fn only(tile: Tile) -> EntityList {
    list([tile])
}

/// A list of these tiles, without weights.
pub fn list(tiles: impl IntoIterator<Item = Tile>) -> EntityList {
    EntityList { members: tiles.into_iter().map(|tile| (tile, 1)).collect() }
}
