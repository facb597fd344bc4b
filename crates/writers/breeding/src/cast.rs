//! Renaming the entities of a script; some may be dropped.

use std::fmt;

use marahel_level::{OUT, Role, Tile, UNKNOWN};
use marahel_script::{
    Condition, Cost, Dialled, EntityList, Estimator, Executer, Explorer, Listed, ParameterMut,
    PartMut, Rule, Script, Walk,
};
use rand::{Rng, RngExt};

use crate::dials;
use crate::draw::pick;
use crate::parts::{list, writes};
use crate::task::Task;

/// Substitutes for a role without a tile in the problem, best first. A role without any substitute
/// is left out of the script.
const STAND_INS: [(Role, &[Role]); 5] = [
    (Role::Wall, &[Role::Hazard, Role::Decoration]),
    (Role::Hazard, &[Role::Wall]),
    (Role::Door, &[Role::Floor]),
    (Role::LockedDoor, &[Role::Door, Role::Floor]),
    (Role::Rope, &[Role::Climbable]),
];

/// Roles without substitutes in scripts that write them.
const ESSENTIAL: [Role; 4] = [Role::Climbable, Role::Crate, Role::Target, Role::LockedDoor];

/// Roles that every script needs, or substitutes for them.
const GROUND: [Role; 2] = [Role::Wall, Role::Floor];

/// Probability that a role becomes the first tile that has it, not any of them.
const FIRST: f64 = 0.6;

/// Why a script cannot be adapted to the tiles of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastError {
    /// The entities that do not match a tile of the problem.
    pub unknown: Vec<String>,
    /// The tiles of the problem.
    pub tiles: Vec<String>,
}

impl fmt::Display for CastError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unknown: Vec<String> = self.unknown.iter().map(|name| format!("`{name}`")).collect();
        write!(
            formatter,
            "{} of the script {} no tile of the problem, which has {}; give each its tile: \
             --names {}",
            unknown.join(", "),
            if unknown.len() == 1 { "is" } else { "are" },
            self.tiles.join(", "),
            self.unknown.iter().map(|name| format!("{name}=TILE")).collect::<Vec<_>>().join(",")
        )
    }
}

impl std::error::Error for CastError {}

/// A script whose entities are roles, for the tiles of a problem: each role becomes one of its
/// tiles at random, most often the first. `None` if an essential role has no tile.
pub fn cast(script: &Script, task: &Task, rng: &mut dyn Rng) -> Option<Script> {
    cast_by(script, task, |tiles| {
        if rng.random_bool(FIRST) { tiles.first().copied() } else { pick(tiles, rng).copied() }
    })
}

/// [`cast`], where `choose` selects one of several tiles for a role.
pub(crate) fn cast_by(
    script: &Script,
    task: &Task,
    mut choose: impl FnMut(&[Tile]) -> Option<Tile>,
) -> Option<Script> {
    let mut to = Vec::with_capacity(script.entities.len());
    for (role, entity) in script.entities.iter().zip(0..) {
        let tiles = tiles_for(role, writes(script, entity), task)?;
        to.push(if tiles.is_empty() { None } else { choose(&tiles) });
    }
    Some(renamed(script, task, &to)).filter(|script| !script.explorers.is_empty())
}

/// The tiles that an entity of a script, a role, can become; empty if it is left out; `None` if the
/// script needs it.
fn tiles_for(entity: &str, is_written: bool, task: &Task) -> Option<Vec<Tile>> {
    let Some(role) = Role::of_name(entity) else { return Some(Vec::new()) };
    if ESSENTIAL.contains(&role) && is_written && task.of_role(role).is_empty() {
        return None;
    }
    let stand_ins =
        STAND_INS.iter().find(|(of, _)| *of == role).map_or(&[][..], |(_, roles)| roles);
    let mut roles = std::iter::once(role).chain(stand_ins.iter().copied());
    let tiles = roles.find_map(|role| Some(task.of_role(role)).filter(|tiles| !tiles.is_empty()));
    if tiles.is_none() && GROUND.contains(&role) { None } else { Some(tiles.unwrap_or_default()) }
}

/// A script adapted to the tiles with the names of its entities, or with those in `names`, as
/// (entity, tile). If all entities without a tile are roles, each becomes the first tile of its
/// role, as in [`cast`].
///
/// # Errors
///
/// Lists all entities without a tile.
pub fn recast(
    script: &Script,
    task: &Task,
    names: &[(String, String)],
) -> Result<Script, CastError> {
    let entities = script.entities.iter();
    let mut to: Vec<Option<Tile>> =
        entities.map(|entity| tile_named(entity, task, names)).collect();
    let entities = script.entities.iter().zip(&to);
    let unknown: Vec<String> =
        entities.filter(|(_, tile)| tile.is_none()).map(|(name, _)| name.clone()).collect();
    let error = Err(CastError { unknown: unknown.clone(), tiles: task.names() });
    // An explicitly named but missing tile is an error even for a role.
    let mut unknown_names = unknown.iter();
    if unknown_names
        .any(|name| Role::of_name(name).is_none() || names.iter().any(|(from, _)| from == name))
    {
        return error;
    }
    for ((role, entity), tile) in script.entities.iter().zip(0..).zip(&mut to) {
        if unknown.contains(role) {
            match tiles_for(role, writes(script, entity), task) {
                Some(tiles) => *tile = tiles.first().copied(),
                None => return error,
            }
        }
    }
    let cast = renamed(script, task, &to);
    if cast.explorers.is_empty() && !script.explorers.is_empty() { error } else { Ok(cast) }
}

fn tile_named(entity: &str, task: &Task, names: &[(String, String)]) -> Option<Tile> {
    let name = names.iter().find(|(from, _)| from == entity).map_or(entity, |(_, to)| to);
    task.tiles().find(|&tile| task.tile(tile).name == name)
}

/// The script with other entities; parts that need a dropped entity are dropped too.
pub(crate) fn renamed(script: &Script, task: &Task, to: &[Option<Tile>]) -> Script {
    let new = Renaming { n_before: script.entities.len(), n_after: task.tiles.len(), to };
    let explorers = script.explorers.iter().filter_map(|explorer| new.explorer(explorer));
    let mut renamed = Script {
        min: task.min,
        max: task.max,
        entities: task.names(),
        limits: script
            .limits
            .iter()
            .filter_map(|limit| {
                let tile = to.get(usize::from(limit.tile)).copied().flatten()?;
                Some(marahel_script::EntityLimit { tile, ..*limit })
            })
            .collect(),
        colors: Vec::new(),
        explorers: explorers.collect(),
        ..script.clone()
    };
    dials::adopt(&mut renamed, task);
    renamed
}

/// The script with its entities in another order; `None` if these are not its entities.
pub fn reordered(script: &Script, names: &[String]) -> Option<Script> {
    let place = |name: &String| names.iter().position(|entity| entity == name);
    let to: Vec<Option<Tile>> =
        script.entities.iter().map(|name| place(name).map(|place| place as Tile)).collect();
    if names.len() != to.len() || to.contains(&None) || !script.colors.is_empty() {
        return None;
    }
    let new = Renaming { n_before: to.len(), n_after: to.len(), to: &to };
    let explorers = script.explorers.iter().map(|explorer| new.explorer(explorer));
    let limits = script.limits.iter().map(|limit| {
        let tile = to.get(usize::from(limit.tile)).copied().flatten()?;
        Some(marahel_script::EntityLimit { tile, ..*limit })
    });
    Some(Script {
        entities: names.to_vec(),
        explorers: explorers.collect::<Option<_>>()?,
        limits: limits.collect::<Option<_>>()?,
        ..script.clone()
    })
}

/// An explorer with other tiles, of as many entities before and after; `None` if nothing of it is left.
pub(crate) fn explorer_with(
    explorer: &Explorer,
    [n_before, n_after]: [usize; 2],
    to: &dyn Fn(Tile) -> Option<Tile>,
) -> Option<Explorer> {
    let to: Vec<Option<Tile>> = (0..n_before as Tile).map(to).collect();
    Renaming { n_before, n_after, to: &to }.explorer(explorer)
}

/// The tile of each entity; `None` if it is dropped.
struct Renaming<'r> {
    n_before: usize,
    n_after: usize,
    to: &'r [Option<Tile>],
}

impl Renaming<'_> {
    fn explorer(&self, explorer: &Explorer) -> Option<Explorer> {
        let walk = self.walk(&explorer.walk)?;
        let (mut rules, mut locked) = (Vec::new(), Vec::new());
        for (index, rule) in explorer.rules.iter().enumerate() {
            if let Some(rule) = self.rule(rule) {
                if matches!(&explorer.locked, marahel_script::Locked::Rules(all) if all.contains(&index))
                {
                    locked.push(rules.len());
                }
                rules.push(rule);
            }
        }
        let locked = match &explorer.locked {
            marahel_script::Locked::Rules(_) if locked.is_empty() => marahel_script::Locked::No,
            marahel_script::Locked::Rules(_) => marahel_script::Locked::Rules(locked),
            unlocked => unlocked.clone(),
        };
        let out = explorer.out.and_then(|tile| self.tile(tile));
        let is_empty = rules.is_empty() && !explorer.rules.is_empty();
        (!is_empty).then(|| Explorer { walk, rules, out, locked, ..explorer.clone() })
    }

    fn walk(&self, walk: &Walk) -> Option<Walk> {
        let mut renamed = walk.clone();
        for (_, parameter) in renamed.parameters_mut() {
            match parameter {
                ParameterMut::Heuristics(all) => {
                    all.retain_mut(|estimator| {
                        self.estimator(estimator).map(|renamed| *estimator = renamed).is_some()
                    });
                    if all.is_empty() {
                        all.push(Estimator::Random);
                    }
                }
                ParameterMut::Costs(all) => {
                    *all = all.iter().filter_map(|cost| self.cost(cost)).collect();
                }
                ParameterMut::Entities(list) => *list = self.list(list)?,
                ParameterMut::Cells(..)
                | ParameterMut::Share(_)
                | ParameterMut::Word(_)
                | ParameterMut::Parts(_) => (),
            }
        }
        Some(renamed)
    }

    /// The cost; `None` if it costs nothing anywhere.
    fn cost(&self, cost: &Cost) -> Option<Cost> {
        let conditions = self.conditions(&cost.conditions)?;
        Some(Cost { conditions, estimator: self.estimator(&cost.estimator)? })
    }

    /// The rule; `None` if it can never fire or writes nothing.
    fn rule(&self, rule: &Rule) -> Option<Rule> {
        let conditions = self.conditions(&rule.conditions)?;
        let executers = rule.executers.iter();
        let executers: Vec<Executer> =
            executers.filter_map(|executer| self.executer(executer)).collect();
        (!executers.is_empty()).then(|| Rule { conditions, executers, ..rule.clone() })
    }

    /// Those that decide something; `None` if one never holds.
    fn conditions(&self, conditions: &[Condition]) -> Option<Vec<Condition>> {
        let mut undecided = Vec::with_capacity(conditions.len());
        for condition in conditions {
            match self.condition(condition) {
                Outcome::Condition(condition) => undecided.push(condition),
                Outcome::Always => (),
                Outcome::Never => return None,
            }
        }
        Some(undecided)
    }

    fn executer(&self, executer: &Executer) -> Option<Executer> {
        let entities = lightened(self.list(&executer.entities)?, &executer.dialled);
        let weights = executer.dialled.iter();
        let dialled = weights.filter_map(|&(tile, weight)| Some((self.tile(tile)?, weight)));
        let neighborhood = executer.neighborhood.clone();
        Some(Executer { neighborhood, entities, dialled: dialled.collect() })
    }

    fn condition(&self, condition: &Condition) -> Outcome {
        match condition {
            Condition::Bare(estimator) => match self.estimator(estimator) {
                Some(estimator) => Outcome::Condition(Condition::Bare(estimator)),
                None if estimator.holds_without_entities() => Outcome::Always,
                None => Outcome::Never,
            },
            Condition::Compare(left, operator, right) => {
                match (self.estimator(left), self.estimator(right)) {
                    (Some(left), Some(right)) => {
                        Outcome::Condition(Condition::Compare(left, *operator, right))
                    }
                    // A dropped entity does not occur: its count is 0, and its distance is ignored.
                    (None, Some(Estimator::Number(right))) => {
                        let is_count =
                            left.counted().is_some() || matches!(left, Estimator::Image(..));
                        let holds = !is_count || operator.holds(0.0, right);
                        if holds { Outcome::Always } else { Outcome::Never }
                    }
                    _ => Outcome::Always,
                }
            }
        }
    }

    /// The estimator; `None` if its list becomes empty.
    fn estimator(&self, estimator: &Estimator) -> Option<Estimator> {
        let mut renamed = estimator.clone();
        for part in renamed.parts_mut() {
            let PartMut::List(list, listed, _) = part else { continue };
            *list = self.list(list)?;
            // Such a list is one name; several names that became the same tile are one too.
            if listed == Listed::Total
                && let [(_, weight)] = &mut list.members[..]
            {
                *weight = 1;
            }
        }
        Some(renamed)
    }

    /// The list; `None` if it becomes empty. A list of all entities stays one.
    fn list(&self, list: &EntityList) -> Option<EntityList> {
        for more in [&[][..], &[UNKNOWN]] {
            if self.n_before > 1 && *list == all_tiles(self.n_before, more) {
                return Some(all_tiles(self.n_after, more));
            }
        }
        let mut members: Vec<(Tile, u32)> = Vec::new();
        for &(tile, weight) in &list.members {
            let Some(tile) = self.tile(tile) else { continue };
            match members.iter_mut().find(|(member, _)| *member == tile) {
                Some((_, member)) => *member = weight.max(*member),
                None => members.push((tile, weight)),
            }
        }
        (!members.is_empty()).then_some(EntityList { members })
    }

    fn tile(&self, tile: Tile) -> Option<Tile> {
        match tile {
            UNKNOWN | OUT => Some(tile),
            tile => self.to[usize::from(tile)],
        }
    }
}

fn all_tiles(n: usize, more: &[Tile]) -> EntityList {
    list((0..n as Tile).chain(more.iter().copied()))
}

/// What becomes of a condition.
enum Outcome {
    Condition(Condition),
    Always,
    Never,
}

/// The list with weights divided by their common factor, as the parser reads lists to draw from.
/// Lists with a weight that follows a dial stay the same.
pub(crate) fn lightened(mut list: EntityList, dialled: &[(Tile, Dialled)]) -> EntityList {
    fn divisor(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { divisor(b, a % b) }
    }
    if !dialled.is_empty() {
        return list;
    }
    let factor = list.members.iter().fold(0, |factor, &(_, weight)| divisor(factor, weight));
    list.members.iter_mut().for_each(|(_, weight)| *weight /= factor.max(1));
    list
}
