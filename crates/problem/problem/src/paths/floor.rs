//! The cells of a level that can be walked on, and how far they are apart.
//!
//! The key type is [`Floor`]. Steps go in four directions, cells outside of the level are not
//! passable, and lengths count steps. The measures, one file each, are written over the trait
//! `Ground`, which has two forms: `Board`, bits in up to 16 words, for levels up to about 30 by 30
//! cells, and `Blocks`, words of eight by eight cells, for larger ones, where `Runs` of cells count
//! the regions without a sweep.

mod blocks;
mod board;
mod cells;
mod diameter;
mod ground;
mod runs;
mod two_sweep;

#[cfg(test)]
mod tests;

use marahel_level::{TileSet, View};
use rand::Rng;

use blocks::Blocks;
use board::Board;
use ground::Ground;

/// The passable cells of one level, and the scratch memory to measure them.
///
/// Made once and loaded with level after level, it allocates only when a level
/// is larger than those before it.
#[derive(Debug)]
pub struct Floor {
    /// Words of the board that is the form; 0 where it is no board.
    n_words: usize,
    form: Form,
}

/// Regions of a level and its longest shortest path, measured together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Number of regions: maximal sets of passable cells that are connected by steps.
    pub regions: u32,
    /// The greatest distance between two cells of the same region, in steps;
    /// 0 where no region has two cells.
    pub diameter: u32,
}

#[derive(Debug)]
enum Form {
    Board1(Board<1>),
    Board2(Board<2>),
    Board4(Board<4>),
    Board8(Board<8>),
    Board16(Board<16>),
    Blocks(Blocks),
}

/// Evaluates an expression for whichever form the floor has.
macro_rules! on_ground {
    ($floor:expr, $ground:ident => $value:expr) => {
        match &mut $floor.form {
            Form::Board1($ground) => $value,
            Form::Board2($ground) => $value,
            Form::Board4($ground) => $value,
            Form::Board8($ground) => $value,
            Form::Board16($ground) => $value,
            Form::Blocks($ground) => $value,
        }
    };
}

impl Floor {
    /// A floor without cells.
    pub fn new() -> Self {
        Self { n_words: 1, form: Form::Board1(Board::new()) }
    }

    /// Replaces the level by the cells of `level` whose tile is in `passable`.
    pub fn load(&mut self, level: View<'_>, passable: TileSet) {
        self.fit(level);
        on_ground!(self, ground => ground.load(level, passable));
    }

    /// The number of regions; see [`Survey`].
    pub fn regions(&mut self) -> u32 {
        on_ground!(self, ground => ground.n_regions())
    }

    /// The number of regions and the exact longest shortest path.
    pub fn survey(&mut self) -> Survey {
        on_ground!(self, ground => diameter::survey(ground))
    }

    /// The longest path that two sweeps through each region find, in steps.
    ///
    /// An estimate of the longest shortest path: at most the diameter, and a matter of chance.
    pub fn two_sweep(&mut self, rng: &mut impl Rng) -> u32 {
        on_ground!(self, ground => two_sweep::longest(ground, rng))
    }

    /// Steps from one cell (column, row) to another; `None` if there is no path or one of them is
    /// not passable.
    pub fn distance(&mut self, from: (usize, usize), to: (usize, usize)) -> Option<u32> {
        self.nearest(from, [to])
    }

    /// Steps from a cell (column, row) to the nearest of some others; `None`
    /// where none of them can be reached.
    pub fn nearest(
        &mut self,
        from: (usize, usize),
        targets: impl IntoIterator<Item = (usize, usize)>,
    ) -> Option<u32> {
        on_ground!(self, ground => ground.nearest(from, targets))
    }

    /// Takes the fastest form that has room for the level.
    fn fit(&mut self, level: View<'_>) {
        let n_words = n_words(level);
        if n_words != self.n_words {
            self.n_words = n_words;
            self.form = match n_words {
                1 => Form::Board1(Board::new()),
                2 => Form::Board2(Board::new()),
                4 => Form::Board4(Board::new()),
                8 => Form::Board8(Board::new()),
                16 => Form::Board16(Board::new()),
                _ => Form::Blocks(Blocks::default()),
            };
        }
    }
}

/// Words of the smallest board with room for the level; 0 where none has.
fn n_words(level: View<'_>) -> usize {
    let boards = [
        (1, Board::<1>::fits(level)),
        (2, Board::<2>::fits(level)),
        (4, Board::<4>::fits(level)),
        (8, Board::<8>::fits(level)),
        (16, Board::<16>::fits(level)),
    ];
    let smallest = boards.into_iter().find(|&(_, fits)| fits);
    smallest.map_or(0, |(n_words, _)| n_words)
}

impl Default for Floor {
    fn default() -> Self {
        Self::new()
    }
}
