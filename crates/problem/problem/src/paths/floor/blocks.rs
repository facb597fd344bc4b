//! Levels of any size: eight by eight cells to a word.

use marahel_level::{TileSet, View};

use super::ground::{Cell, Ground};
use super::runs::Runs;

/// The passable cells of a level in blocks, the bits of a word.
///
/// A sweep takes one step in a whole block at once. Where floor is open, its front runs slantwise
/// through a block and has several cells in it; blocks that lie on the front are few enough for the
/// nearest cache. Bit `8 y + x` is the cell in column x of row y of a block. The blocks of a row
/// lie side by side; one after the last, and those of a row above and one below, are empty, so that
/// no step needs to be checked for the edge.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    runs: Runs,
    width: usize,
    /// Blocks in memory from one to that below it.
    stride: usize,
    /// Whether the blocks are those of this level.
    is_cut: bool,
    open: Vec<u64>,
    /// Cells in regions that are ahead, and a block that none comes before.
    ahead: Vec<u64>,
    first_ahead: usize,
    /// Open cells that the sweep has not reached.
    unvisited: Vec<u64>,
    /// Cells that the sweep reaches with the next step; empty in between.
    next: Vec<u64>,
    /// What the sweep reached, in order of distance, ...
    reached: Vec<Reached>,
    /// ... and where in it each distance begins.
    begins: Vec<u32>,
    /// The last that was reached of each block, or [`NOTHING`].
    last: Vec<u32>,
    /// Cells that may be an end of a longer path, and the blocks that have some.
    candidates: Vec<u64>,
    with_candidates: Vec<u32>,
    /// Cells on the way back to the source, by blocks, and those one step further.
    path: Vec<(u32, u64)>,
    next_path: Vec<(u32, u64)>,
    cells: Vec<Cell>,
}

/// Cells of one block at the same distance.
#[derive(Clone, Copy, Debug)]
struct Reached {
    block: u32,
    /// What was reached of the block before, or [`NOTHING`].
    before: u32,
    cells: u64,
}

const NOTHING: u32 = u32::MAX;

/// The first and the last column of a block.
const FIRST: u64 = 0x0101_0101_0101_0101;
const LAST: u64 = FIRST << 7;

impl Blocks {
    /// Cuts the level into blocks that no sweep has come to.
    fn cut(&mut self) {
        let n_rows = self.runs.height.div_ceil(8);
        let n_blocks = (n_rows + 2) * self.stride + 1;
        self.open.clear();
        self.open.resize(n_blocks, 0);
        for y in 0..self.runs.height {
            let blocks = &mut self.open[(y / 8 + 1) * self.stride..][..self.stride - 1];
            let bytes = self.runs.row(y).iter().flat_map(|word| word.to_le_bytes());
            for (block, byte) in blocks.iter_mut().zip(bytes) {
                *block |= u64::from(byte) << (y % 8 * 8);
            }
        }
        self.ahead.clone_from(&self.open);
        self.unvisited.clone_from(&self.open);
        for cells in [&mut self.next, &mut self.candidates] {
            cells.clear();
            cells.resize(n_blocks, 0);
        }
        self.last.clear();
        self.last.resize(n_blocks, NOTHING);
        self.reached.clear();
        self.with_candidates.clear();
        self.is_cut = true;
    }

    fn begin_sweep(&mut self) {
        if !self.is_cut {
            self.cut();
        }
        for &Reached { block, before, .. } in &self.reached {
            if before == NOTHING {
                self.unvisited[block as usize] = self.open[block as usize];
                self.last[block as usize] = NOTHING;
            }
        }
        self.reached.clear();
        self.begins.clear();
    }

    /// Arrives at what the sweep found one step further.
    #[inline]
    fn arrive(&mut self, index: usize) {
        let reached = &mut self.reached[index];
        let block = reached.block as usize;
        reached.cells = std::mem::take(&mut self.next[block]);
        reached.before = std::mem::replace(&mut self.last[block], index as u32);
        self.unvisited[block] &= !reached.cells;
    }

    /// Adds cells of a block to those that the sweep reaches next, as far as
    /// it has not reached them yet.
    #[inline]
    fn reach(&mut self, (block, cells): (usize, u64)) {
        let new = cells & self.unvisited[block];
        if new == 0 {
            return;
        }
        if self.next[block] == 0 {
            self.reached.push(Reached { block: block as u32, before: NOTHING, cells: 0 });
        }
        self.next[block] |= new;
    }

    /// Where in `reached` the cells begin that are farther away than `distance`.
    fn begin_beyond(&self, distance: u32) -> usize {
        self.begins.get(distance as usize + 1).map_or(self.reached.len(), |&begin| begin as usize)
    }

    fn at_distance(&self, distance: u32) -> &[Reached] {
        &self.reached[self.begins[distance as usize] as usize..self.begin_beyond(distance)]
    }

    fn eccentricity(&self) -> u32 {
        self.begins.len() as u32 - 1
    }

    fn farthest(&self) -> &[Reached] {
        self.at_distance(self.eccentricity())
    }

    fn distance(&self, index: u32) -> u32 {
        self.begins.partition_point(|&begin| begin <= index) as u32 - 1
    }

    /// What was reached of a block, each with its index, the farthest first.
    fn reached_of(&self, block: u32) -> impl Iterator<Item = (u32, u64)> {
        let or_end = |index| (index != NOTHING).then_some(index);
        let last = or_end(self.last[block as usize]);
        std::iter::successors(last, move |&index| or_end(self.reached[index as usize].before))
            .map(|index| (index, self.reached[index as usize].cells))
    }

    /// Row and column of a cell, up to a constant.
    fn place(&self, cell: Cell) -> (usize, usize) {
        let (block, bit) = (cell as usize / 64, cell as usize % 64);
        (block / self.stride * 8 + bit / 8, block % self.stride * 8 + bit % 8)
    }

    /// The middle one of the cells of the path, row by row.
    fn middle(&mut self) -> Cell {
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        cells.extend(self.path.iter().flat_map(|&(block, cells)| each(block, cells)));
        let middle = cells.len() / 2;
        let middle = *cells.select_nth_unstable_by_key(middle, |&cell| self.place(cell)).1;
        self.cells = cells;
        middle
    }
}

impl Ground for Blocks {
    fn load(&mut self, level: View<'_>, passable: TileSet) {
        self.runs.load(level, passable);
        self.width = level.width();
        self.stride = level.width().div_ceil(8) + 1;
        self.is_cut = false;
        self.first_ahead = 0;
    }

    fn cell(&self, x: usize, y: usize) -> Option<Cell> {
        let is_open = x < self.width && y < self.runs.height && self.runs.contains(x, y);
        let block = (y / 8 + 1) * self.stride + x / 8;
        is_open.then_some((block * 64 + y % 8 * 8 + x % 8) as Cell)
    }

    fn n_regions(&mut self) -> u32 {
        self.runs.n_regions()
    }

    fn rewind(&mut self) {
        if self.is_cut {
            self.ahead.clone_from(&self.open);
        }
        self.first_ahead = 0;
    }

    fn next_region(&mut self) -> Option<u32> {
        if !self.is_cut {
            self.cut();
        }
        let ahead = &self.ahead[self.first_ahead..];
        self.first_ahead += ahead.iter().position(|&cells| cells != 0)?;
        let first = self.ahead[self.first_ahead].trailing_zeros();
        let eccentricity = self.sweep(self.first_ahead as Cell * 64 + first);
        for &Reached { block, before, .. } in &self.reached {
            if before == NOTHING {
                self.ahead[block as usize] &= self.unvisited[block as usize];
            }
        }
        Some(eccentricity)
    }

    fn sweep(&mut self, source: Cell) -> u32 {
        self.begin_sweep();
        self.reach((source as usize / 64, 1 << (source % 64)));
        let mut begin = 0;
        while begin < self.reached.len() {
            let end = self.reached.len();
            self.begins.push(begin as u32);
            for index in begin..end {
                self.arrive(index);
            }
            for index in begin..end {
                let Reached { block, cells, .. } = self.reached[index];
                for step in steps(block, cells, self.stride) {
                    self.reach(step);
                }
            }
            begin = end;
        }
        self.eccentricity()
    }

    fn n_reached(&self) -> u32 {
        count(&self.reached)
    }

    fn nth_reached(&self, n: u32) -> Cell {
        nth(&self.reached, n)
    }

    fn n_farthest(&self) -> u32 {
        count(self.farthest())
    }

    fn nth_farthest(&self, n: u32) -> Cell {
        nth(self.farthest(), n)
    }

    fn halfway(&mut self) -> Cell {
        let eccentricity = self.eccentricity();
        let mut path = std::mem::take(&mut self.path);
        let mut closer = std::mem::take(&mut self.next_path);
        let farthest = self.nth_farthest(0);
        path.clear();
        path.push((farthest / 64, 1 << (farthest % 64)));
        for distance in (eccentricity / 2..eccentricity).rev() {
            for &(block, cells) in &path {
                for (block, cells) in steps(block, cells, self.stride) {
                    self.next[block] |= cells;
                }
            }
            closer.clear();
            let nearer = self.at_distance(distance).iter();
            let on_path = nearer
                .map(|&Reached { block, cells, .. }| (block, cells & self.next[block as usize]));
            closer.extend(on_path.filter(|&(_, cells)| cells != 0));
            for &(block, cells) in &path {
                for (block, _) in steps(block, cells, self.stride) {
                    self.next[block] = 0;
                }
            }
            std::mem::swap(&mut path, &mut closer);
        }
        (self.path, self.next_path) = (path, closer);
        self.middle()
    }

    fn distance_to(&self, cell: Cell) -> Option<u32> {
        let (index, _) =
            self.reached_of(cell / 64).find(|(_, cells)| cells >> (cell % 64) & 1 != 0)?;
        Some(self.distance(index))
    }

    fn nominate_reached(&mut self) {
        for block in self.with_candidates.drain(..) {
            self.candidates[block as usize] = 0;
        }
        for &Reached { block, before, .. } in &self.reached {
            if before == NOTHING {
                let at = block as usize;
                self.candidates[at] = self.open[at] & !self.unvisited[at];
                self.with_candidates.push(block);
            }
        }
    }

    fn dismiss_within(&mut self, distance: u32) {
        let begin = self.begin_beyond(distance) as u32;
        let mut blocks = std::mem::take(&mut self.with_candidates);
        blocks.retain(|&block| {
            let beyond = self.reached_of(block).take_while(|&(index, _)| index >= begin);
            let beyond = beyond.fold(0, |all, (_, cells)| all | cells);
            self.candidates[block as usize] &= beyond;
            self.candidates[block as usize] != 0
        });
        self.with_candidates = blocks;
    }

    fn farthest_candidate(&self) -> Option<(Cell, u32)> {
        let farthest = self.with_candidates.iter().filter_map(|&block| {
            let candidates = self.candidates[block as usize];
            let (index, cells) =
                self.reached_of(block).find(|(_, cells)| cells & candidates != 0)?;
            Some((index, block * 64 + (cells & candidates).trailing_zeros()))
        });
        let (index, cell) = farthest.max()?;
        Some((cell, self.distance(index)))
    }
}

/// The cells one step away from some cells of a block, each with their blocks, walls included.
#[inline]
fn steps(block: u32, cells: u64, stride: usize) -> [(usize, u64); 5] {
    let block = block as usize;
    let to_the_right = (cells & !LAST) << 1;
    let to_the_left = (cells & !FIRST) >> 1;
    [
        (block, to_the_right | to_the_left | cells << 8 | cells >> 8),
        (block - 1, (cells & FIRST) << 7),
        (block + 1, (cells & LAST) >> 7),
        (block - stride, cells << 56),
        (block + stride, cells >> 56),
    ]
}

fn each(block: u32, mut cells: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let bit = (cells != 0).then(|| cells.trailing_zeros())?;
        cells &= cells - 1;
        Some(block * 64 + bit)
    })
}

fn count(reached: &[Reached]) -> u32 {
    reached.iter().map(|reached| reached.cells.count_ones()).sum()
}

/// The cell that `n` others come before.
fn nth(reached: &[Reached], mut n: u32) -> Cell {
    for &Reached { block, cells, .. } in reached {
        if n < cells.count_ones() {
            return each(block, cells).nth(n as usize).expect("there are more than n");
        }
        n -= cells.count_ones();
    }
    panic!("the sweep reached too few cells");
}
