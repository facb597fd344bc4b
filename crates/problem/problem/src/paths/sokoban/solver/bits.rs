//! Sets of cells as the bits of a few words.

use std::array;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::visited::mix;

/// A set of the numbers below 64 `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    pub(super) const EMPTY: Self = Self([0; N]);

    /// One more than the greatest number.
    pub(super) const LEN: usize = 64 * N;

    pub(super) fn only(index: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.0[index / 64] = 1 << (index % 64);
        bits
    }

    /// All numbers made greater by `n`, from 1 to 63; those that do not fit are gone.
    #[inline]
    pub(super) fn up(self, n: u32) -> Self {
        Self(array::from_fn(|word| {
            let carried = if word == 0 { 0 } else { self.0[word - 1] >> (64 - n) };
            self.0[word] << n | carried
        }))
    }

    /// All numbers made smaller by `n`, from 1 to 63; those below `n` are gone.
    #[inline]
    pub(super) fn down(self, n: u32) -> Self {
        Self(array::from_fn(|word| {
            let carried = if word + 1 == N { 0 } else { self.0[word + 1] << (64 - n) };
            self.0[word] >> n | carried
        }))
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Takes the least number out, as a set of its own.
    #[inline]
    pub(super) fn take_least(&mut self) -> Option<Self> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let without_least = self.0[word] & (self.0[word] - 1);
        let mut least = Self::EMPTY;
        least.0[word] = self.0[word] ^ without_least;
        self.0[word] = without_least;
        Some(least)
    }

    #[inline]
    pub(super) fn hash(self) -> u64 {
        self.0.into_iter().fold(0, mix)
    }

    #[inline]
    fn zip(self, right: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(array::from_fn(|word| combine(self.0[word], right.0[word])))
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, right: Self) -> Self {
        self.zip(right, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, right: Self) -> Self {
        self.zip(right, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, right: Self) -> Self {
        self.zip(right, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
