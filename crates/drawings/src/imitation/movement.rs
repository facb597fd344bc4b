//! The movement in drawn levels.

use std::fmt::Write as _;

use level::{Level, TileSet};

use crate::imitation::cast::Cast;
use crate::imitation::demands::count;
use crate::imitation::drawn::Drawn;
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

impl Drawn {
    /// The apparent movement, with the reason; `None` if the drawings do not show one.
    pub fn seems_to_move(&self) -> Option<(Moving, &'static str)> {
        let is_in_the_way = |level: &Level| {
            let n_open = count(level, self.open());
            (level.tiles().len() - n_open) as f64 >= SOLID_MIN * level.tiles().len() as f64
        };
        if !self.levels.iter().all(is_in_the_way) || self.open().len() < 2 {
            return None;
        }
        if self.has_gravity() {
            return Some((Moving::Platformer, "things stand on solid tiles, below free ones"));
        }
        let is_one_piece = |level: &Level| {
            let n = largest(level, self.open()).into_iter().filter(|&is| is).count();
            n as f64 >= PIECE_MIN * count(level, self.open()) as f64
        };
        let is_walked = self.levels.iter().all(is_one_piece);
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

/// The table of the movement, with its locks.
pub(crate) fn movement(drawn: &Drawn, how: Moving, cast: &Cast) -> String {
    let is_lock = |tile| cast.locks.iter().any(|&(door, _)| door == tile);
    let name = |tile| drawn.palette.name(tile);
    let mut text = if how == Moving::Walk {
        let free = drawn.named(|tile| !drawn.is_solid(tile) && !is_lock(tile));
        format!("\n[movement.walk]\nover = \"{free}\"\n")
    } else {
        let called = |word: &str| {
            drawn.named(|tile| !drawn.is_solid(tile) && name(tile).to_lowercase().contains(word))
        };
        let (ladders, ropes) = (called("ladder"), called("rope"));
        let jump = if ladders.is_empty() { 4 } else { 0 };
        let solid = drawn.named(|tile| drawn.is_solid(tile) && !is_lock(tile));
        let mut text =
            format!("\n[movement.run]\nsolid = \"{solid}\"\njump = {jump}\nreach = {jump}\n");
        for (key, tiles) in [("ladders", ladders), ("ropes", ropes)] {
            if !tiles.is_empty() {
                let _ = writeln!(text, "{key} = \"{tiles}\"");
            }
        }
        text
    };
    if !cast.locks.is_empty() {
        let locks = cast.locks.iter().map(|&(door, key)| {
            format!("{} = \"{}\"", crate::imitation::inferred::key(name(door)), name(key))
        });
        let _ = writeln!(text, "doors = {{ {} }}", locks.collect::<Vec<_>>().join(", "));
    }
    text
}
