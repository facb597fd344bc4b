//! Steps with gravity.

use level::TileSet;

/// How somebody moves who can run, jump, fall, climb and hang.
///
/// Whoever is *held* (stands on something solid or on a ladder, climbs a ladder or hangs on a rope)
/// steps sideways, climbs up a ladder, climbs or drops down where nothing solid is below, or jumps.
/// In the air a step goes up as long as the jump has height left, sideways as long as it has reach
/// left, or down; after a step down none goes up. Whoever steps off an edge falls straight down.
/// Height and reach are whole again as soon as something holds. Each cell is a step.
///
/// Nothing holds in the last row above a [deadly](Self::is_deadly_below) edge but ladders and ropes:
/// a jump that comes there may go on sideways while it has reach left, and then the hero is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platformer {
    /// Tiles that nobody enters and that one can stand on.
    pub solid: TileSet,
    /// Whether nobody stands on the lower edge of the level, which is solid otherwise. Whoever falls
    /// beyond it is lost.
    pub is_deadly_below: bool,
    /// Tiles to climb on, and to stand on.
    pub ladders: TileSet,
    /// Tiles to hang on.
    pub ropes: TileSet,
    /// Cells that a jump goes up, at most 12.
    pub height: u8,
    /// Cells that a jump goes sideways, at most 12.
    pub reach: u8,
}

/// What is left of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Air {
    /// Something holds.
    Held,
    /// So many cells up and sideways are left.
    Free { up: u8, sideways: u8 },
}

impl Platformer {
    /// Number of states that one cell can be passed in.
    pub(super) fn n_states(&self) -> usize {
        1 + (usize::from(self.height) + 1) * (usize::from(self.reach) + 1)
    }

    pub(super) fn number(&self, air: Air) -> usize {
        match air {
            Air::Held => 0,
            Air::Free { up, sideways } => {
                1 + usize::from(up) * (usize::from(self.reach) + 1) + usize::from(sideways)
            }
        }
    }

    pub(super) fn air(&self, number: usize) -> Air {
        let Some(number) = number.checked_sub(1) else { return Air::Held };
        let n_sideways = usize::from(self.reach) + 1;
        Air::Free { up: (number / n_sideways) as u8, sideways: (number % n_sideways) as u8 }
    }

    /// What is left behind a step of the offset; `None` if there is no such step.
    /// `climbs` says whether it begins on a ladder.
    pub(super) fn after(&self, air: Air, step: (isize, isize), climbs: bool) -> Option<Air> {
        let left = match (air, step) {
            (Air::Held, (0, -1)) if self.height > 0 || climbs => {
                Some((self.height.saturating_sub(1), self.reach))
            }
            (Air::Held, (0, -1)) => None,
            (Air::Held, _) => Some((0, 0)),
            (Air::Free { up, sideways }, (0, -1)) => Some((up.checked_sub(1)?, sideways)),
            (Air::Free { sideways, .. }, (0, 1)) => Some((0, sideways)),
            (Air::Free { up, sideways }, _) => Some((up, sideways.checked_sub(1)?)),
        };
        left.map(|(up, sideways)| Air::Free { up, sideways })
    }
}
