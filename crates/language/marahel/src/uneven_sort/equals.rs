//! Choices among few equals, which are the most common.
//!
//! A processor mispredicts a branch on a random bit half of the time, so a table looks up several
//! bits at once.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A move leads to one of at most nine cells: the eight around, or the same one.
pub(super) const N_EQUALS_MAX: usize = 9;

/// Index of the element that comes first among `n` equals, 1 to [`N_EQUALS_MAX`].
#[inline]
pub(super) fn first_of_equals(n: usize, rng: &mut ChaCha8Rng) -> usize {
    if n == 1 {
        return 0;
    }
    let bits = rng.next_u64();
    if n <= N_BEGIN {
        return usize::from(BEGINNINGS[n][top(bits, N_BITS_BEGIN)].first);
    }
    let Choice { mut first, mut n_bits } = BEGINNINGS[N_BEGIN][top(bits, N_BITS_BEGIN)];
    if usize::from(n_bits) < N_BEGIN {
        // A single run; it may go on beyond the first elements.
        return usize::from(choice(n, bits).first);
    }
    for (n_sorted, insertions) in (N_BEGIN..).zip(&INSERTIONS[N_BEGIN..n]) {
        let inserted = insertions[top(bits << n_bits, N_BITS_INSERT)];
        first = if inserted.first == 0 { n_sorted as u8 } else { first };
        n_bits += inserted.n_bits;
    }
    usize::from(first)
}

/// The element that comes first, and the number of bits that decide it.
#[derive(Clone, Copy)]
struct Choice {
    first: u8,
    n_bits: u8,
}

/// The sort of up to this many elements is one lookup.
const N_BEGIN: usize = 5;
/// Maximum number of bits that this takes.
const N_BITS_BEGIN: u32 = 9;
static BEGINNINGS: [[Choice; 1 << N_BITS_BEGIN]; N_BEGIN + 1] = {
    let mut table = [[Choice { first: 0, n_bits: 0 }; 1 << N_BITS_BEGIN]; N_BEGIN + 1];
    let mut n = 2;
    while n <= N_BEGIN {
        let mut bits = 0;
        while bits < 1 << N_BITS_BEGIN {
            table[n][bits] = choice(n, (bits as u64) << (u64::BITS - N_BITS_BEGIN));
            bits += 1;
        }
        n += 1;
    }
    table
};

/// Maximum number of bits of each further insertion.
const N_BITS_INSERT: u32 = 4;
/// The place of the next element, by the number of sorted ones.
static INSERTIONS: [[Choice; 1 << N_BITS_INSERT]; N_EQUALS_MAX] = {
    let mut table = [[Choice { first: 0, n_bits: 0 }; 1 << N_BITS_INSERT]; N_EQUALS_MAX];
    let mut n_sorted = 0;
    while n_sorted < N_EQUALS_MAX {
        let mut bits = 0;
        while bits < 1 << N_BITS_INSERT {
            table[n_sorted][bits] =
                insertion(n_sorted, (bits as u64) << (u64::BITS - N_BITS_INSERT));
            bits += 1;
        }
        n_sorted += 1;
    }
    table
};

/// Sorts `n` equals, at least two, by random bits, the highest first.
const fn choice(n: usize, bits: u64) -> Choice {
    // The first run goes on while bits are the same.
    let is_descending = bits >> 63 == 0;
    let n_same = if is_descending { bits.leading_zeros() } else { bits.leading_ones() } as usize;
    let run = if n_same < n { n_same + 1 } else { n };
    let mut first = if is_descending { run - 1 } else { 0 };
    let mut n_bits = if run < n { run } else { n - 1 } as u8;
    let mut n_sorted = run;
    while n_sorted < n {
        let inserted = insertion(n_sorted, bits << n_bits);
        first = if inserted.first == 0 { n_sorted } else { first };
        n_bits += inserted.n_bits;
        n_sorted += 1;
    }
    Choice { first: first as u8, n_bits }
}

/// The place where binary search inserts one more equal element, as `first`.
const fn insertion(n_sorted: usize, bits: u64) -> Choice {
    let (mut left, mut right, mut n_bits) = (0, n_sorted, 0);
    while left < right {
        let middle = usize::midpoint(left, right);
        let is_before = bits << n_bits >> 63 == 0;
        (left, right) = if is_before { (left, middle) } else { (middle + 1, right) };
        n_bits += 1;
    }
    Choice { first: left as u8, n_bits }
}

#[inline]
fn top(bits: u64, n: u32) -> usize {
    (bits >> (u64::BITS - n)) as usize
}
