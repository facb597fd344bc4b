//! Steps with gravity.

use marahel_level::TileSet;

/// Movement with running, jumping, falling, climbing and hanging.
///
/// A character that is *held* (it stands on something solid, on a platform or on a ladder, climbs a
/// ladder or hangs on a rope) steps sideways, climbs up a ladder, climbs or drops down where nothing
/// to stand on is below, or jumps. Platforms are entered from below and from the sides. In the air a step goes up while the jump has height left, sideways while it has
/// reach left, or down; after a step down none goes up. Stepping off an edge is a straight fall.
/// Height and reach are restored as soon as the character is held. Each cell is a step.
/// In the last row above a [deadly](Self::is_deadly_below) edge only ladders and ropes hold: a jump
/// may go on sideways there while it has reach left, and then the character is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platformer {
    /// Tiles that cannot be entered but stood on.
    pub solid: TileSet,
    /// Whether the lower edge of the level is deadly rather than solid.
    pub is_deadly_below: bool,
    /// Tiles to stand on that cannot be entered from above, but from below and from the sides.
    pub platforms: TileSet,
    /// Tiles to climb on, and to stand on.
    pub ladders: TileSet,
    /// Tiles to hang on.
    pub ropes: TileSet,
    /// Cells that a jump goes up, at most 12.
    pub height: u8,
    /// Cells that a jump goes sideways, at most 12.
    pub reach: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Air {
    /// Something holds.
    Held,
    /// Cells left to go up and sideways.
    Free { up: u8, sideways: u8 },
}

impl Air {
    /// Cells left to go up and sideways; a cell holds whoever comes there, or nobody, so that
    /// nothing else needs to be told apart.
    #[inline]
    pub(super) fn left(self) -> (usize, u8) {
        match self {
            Self::Held => (0, 0),
            Self::Free { up, sideways } => (usize::from(up), sideways),
        }
    }
}

impl Platformer {
    /// Number of states that one cell can be passed in.
    pub(super) fn n_states(&self) -> usize {
        1 + (usize::from(self.height) + 1) * (usize::from(self.reach) + 1)
    }

    /// The rest of a jump after a step; `None` if the step is impossible. `climbs` if it begins on
    /// a ladder.
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
