//! Places of the player, enemies and treasure in the levels of Figure 3.

use std::iter::Sum;

use marahel_level::{Palette, Tile, View};
use marahel_statistics::Share;

/// Shares over some levels. A hallway is an open cell with solid cells or the edge on exactly two
/// opposite sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    /// Players without a solid cell or the edge among their eight neighbors.
    pub(crate) open_players: Share,
    /// Treasures with solid cells or the edge on at least two of four sides.
    pub(crate) tucked_treasures: Share,
    pub(crate) hallway_enemies: Share,
    /// Open cells outside of hallways with an enemy.
    pub(crate) other_enemies: Share,
}

impl Places {
    pub(crate) fn of(level: View<'_>, palette: &Palette) -> Self {
        let [solid, player, enemy, treasure] =
            ["solid", "player", "enemy", "treasure"].map(|name| palette.tile(name));
        let surroundings = Surroundings { level, solid };
        let mut places = Self::default();
        for (y, row) in level.rows().enumerate() {
            for (x, &tile) in row.iter().enumerate() {
                let tile = Some(tile);
                if tile == solid {
                    continue;
                }
                let sides = surroundings.sides(x, y);
                let n_solid = sides.into_iter().filter(|&is_solid| is_solid).count();
                let is_hallway = n_solid == 2 && sides[0] == sides[1];
                let enemies = if is_hallway {
                    &mut places.hallway_enemies
                } else {
                    &mut places.other_enemies
                };
                enemies.count(tile == enemy);
                if tile == player {
                    places.open_players.count(surroundings.is_open(x, y));
                }
                if tile == treasure {
                    places.tucked_treasures.count(n_solid >= 2);
                }
            }
        }
        places
    }
}

impl Sum for Places {
    fn sum<I: Iterator<Item = Self>>(places: I) -> Self {
        places.fold(Self::default(), |sum, places| Self {
            open_players: sum.open_players + places.open_players,
            tucked_treasures: sum.tucked_treasures + places.tucked_treasures,
            hallway_enemies: sum.hallway_enemies + places.hallway_enemies,
            other_enemies: sum.other_enemies + places.other_enemies,
        })
    }
}

/// The solid neighbors of a cell; everything outside of the level is solid.
struct Surroundings<'l> {
    level: View<'l>,
    solid: Option<Tile>,
}

impl Surroundings<'_> {
    /// Whether the cells to the left, right, above and below are solid.
    fn sides(&self, x: usize, y: usize) -> [bool; 4] {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|offset| self.is_solid(x, y, offset))
    }

    /// Whether none of the eight neighbors is solid.
    fn is_open(&self, x: usize, y: usize) -> bool {
        let mut offsets = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        !offsets.any(|offset| self.is_solid(x, y, offset))
    }

    fn is_solid(&self, x: usize, y: usize, (dx, dy): (isize, isize)) -> bool {
        let column = x.checked_add_signed(dx).filter(|&column| column < self.level.width());
        let row = y.checked_add_signed(dy).filter(|&row| row < self.level.height());
        column.zip(row).is_none_or(|(x, y)| Some(self.level.get(x, y)) == self.solid)
    }
}
