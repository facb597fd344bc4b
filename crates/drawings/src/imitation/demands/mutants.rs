//! Levels with defects: drawings in which something was moved, shuffled, painted over or joined.
//!
//! A common property that no mutant breaks is not worth requiring. Symmetric drawings also have
//! symmetric mutants; otherwise the broken symmetry would hide every other defect.

mod wholes;

use level::{Level, Mirror, Tile, TileSet};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cells::{inner, is_inside, mirror, places};
use super::{cells, scene::Scene};

pub(crate) struct Mutant {
    pub(crate) level: Level,
    pub(crate) wrong: Wrong,
}

/// The defect of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    Shuffled,
    /// All cells of a tile were moved to other possible places.
    Moved(Tile),
    Other,
}

/// Maximum number of cells of all mutants, and of mutants.
const N_CELLS_MAX: usize = 120_000;
const N_MUTANTS: usize = 260;

/// The mutants of the drawings. They are deterministic.
pub(crate) fn mutants(scene: &Scene<'_>) -> Vec<Mutant> {
    let area = scene.levels().iter().map(|level| level.view().area()).max().unwrap_or(1);
    let n = (N_CELLS_MAX / area).clamp(16, N_MUTANTS);
    let mut maker = Maker {
        scene,
        mirror: mirror(scene.levels()),
        is_mirrored: false,
        rng: ChaCha8Rng::seed_from_u64(58),
        mutants: Vec::new(),
    };
    while maker.mutants.len() < n {
        let before = maker.mutants.len();
        for level in scene.levels() {
            maker.of(level);
        }
        maker.is_mirrored = !maker.is_mirrored && maker.mirror.is_some();
        if maker.mutants.len() == before {
            break;
        }
    }
    let mut mutants = maker.mutants;
    // Keep some of each kind.
    while mutants.len() > n {
        let step = mutants.len().div_ceil(mutants.len() - n).max(2);
        let mut index = 0;
        mutants.retain(|_| {
            index += 1;
            index % step != 0
        });
    }
    mutants
}

struct Maker<'s> {
    scene: &'s Scene<'s>,
    mirror: Option<Mirror>,
    /// Whether changes also apply to mirror images.
    is_mirrored: bool,
    rng: ChaCha8Rng,
    mutants: Vec<Mutant>,
}

impl Maker<'_> {
    /// Adds some mutants of each kind.
    fn of(&mut self, level: &Level) {
        self.shuffled(level);
        self.moved(level);
        self.exchanged(level);
        self.painted(level);
        self.turned(level);
        self.joined(level);
    }

    fn push(&mut self, level: Level, wrong: Wrong) {
        if self.scene.levels().iter().all(|drawn| drawn.tiles() != level.tiles()) {
            self.mutants.push(Mutant { level, wrong });
        }
    }

    fn shuffled(&mut self, level: &Level) {
        for is_inner in [false, true] {
            let cells = inner(level, usize::from(is_inner));
            let mut wrong = level.clone();
            self.shuffle(&mut wrong, &cells);
            let is_plain = !is_inner && !self.is_mirrored;
            self.push(wrong, if is_plain { Wrong::Shuffled } else { Wrong::Other });
        }
        for n in [2, 6] {
            let cells = inner(level, 1);
            let mut wrong = level.clone();
            for _ in 0..n {
                let (one, other) = (self.one_of(&cells), self.one_of(&cells));
                self.swap(&mut wrong, one, other);
            }
            self.push(wrong, Wrong::Other);
        }
    }

    /// Things elsewhere: one more, all of a kind, and one of it.
    fn moved(&mut self, level: &Level) {
        let things: Vec<Tile> = self.scene.things().collect();
        for tile in things {
            let at: Vec<(usize, usize)> = places(level, TileSet::only(tile)).collect();
            if at.is_empty() {
                continue;
            }
            let free = self.free(level, tile);
            let mut wrong = level.clone();
            let place = self.one_of(&free);
            self.set(&mut wrong, place, tile);
            self.push(wrong, Wrong::Other);
            let mut wrong = level.clone();
            for &place in &at {
                let to = self.one_of(&free);
                self.swap(&mut wrong, place, to);
            }
            self.push(wrong, Wrong::Moved(tile));
            let mut wrong = level.clone();
            let (place, to) = (self.one_of(&at), self.one_of(&free));
            self.swap(&mut wrong, place, to);
            self.push(wrong, if at.len() == 1 { Wrong::Moved(tile) } else { Wrong::Other });
            // One of them moved by up to two steps.
            let place = self.one_of(&at);
            let near: Vec<(usize, usize)> = free
                .iter()
                .copied()
                .filter(|&(x, y)| x.abs_diff(place.0) + y.abs_diff(place.1) <= 2)
                .collect();
            if !near.is_empty() {
                let mut wrong = level.clone();
                let to = self.one_of(&near);
                self.swap(&mut wrong, place, to);
                self.push(wrong, Wrong::Other);
            }
        }
    }

    /// Possible places of a tile: cells of its kind, passable or solid.
    fn free(&self, level: &Level, tile: Tile) -> Vec<(usize, usize)> {
        let is_door = self.scene.cast.locks.iter().any(|&(door, _)| door == tile);
        let open = self.scene.open();
        let is_free = |&(x, y): &(usize, usize)| {
            let other = level.get(x, y);
            other != tile && (is_door || open.contains(other) == open.contains(tile))
        };
        let cells = inner(level, usize::from(is_door));
        let free: Vec<(usize, usize)> = cells.into_iter().filter(is_free).collect();
        if free.is_empty() { inner(level, 0) } else { free }
    }

    /// Two tiles mixed: all of both, a few of both, or swapped.
    fn exchanged(&mut self, level: &Level) {
        let grounds: Vec<Tile> = self.scene.tiles.iter().copied().take(4).collect();
        for (index, &one) in grounds.iter().enumerate() {
            for &other in &grounds[index + 1..] {
                let pair = TileSet::only(one).union(TileSet::only(other));
                let cells: Vec<(usize, usize)> = places(level, pair).collect();
                let inside: Vec<(usize, usize)> =
                    cells.iter().copied().filter(|&place| is_inside(level, place)).collect();
                for cells in [cells, inside] {
                    if cells.len() < 2 {
                        continue;
                    }
                    let mut wrong = level.clone();
                    self.shuffle(&mut wrong, &cells);
                    self.push(wrong, Wrong::Other);
                    let mut wrong = level.clone();
                    for _ in 0..3 {
                        let (one, other) = (self.one_of(&cells), self.one_of(&cells));
                        self.swap(&mut wrong, one, other);
                    }
                    self.push(wrong, Wrong::Other);
                }
            }
        }
        let things: Vec<Tile> = self.scene.things().collect();
        if things.len() > 1 {
            let (one, other) = (self.one_of(&things), self.one_of(&things));
            let tiles = level.tiles().iter().map(|&tile| match tile {
                tile if tile == one => other,
                tile if tile == other => one,
                tile => tile,
            });
            let tiles = tiles.collect();
            let wrong = Level::from_tiles(level.width(), tiles, level.palette().clone());
            self.push(wrong, Wrong::Other);
        }
    }

    /// Blocks, lines and single cells painted with common tiles.
    fn painted(&mut self, level: &Level) {
        let grounds: Vec<Tile> = self.scene.tiles.iter().copied().take(4).collect();
        for (width, height) in [(2, 2), (5, 1), (1, 5), (1, 1), (1, 1)] {
            if level.width() < width + 2 || level.height() < height + 2 {
                continue;
            }
            let tile = self.one_of(&grounds);
            let x = self.rng.random_range(1..level.width() - width);
            let y = self.rng.random_range(1..level.height() - height);
            let mut wrong = level.clone();
            for row in y..y + height {
                for column in x..x + width {
                    self.set(&mut wrong, (column, row), tile);
                }
            }
            self.push(wrong, Wrong::Other);
        }
        // A gap in the border.
        let border: Vec<(usize, usize)> =
            inner(level, 0).into_iter().filter(|&place| !is_inside(level, place)).collect();
        let mut wrong = level.clone();
        let (place, tile) = (self.one_of(&border), self.one_of(&grounds));
        self.set(&mut wrong, place, tile);
        self.push(wrong, Wrong::Other);
    }

    fn one_of<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.rng.random_range(0..some.len())]
    }

    fn shuffle(&mut self, level: &mut Level, cells: &[(usize, usize)]) {
        for index in (1..cells.len()).rev() {
            let other = self.rng.random_range(0..=index);
            self.swap(level, cells[index], cells[other]);
        }
    }

    fn swap(&mut self, level: &mut Level, one: (usize, usize), other: (usize, usize)) {
        cells::swap(level, self.mirror.filter(|_| self.is_mirrored), one, other);
    }

    fn set(&mut self, level: &mut Level, place: (usize, usize), tile: Tile) {
        cells::set(level, self.mirror.filter(|_| self.is_mirrored), place, tile);
    }
}
