//! A yard as sets of cells.

use super::Move;
use super::bits::Bits;
use super::yard::{Cell, Yard};

/// Walls, targets and the initial state, for yards whose rows fit `N` words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<const N: usize> {
    /// Number of cells from one row to the next, one of them a wall.
    stride: u32,
    pub(super) floor: Bits<N>,
    /// Where crates may stand.
    pub(super) live: Bits<N>,
    pub(super) targets: Bits<N>,
    pub(super) crates: Bits<N>,
    pub(super) player: Bits<N>,
}

impl<const N: usize> Board<N> {
    /// The board of a yard whose live squares are known, if it fits.
    pub(super) fn new(yard: &Yard) -> Option<Self> {
        let stride = yard.stride;
        // A step is a shift, which goes less than a word.
        let fits = stride < 64 && yard.n_inner_cells() <= Bits::<N>::LEN;
        // The wall above the first row takes no bits: steps out of the set fall off.
        let index = |cell: Cell| (cell - stride) as usize;
        let set = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(Bits::EMPTY, |bits, cell| bits | Bits::only(index(cell)))
        };
        fits.then(|| Self {
            stride,
            floor: set(&mut (0..yard.floor.len() as Cell).filter(|&cell| yard.is_floor(cell))),
            live: set(&mut yard.live.iter().copied()),
            targets: set(&mut yard.targets.iter().copied()),
            crates: set(&mut yard.crates.iter().copied()),
            player: set(&mut [yard.player].into_iter()),
        })
    }

    /// All cells moved by one step; some may come to lie in walls.
    #[inline]
    pub(super) fn step(&self, cells: Bits<N>, direction: Move) -> Bits<N> {
        match direction {
            Move::Left => cells.down(1),
            Move::Right => cells.up(1),
            Move::Up => cells.down(self.stride),
            Move::Down => cells.up(self.stride),
        }
    }

    /// All cells beside some cells; some may be walls.
    #[inline]
    pub(super) fn neighbors(&self, cells: Bits<N>) -> Bits<N> {
        let rows = cells.down(self.stride) | cells.up(self.stride);
        rows | cells.down(1) | cells.up(1)
    }

    /// Whether a crate that came to `onto` completes a square of two by two
    /// crates and walls of which a crate is not on a target.
    ///
    /// None of its crates can ever be moved again.
    #[inline]
    pub(super) fn freezes(&self, crates: Bits<N>, onto: Bits<N>) -> bool {
        // What is shifted out of the set would be in the walls around it.
        let (free, loose) = (self.floor & !crates, crates & !self.targets);
        for to in [Move::Left, Move::Right] {
            let pair = onto | self.step(onto, to);
            for to in [Move::Up, Move::Down] {
                let square = pair | self.step(pair, to);
                if (square & free).is_empty() && !(square & loose).is_empty() {
                    return true;
                }
            }
        }
        false
    }
}
