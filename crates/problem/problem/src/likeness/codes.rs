//! Patterns as numbers, and tables to find them.

use marahel_level::{Level, Tile, View};
use rustc_hash::FxHashMap;

/// All tiles are below this number; see [`marahel_level::OUT`].
const N_TILES: usize = 64;

/// Codes with at most this many bits have a table; longer ones are hashed.
const N_BITS_TABLE: u32 = 16;

/// A code that is not a pattern of the drawings.
const NONE: u32 = u32::MAX;

/// The tiles of the drawings, numbered from 1, with the fewest bits; all other tiles are 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alphabet {
    letters: [u8; N_TILES],
    n_bits: u32,
    n_letters: usize,
}

impl Default for Alphabet {
    fn default() -> Self {
        Self { letters: [0; N_TILES], n_bits: 1, n_letters: 1 }
    }
}

impl Alphabet {
    pub(crate) fn of(levels: &[Level]) -> Self {
        let mut letters = [0; N_TILES];
        let mut n = 0_u8;
        for &tile in levels.iter().flat_map(Level::tiles) {
            let letter = &mut letters[usize::from(tile)];
            if *letter == 0 {
                n += 1;
                *letter = n;
            }
        }
        Self { letters, n_bits: u8::BITS - n.leading_zeros(), n_letters: usize::from(n) + 1 }
    }

    /// Number of letters, including 0.
    pub(crate) fn n_letters(&self) -> usize {
        self.n_letters
    }

    #[inline]
    pub(crate) fn letter(&self, tile: Tile) -> u64 {
        self.letters[usize::from(tile) % N_TILES].into()
    }
}

/// The patterns of one shape in the drawings, numbered by first occurrence, with their counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Patterns {
    index: Index,
    counts: Vec<u32>,
    n: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum Index {
    Table(Vec<u32>),
    Hashed(FxHashMap<u64, u32>),
}

impl Default for Index {
    fn default() -> Self {
        Self::Hashed(FxHashMap::default())
    }
}

impl Patterns {
    pub(crate) fn of(levels: &[Level], shape: (usize, usize), alphabet: &Alphabet) -> Self {
        let n_bits = alphabet.n_bits * (shape.0 * shape.1) as u32;
        let index = match n_bits {
            ..=N_BITS_TABLE => Index::Table(vec![NONE; 1 << n_bits]),
            _ => Index::default(),
        };
        let mut patterns = Self { index, ..Self::default() };
        for level in levels {
            patterns.n += each_code(level.view(), shape, alphabet, |code| {
                let next = patterns.counts.len() as u32;
                let number = match &mut patterns.index {
                    Index::Table(table) => &mut table[code as usize],
                    Index::Hashed(numbers) => numbers.entry(code).or_insert(NONE),
                };
                if *number == NONE {
                    *number = next;
                    patterns.counts.push(0);
                }
                patterns.counts[*number as usize] += 1;
            });
        }
        patterns
    }

    pub(crate) fn counts(&self) -> &[u32] {
        &self.counts
    }

    pub(crate) fn n(&self) -> u64 {
        self.n
    }

    /// Calls `see` with the index of each pattern of a level that the drawings have, too. Returns
    /// the number of all patterns of the level.
    pub(crate) fn each_in(
        &self,
        level: View<'_>,
        shape: (usize, usize),
        alphabet: &Alphabet,
        mut see: impl FnMut(usize),
    ) -> u64 {
        match &self.index {
            Index::Table(table) => each_code(level, shape, alphabet, |code| {
                let number = table[code as usize];
                if number != NONE {
                    see(number as usize);
                }
            }),
            Index::Hashed(numbers) => each_code(level, shape, alphabet, |code| {
                if let Some(&number) = numbers.get(&code) {
                    see(number as usize);
                }
            }),
        }
    }
}

/// Calls `see` with the letters, as one number, of each placement of a shape inside the level.
/// Returns the number of placements.
#[inline]
fn each_code(
    level: View<'_>,
    (width, height): (usize, usize),
    alphabet: &Alphabet,
    mut see: impl FnMut(u64),
) -> u64 {
    let kept = (1_u64 << (alphabet.n_bits as usize * width * height)) - 1;
    let n_rows = (level.height() + 1).saturating_sub(height);
    let n_columns = (level.width() + 1).saturating_sub(width);
    for y in 0..n_rows {
        let mut code = 0;
        for x in 0..level.width() {
            for row in y..y + height {
                code = code << alphabet.n_bits | alphabet.letter(level.get(x, row));
            }
            code &= kept;
            if x + 1 >= width {
                see(code);
            }
        }
    }
    (n_rows * n_columns) as u64
}
