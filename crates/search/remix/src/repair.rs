//! The fewest changes that make a level playable or good.

use marahel_level::{Level, UNKNOWN};
use marahel_problem::{below, level_stream};

use crate::search::{Search, changed, put};
use crate::windows::Windows;
use crate::{Aim, Freedom};

/// A level and how it came from another one.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The repaired level, or else the nearest that was found.
    pub level: Level,
    /// What changed, cell by cell, each with its reason; or else the demands that stay.
    pub told: Vec<String>,
    /// Whether it meets all.
    pub is_repaired: bool,
}

/// Changes that are told one by one.
const N_TOLD: usize = 12;

/// Up to `count` repairs of a level, or the nearest to one; those with few changes first. Each leaves
/// alone the cells of the others, or, where that cannot be, one cell of each of them.
pub fn repair(aim: &Aim, level: &Level, freedom: &Freedom, count: usize, seed: u64) -> Vec<Repair> {
    let ((aim, ones), windows) = (aim.clone().with_ones_of(level), Windows::of(level));
    let mut search = Search::new(&aim, freedom, &windows);
    let start = search.judge.state(level.clone());
    let mut repairs: Vec<Repair> = Vec::new();
    for index in 0..count.max(1) as u64 {
        let mut rng = level_stream(key(seed), index);
        let earlier: Vec<_> = repairs.iter().map(|repair| changed(level, &repair.level)).collect();
        let untouched = freedom.clone().without_cells(earlier.iter().flatten().copied());
        // The one start moves only if nothing else helps.
        search.freedom = untouched.clone().without_tiles(ones);
        let mut after = search.fewest(&start, &mut rng);
        if !after.is_all && !ones.is_empty() {
            search.freedom = untouched;
            after = search.fewest(&start, &mut rng);
        }
        if !after.is_all && index > 0 {
            let one_of_each = earlier.iter().map(|cells| cells[below(cells.len(), &mut rng)]);
            search.freedom = freedom.clone().without_cells(one_of_each.collect::<Vec<_>>());
            after = search.fewest(&start, &mut rng);
        }
        if index > 0 && !after.is_all {
            break;
        }
        repairs.push(told(&mut search, level, after.level));
        if start.is_all || !repairs[0].is_repaired {
            break;
        }
    }
    repairs.sort_by_key(|repair| changed(level, &repair.level).len());
    repairs
}

/// The key of the random numbers of a seed.
pub(crate) fn key(seed: u64) -> [u8; 32] {
    std::array::from_fn(|index| seed.to_le_bytes().get(index).copied().unwrap_or(0))
}

/// A repair with the reason of each change, what would be missed without it; or else what is missed.
fn told(search: &mut Search<'_>, before: &Level, level: Level) -> Repair {
    let name = |tile| if tile == UNKNOWN { "unset" } else { level.palette().name(tile) };
    let misses = search.judge.misses(&level);
    let is_repaired = misses.is_empty();
    let cells = changed(before, &level);
    if !is_repaired {
        let mut told: Vec<_> =
            misses.into_iter().map(|miss| format!("not repaired; it misses: {miss}")).collect();
        told.push(format!(
            "the nearest level, which stands for it, has {} other cells; another seed, or fewer kinds or cells that may change, may do",
            cells.len()
        ));
        return Repair { level, told, is_repaired };
    }
    let (mut told, mut without) = (Vec::new(), level.clone());
    let n_more = cells.len().saturating_sub(N_TOLD);
    for cell in cells.into_iter().take(N_TOLD) {
        let (own, new) = (before.tiles()[cell], level.tiles()[cell]);
        put(&mut without, cell, own);
        search.judge.state(without.clone());
        put(&mut without, cell, new);
        let reasons = search.judge.lacks();
        let otherwise = if reasons.is_empty() { "" } else { ", else not " };
        let (x, y) = (cell % level.width(), cell / level.width());
        let (own, new, reasons) = (name(own), name(new), reasons.join("; "));
        told.push(format!("({x}, {y}) {own} to {new}{otherwise}{reasons}"));
    }
    if n_more > 0 {
        told.push(format!("and {n_more} more changes"));
    } else if told.is_empty() {
        told.push("nothing to repair".to_owned());
    }
    Repair { level, told, is_repaired }
}
