//! Sets of cells as bits in a fixed number of words.

/// A set of cells, one bit for each.
///
/// A row of the level takes one lane of a word, and neighboring rows lie in neighboring words: row
/// `y` in word `y % W`, lane `y / W`, counted from the lowest bits. So a step up or down is the
/// next word as it is, and only between the first and the last word a shift by a lane. Lanes are
/// one bit wider than rows; that bit is never set in a set of passable cells, so that a step to the
/// side does not lead into another row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    pub(super) fn only(cell: u32) -> Self {
        let mut cells = Self::EMPTY;
        cells.insert_row(cell, 1);
        cells
    }

    /// Adds the cells of a row from the left on, one for each bit of `bits`
    /// from the lowest on; `first` is the leftmost one.
    #[inline]
    pub(super) fn insert_row(&mut self, first: u32, bits: u64) {
        self.0[first as usize / 64] |= bits << (first % 64);
    }

    /// The members in a lane of some width; `first` is the lane's lowest bit.
    #[inline]
    pub(super) fn lane(&self, first: u32, width: u32) -> u64 {
        self.0[first as usize / 64] >> (first % 64) & ((1 << width) - 1)
    }

    pub(super) fn contains(&self, cell: u32) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word as u32 * 64 + self.0[word].trailing_zeros())
    }

    /// The member that has `n` lesser ones.
    pub(super) fn nth(&self, mut n: u32) -> u32 {
        for (index, &word) in self.0.iter().enumerate() {
            if n < word.count_ones() {
                let word = (0..n).fold(word, |word, _| word & (word - 1));
                return index as u32 * 64 + word.trailing_zeros();
            }
            n -= word.count_ones();
        }
        panic!("the set has too few members");
    }

    #[inline]
    pub(super) fn and(self, right: Self) -> Self {
        self.zip(right, |a, b| a & b)
    }

    #[inline]
    pub(super) fn without(self, right: Self) -> Self {
        self.zip(right, |a, b| a & !b)
    }

    /// The members, and with each also its neighbors in the four directions,
    /// where lanes are `stride` bits wide.
    #[inline]
    pub(super) fn spread(self, stride: u32) -> Self {
        let Self(own) = self;
        Self(std::array::from_fn(|word| {
            let above = match word {
                0 => own[W - 1] << stride,
                _ => own[word - 1],
            };
            let below = match word + 1 {
                next if next == W => own[0] >> stride,
                next => own[next],
            };
            own[word] | own[word] << 1 | own[word] >> 1 | above | below
        }))
    }

    /// Whether both sets have the same members.
    ///
    /// Unlike `==` this keeps the words in registers, which nearly halves the time of a sweep.
    #[inline]
    pub(super) fn equals(self, right: Self) -> bool {
        self.zip(right, |a, b| a ^ b).is_empty()
    }

    #[inline]
    fn zip(self, right: Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| operator(self.0[word], right.0[word])))
    }
}
