//! Room for several families.
//!
//! All who descend from one first genome, or from those that were made from the same thing, by
//! first parents, are a family. One that is good early would soon make up a whole population,
//! though another one might lead further. So a population can keep room for several.
//!
//! Sources: Pétrowski 1996 ("A clearing procedure as a niching method for genetic
//! algorithms") for niches of limited capacity; Burke 2003 (doi
//! 10.1109/CEC.2003.1299834) for lineages as niches.

use std::collections::BTreeMap;

/// The first `n` of `families`, best first, of which no family has more than
/// `max`; their indices, ascending. Places that this leaves open go to the
/// first of the others.
pub(crate) fn choose(families: &[u64], n: usize, max: usize) -> Vec<usize> {
    let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
    let has_room = |&index: &usize| {
        let size = sizes.entry(families[index]).or_insert(0);
        *size += 1;
        *size <= max
    };
    let (mut chosen, others): (Vec<usize>, Vec<usize>) = (0..families.len()).partition(has_room);
    chosen.truncate(n);
    let n_open = n - chosen.len();
    chosen.extend(others.into_iter().take(n_open));
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
