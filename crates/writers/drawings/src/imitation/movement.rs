//! The movement in drawn levels.

use marahel_level::TileSet;

use crate::imitation::cells::count;
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::flood::largest;

/// The movement in drawn levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// In four directions, over all passable tiles.
    Walk,
    /// With gravity. Without ladders, jumps reach four cells up and sideways.
    Platformer,
}

/// Gravity needs this share of things above solid cells, and this share of open cells above open
/// cells.
const STANDING_MIN: f64 = 0.85;
const FLOATING_MIN: f64 = 0.6;

/// Walking needs this share of the passable cells in the largest piece, in all drawings.
const PIECE_MIN: f64 = 0.9;

/// A movement needs this share of solid cells.
const SOLID_MIN: f64 = 0.05;

impl DrawnLevels {
    /// The apparent movement, with the reason; `None` if the drawings do not show one.
    pub fn seems_to_move(&self) -> Option<(Moving, &'static str)> {
        let is_barred = self.levels.iter().all(|level| {
            let n_open = count(level, self.open());
            (level.tiles().len() - n_open) as f64 >= SOLID_MIN * level.tiles().len() as f64
        });
        if !is_barred || self.open().len() < 2 {
            return None;
        }
        if self.has_gravity() {
            return Some((Moving::Platformer, "things stand on solid tiles, below free ones"));
        }
        let is_walked = self.levels.iter().all(|level| {
            let n = largest(level, self.open()).into_iter().filter(|&is| is).count();
            n as f64 >= PIECE_MIN * count(level, self.open()) as f64
        });
        is_walked.then_some((Moving::Walk, "what can be entered is in one piece"))
    }

    /// Whether nearly all single things stand on something solid, most open cells do not, and the
    /// lower edge is mostly solid.
    fn has_gravity(&self) -> bool {
        let open = self.open();
        let Some(air) = self.tiles().into_iter().find(|&tile| open.contains(tile)) else {
            return false;
        };
        let (mut things, mut standing, mut free, mut on_ground) = (0.0, 0.0, 0.0, 0.0);
        for level in &self.levels {
            let last = level.height() - 1;
            let bottom = (0..level.width()).filter(|&x| !open.contains(level.get(x, last)));
            if 2 * bottom.count() < level.width() {
                return false;
            }
            for y in 0..last {
                for x in 0..level.width() {
                    let (tile, below) = (level.get(x, y), level.get(x, y + 1));
                    let is_on = f64::from(u8::from(!open.contains(below)));
                    if tile == air {
                        (free, on_ground) = (free + 1.0, on_ground + is_on);
                    } else if self.is_single(tile) && open.contains(tile) {
                        (things, standing) = (things + 1.0, standing + is_on);
                    }
                }
            }
        }
        let ground = TileSet::only(air);
        let is_airy = self.levels.iter().all(|level| {
            let upper = level.width() * (level.height() / 3).max(1);
            let in_air = level.tiles()[..upper].iter().filter(|&&tile| ground.contains(tile));
            2 * in_air.count() > upper
        });
        is_airy
            && things >= 1.0
            && standing >= STANDING_MIN * things
            && free - on_ground >= FLOATING_MIN * free
    }
}
