//! The ways that the player has to go.

use level::{Tile, TileSet, View};
use problem::{Counts, Floor, positions};

use crate::{DOOR, ENEMY, KEY, PASSABLE, PLAYER};

/// Lengths, in steps, of the two ways of a level that has one player, one key
/// and one door; `None` where there is no way.
///
/// Source: Khalifa and Togelius 2020, section 3.3.2, and the released code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quest {
    /// From the player to the key, not over the door.
    pub(crate) player_key: Option<u32>,
    /// From the key to the door.
    pub(crate) key_door: Option<u32>,
}

impl Quest {
    /// The quest of `level`, or `None` where player, key and door are not one each.
    pub(crate) fn find(level: View<'_>, counts: &Counts, floor: &mut Floor) -> Option<Self> {
        let is_one = |tile: &Tile| counts.get(*tile) == 1;
        if ![PLAYER, KEY, DOOR].iter().all(is_one) {
            return None;
        }
        let [player, key, door] = [PLAYER, KEY, DOOR].map(|tile| positions(level, tile).next());
        floor.load(level, PASSABLE);
        let player_key = floor.distance(player?, key?);
        floor.load(level, PASSABLE.union(TileSet::only(DOOR)));
        let key_door = floor.distance(key?, door?);
        Some(Self { player_key, key_door })
    }

    /// Steps from the player over the key to the door.
    pub(crate) fn length(self) -> Option<u32> {
        Some(self.player_key? + self.key_door?)
    }
}

/// Steps from the first player to the nearest enemy, not over doors.
pub(crate) fn nearest_enemy(level: View<'_>, floor: &mut Floor) -> Option<u32> {
    floor.load(level, PASSABLE);
    let player = positions(level, PLAYER).next()?;
    floor.nearest(player, positions(level, ENEMY))
}
