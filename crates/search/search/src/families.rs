//! Families: descendants, by first parents, of one first genome or of one source.
//!
//! A family that is good early would soon fill a whole population, though another one might lead
//! further. So a population can limit the members of each.
//!
//! Sources: Pétrowski 1996 ("A clearing procedure as a niching method for genetic algorithms") for
//! niches of limited capacity; Burke 2003 (doi 10.1109/CEC.2003.1299834) for lineages as niches.

use std::collections::BTreeMap;

/// Ascending indices of the first `n` of `families`, best first, with at most `max` of each family.
/// If places stay open, the first of the others get them.
pub(crate) fn choose(families: &[u64], n: usize, max: usize) -> Vec<usize> {
    let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
    let (mut chosen, crowded): (Vec<usize>, Vec<usize>) = (0..families.len()).partition(|&index| {
        let size = sizes.entry(families[index]).or_insert(0);
        *size += 1;
        *size <= max
    });
    chosen.truncate(n);
    let n_open = n - chosen.len();
    chosen.extend(crowded.into_iter().take(n_open));
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn no_family_has_more_than_its_share() {
        assert_eq!(choose(&[7, 7, 7, 3, 7, 5, 3, 5], 5, 2), [0, 1, 3, 5, 6]);
    }

    #[test]
    fn the_best_of_a_large_family_fill_what_others_leave_open() {
        assert_eq!(choose(&[7, 7, 7, 7, 3], 4, 1), [0, 1, 2, 4]);
        assert_eq!(choose(&[7, 7], 4, 1), [0, 1]);
    }

    #[test]
    fn without_a_limit_the_best_survive() {
        assert_eq!(choose(&[7, 7, 7, 3], 3, usize::MAX), [0, 1, 2]);
    }
}
