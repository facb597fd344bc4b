//! Uneven choices: what the released engine made of "sort, equals in random
//! order, take the first".
//!
//! Its comparator answers at random between equals. A sort that is lied to
//! leaves some places likelier than others, and published statistics show it.
//! The sort is that of V8: find the ascending or descending run at the start,
//! then insert the other elements by binary search. Its shuffle is uneven too.

use std::cmp::Ordering;

use rand::{Rng, RngExt};

/// Sorts a short list (below 64 elements, of which V8 makes a single run) as
/// the released engine does, with coins from `rng` between equals.
pub(crate) fn sort<T: Copy, R: Rng + ?Sized>(
    list: &mut [T],
    rng: &mut R,
    compare: impl Fn(&T, &T) -> Ordering,
) {
    if list.len() < 2 {
        return;
    }
    let mut coins = Coins::new(rng);
    let mut is_before = |one: &T, other: &T| match compare(one, other) {
        Ordering::Equal => coins.flip(),
        order => order.is_lt(),
    };
    let is_descending = is_before(&list[1], &list[0]);
    let mut run = 2;
    while run < list.len() && is_before(&list[run], &list[run - 1]) == is_descending {
        run += 1;
    }
    if is_descending {
        list[..run].reverse();
    }
    for start in run..list.len() {
        let (mut left, mut right) = (0, start);
        while left < right {
            let middle = usize::midpoint(left, right);
            if is_before(&list[start], &list[middle]) {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        list[left..=start].rotate_right(1);
    }
}

/// Which of `n` equals (1 to 63) the sort puts first: only what happens at the
/// front of the list is played through.
pub(crate) fn first_of_equals<R: Rng + ?Sized>(n: usize, rng: &mut R) -> usize {
    if n < 2 {
        return 0;
    }
    let mut coins = Coins::new(rng);
    let is_descending = coins.flip();
    let mut run = 2;
    while run < n && coins.flip() == is_descending {
        run += 1;
    }
    let mut first = if is_descending { run - 1 } else { 0 };
    for start in run..n {
        // It gets to the front if every step of the search goes left.
        let mut right = start;
        while right > 0 && coins.flip() {
            right /= 2;
        }
        if right == 0 {
            first = start;
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
mod tests {
    use std::cmp::Ordering;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::{first_of_equals, shuffle, sort};

    #[test]
    fn sorts_where_nothing_is_equal() {
        let mut list = [5, 1, 4, 9, 0, 3, 8];
        sort(&mut list, &mut ChaCha8Rng::seed_from_u64(1), Ord::cmp);
        assert_eq!(list, [0, 1, 3, 4, 5, 8, 9]);
    }

    #[test]
    fn three_equals_come_first_7_3_and_6_times_of_16() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut n_first = [0; 3];
        for _ in 0..8000 {
            let mut list = [0, 1, 2];
            sort(&mut list, &mut rng, |_, _| Ordering::Equal);
            n_first[list[0]] += 1;
        }
        // By hand: a coin for the first run, one for whether the third goes on
        // with it, and else one or two for where it is inserted.
        for (found, expected) in n_first.into_iter().zip([3500, 1500, 3000]) {
            assert!(i32::abs(found - expected) < 200, "{n_first:?}");
        }
    }

    #[test]
    fn a_shuffled_element_stays_in_place_likelier_than_not_elsewhere() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut n_first = [0; 4];
        for _ in 0..10_000 {
            let mut list = [0, 1, 2, 3];
            shuffle(&mut list, &mut rng);
            n_first[list[0]] += 1;
        }
        // One swap moves the first with probability 3/8, to each place alike:
        // after four it is back or still there with 1/4 + 3/4 * (1/2)^4.
        for (found, expected) in n_first.into_iter().zip([2969, 2344, 2344, 2344]) {
            assert!(i32::abs(found - expected) < 200, "{n_first:?}");
        }
    }

    #[test]
    fn the_first_of_equals_is_the_one_that_the_sort_puts_there() {
        for n in 1..30 {
            let mut sorted: Vec<usize> = (0..n).collect();
            let (mut one, mut other) = (ChaCha8Rng::seed_from_u64(7), ChaCha8Rng::seed_from_u64(8));
            let mut n_first = vec![[0_i32; 2]; n];
            for _ in 0..4000 {
                sorted.sort_unstable();
                sort(&mut sorted, &mut one, |_, _| Ordering::Equal);
                n_first[sorted[0]][0] += 1;
                n_first[first_of_equals(n, &mut other)][1] += 1;
            }
            for [sorted, drawn] in n_first {
                assert!((sorted - drawn).abs() < 250, "of {n}: {sorted} and {drawn}");
            }
        }
    }
}
