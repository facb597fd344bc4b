//! Changes of a single number, list, neighborhood or comparison.

use level::OUT;
use rand::{Rng, RngExt};
use script::{Divider, Estimator, Neighborhood, Operator, PREDEFINED, Script, Walk};

use crate::dials;
use crate::kit::{Kit, below, pick};
use crate::site::{Kind, Listed, Site, free_sites};

/// Neighborhoods are not widened beyond so many cells from their center.
const REACH_MAX: i32 = 3;

/// More rectangles are not thrown onto a level: to move them apart takes very long.
const N_SAMPLED_MAX: u32 = 24;

/// Changes one place of a kind; whether there is one.
pub(crate) fn change(script: &mut Script, kind: Kind, kit: &Kit, rng: &mut dyn Rng) -> bool {
    let known: Vec<Neighborhood> =
        script.neighborhoods.0.iter().map(|(_, one)| one.clone()).collect();
    let set = script.dials.clone();
    let mut sites: Vec<Site<'_>> =
        free_sites(script).into_iter().filter(|site| site.kind() == kind).collect();
    if sites.is_empty() {
        return false;
    }
    let index = below(sites.len(), rng);
    match &mut sites[index] {
        Site::Number(Estimator::Number(number)) => *number = nudged(*number, rng),
        Site::Number(Estimator::Dial(dialled, _)) => dials::nudge(dialled, &set, rng),
        Site::Number(_) | Site::Follows(..) | Site::Weights(..) => return false,
        Site::Share(share) => **share = (**share + 0.1 * step(2, rng) as f64).clamp(0.0, 1.0),
        Site::Small(number, min) => {
            **number = moved(u64::from(**number), u64::from(*min), rng).min(9999) as u32;
        }
        Site::Large(number, min) => **number = moved(**number, *min, rng),
        Site::Limit(limit) => {
            **limit = match **limit {
                None => Some(1 + below(12, rng) as u64),
                Some(_) if rng.random_bool(0.1) => None,
                Some(number) => Some(moved(number, 1, rng)),
            };
        }
        Site::List(list, listed) => change_list(list, *listed, kit, rng),
        Site::Cells(cells, needs_one) => {
            let changed = if rng.random_bool(0.8) {
                let predefined =
                    pick(&PREDEFINED, rng).and_then(|(_, matrix)| Neighborhood::parse(matrix).ok());
                pick(&known, rng).cloned().filter(|_| rng.random_bool(0.5)).or(predefined)
            } else {
                flipped(cells, rng)
            };
            let changed = changed.filter(|cells| !*needs_one || !cells.offsets().is_empty());
            if let Some(changed) = changed {
                **cells = changed;
            }
        }
        Site::Comparison(operator) => {
            let (_, other) = Operator::SPELLINGS[below(6, rng)];
            **operator = other;
        }
    }
    put_in_order(script);
    true
}

/// A number near another one: a whole one for a whole one.
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

/// A whole number near another one, of the same order if that is large.
fn moved(number: u64, min: u64, rng: &mut dyn Rng) -> u64 {
    if number > 12 && rng.random_bool(0.3) {
        let factor = [0.5, 0.75, 1.5, 2.0][below(4, rng)];
        return ((number as f64 * factor) as u64).clamp(min, 1 << 20);
    }
    number.saturating_add_signed(step(3, rng)).clamp(min, 1 << 20)
}

/// A number of `1..=max` with a random sign.
pub(crate) fn step(max: usize, rng: &mut dyn Rng) -> i64 {
    let size = 1 + below(max, rng) as i64;
    if rng.random_bool(0.5) { size } else { -size }
}

fn change_list(list: &mut script::EntityList, listed: Listed, kit: &Kit, rng: &mut dyn Rng) {
    let tile = if listed == Listed::Read && rng.random_bool(0.08) { OUT } else { kit.any(rng) };
    let members = &mut list.members;
    let is_known = members.iter().any(|&(known, _)| known == tile);
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

/// The neighborhood with one cell more or less.
fn flipped(cells: &Neighborhood, rng: &mut dyn Rng) -> Option<Neighborhood> {
    let reach = (cells.reach() as i32).clamp(1, REACH_MAX);
    let place = [(); 2].map(|()| below(2 * reach as usize + 1, rng) as i32 - reach);
    let place = (place[0], place[1]);
    let mut offsets = cells.offsets().to_vec();
    match offsets.iter().position(|&known| known == place) {
        Some(index) => drop(offsets.remove(index)),
        None => offsets.push(place),
    }
    Neighborhood::from_offsets(offsets).ok()
}

/// What has a smallest and a largest value has them in this order.
fn put_in_order(script: &mut Script) {
    if let Some(regions) = &mut script.regions {
        let (Divider::Equal { min, max }
        | Divider::Bsp { min, max }
        | Divider::Sampling { min, max, trials: _ }) = &mut regions.divider;
        max.width = max.width.max(min.width);
        max.height = max.height.max(min.height);
        if matches!(regions.divider, Divider::Sampling { .. }) {
            regions.number = regions.number.min(N_SAMPLED_MAX);
        }
    }
    for explorer in &mut script.explorers {
        if let Walk::Agent(agents) = &mut explorer.walk {
            let script::Agents { number, lifespan, change, speed, .. } = agents;
            for interval in [number, lifespan, change, speed] {
                interval.max = interval.max.max(interval.min);
            }
        }
    }
}
