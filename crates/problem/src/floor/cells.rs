//! Sets of cells as bits in a fixed number of words.

/// A set of the numbers 0..64 `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    /// The set without members.
    pub(super) const EMPTY: Self = Self([0; W]);

    /// The set of one cell.
    pub(super) fn only(cell: u32) -> Self {
        let mut cells = Self::EMPTY;
        cells.insert_bits(cell as usize, 1);
        cells
    }

    /// Adds cell `first + i` for each bit `i` of `bits` that fits.
    #[inline]
    pub(super) fn insert_bits(&mut self, first: usize, bits: u64) {
        let (word, bit) = (first / 64, first % 64);
        self.0[word] |= bits << bit;
        if bit > 0 && word + 1 < W {
            self.0[word + 1] |= bits >> (64 - bit);
        }
    }

    /// Whether `cell` is a member.
    pub(super) fn contains(&self, cell: u32) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// Whether there is no member.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of members.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The least member.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word as u32 * 64 + self.0[word].trailing_zeros())
    }

    /// The member that has `n` lesser ones.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    pub(super) fn nth(&self, mut n: u32) -> u32 {
        for (index, &word) in self.0.iter().enumerate() {
            if n < word.count_ones() {
                let rest = (0..n).fold(word, |rest, _| rest & (rest - 1));
                return index as u32 * 64 + rest.trailing_zeros();
            }
            n -= word.count_ones();
        }
        panic!("the set has too few members");
    }

    /// Members of both sets.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Members of this set that are not in `other`.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The members, and with each `cell` also `cell ± 1` and `cell ± stride`;
    /// `stride` is 1 to 63.
    #[inline]
    pub(super) fn spread(self, stride: u32) -> Self {
        let Self(own) = self;
        let mut spread = own;
        for word in 0..W {
            let before = if word > 0 { own[word - 1] } else { 0 };
            let after = if word + 1 < W { own[word + 1] } else { 0 };
            spread[word] |= own[word] << 1
                | before >> 63
                | own[word] >> 1
                | after << 63
                | own[word] << stride
                | before >> (64 - stride)
                | own[word] >> stride
                | after << (64 - stride);
        }
        Self(spread)
    }

    #[inline]
    fn zip(self, other: Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| {
            operator(self.0[word], other.0[word])
        }))
    }
}
