//! [`Choices`]: the genome of a draft, numbers with names.

use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The choices of a draft by their names, each a number in 0..1: which form a tile gets, how many
/// seeds, how far apart. A choice that nobody set follows from the seed and its name alone, so a
/// change of one choice leaves all others as they were.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    seed: u64,
    set: BTreeMap<String, f64>,
    /// The names of the choices that the draft asked for.
    used: BTreeSet<String>,
}

/// Probability that a changed choice is drawn anew, instead of moved a little.
const ANEW: f64 = 0.6;
/// The farthest that it moves otherwise.
const STEP: f64 = 0.25;
/// Probability that another choice changes, too.
const MORE: f64 = 0.5;

impl Choices {
    /// Choices that follow from a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// A number in 0..1.
    pub(crate) fn share(&mut self, name: &str) -> f64 {
        if !self.used.contains(name) {
            self.used.insert(name.to_owned());
        }
        self.set.get(name).copied().unwrap_or_else(|| drawn(self.seed, name))
    }

    /// Whether something with this probability happens.
    pub(crate) fn chance(&mut self, name: &str, probability: f64) -> bool {
        self.share(name) < probability
    }

    /// A number from `low` to `high`.
    pub(crate) fn number(&mut self, name: &str, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share(name)
    }

    /// A whole number of `low..=high`; `low` if there is none.
    pub(crate) fn whole(&mut self, name: &str, low: i64, high: i64) -> i64 {
        let n = (high - low + 1).max(1);
        low + ((self.share(name) * n as f64) as i64).min(n - 1)
    }

    /// An element of a slice that is not empty.
    pub(crate) fn pick<'t, T>(&mut self, name: &str, all: &'t [T]) -> &'t T {
        &all[self.whole(name, 0, all.len() as i64 - 1) as usize]
    }

    /// An element by weight, of some that have any.
    pub(crate) fn weighted<T: Copy>(&mut self, name: &str, all: &[(f64, T)]) -> T {
        let total: f64 = all.iter().map(|(weight, _)| weight).sum();
        let mut place = self.share(name) * total;
        for &(weight, element) in all {
            if place < weight {
                return element;
            }
            place -= weight;
        }
        all[all.len() - 1].1
    }

    /// The same choices but for one or more of those that the draft asked for.
    #[must_use]
    pub fn changed(&self, rng: &mut dyn Rng) -> Self {
        let mut changed = Self { used: BTreeSet::new(), ..self.clone() };
        let names: Vec<&String> = self.used.iter().collect();
        while !names.is_empty() {
            let name = names[rng.random_range(0..names.len() as u32) as usize];
            let value = if rng.random_bool(ANEW) {
                rng.random()
            } else {
                let before = self.set.get(name).copied().unwrap_or_else(|| drawn(self.seed, name));
                (before + STEP * (2.0 * rng.random::<f64>() - 1.0)).clamp(0.0, 0.999)
            };
            changed.set.insert(name.clone(), value);
            if !rng.random_bool(MORE) {
                break;
            }
        }
        changed
    }

    /// Half of the choices of another draft, and the others of this one.
    #[must_use]
    pub fn crossed(&self, other: &Self, rng: &mut dyn Rng) -> Self {
        let mut crossed = Self { used: BTreeSet::new(), ..self.clone() };
        for name in &other.used {
            if rng.random_bool(0.5) {
                let value = other.set.get(name).copied();
                crossed.set.insert(name.clone(), value.unwrap_or_else(|| drawn(other.seed, name)));
            }
        }
        crossed
    }
}

/// The choice of a name that nobody set.
fn drawn(seed: u64, name: &str) -> f64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ChaCha8Rng::seed_from_u64(hash).random()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::Choices;

    #[test]
    fn a_change_leaves_the_other_choices() {
        let mut first = Choices::of_seed(7);
        let names: Vec<String> = (0..40).map(|number| format!("choice {number}")).collect();
        let before: Vec<f64> = names.iter().map(|name| first.share(name)).collect();
        let mut changed = first.changed(&mut ChaCha8Rng::seed_from_u64(1));
        let after: Vec<f64> = names.iter().map(|name| changed.share(name)).collect();
        let n_changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert!((1..9).contains(&n_changed), "{n_changed}");
        assert!(before.iter().any(|&share| share < 0.2) && before.iter().any(|&share| share > 0.8));
    }
}
