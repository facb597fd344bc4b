use std::cmp::Ordering;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{RandomBits, first, first_by_sort, shuffle};

/// The whole sort, as V8 does it: the order in which `keys` end up.
fn sort(keys: &[u32], bits: &mut RandomBits<'_>) -> Vec<usize> {
    let mut list: Vec<usize> = (0..keys.len()).collect();
    let mut is_before = |one: usize, other: usize| match keys[one].cmp(&keys[other]) {
        Ordering::Equal => bits.next(),
        order => order.is_lt(),
    };
    let is_descending = list.len() > 1 && is_before(1, 0);
    let mut run = list.len().min(2);
    while run < list.len() && is_before(run, run - 1) == is_descending {
        run += 1;
    }
    if is_descending {
        list[..run].reverse();
    }
    for start in run..list.len() {
        let (mut left, mut right) = (0, start);
        while left < right {
            let middle = usize::midpoint(left, right);
            if is_before(list[start], list[middle]) {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        list[left..=start].rotate_right(1);
    }
    list
}

#[test]
fn the_sort_sorts() {
    let keys = [5, 1, 4, 9, 0, 3, 8, 4];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let order = sort(&keys, &mut RandomBits::new(&mut rng));
    let sorted: Vec<u32> = order.into_iter().map(|index| keys[index]).collect();
    assert_eq!(sorted, [0, 1, 3, 4, 4, 5, 8, 9]);
}

#[test]
fn the_first_is_the_one_that_the_sort_puts_there() {
    let lists: [&[u32]; 9] = [
        &[7],
        &[2, 1],
        &[1, 1],
        &[1, 1, 1, 1, 1, 1, 1, 1, 1],
        &[1, 3, 1, 3, 2],
        &[3, 1, 1, 2, 1, 1, 3, 1],
        &[2, 2, 1, 1, 2, 2, 1, 1, 1],
        &[3, 2, 2, 1, 1, 1, 2, 1],
        &[1, 1, 2, 2, 3, 1, 0, 1, 0, 0, 4, 0, 0],
    ];
    for keys in lists {
        let (mut one, mut other) = (ChaCha8Rng::seed_from_u64(7), ChaCha8Rng::seed_from_u64(8));
        let mut n_first = vec![[0_i32; 2]; keys.len()];
        for _ in 0..4000 {
            n_first[sort(keys, &mut RandomBits::new(&mut one))[0]][0] += 1;
            let found = first(keys.len(), &mut other, |index| keys[index]);
            n_first[found][1] += 1;
        }
        for [sorted, drawn] in n_first {
            assert!((sorted - drawn).abs() < 250, "of {keys:?}: {sorted} and {drawn}");
        }
    }
}

#[test]
fn equals_are_chosen_as_they_are_played_through() {
    for n in 0..=12 {
        let (mut one, mut other) = (ChaCha8Rng::seed_from_u64(7), ChaCha8Rng::seed_from_u64(7));
        for _ in 0..20_000 {
            let mut bits = RandomBits::new(&mut one);
            let played = first_by_sort(n, |_| 0, || bits.next());
            assert_eq!(first(n, &mut other, |_| 0), played, "of {n}");
        }
        assert_eq!(one, other, "of {n}: as many random numbers");
    }
}

#[test]
fn three_equals_come_first_7_3_and_6_times_of_16() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut n_first = [0; 3];
    for _ in 0..8000 {
        n_first[first(3, &mut rng, |_| 0)] += 1;
    }
    // By hand: a bit for the first run, one for whether the third goes on
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
