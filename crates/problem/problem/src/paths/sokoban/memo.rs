//! Cached outcomes of levels.

#[cfg(test)]
mod tests;

use marahel_level::{Tile, View};

use crate::paths::sokoban::solver::{Outcome, mix};

/// A cache of outcomes for levels of one size.
///
/// The same 5x5 levels come up again and again: scripts differ in parts that do not show, and
/// common streams start their levels alike. The hash of a level selects its place, and the newest
/// level takes it, so that memory is bounded. The cache never changes an outcome.
/// change an outcome, only save the search.
#[derive(Debug, Default)]
pub struct Memo {
    width: usize,
    height: usize,
    /// The tiles of the level in each place, one level after the other.
    tiles: Vec<Tile>,
    /// The outcome for the level in each place, `None` if there is no level.
    outcomes: Vec<Option<Outcome>>,
    /// Levels that were solved since there are so many places.
    n_solved: usize,
}

impl Memo {
    /// There are so many places at first, that few levels cost little, ...
    const N_PLACES_MIN: usize = 64;
    /// ... and more and more until all places together hold this many tiles.
    const N_TILES_MAX: usize = 1 << 20;

    /// The outcome of a level of at least one tile, which `solve` finds out if
    /// it is not remembered.
    pub fn outcome(&mut self, level: View<'_>, solve: impl FnOnce(View<'_>) -> Outcome) -> Outcome {
        if (self.width, self.height) != (level.width(), level.height()) {
            (self.width, self.height) = (level.width(), level.height());
            self.resize(Self::N_PLACES_MIN);
        }
        let mut place = self.place(level);
        if let Some(outcome) = self.outcomes[place].filter(|_| self.holds(place, level)) {
            return outcome;
        }
        let n_places = self.outcomes.len();
        if self.n_solved == n_places && n_places < self.n_places_max() {
            self.resize(8 * n_places);
            place = self.place(level);
        }
        self.n_solved += 1;
        let rows = self.tiles[place * self.width * self.height..].chunks_exact_mut(self.width);
        for (row, new) in rows.zip(level.rows()) {
            row.copy_from_slice(new);
        }
        *self.outcomes[place].insert(solve(level))
    }

    fn place(&self, level: View<'_>) -> usize {
        hash(level) as usize % self.outcomes.len()
    }

    fn holds(&self, place: usize, level: View<'_>) -> bool {
        let tiles = &self.tiles[place * self.width * self.height..];
        tiles.chunks_exact(self.width).zip(level.rows()).all(|(row, part)| row == part)
    }

    fn n_places_max(&self) -> usize {
        (Self::N_TILES_MAX / (self.width * self.height)).max(1)
    }

    /// Forgets all levels and makes places for others, as many as wanted if that is not too many.
    fn resize(&mut self, n_wanted: usize) {
        let n_places = n_wanted.min(self.n_places_max());
        self.tiles.clear();
        self.tiles.resize(n_places * self.width * self.height, 0);
        self.outcomes.clear();
        self.outcomes.resize(n_places, None);
        self.n_solved = 0;
    }
}

fn hash(level: View<'_>) -> u64 {
    level.rows().fold(0, |hash, row| {
        let word = row.iter().fold(0, |word: u64, &tile| word.rotate_left(3) ^ u64::from(tile));
        mix(hash, word)
    })
}
