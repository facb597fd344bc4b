//! The fewest changes that make a level playable or good.

use marahel_level::{Level, Tile, UNKNOWN};
use marahel_problem::level_stream;

use crate::search::{Search, changed, put};
use crate::windows::Windows;
use crate::{Aim, Freedom};

/// Maximum number of repairs of a level.
pub const N_REPAIRS_MAX: u32 = 20;

/// A level and how it came from another one.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The repaired level, or else the nearest that was found.
    pub level: Level,
    /// What changed, row by row.
    pub changes: Vec<Change>,
    /// The demands that it does not meet; empty if it is repaired.
    pub lacks: Vec<String>,
}

/// A changed cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its column.
    pub x: usize,
    /// Its row.
    pub y: usize,
    /// Its tile before.
    pub before: Tile,
    /// Its tile after.
    pub after: Tile,
    /// The demands that would not be met without this change.
    pub reasons: Vec<String>,
}

impl Repair {
    /// What changed, cell by cell, each with its reason; then the demands that stay.
    pub fn told(&self) -> Vec<String> {
        let palette = self.level.palette();
        let name = |tile| if tile == UNKNOWN { "unset" } else { palette.name(tile) };
        let changes = self.changes.iter().map(|change| {
            let Change { x, y, before, after, reasons } = change;
            let otherwise = if reasons.is_empty() { "" } else { ", else not " };
            let (before, after, reasons) = (name(*before), name(*after), reasons.join("; "));
            format!("({x}, {y}) {before} to {after}{otherwise}{reasons}")
        });
        let stays = self.lacks.iter().map(|lack| format!("not repaired: {lack}"));
        let lines: Vec<String> = changes.chain(stays).collect();
        if lines.is_empty() { vec!["nothing to repair".to_owned()] } else { lines }
    }
}

/// Up to `count` repairs of a level, of which no two make the same change; those with few changes
/// first. If there is none, the nearest level that was found.
pub fn repair(aim: &Aim, level: &Level, freedom: &Freedom, count: usize, seed: u64) -> Vec<Repair> {
    let windows = Windows::of(level);
    let mut search = Search::new(aim, freedom, &windows);
    let start = search.state(level.clone());
    let mut repairs: Vec<Repair> = Vec::new();
    for index in 0..count.max(1) as u64 {
        if start.verdict.is_enough && index > 0 {
            break;
        }
        let mut rng = level_stream(key(seed), index);
        let after =
            if start.verdict.is_all { start.clone() } else { search.fewest(&start, &mut rng) };
        if !after.verdict.is_all && index > 0 {
            break;
        }
        let cells = changed(level, &after.level);
        search.taboo.extend(cells.iter().map(|&cell| (cell, after.level.tiles()[cell])));
        repairs.push(told(&mut search, level, after.level));
    }
    repairs.sort_by_key(|repair| repair.changes.len());
    repairs
}

/// The key of the random numbers of a seed.
pub(crate) fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

/// A repair with the reason of each change: what would be missed without it.
fn told(search: &mut Search<'_>, before: &Level, level: Level) -> Repair {
    search.judge.judge(&level);
    let lacks = search.judge.lacks();
    let mut without = level.clone();
    let changes = changed(before, &level).into_iter().map(|cell| {
        let (own, new) = (before.tiles()[cell], level.tiles()[cell]);
        put(&mut without, cell, own);
        search.judge.judge(&without);
        put(&mut without, cell, new);
        let reasons =
            search.judge.lacks().into_iter().filter(|lack| !lacks.contains(lack)).collect();
        Change {
            x: cell % level.width(),
            y: cell / level.width(),
            before: own,
            after: new,
            reasons,
        }
    });
    Repair { changes: changes.collect(), lacks, level }
}
