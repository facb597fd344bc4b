//! Changes of a single number, list, neighborhood or comparison.

use marahel_level::OUT;
use marahel_script::{
    Cells, Divider, EntityList, Estimator, Listed, Neighborhood, NumberMut, Operator, PREDEFINED,
    ParameterMut, PartMut, Place, PlacedPart, Script, WholeMut,
};
use rand::{Rng, RngExt};

use crate::dials;
use crate::draw::{below, pick, step};
use crate::task::Task;

/// Neighborhoods do not grow beyond this many cells from their center.
const REACH_MAX: i32 = 3;

/// Maximum number of sampled rectangles: moving more of them apart takes very long.
const N_SAMPLED_MAX: u32 = 24;

/// Kinds of parts with a common operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SiteKind {
    Number,
    List,
    Cells,
    Comparison,
}

fn kind_of(part: &PartMut<'_>) -> SiteKind {
    match part {
        PartMut::Constant(_) | PartMut::Share(_) | PartMut::Whole(_) => SiteKind::Number,
        PartMut::List(..) => SiteKind::List,
        PartMut::Cells(..) => SiteKind::Cells,
        PartMut::Comparison(_) => SiteKind::Comparison,
    }
}

/// Whether a part may change. A missing limit on changes can be set; one on visits stays missing.
pub(crate) fn can_change(site: &PlacedPart<PartMut<'_>>) -> bool {
    let is_missing = matches!(&site.part, PartMut::Whole(whole) if whole.number.get().is_none());
    let is_of_visits = matches!(site.place, Place::Parameter(_, "tiles", _));
    !(site.is_locked || is_missing && is_of_visits)
}

/// Changes one unlocked part of a kind; returns whether it did.
pub(crate) fn change(script: &mut Script, kind: SiteKind, task: &Task, rng: &mut dyn Rng) -> bool {
    let named: Vec<Neighborhood> =
        script.neighborhoods.0.iter().map(|(_, cells)| cells.clone()).collect();
    let set = script.dials.clone();
    let mut parts = script.parts_mut();
    parts.retain(|site| kind_of(&site.part) == kind && can_change(site));
    if parts.is_empty() {
        return false;
    }
    let index = below(parts.len(), rng);
    match &mut parts[index].part {
        PartMut::Constant(Estimator::Number(number)) => *number = nudged(*number, rng),
        PartMut::Constant(Estimator::Dial(dialled, _)) => dials::nudge(dialled, &set, rng),
        PartMut::Constant(_) => return false,
        PartMut::Share(share) => **share = (**share + 0.1 * step(2, rng) as f64).clamp(0.0, 1.0),
        PartMut::Whole(WholeMut { number, least, .. }) => match number {
            NumberMut::Small(number) => {
                **number = moved(u64::from(**number), *least, rng).min(9999) as u32;
            }
            NumberMut::Large(number) => **number = moved(**number, *least, rng),
            NumberMut::Limit(limit) => {
                **limit = match **limit {
                    None => Some((1 + below(12, rng) as u64).max(*least)),
                    Some(_) if rng.random_bool(0.1) => None,
                    Some(number) => Some(moved(number, *least, rng)),
                };
            }
        },
        PartMut::List(list, listed, _) => change_list(list, *listed, task, rng),
        PartMut::Cells(cells, what) => {
            let changed = if rng.random_bool(0.8) {
                let predefined = pick(&*PREDEFINED, rng).map(|(_, cells)| cells.clone());
                pick(&named, rng).cloned().filter(|_| rng.random_bool(0.5)).or(predefined)
            } else {
                flipped(cells, rng)
            };
            let needs_one = matches!(what, Cells::Moves | Cells::Steps);
            let changed = changed.filter(|cells| !needs_one || !cells.offsets().is_empty());
            if let Some(changed) = changed {
                **cells = changed;
            }
        }
        PartMut::Comparison(operator) => {
            let (_, drawn) = Operator::SPELLINGS[below(6, rng)];
            **operator = drawn;
        }
    }
    put_in_order(script);
    true
}

/// A number near another one; whole numbers stay whole, mostly.
fn nudged(number: f64, rng: &mut dyn Rng) -> f64 {
    if number.fract() != 0.0 || number.abs() < 1.0 && rng.random_bool(0.5) {
        let moved = number + 0.05 * step(4, rng) as f64;
        return (moved * 100.0).round() / 100.0;
    }
    if rng.random_bool(0.15) {
        return below(20, rng) as f64;
    }
    let moved = number + step(3, rng) as f64;
    if number >= 0.0 { moved.max(0.0) } else { moved }
}

/// A whole number near another one; a large one may change by a factor.
fn moved(number: u64, min: u64, rng: &mut dyn Rng) -> u64 {
    if number > 12 && rng.random_bool(0.3) {
        let factor = [0.5, 0.75, 1.5, 2.0][below(4, rng)];
        return ((number as f64 * factor) as u64).clamp(min, 1 << 20);
    }
    number.saturating_add_signed(step(3, rng)).clamp(min, 1 << 20)
}

fn change_list(list: &mut EntityList, listed: Listed, task: &Task, rng: &mut dyn Rng) {
    let tile = if listed == Listed::Read && rng.random_bool(0.08) { OUT } else { task.any(rng) };
    let members = &mut list.members;
    let is_known = members.iter().any(|&(member, _)| member == tile);
    let index = below(members.len(), rng);
    match below(10, rng) {
        _ if listed == Listed::Total => *members = vec![(tile, 1)],
        0..=1 if members.len() > 1 => drop(members.remove(index)),
        2..=3 if !is_known && members.len() < 6 => members.push((tile, 1)),
        4..=5 if listed == Listed::Written && members.len() > 1 => {
            members[index].1 = moved(u64::from(members[index].1), 1, rng).min(99) as u32;
        }
        _ if !is_known => members[index].0 = tile,
        _ => *members = vec![(tile, 1)],
    }
}

/// The neighborhood with one cell added or removed.
fn flipped(cells: &Neighborhood, rng: &mut dyn Rng) -> Option<Neighborhood> {
    let reach = (cells.reach() as i32).clamp(1, REACH_MAX);
    let place = [(); 2].map(|()| below(2 * reach as usize + 1, rng) as i32 - reach);
    let place = (place[0], place[1]);
    let mut offsets = cells.offsets().to_vec();
    match offsets.iter().position(|&offset| offset == place) {
        Some(index) => drop(offsets.remove(index)),
        None => offsets.push(place),
    }
    Neighborhood::from_offsets(offsets).ok()
}

/// Makes every maximum at least its minimum.
pub(crate) fn put_in_order(script: &mut Script) {
    if let Some(regions) = &mut script.regions {
        regions.put_in_order();
        if matches!(regions.divider, Divider::Sampling { .. }) {
            regions.number = regions.number.min(N_SAMPLED_MAX);
        }
    }
    for explorer in &mut script.explorers {
        for (_, parameter) in explorer.walk.parameters_mut() {
            if let ParameterMut::Parts(mut parts) = parameter
                && let [PartMut::Whole(min), PartMut::Whole(max)] = &mut parts[..]
                && let Some(number) = min.number.get().max(max.number.get())
            {
                max.number.set(number);
            }
        }
    }
}
