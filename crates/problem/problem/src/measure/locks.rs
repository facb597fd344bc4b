//! Keys of which each opens one door.

use crate::paths::{Movement, Walker};
use marahel_level::{Tile, TileSet, View};

use super::regions::neighbors;
use crate::counts::cells;

/// Maximum number of doors: each set of them may have been opened.
const N_DOORS_MAX: usize = 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct Locks {
    pub(super) from: TileSet,
    pub(super) goal: TileSet,
    pub(super) key: TileSet,
    pub(super) door: TileSet,
}

impl Locks {
    /// The share of the ways to spend the keys that end before the goal, in 0..=1. A way ends where
    /// the goal can be reached, or where no further door can be opened; two ways with the same doors
    /// are one. `None` without a tile of `from`, or with more than ten doors.
    pub(super) fn share_locked_out(
        self,
        level: View<'_>,
        movement: &Movement,
        walker: &mut Walker,
    ) -> Option<f64> {
        let start = cells(level, self.from).next()?;
        let doors: Vec<usize> = cells(level, self.door).take(N_DOORS_MAX + 1).collect();
        if doors.len() > N_DOORS_MAX {
            return None;
        }
        let (width, height) = (level.width(), level.height());
        let tiles: Vec<Tile> = level.rows().flatten().copied().collect();
        // Whoever opens a door could as well begin there.
        let opened_door = tiles[start];
        let movement = self.with_closed_doors(movement);
        let mut is_known = vec![false; 1 << doors.len()];
        is_known[0] = true;
        let mut ways = vec![0_usize];
        let [mut n_ends, mut n_locked_out] = [0_u32; 2];
        while let Some(opened) = ways.pop() {
            let is_open = |index: &usize| opened >> index & 1 == 1;
            let mut now = tiles.clone();
            (0..doors.len()).filter(is_open).for_each(|index| now[doors[index]] = opened_door);
            let mut is_reached = vec![false; tiles.len()];
            let (mut n_keys, mut is_at_goal) = (0, false);
            let view = View::new(&now, width, height, width);
            walker.flood(view, &movement, (self.from, self.goal.union(self.key)), |cell, _| {
                is_reached[cell] = true;
                n_keys += self.key.count(tiles[cell]);
                is_at_goal |= self.goal.contains(tiles[cell]);
            });
            let has_key = n_keys > opened.count_ones();
            let can_open = |index: &usize| {
                let mut beside = neighbors(doors[*index], width, height, movement.offsets());
                has_key && !is_open(index) && beside.any(|cell| is_reached[cell])
            };
            let opens = |index: &usize| !is_at_goal && can_open(index);
            let next: Vec<usize> = (0..doors.len()).filter(opens).collect();
            if next.is_empty() {
                n_ends += 1;
                n_locked_out += u32::from(!is_at_goal);
            }
            for index in next {
                let opened = opened | 1 << index;
                if !std::mem::replace(&mut is_known[opened], true) {
                    ways.push(opened);
                }
            }
        }
        Some(f64::from(n_locked_out) / f64::from(n_ends))
    }

    /// The movement that enters no door of its own.
    fn with_closed_doors(self, movement: &Movement) -> Movement {
        let mut movement = movement.clone();
        movement.over = movement.over.difference(self.door);
        movement.doors.retain(|door| !self.door.contains(door.door));
        movement
    }
}

#[cfg(test)]
mod tests;
