//! Places of a script that hold something that can be changed by itself.

use level::Tile;
use script::{
    Agents, Condition, Dialled, DialledLimits, DialledRegions, DialledWeights, Divider, EntityList,
    Estimator, Explorer, Locked, Neighborhood, Operator, Paths, Rule, Script, Size, Walk,
};

/// One place.
pub(crate) enum Site<'s> {
    /// A number of a rule, which can follow a dial.
    Number(&'s mut Estimator),
    /// What a number follows, if it follows a dial, and what it is.
    Follows(&'s mut Option<Dialled>, f64),
    /// Which weights of a list follow a dial, and the list.
    Weights(&'s mut DialledWeights, Vec<(Tile, u32)>),
    /// A share, in 0..=1.
    Share(&'s mut f64),
    /// A whole number, and the least that it may be.
    Small(&'s mut u32, u32),
    /// The same, for what can be large.
    Large(&'s mut u64, u64),
    /// A limit, if there is one.
    Limit(&'s mut Option<u64>),
    /// Entities, and what is done with them.
    List(&'s mut EntityList, Listed),
    /// Cells, and whether there has to be one.
    Cells(&'s mut Neighborhood, bool),
    /// A comparison.
    Comparison(&'s mut Operator),
}

/// What is done with the entities of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// They are looked for.
    Read,
    /// They are counted everywhere; such a list is one name.
    Total,
    /// One of them is written.
    Written,
}

/// What is changed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    List,
    Cells,
    Comparison,
    Dial,
}

impl Site<'_> {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Number(_)
            | Self::Share(_)
            | Self::Small(..)
            | Self::Large(..)
            | Self::Limit(_) => Kind::Number,
            Self::Follows(..) | Self::Weights(..) => Kind::Dial,
            Self::List(..) => Kind::List,
            Self::Cells(..) => Kind::Cells,
            Self::Comparison(_) => Kind::Comparison,
        }
    }
}

/// All places of a script that are not locked.
pub(crate) fn free_sites(script: &mut Script) -> Vec<Site<'_>> {
    let mut sites = Vec::new();
    let regions = script.regions.as_mut().filter(|regions| !regions.is_locked);
    if let Some(regions) = regions {
        let DialledRegions { number, sides } = &mut regions.dialled;
        sites.push(Site::Follows(number, f64::from(regions.number)));
        sites.push(Site::Small(&mut regions.number, 1));
        let [min_width, min_height, max_width, max_height] = sides;
        match &mut regions.divider {
            Divider::Equal { min, max }
            | Divider::Bsp { min, max }
            | Divider::Sampling { min, max, trials: _ } => {
                add_size(min, [min_width, min_height], &mut sites);
                add_size(max, [max_width, max_height], &mut sites);
            }
        }
    }
    for explorer in &mut script.explorers {
        add_explorer(explorer, false, &mut sites);
    }
    sites
}

/// All places of an explorer, locked or not.
pub(crate) fn all_sites(explorer: &mut Explorer) -> Vec<Site<'_>> {
    let mut sites = Vec::new();
    add_explorer(explorer, true, &mut sites);
    sites
}

fn add_size<'s>(
    size: &'s mut Size,
    dialled: [&'s mut Option<Dialled>; 2],
    sites: &mut Vec<Site<'s>>,
) {
    let Size { width, height } = size;
    for (side, dialled) in [width, height].into_iter().zip(dialled) {
        if *side < u32::MAX {
            sites.push(Site::Follows(dialled, f64::from(*side)));
            sites.push(Site::Small(side, 1));
        }
    }
}

fn add_explorer<'s>(explorer: &'s mut Explorer, with_locked: bool, sites: &mut Vec<Site<'s>>) {
    let locked = match &explorer.locked {
        _ if with_locked => &[][..],
        Locked::No => &[],
        Locked::Rules(rules) => rules,
        Locked::Whole => return,
    };
    let DialledLimits { repeats, tiles, changes } = &mut explorer.dialled;
    sites.push(Site::Follows(repeats, explorer.repeats as f64));
    for (dialled, number) in [(tiles, explorer.tiles), (changes, explorer.changes)] {
        sites.extend(number.map(|number| Site::Follows(dialled, number as f64)));
    }
    sites.extend([Site::Large(&mut explorer.repeats, 1), Site::Limit(&mut explorer.changes)]);
    if explorer.tiles.is_some() {
        sites.push(Site::Limit(&mut explorer.tiles));
    }
    add_walk(&mut explorer.walk, sites);
    for (index, rule) in explorer.rules.iter_mut().enumerate() {
        if !locked.contains(&index) {
            add_rule(rule, sites);
        }
    }
}

fn add_walk<'s>(walk: &'s mut Walk, sites: &mut Vec<Site<'s>>) {
    match walk {
        Walk::NarrowHorz | Walk::NarrowVert | Walk::NarrowRand | Walk::WideRand => (),
        Walk::TurtleDrunk { directions, change } => {
            sites.extend([Site::Cells(directions, true), Site::Share(change)]);
        }
        Walk::TurtleHeur { directions, heuristics } => {
            sites.push(Site::Cells(directions, true));
            for one in heuristics {
                add_estimator(one, sites);
            }
        }
        Walk::TurtleConnect { directions, entities }
        | Walk::Connector { connection: _, directions, entities } => {
            sites.extend([Site::Cells(directions, true), Site::List(entities, Listed::Read)]);
        }
        Walk::WideHeur { heuristics } => {
            for one in heuristics {
                add_estimator(one, sites);
            }
        }
        Walk::Sequential { start, exploration, share } => {
            sites.extend(start.iter_mut().map(Site::Share));
            sites.extend([Site::Cells(exploration, true), Site::Share(share)]);
        }
        Walk::Agent(Agents { number, lifespan, change, speed, directions, allowed }) => {
            for (interval, min) in [(number, 0), (lifespan, 0), (change, 1), (speed, 1)] {
                let script::Interval { min: low, max } = interval;
                sites.extend([Site::Large(low, min), Site::Large(max, min)]);
            }
            sites.extend([Site::Cells(directions, true), Site::List(allowed, Listed::Read)]);
        }
    }
}

pub(crate) fn add_rule<'s>(rule: &'s mut Rule, sites: &mut Vec<Site<'s>>) {
    for condition in &mut rule.conditions {
        match condition {
            Condition::Bare(estimator) | Condition::Parity { estimator, is_even: _ } => {
                add_estimator(estimator, sites);
            }
            Condition::Compare(left, operator, right) => {
                add_estimator(left, sites);
                sites.push(Site::Comparison(operator));
                add_estimator(right, sites);
            }
            Condition::Connected { entities, neighborhood } => {
                if let Some(entities) = entities {
                    sites.push(Site::List(entities, Listed::Read));
                    sites.push(Site::Cells(neighborhood, false));
                }
            }
        }
    }
    for executer in &mut rule.executers {
        sites.push(Site::Cells(&mut executer.neighborhood, false));
        sites.push(Site::Weights(&mut executer.dialled, executer.entities.members.clone()));
        sites.push(Site::List(&mut executer.entities, Listed::Written));
    }
}

fn add_estimator<'s>(estimator: &'s mut Estimator, sites: &mut Vec<Site<'s>>) {
    match estimator {
        Estimator::Number(_) | Estimator::Dial(..) => sites.push(Site::Number(estimator)),
        Estimator::Noise { scale } => sites.push(Site::Small(scale, 1)),
        Estimator::Random
        | Estimator::Percent
        | Estimator::ChangePercent
        | Estimator::RepeatPercent
        | Estimator::UnitNoise(_) => (),
        Estimator::Total(list) | Estimator::MapTotal(list) => {
            sites.push(Site::List(list, Listed::Total));
        }
        Estimator::Neighborhood(cells, list) => {
            sites.extend([Site::Cells(cells, false), Site::List(list, Listed::Read)]);
        }
        Estimator::Distance(list) | Estimator::Distances(_, list) => {
            sites.push(Site::List(list, Listed::Read));
        }
        Estimator::Paths(_, Paths { directions, entities, allowed }) => {
            sites.extend([
                Site::Cells(directions, false),
                Site::List(entities, Listed::Read),
                Site::List(allowed, Listed::Read),
            ]);
        }
    }
}
