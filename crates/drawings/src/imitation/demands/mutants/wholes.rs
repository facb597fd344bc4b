//! Mutants with large unchanged parts of drawings.

use level::Level;

use super::{Maker, Wrong};

impl Maker<'_> {
    /// Flipped, and shifted by a column or a row.
    pub(super) fn turned(&mut self, level: &Level) {
        let (width, height) = (level.width(), level.height());
        let places: [&dyn Fn(usize, usize) -> (usize, usize); 5] = [
            &|x, y| (width - 1 - x, y),
            &|x, y| (x, height - 1 - y),
            &|x, y| (width - 1 - x, height - 1 - y),
            &|x, y| ((x + 1) % width, y),
            &|x, y| (x, (y + 1) % height),
        ];
        for place in places {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let tiles = cells.map(|(x, y)| place(x, y)).map(|(x, y)| level.get(x, y)).collect();
            let wrong = Level::from_tiles(width, tiles, level.palette().clone());
            self.push(wrong, Wrong::Other);
        }
    }

    /// Halves of two drawings.
    pub(super) fn joined(&mut self, level: &Level) {
        let size = (level.width(), level.height());
        let is_other = |other: &&Level| {
            (other.width(), other.height()) == size && other.tiles() != level.tiles()
        };
        let others: Vec<&Level> = self.scene.levels().iter().filter(is_other).collect();
        if others.is_empty() {
            return;
        }
        for is_upright in [false, true] {
            let other = self.one_of(&others);
            let mut wrong = level.clone();
            for y in 0..size.1 {
                for x in 0..size.0 {
                    let is_other = if is_upright { 2 * x >= size.0 } else { 2 * y >= size.1 };
                    if is_other {
                        wrong.set(x, y, other.get(x, y));
                    }
                }
            }
            self.push(wrong, Wrong::Other);
        }
    }
}
