//! Bit boards: one bit for each cell in memory, to test many cells at once.
//!
//! A board has the layout of the grid with its border. So a neighbor is as many bits away as its
//! offset in memory, and the cells of a neighborhood are counted by adders of one bit each, for a
//! block of cells together.

use std::array;

use marahel_level::TileSet;

use super::grid::Grid;

/// Words that are worked on together: 256 cells.
const N_LANES: usize = 4;

type Block = [u64; N_LANES];

const BITS: usize = u64::BITS as usize;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    /// Words before and after each board, for neighbors.
    pub(super) n_padding: usize,
    /// Words of the cells: whole blocks.
    pub(super) n_words: usize,
}

/// The boards of a level: where its tiles are in which set.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    layout: Layout,
    sets: Vec<TileSet>,
    /// The boards of the sets; memory is kept for reuse.
    words: Vec<Vec<u64>>,
}

impl Layout {
    pub(super) fn of(grid: &Grid) -> Self {
        Self {
            n_padding: grid.offset_max() / BITS + 1,
            n_words: grid.n_cells().div_ceil(N_LANES * BITS) * N_LANES,
        }
    }

    pub(super) fn write(self, grid: &Grid, set: TileSet, board: &mut Vec<u64>) {
        board.clear();
        board.resize(self.n_words + 2 * self.n_padding + 1, 0);
        grid.write_board(set, &mut board[self.n_padding..]);
    }

    #[inline]
    pub(super) fn contains(self, board: &[u64], at: usize) -> bool {
        board[self.n_padding + at / BITS] >> (at % BITS) & 1 != 0
    }

    /// Adds the cells above, below and beside those of a board, as far as they are inside.
    pub(super) fn grow(self, before: &[u64], inside: &[u64], stride: usize, board: &mut [u64]) {
        let stride = stride as isize;
        let blocks = board[self.n_padding..].chunks_exact_mut(N_LANES);
        for (index, (block, inside)) in blocks.zip(inside.chunks_exact(N_LANES)).enumerate() {
            let first = self.n_padding + index * N_LANES;
            let near = [-stride, -1, 0, 1, stride].map(|offset| near(before, first, offset));
            for (lane, word) in block.iter_mut().enumerate() {
                let grown = near.iter().fold(0, |grown, near| grown | near[lane]);
                *word = grown & inside[lane];
            }
        }
    }
}

/// Sets the bits of all cells but those outside.
pub(super) fn fill(grid: &Grid, board: &mut [u64]) {
    board.fill(0);
    for y in 0..grid.height() {
        let mut at = grid.index(0, y);
        let end = at + grid.width();
        while at < end {
            let n = (BITS - at % BITS).min(end - at);
            board[at / BITS] |= u64::MAX >> (BITS - n) << (at % BITS);
            at += n;
        }
    }
}

impl Boards {
    /// Begins with a grid: no board is known.
    pub(super) fn begin(&mut self, grid: &Grid) {
        self.layout = Layout::of(grid);
        self.sets.clear();
    }

    pub(super) fn n_words(&self) -> usize {
        self.layout.n_words
    }

    fn board(&mut self, grid: &Grid, set: TileSet) -> &[u64] {
        let index = self.sets.iter().position(|&tiles| tiles == set).unwrap_or(self.sets.len());
        if index == self.sets.len() {
            self.sets.push(set);
            if self.words.len() == index {
                self.words.push(Vec::new());
            }
            self.layout.write(grid, set, &mut self.words[index]);
        }
        &self.words[index]
    }

    /// Keeps the cells of `kept` with a number of neighbors in the set that is accepted; bit n of
    /// `accepted` stands for n, of fewer than 64 neighbors.
    pub(super) fn keep_counts(
        &mut self,
        grid: &Grid,
        (offsets, set): (&[isize], TileSet),
        accepted: u64,
        kept: &mut [u64],
    ) {
        let n_padding = self.layout.n_padding;
        let board = self.board(grid, set);
        let n_planes = (BITS - offsets.len().leading_zeros() as usize).min(6);
        for (index, kept) in kept.chunks_exact_mut(N_LANES).enumerate() {
            if kept.iter().all(|&word| word == 0) {
                continue;
            }
            // Bit n of the counts of all cells stands in plane n.
            let mut planes = [[0; N_LANES]; 6];
            for &offset in offsets {
                let mut carry = near(board, n_padding + index * N_LANES, offset);
                for plane in &mut planes[..n_planes] {
                    let sum: Block = array::from_fn(|lane| plane[lane] ^ carry[lane]);
                    carry = array::from_fn(|lane| plane[lane] & carry[lane]);
                    *plane = sum;
                }
            }
            let holds = lookup(&planes[..n_planes], accepted, offsets.len());
            for (kept, holds) in kept.iter_mut().zip(holds) {
                *kept &= holds;
            }
        }
    }

    /// Keeps the cells of `kept` whose neighbors are all in the set.
    pub(super) fn keep_matches(
        &mut self,
        grid: &Grid,
        (offsets, set): (&[isize], TileSet),
        kept: &mut [u64],
    ) {
        let n_padding = self.layout.n_padding;
        let board = self.board(grid, set);
        for (index, kept) in kept.chunks_exact_mut(N_LANES).enumerate() {
            if kept.iter().all(|&word| word == 0) {
                continue;
            }
            for &offset in offsets {
                let near = near(board, n_padding + index * N_LANES, offset);
                for (kept, near) in kept.iter_mut().zip(near) {
                    *kept &= near;
                }
            }
        }
    }
}

/// The block of the cells that are `offset` away from those of a block.
#[inline]
fn near(board: &[u64], first: usize, offset: isize) -> Block {
    let (n_words, n_bits) = (offset.div_euclid(BITS as isize), offset.rem_euclid(BITS as isize));
    let words = &board[first.wrapping_add_signed(n_words)..][..=N_LANES];
    array::from_fn(|lane| {
        words[lane] >> n_bits | words[lane + 1] << 1 << (BITS as isize - 1 - n_bits)
    })
}

/// Where the numbers in the planes, up to `most`, are accepted.
#[inline]
fn lookup(planes: &[Block], accepted: u64, most: usize) -> Block {
    let all = u64::MAX >> (BITS - 1 - most);
    // Fewer terms are less work.
    let is_few = 2 * (accepted & all).count_ones() <= all.count_ones();
    let mut numbers = if is_few { accepted & all } else { !accepted & all };
    let mut holds = [if is_few { 0 } else { u64::MAX }; N_LANES];
    while numbers != 0 {
        let number = numbers.trailing_zeros();
        numbers &= numbers - 1;
        let mut equal = [u64::MAX; N_LANES];
        for (bit, plane) in planes.iter().enumerate() {
            let flip = if number >> bit & 1 == 0 { u64::MAX } else { 0 };
            equal = array::from_fn(|lane| equal[lane] & (plane[lane] ^ flip));
        }
        // Each cell has one number, so no two terms meet.
        holds = array::from_fn(|lane| holds[lane] ^ equal[lane]);
    }
    holds
}
