//! Random parts of scripts: conditions, rules, explorers, whole scripts.

use marahel_level::{Role, Tile};
use marahel_script::{
    Condition, DialledRegions, Divider, EntityList, Estimator, Explorer, Neighborhood, Operator,
    PREDEFINED, ParameterMut, RegionSelector, Regions, Replace, Rule, Script, Size, Walk,
};
use rand::{Rng, RngExt};

use crate::demand::surroundings;
use crate::draw::below;
use crate::parts::{
    all_are, cells, compare, explorer_of, here, number_of, only, rule, rule_of, script_of,
};
use crate::task::Task;

/// Probability that a rule writes the cell alone, not a neighborhood.
const SELF: f64 = 0.85;

/// Probability of placing a thing where the problem demands it, if it says so.
const DEMANDED: f64 = 0.5;

/// Probability that such a place is on floor, not in a wall.
const ON_FLOOR: f64 = 0.7;

/// Probability that a door is placed in a doorway: a door in the open leads nowhere.
const DOORWAY: f64 = 0.9;

/// Probabilities that a random explorer is buffered, is about all regions, repeats, or has a limit.
const BUFFERED: f64 = 0.2;
const ALL_REGIONS: f64 = 0.2;
const REPEATED: f64 = 0.15;
const LIMITED: f64 = 0.4;

/// Probabilities that an explorer of a random script places a thing, and that it has regions.
const PLACING: f64 = 0.4;
const REGIONS: f64 = 0.4;

/// A condition in one of the most common forms.
pub(crate) fn condition(task: &Task, rng: &mut dyn Rng) -> Condition {
    let few = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0][below(6, rng)];
    let operator = Operator::SPELLINGS[below(6, rng)].1;
    match below(10, rng) {
        0..=2 => Condition::Bare(number_of("self", task.list(rng))),
        3..=5 => compare(Estimator::Neighborhood(neighborhood(rng), task.list(rng)), operator, few),
        6 => {
            let operator = [Operator::Greater, Operator::Less][below(2, rng)];
            let far = [1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 12.0][below(7, rng)];
            compare(Estimator::Distance(task.list(rng)), operator, far)
        }
        7 => {
            let share = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5][below(6, rng)];
            compare(Estimator::Random, Operator::Less, share)
        }
        8 => compare(Estimator::Total(only(task.any(rng))), operator, few),
        _ => {
            let height = [-0.3, -0.15, 0.0, 0.15, 0.3][below(5, rng)];
            compare(Estimator::Noise { scale: 1 + below(4, rng) as u32 }, Operator::Greater, height)
        }
    }
}

/// A rule with one or two conditions.
pub(crate) fn any_rule(task: &Task, rng: &mut dyn Rng) -> Rule {
    let conditions = (0..=below(2, rng)).map(|_| condition(task, rng)).collect();
    let cells = if rng.random_bool(SELF) { cells("self") } else { neighborhood(rng) };
    rule_of(conditions, cells, only(task.any(rng)))
}

/// An explorer that places some of a thing in the open, in nooks, or far from or near to something;
/// in the required number if there is one.
pub(crate) fn placing(task: &Task, rng: &mut dyn Rng) -> Explorer {
    let tile = task.any(rng);
    placing_of(tile, task, rng)
}

/// [`placing`] a given thing.
pub(crate) fn placing_of(tile: Tile, task: &Task, rng: &mut dyn Rng) -> Explorer {
    let places = places(tile, task, rng);
    let number = match task.tile(tile).number {
        Some((min, max)) => {
            min.max(1) + below((max.saturating_sub(min) as usize).min(20) + 1, rng) as u32
        }
        None => [1, 1, 1, 2, 3, 4, 6][below(7, rng)],
    };
    let rules = places.into_iter().map(|conditions| rule(conditions, tile));
    Explorer { changes: Some(u64::from(number)), ..explorer_of("rorder", rules.collect()) }
}

/// Where a thing may stand, as alternatives of conditions.
fn places(tile: Tile, task: &Task, rng: &mut dyn Rng) -> Vec<Vec<Condition>> {
    let (floor, wall) = (task.one_of(Role::Floor, rng), task.one_of(Role::Wall, rng));
    let on_floor = here(floor);
    let has_walls =
        |around, number: f64| compare(number_of(around, only(wall)), Operator::Equal, number);
    let landmark = task.any(rng);
    let distance =
        |operator, number: f64| compare(Estimator::Distance(only(landmark)), operator, number);
    let surroundings = surroundings(&task.demands, tile, rng);
    let is_door = matches!(task.tile(tile).role, Role::Door | Role::LockedDoor);
    match below(6, rng) {
        _ if !surroundings.is_empty() && rng.random_bool(DEMANDED) => {
            let ground = if rng.random_bool(ON_FLOOR) { on_floor } else { here(wall) };
            let around = surroundings.into_iter();
            around.map(|around| [vec![ground.clone()], around].concat()).collect()
        }
        _ if is_door && rng.random_bool(DOORWAY) => {
            ["horz", "vert"].map(|sides| vec![on_floor.clone(), has_walls(sides, 2.0)]).to_vec()
        }
        0 => vec![vec![on_floor]],
        1 => vec![vec![all_are("all", floor)]],
        2 => vec![vec![on_floor, has_walls("plus", 3.0)]],
        3 => {
            let far = [2.0, 4.0, 8.0, 12.0][below(4, rng)];
            vec![vec![on_floor, distance(Operator::Greater, far)]]
        }
        4 => vec![vec![on_floor, distance(Operator::Less, [2.0, 3.0, 4.0][below(3, rng)])]],
        _ => vec![vec![here(wall)]],
    }
}

/// An explorer of a random type with one to three rules.
pub(crate) fn explorer(task: &Task, rng: &mut dyn Rng) -> Explorer {
    let (walk, name) = walk(task, rng);
    let rules = (0..=below(3, rng)).map(|_| any_rule(task, rng)).collect();
    let is_buffered = rng.random_bool(BUFFERED);
    let has_all = rng.random_bool(ALL_REGIONS);
    Explorer {
        region: vec![if has_all { RegionSelector::All } else { RegionSelector::Map }],
        replace: if is_buffered { Replace::Buffer } else { Replace::Same },
        repeats: if rng.random_bool(REPEATED) { 2 + below(4, rng) as u64 } else { 1 },
        changes: rng.random_bool(LIMITED).then(|| 1 + below(12, rng) as u64),
        walk,
        ..explorer_of(name, rules)
    }
}

/// The types of random explorers, weighted by repetition.
const TYPES: [&str; 9] =
    ["horz", "horz", "vert", "rand", "rorder", "rorder", "digger", "connect", "wide"];

pub(crate) fn walk(task: &Task, rng: &mut dyn Rng) -> (Walk, &'static str) {
    let name = TYPES[below(TYPES.len(), rng)];
    let mut walk = Walk::named(name).expect("it is a type of today");
    for (_, parameter) in walk.parameters_mut() {
        match parameter {
            ParameterMut::Share(share) => *share = 0.3,
            ParameterMut::Heuristics(heuristics) => {
                *heuristics = vec![Estimator::Distance(task.list(rng)), Estimator::Random];
            }
            ParameterMut::Entities(list) => *list = only(task.one_of(Role::Floor, rng)),
            ParameterMut::Cells(..)
            | ParameterMut::Costs(_)
            | ParameterMut::Word(_)
            | ParameterMut::Parts(_) => (),
        }
    }
    (walk, name)
}

pub(crate) fn regions(rng: &mut dyn Rng) -> Regions {
    let mut side = |min, n| min + below(n, rng) as u32;
    let min = Size { width: side(3, 5), height: side(3, 4) };
    let max = Size { width: min.width + side(1, 6), height: min.height + side(1, 5) };
    let number = side(2, 14);
    let divider = match side(0, 3) {
        0 => Divider::Equal {
            min: Size { width: side(1, 3), height: side(1, 3) },
            max: Size { width: 4, height: 4 },
        },
        1 => Divider::Sampling { min, max, trials: None },
        _ => Divider::Bsp { min, max },
    };
    Regions { divider, number, dialled: DialledRegions::default(), is_locked: false }
}

/// A whole script: fills the level at random, then changes it by some random explorers.
pub(crate) fn script(task: &Task, rng: &mut dyn Rng) -> Script {
    let n_kinds = 2 + below(3, rng);
    let mut members: Vec<(Tile, u32)> = Vec::new();
    for _ in 0..n_kinds {
        let (tile, weight) = (task.any(rng), 1 + below(9, rng) as u32);
        if members.iter().all(|&(member, _)| member != tile) {
            members.push((tile, weight));
        }
    }
    let fill = rule_of(Vec::new(), cells("self"), EntityList { members });
    let mut explorers = vec![explorer_of("horz", vec![fill])];
    for _ in 0..=below(5, rng) {
        let is_placing = rng.random_bool(PLACING);
        explorers.push(if is_placing { placing(task, rng) } else { explorer(task, rng) });
    }
    let regions = rng.random_bool(REGIONS).then(|| regions(rng));
    Script { regions, ..script_of(task, explorers) }
}

fn neighborhood(rng: &mut dyn Rng) -> Neighborhood {
    PREDEFINED[below(PREDEFINED.len(), rng)].1.clone()
}
