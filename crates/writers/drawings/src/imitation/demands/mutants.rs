//! Levels with defects: drawings in which something was moved, shuffled, painted over or joined.
//!
//! A common property that no mutant breaks is not worth requiring. Symmetric drawings also have
//! symmetric mutants; otherwise the broken symmetry would hide every other defect.

use marahel_level::{Level, Mirror, Tile, TileSet};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::scene::Scene;
use crate::imitation::cells;
use crate::imitation::cells::{inner, is_inside, mirror, places};

pub(crate) struct Mutant {
    pub(crate) level: Level,
    pub(crate) defect: Defect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
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
        self.flipped(level);
        self.joined(level);
    }

    fn push(&mut self, level: Level, defect: Defect) {
        if self.scene.levels().iter().all(|drawn| drawn.tiles() != level.tiles()) {
            self.mutants.push(Mutant { level, defect });
        }
    }

    fn shuffled(&mut self, level: &Level) {
        for is_inner in [false, true] {
            let cells = inner(level, usize::from(is_inner));
            let mut mutant = level.clone();
            self.shuffle(&mut mutant, &cells);
            let is_plain = !is_inner && !self.is_mirrored;
            self.push(mutant, if is_plain { Defect::Shuffled } else { Defect::Other });
        }
        for n in [2, 6] {
            let cells = inner(level, 1);
            let mut mutant = level.clone();
            for _ in 0..n {
                let (left, right) = (self.one_of(&cells), self.one_of(&cells));
                self.swap(&mut mutant, left, right);
            }
            self.push(mutant, Defect::Other);
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
            let mut mutant = level.clone();
            let place = self.one_of(&free);
            self.set(&mut mutant, place, tile);
            self.push(mutant, Defect::Other);
            let mut mutant = level.clone();
            for &place in &at {
                let to = self.one_of(&free);
                self.swap(&mut mutant, place, to);
            }
            self.push(mutant, Defect::Moved(tile));
            let mut mutant = level.clone();
            let (place, to) = (self.one_of(&at), self.one_of(&free));
            self.swap(&mut mutant, place, to);
            self.push(mutant, if at.len() == 1 { Defect::Moved(tile) } else { Defect::Other });
            // One of them moved by up to two steps.
            let place = self.one_of(&at);
            let near: Vec<(usize, usize)> = free
                .iter()
                .copied()
                .filter(|&(x, y)| x.abs_diff(place.0) + y.abs_diff(place.1) <= 2)
                .collect();
            if !near.is_empty() {
                let mut mutant = level.clone();
                let to = self.one_of(&near);
                self.swap(&mut mutant, place, to);
                self.push(mutant, Defect::Other);
            }
        }
    }

    /// Possible places of a tile: cells of its kind, passable or solid.
    fn free(&self, level: &Level, tile: Tile) -> Vec<(usize, usize)> {
        let is_door = self.scene.cast.is_lock(tile);
        let open = self.scene.open();
        let mut free = inner(level, usize::from(is_door));
        free.retain(|&(x, y)| {
            let old_tile = level.get(x, y);
            old_tile != tile && (is_door || open.contains(old_tile) == open.contains(tile))
        });
        if free.is_empty() { inner(level, 0) } else { free }
    }

    /// Two tiles mixed: all of both, a few of both, or swapped.
    fn exchanged(&mut self, level: &Level) {
        let grounds: Vec<Tile> = self.scene.tiles.iter().copied().take(4).collect();
        for (index, &left) in grounds.iter().enumerate() {
            for &right in &grounds[index + 1..] {
                let pair = TileSet::only(left).union(TileSet::only(right));
                let cells: Vec<(usize, usize)> = places(level, pair).collect();
                let inside: Vec<(usize, usize)> =
                    cells.iter().copied().filter(|&place| is_inside(level, place)).collect();
                for cells in [cells, inside] {
                    if cells.len() < 2 {
                        continue;
                    }
                    let mut mutant = level.clone();
                    self.shuffle(&mut mutant, &cells);
                    self.push(mutant, Defect::Other);
                    let mut mutant = level.clone();
                    for _ in 0..3 {
                        let (left, right) = (self.one_of(&cells), self.one_of(&cells));
                        self.swap(&mut mutant, left, right);
                    }
                    self.push(mutant, Defect::Other);
                }
            }
        }
        let things: Vec<Tile> = self.scene.things().collect();
        if things.len() > 1 {
            let (left, right) = (self.one_of(&things), self.one_of(&things));
            let tiles = level.tiles().iter().map(|&tile| match tile {
                tile if tile == left => right,
                tile if tile == right => left,
                tile => tile,
            });
            let tiles = tiles.collect();
            let mutant = Level::from_tiles(level.width(), tiles, level.palette().clone());
            self.push(mutant, Defect::Other);
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
            let mut mutant = level.clone();
            for row in y..y + height {
                for column in x..x + width {
                    self.set(&mut mutant, (column, row), tile);
                }
            }
            self.push(mutant, Defect::Other);
        }
        // A gap in the border.
        let border: Vec<(usize, usize)> =
            inner(level, 0).into_iter().filter(|&place| !is_inside(level, place)).collect();
        let mut mutant = level.clone();
        let (place, tile) = (self.one_of(&border), self.one_of(&grounds));
        self.set(&mut mutant, place, tile);
        self.push(mutant, Defect::Other);
    }

    /// Flipped, and shifted by a column or a row.
    fn flipped(&mut self, level: &Level) {
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
            let mutant = Level::from_tiles(width, tiles, level.palette().clone());
            self.push(mutant, Defect::Other);
        }
    }

    /// Halves of two drawings.
    fn joined(&mut self, level: &Level) {
        let size = (level.width(), level.height());
        let twins = self.scene.levels().iter().filter(|drawing| {
            (drawing.width(), drawing.height()) == size && drawing.tiles() != level.tiles()
        });
        let twins: Vec<&Level> = twins.collect();
        if twins.is_empty() {
            return;
        }
        for is_upright in [false, true] {
            let twin = self.one_of(&twins);
            let mut mutant = level.clone();
            for y in 0..size.1 {
                for x in 0..size.0 {
                    let is_other = if is_upright { 2 * x >= size.0 } else { 2 * y >= size.1 };
                    if is_other {
                        mutant.set(x, y, twin.get(x, y));
                    }
                }
            }
            self.push(mutant, Defect::Other);
        }
    }

    fn one_of<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.rng.random_range(0..some.len())]
    }

    fn shuffle(&mut self, level: &mut Level, cells: &[(usize, usize)]) {
        for index in (1..cells.len()).rev() {
            let partner = self.rng.random_range(0..=index);
            self.swap(level, cells[index], cells[partner]);
        }
    }

    fn swap(&mut self, level: &mut Level, left: (usize, usize), right: (usize, usize)) {
        cells::swap(level, self.mirror.filter(|_| self.is_mirrored), left, right);
    }

    fn set(&mut self, level: &mut Level, place: (usize, usize), tile: Tile) {
        cells::set(level, self.mirror.filter(|_| self.is_mirrored), place, tile);
    }
}
