//! Flips and rotations of looks.

use crate::terrains::Sides;

#[cfg(test)]
mod tests;

/// How a look is turned, in the order in which Tiled does it: first mirrored along the diagonal
/// from the upper left, then to the other side, then upside down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// Columns become rows.
    pub is_diagonal: bool,
    /// Left becomes right.
    pub is_mirrored: bool,
    /// Top becomes bottom.
    pub is_upside_down: bool,
}

/// The turns that a tileset allows, as `<transformations>` of Tiled.
#[expect(clippy::struct_excessive_bools, reason = "the four are independent")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Whether left may become right.
    pub mirrors: bool,
    /// Whether top may become bottom.
    pub flips: bool,
    /// Whether looks may be rotated by right angles.
    pub rotates: bool,
    /// Whether a look that fits as it is goes before all that fit turned.
    pub prefers_plain: bool,
}

impl Turn {
    /// All eight, the plain one first.
    const ALL: [Self; 8] = {
        let mut all = [Self { is_diagonal: false, is_mirrored: false, is_upside_down: false }; 8];
        let mut index = 0;
        while index < all.len() {
            all[index] = Self {
                is_diagonal: index & 4 != 0,
                is_mirrored: index & 2 != 0,
                is_upside_down: index & 1 != 0,
            };
            index += 1;
        }
        all
    };

    /// The sides of a look that is turned.
    pub fn apply(self, Sides(sides): Sides) -> Sides {
        let mut turned = [0; 8];
        for (place, side) in sides.into_iter().enumerate() {
            // Places run clockwise from the top, so each mirror counts them backwards.
            let mut place = place;
            for (is_done, axis) in
                [(self.is_diagonal, 14), (self.is_mirrored, 8), (self.is_upside_down, 12)]
            {
                if is_done {
                    place = (axis - place) % 8;
                }
            }
            turned[place] = side;
        }
        Sides(turned)
    }

    /// Where a pixel of the turned look comes from. `size` is the width and height of the turned
    /// look.
    pub fn source(self, (x, y): (u32, u32), (width, height): (u32, u32)) -> (u32, u32) {
        let y = if self.is_upside_down { height - 1 - y } else { y };
        let x = if self.is_mirrored { width - 1 - x } else { x };
        if self.is_diagonal { (y, x) } else { (x, y) }
    }

    fn is_plain(self) -> bool {
        self == Self::default()
    }

    /// Whether it keeps a look's left and right hand apart: it is a rotation.
    fn is_rotation(self) -> bool {
        let n_mirrors = [self.is_diagonal, self.is_mirrored, self.is_upside_down];
        n_mirrors.into_iter().filter(|is_done| *is_done).count() % 2 == 0
    }
}

impl Turns {
    /// The allowed turns, the plain one first.
    pub fn all(self) -> impl Iterator<Item = Turn> {
        Turn::ALL.into_iter().filter(move |turn| self.allows(*turn))
    }

    fn allows(self, turn: Turn) -> bool {
        if turn.is_plain() {
            return true;
        }
        if self.rotates && (turn.is_rotation() || self.mirrors || self.flips) {
            return true;
        }
        let (mirrors, flips) = (self.mirrors, self.flips);
        !turn.is_diagonal && (mirrors || !turn.is_mirrored) && (flips || !turn.is_upside_down)
    }
}
