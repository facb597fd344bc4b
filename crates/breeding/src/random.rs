//! Random parts of scripts: conditions, rules, explorers, whole scripts.

use rand::{Rng, RngExt};
use script::{
    Condition, Dialect, DialledRegions, Divider, EntityList, Estimator, Executer, Explorer,
    Neighborhood, Operator, PREDEFINED, ParameterMut, RegionSelector, Regions, Replace, Rule,
    Script, Size, Spelling, Walk,
};

use crate::task::{Task, below};

/// A condition in one of the most common forms.
pub(crate) fn condition(task: &Task, rng: &mut dyn Rng) -> Condition {
    let compare =
        |left, operator, right: f64| Condition::Compare(left, operator, Estimator::Number(right));
    let few = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0][below(6, rng)];
    let operator = Operator::SPELLINGS[below(6, rng)].1;
    match below(10, rng) {
        0..=2 => Condition::Bare(Estimator::Neighborhood(cells("self"), task.list(rng))),
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
pub(crate) fn rule(task: &Task, rng: &mut dyn Rng) -> Rule {
    let conditions = (0..=below(2, rng)).map(|_| condition(task, rng)).collect();
    let cells = if rng.random_bool(0.85) { cells("self") } else { neighborhood(rng) };
    rule_of(conditions, cells, only(task.any(rng)))
}

/// An explorer that places some of a thing in the open, in nooks, or far from or near to something;
/// in the required number if there is one.
pub(crate) fn placing(task: &Task, rng: &mut dyn Rng) -> Explorer {
    let tile = task.any(rng);
    placing_of(tile, task, rng)
}

/// [`placing`] a given thing.
pub(crate) fn placing_of(tile: level::Tile, task: &Task, rng: &mut dyn Rng) -> Explorer {
    let (floor, wall) = (task.one_of("floor", rng), task.one_of("wall", rng));
    let holds = |name, tile| Condition::Bare(Estimator::Neighborhood(cells(name), only(tile)));
    let has_walls = |name, number: f64| {
        let around = Estimator::Neighborhood(cells(name), only(wall));
        Condition::Compare(around, Operator::Equal, Estimator::Number(number))
    };
    let distance = |other, operator, number: f64| {
        Condition::Compare(Estimator::Distance(only(other)), operator, Estimator::Number(number))
    };
    let on_floor = holds("self", floor);
    let other = task.any(rng);
    let mut places = vec![vec![on_floor.clone()]];
    let role = task.tiles[usize::from(tile)].role.as_str();
    let asked = task.asked_around(tile, rng);
    match below(6, rng) {
        _ if !asked.is_empty() && rng.random_bool(0.5) => {
            let around = asked.into_iter();
            let ground = if rng.random_bool(0.7) { on_floor } else { holds("self", wall) };
            places = around.map(|around| [vec![ground.clone()], around].concat()).collect();
        }
        // A door in the open leads nowhere.
        _ if role.ends_with("door") && rng.random_bool(0.9) => {
            let doorway = |name| vec![on_floor.clone(), has_walls(name, 2.0)];
            places = vec![doorway("horz"), doorway("vert")];
        }
        0 => (),
        1 => places = vec![vec![holds("all", floor)]],
        2 => places[0].push(has_walls("plus", 3.0)),
        3 => {
            let far = [2.0, 4.0, 8.0, 12.0][below(4, rng)];
            places[0].push(distance(other, Operator::Greater, far));
        }
        4 => places[0].push(distance(other, Operator::Less, [2.0, 3.0, 4.0][below(3, rng)])),
        _ => places = vec![vec![holds("self", wall)]],
    }
    let number = match task.tiles[usize::from(tile)].wanted {
        Some((min, max)) => {
            min.max(1) + below((max.saturating_sub(min) as usize).min(20) + 1, rng) as u32
        }
        None => [1, 1, 1, 2, 3, 4, 6][below(7, rng)],
    };
    let rules = places.into_iter();
    let rules = rules.map(|conditions| rule_of(conditions, cells("self"), only(tile)));
    let explorer = explorer_of("rorder", rules.collect());
    Explorer { changes: Some(u64::from(number)), ..explorer }
}

/// An explorer of a random type with one to three rules.
pub(crate) fn explorer(task: &Task, rng: &mut dyn Rng) -> Explorer {
    let (walk, name) = walk(task, rng);
    let rules = (0..=below(3, rng)).map(|_| rule(task, rng)).collect();
    let is_buffered = rng.random_bool(0.2);
    Explorer {
        region: if rng.random_bool(0.2) {
            vec![RegionSelector::All]
        } else {
            vec![RegionSelector::Map]
        },
        replace: if is_buffered { Replace::Buffer } else { Replace::Same },
        repeats: if rng.random_bool(0.15) { 2 + below(4, rng) as u64 } else { 1 },
        changes: rng.random_bool(0.4).then(|| 1 + below(12, rng) as u64),
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
            ParameterMut::Entities(list) => *list = only(task.one_of("floor", rng)),
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
    let weighted = (0..n_kinds).map(|_| (task.any(rng), 1 + below(9, rng) as u32));
    let mut members: Vec<(level::Tile, u32)> = Vec::new();
    for (tile, weight) in weighted {
        if members.iter().all(|&(known, _)| known != tile) {
            members.push((tile, weight));
        }
    }
    let fill = rule_of(Vec::new(), cells("self"), EntityList { members });
    let mut explorers = vec![explorer_of("horz", vec![fill])];
    for _ in 0..=below(5, rng) {
        explorers.push(if rng.random_bool(0.4) { placing(task, rng) } else { explorer(task, rng) });
    }
    let regions = rng.random_bool(0.4).then(|| regions(rng));
    Script { regions, ..script_of(task, explorers) }
}

/// A script with the tiles and sizes of a task and only these explorers.
pub(crate) fn script_of(task: &Task, explorers: Vec<Explorer>) -> Script {
    Script {
        description: Spelling::default(),
        dialect: Dialect::Current,
        min: task.min,
        max: task.max,
        entities: task.names(),
        limits: Vec::new(),
        colors: Vec::new(),
        dials: task.dials.clone(),
        neighborhoods: script::NeighborhoodNames::default(),
        regions: None,
        explorers,
    }
}

pub(crate) fn cells(name: &str) -> Neighborhood {
    let known = PREDEFINED.iter().find(|(known, _)| *known == name);
    known.expect("the caller names a predefined one").1.clone()
}

fn neighborhood(rng: &mut dyn Rng) -> Neighborhood {
    PREDEFINED[below(PREDEFINED.len(), rng)].1.clone()
}

pub(crate) fn only(tile: level::Tile) -> EntityList {
    EntityList { members: vec![(tile, 1)] }
}

pub(crate) fn rule_of(
    conditions: Vec<Condition>,
    neighborhood: Neighborhood,
    entities: EntityList,
) -> Rule {
    let executers = vec![Executer { neighborhood, entities, dialled: Vec::new() }];
    Rule { text: Spelling::default(), conditions, executers }
}

/// An explorer of a type with default parameters.
pub(crate) fn explorer_of(name: &str, rules: Vec<Rule>) -> Explorer {
    Explorer::named(name, rules).expect("the caller names a type of today")
}
