//! Choices among few elements, looked up rather than played through.

use std::sync::OnceLock;

use rand::Rng;

use super::{first, play};

/// Keys of up to five elements, as far as the sort tells them apart: 0 for the
/// least, 1 and 2 for larger ones. Elements can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SmallKeys(u16);

/// How many elements there can be, each with a key of two bits.
const N_ELEMENTS: usize = 5;
/// The key of an element that is not there.
const NOT_THERE: u16 = 3;

/// Coins that an answer may take.
const N_COINS: u32 = 6;

/// Which element comes first.
#[derive(Clone, Debug)]
enum Answer {
    /// There is none.
    Nobody,
    /// No coin is needed.
    Certain(u8),
    /// By what the coins show, the first one in the highest bit.
    ByCoins([u8; 1 << N_COINS]),
    /// More coins are needed than there may be.
    Unknown,
}

/// The answers for all keys that were asked for.
static ANSWERS: [OnceLock<Answer>; 1 << (2 * N_ELEMENTS)] =
    [const { OnceLock::new() }; 1 << (2 * N_ELEMENTS)];

impl SmallKeys {
    /// `None` if there are too many keys, or one is too large.
    pub(crate) fn new(keys: &[u32]) -> Option<Self> {
        if keys.len() > N_ELEMENTS || keys.iter().any(|&key| key >= u32::from(NOT_THERE)) {
            return None;
        }
        let nobody = (0..N_ELEMENTS).fold(Self(0), Self::without);
        let mut packed = nobody;
        for (index, &key) in keys.iter().enumerate() {
            packed.0 ^= (NOT_THERE ^ key as u16) << (2 * index);
        }
        Some(packed)
    }

    /// The same without an element.
    #[inline]
    pub(crate) fn without(self, index: usize) -> Self {
        Self(self.0 | NOT_THERE << (2 * index))
    }

    /// What [`first`] finds among the elements that are there, with the same
    /// random numbers; `None` if there is none.
    #[inline]
    pub(crate) fn first<R: Rng + ?Sized>(self, rng: &mut R) -> Option<usize> {
        match ANSWERS[usize::from(self.0)].get_or_init(|| self.answer()) {
            Answer::Nobody => None,
            Answer::Certain(first) => Some(usize::from(*first)),
            Answer::ByCoins(answers) => {
                let coins = rng.next_u64() >> (u64::BITS - N_COINS);
                Some(usize::from(answers[coins as usize]))
            }
            Answer::Unknown => {
                let there = self.there();
                Some(there[first(there.len(), rng, |index| self.key(there[index]))])
            }
        }
    }

    fn key(self, index: usize) -> u16 {
        self.0 >> (2 * index) & NOT_THERE
    }

    /// The elements that are there.
    fn there(self) -> Vec<usize> {
        (0..N_ELEMENTS).filter(|&index| self.key(index) != NOT_THERE).collect()
    }

    fn answer(self) -> Answer {
        let there = self.there();
        if there.is_empty() {
            return Answer::Nobody;
        }
        let mut n_coins_max = 0;
        let mut play_with = |coins: usize| {
            let mut n_coins = 0;
            let drawn = play(
                there.len(),
                |index| self.key(there[index]),
                || {
                    n_coins += 1;
                    // Coins after the last one only show that there are too few.
                    coins >> N_COINS.saturating_sub(n_coins) & 1 == 0
                },
            );
            n_coins_max = n_coins_max.max(n_coins);
            there[drawn] as u8
        };
        let answers = std::array::from_fn(&mut play_with);
        match n_coins_max {
            0 => Answer::Certain(answers[0]),
            1..=N_COINS => Answer::ByCoins(answers),
            _ => Answer::Unknown,
        }
    }
}
