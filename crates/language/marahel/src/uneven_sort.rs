//! Choices as in the original engine: it sorts a list by a comparator that answers at random
//! between equals, and takes the first element.
//!
//! A sort expects consistent answers. Random ones make some elements come first more often than
//! others, which affects the published statistics. The sort is that of V8: it finds the ascending
//! or descending run at the start, then inserts the other elements by binary search. The engine's
//! shuffle is not uniform either.

mod equals;

use std::cmp::Ordering;

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use equals::{N_EQUALS_MAX, first_of_equals};

/// Index of the element that the original engine's sort puts first, among `n` elements with these
/// keys; random bits decide between equals. `n` is at most 63, so that V8 makes a single run.
#[inline]
pub(crate) fn first<K: Ord + Copy>(
    n: usize,
    rng: &mut ChaCha8Rng,
    key: impl Fn(usize) -> K,
) -> usize {
    if (1..=N_EQUALS_MAX).contains(&n) && (1..n).all(|index| key(index) == key(0)) {
        return first_of_equals(n, rng);
    }
    let mut bits = RandomBits::new(rng);
    first_by_sort(n, key, || bits.next())
}

/// Follows the sort only as far as it decides the first element. Of the sorted part, only its first
/// element and the number of its equals matter: a larger element goes behind those, a smaller one
/// before them.
#[inline]
fn first_by_sort<K: Ord + Copy>(
    n: usize,
    key: impl Fn(usize) -> K,
    mut next_bit: impl FnMut() -> bool,
) -> usize {
    if n < 2 {
        return 0;
    }
    // The comparator: whether one key comes before another.
    let mut is_before = |left: K, right: K| match left.cmp(&right) {
        Ordering::Equal => next_bit(),
        Ordering::Less => true,
        Ordering::Greater => false,
    };
    let mut previous = key(1);
    let is_descending = is_before(previous, key(0));
    let mut run = 2;
    while run < n {
        let next = key(run);
        if is_before(next, previous) != is_descending {
            break;
        }
        previous = next;
        run += 1;
    }
    let mut first = if is_descending { run - 1 } else { 0 };
    let mut least = key(first);
    let mut n_least = (0..run).filter(|&index| key(index) == least).count();
    for inserted in run..n {
        let key = key(inserted);
        match key.cmp(&least) {
            Ordering::Greater => {}
            Ordering::Less => (first, least, n_least) = (inserted, key, 1),
            Ordering::Equal => {
                if goes_before(n_least, inserted, &mut next_bit) {
                    first = inserted;
                }
                n_least += 1;
            }
        }
    }
    first
}

/// Whether binary search inserts an element before all of its `n_least` equals, which stand before
/// `n_sorted - n_least` larger ones.
#[inline]
fn goes_before(n_least: usize, n_sorted: usize, mut next_bit: impl FnMut() -> bool) -> bool {
    let (mut left, mut right) = (0, n_sorted);
    while left < right {
        let middle = usize::midpoint(left, right);
        if middle >= n_least || next_bit() {
            right = middle;
        } else {
            left = middle + 1;
        }
    }
    left == 0
}

/// The original engine's shuffle: one swap of two random places for each element, which leaves many
/// where they were.
pub(crate) fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    let n = list.len() as u32;
    for _ in 0..n {
        let (first, second) = (rng.random_range(0..n), rng.random_range(0..n));
        list.swap(first as usize, second as usize);
    }
}

/// Random bits, 64 from each random number.
struct RandomBits<'r> {
    rng: &'r mut ChaCha8Rng,
    bits: u64,
    n_left: u32,
}

impl<'r> RandomBits<'r> {
    fn new(rng: &'r mut ChaCha8Rng) -> Self {
        Self { rng, bits: 0, n_left: 0 }
    }

    #[inline]
    fn next(&mut self) -> bool {
        if self.n_left == 0 {
            (self.bits, self.n_left) = (self.rng.next_u64(), u64::BITS);
        }
        self.n_left -= 1;
        self.bits >> self.n_left & 1 == 0
    }
}

#[cfg(test)]
mod tests;
