//! Uneven choices: what the released engine made of "sort, equals in random
//! order, take the first".
//!
//! Its comparator answers at random between equals. A sort that is lied to
//! leaves some places likelier than others, and published statistics show it.
//! The sort is that of V8: find the ascending or descending run at the start,
//! then insert the other elements by binary search. Its shuffle is uneven too.

use std::cmp::Ordering;

use rand::{Rng, RngExt};

/// Which of `n` elements (1 to 63, of which V8 makes a single run) the released
/// engine's sort puts first, with coins from `rng` between equals.
///
/// Only what decides that is played through: of the sorted part it is enough
/// to know its first element and how many are equal to it. A larger element is
/// inserted somewhere behind those, a smaller one before them.
pub(crate) fn first<R: Rng + ?Sized>(
    n: usize,
    rng: &mut R,
    compare: impl Fn(usize, usize) -> Ordering,
) -> usize {
    if n < 2 {
        return 0;
    }
    let mut coins = Coins::new(rng);
    let mut is_before = |one: usize, other: usize| match compare(one, other) {
        Ordering::Equal => coins.flip(),
        order => order.is_lt(),
    };
    let is_descending = is_before(1, 0);
    let mut run = 2;
    while run < n && is_before(run, run - 1) == is_descending {
        run += 1;
    }
    let mut first = if is_descending { run - 1 } else { 0 };
    let mut n_least = (0..run).filter(|&index| compare(index, first).is_eq()).count();
    for inserted in run..n {
        match compare(inserted, first) {
            Ordering::Greater => {}
            Ordering::Less => (first, n_least) = (inserted, 1),
            Ordering::Equal => {
                let (mut left, mut right) = (0, inserted);
                while left < right {
                    let middle = usize::midpoint(left, right);
                    if middle >= n_least || coins.flip() {
                        right = middle;
                    } else {
                        left = middle + 1;
                    }
                }
                if left == 0 {
                    first = inserted;
                }
                n_least += 1;
            }
        }
    }
    first
}

/// Shuffles as the released engine does: as many swaps of two random places as
/// there are elements, which leaves many where they were.
pub(crate) fn shuffle<T, R: Rng + ?Sized>(list: &mut [T], rng: &mut R) {
    let n = list.len() as u32;
    for _ in 0..n {
        let (one, other) = (rng.random_range(0..n), rng.random_range(0..n));
        list.swap(one as usize, other as usize);
    }
}

/// Fair coins, many from one random number.
struct Coins<'r, R: ?Sized> {
    rng: &'r mut R,
    bits: u64,
    n_left: u32,
}

impl<'r, R: Rng + ?Sized> Coins<'r, R> {
    fn new(rng: &'r mut R) -> Self {
        Self { rng, bits: 0, n_left: 0 }
    }

    #[inline]
    fn flip(&mut self) -> bool {
        if self.n_left == 0 {
            (self.bits, self.n_left) = (self.rng.next_u64(), u64::BITS);
        }
        self.n_left -= 1;
        self.bits >> self.n_left & 1 == 0
    }
}

#[cfg(test)]
mod tests;
