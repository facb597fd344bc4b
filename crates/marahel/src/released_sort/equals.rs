//! Choices among few equals, which most choices are, by many coins at once.
//!
//! Nobody can foretell what a coin shows. Asking each by itself takes a processor
//! longer than looking up what several of them decide together.

use rand::Rng;

/// Moves lead to so many cells at most in the study: all around, and staying.
pub(super) const N_EQUALS_MAX: usize = 9;

/// Which of `n` equal elements, 1 to [`N_EQUALS_MAX`], comes first.
#[inline]
pub(super) fn first_of_equals<R: Rng + ?Sized>(n: usize, rng: &mut R) -> usize {
    if n == 1 {
        return 0;
    }
    let coins = rng.next_u64();
    if n <= N_BEGIN {
        return usize::from(BEGINNINGS[n][top(coins, N_COINS_BEGIN)].first);
    }
    let Choice { mut first, mut n_coins } = BEGINNINGS[N_BEGIN][top(coins, N_COINS_BEGIN)];
    if usize::from(n_coins) < N_BEGIN {
        // Only one run takes so few; it may go on.
        return usize::from(choice(n, coins).first);
    }
    for (n_sorted, insertions) in (N_BEGIN..).zip(&INSERTIONS[N_BEGIN..n]) {
        let inserted = insertions[top(coins << n_coins, N_COINS_INSERT)];
        first = if inserted.first == 0 { n_sorted as u8 } else { first };
        n_coins += inserted.n_coins;
    }
    usize::from(first)
}

/// Which of some equals comes first, and how many coins decide that.
#[derive(Clone, Copy)]
struct Choice {
    first: u8,
    n_coins: u8,
}

/// What the sort does with the first elements, up to this many, is looked up at once, ...
const N_BEGIN: usize = 5;
/// ... by the most coins that it can take.
const N_COINS_BEGIN: u32 = 9;
static BEGINNINGS: [[Choice; 1 << N_COINS_BEGIN]; N_BEGIN + 1] = {
    let mut table = [[Choice { first: 0, n_coins: 0 }; 1 << N_COINS_BEGIN]; N_BEGIN + 1];
    let mut n = 2;
    while n <= N_BEGIN {
        let mut coins = 0;
        while coins < 1 << N_COINS_BEGIN {
            table[n][coins] = choice(n, (coins as u64) << (u64::BITS - N_COINS_BEGIN));
            coins += 1;
        }
        n += 1;
    }
    table
};

/// Each of the other insertions takes no more coins than this.
const N_COINS_INSERT: u32 = 4;
/// For each number of elements that are sorted already: where the next one goes.
static INSERTIONS: [[Choice; 1 << N_COINS_INSERT]; N_EQUALS_MAX] = {
    let mut table = [[Choice { first: 0, n_coins: 0 }; 1 << N_COINS_INSERT]; N_EQUALS_MAX];
    let mut n_sorted = 0;
    while n_sorted < N_EQUALS_MAX {
        let mut coins = 0;
        while coins < 1 << N_COINS_INSERT {
            table[n_sorted][coins] =
                insertion(n_sorted, (coins as u64) << (u64::BITS - N_COINS_INSERT));
            coins += 1;
        }
        n_sorted += 1;
    }
    table
};

/// The sort of `n` equals, at least two, by coins of which the first is the
/// highest bit.
const fn choice(n: usize, coins: u64) -> Choice {
    // As long as coins show the same, the first run goes on.
    let is_descending = coins >> 63 == 0;
    let n_same = if is_descending { coins.leading_zeros() } else { coins.leading_ones() } as usize;
    let run = if n_same < n { n_same + 1 } else { n };
    let mut first = if is_descending { run - 1 } else { 0 };
    let mut n_coins = if run < n { run } else { n - 1 } as u8;
    let mut n_sorted = run;
    while n_sorted < n {
        let inserted = insertion(n_sorted, coins << n_coins);
        first = if inserted.first == 0 { n_sorted } else { first };
        n_coins += inserted.n_coins;
        n_sorted += 1;
    }
    Choice { first: first as u8, n_coins }
}

/// Where binary search puts one more equal element, as `first`.
const fn insertion(n_sorted: usize, coins: u64) -> Choice {
    let (mut left, mut right, mut n_coins) = (0, n_sorted, 0);
    while left < right {
        let middle = usize::midpoint(left, right);
        let is_before = coins << n_coins >> 63 == 0;
        (left, right) = if is_before { (left, middle) } else { (middle + 1, right) };
        n_coins += 1;
    }
    Choice { first: left as u8, n_coins }
}

/// The first `n` coins, as the index of a table.
#[inline]
fn top(coins: u64, n: u32) -> usize {
    (coins >> (u64::BITS - n)) as usize
}
