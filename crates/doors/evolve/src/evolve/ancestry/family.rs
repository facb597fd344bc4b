//! The family tree of one individual.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use marahel_evolution::Ancestor;

pub(super) struct Family<'a> {
    /// Parents come before their children; the individual itself is last.
    members: Vec<&'a Ancestor>,
}

impl<'a> Family<'a> {
    /// The family of an individual; `None` if it is not in `ancestors`, where parents must come
    /// before their children.
    pub(super) fn of(ancestors: &'a [Ancestor], id: u64) -> Option<Self> {
        let mut family = BTreeSet::from([id]);
        for ancestor in ancestors.iter().rev() {
            if family.contains(&ancestor.id) {
                family.extend(&ancestor.parents);
            }
        }
        let members: Vec<_> =
            ancestors.iter().filter(|ancestor| family.contains(&ancestor.id)).collect();
        (!members.is_empty()).then_some(Self { members })
    }

    pub(super) fn n(&self) -> usize {
        self.members.len()
    }

    /// Number of members without parents.
    pub(super) fn n_founders(&self) -> usize {
        self.members().filter(|ancestor| ancestor.parents.is_empty()).count()
    }

    pub(super) fn members(&self) -> impl DoubleEndedIterator<Item = &'a Ancestor> {
        self.members.iter().copied()
    }

    /// Number of births on the longest line from a founder to the youngest member.
    pub(super) fn depth(&self) -> usize {
        let mut depths: BTreeMap<u64, usize> = BTreeMap::new();
        let mut last = 0;
        for ancestor in self.members() {
            last = ancestor.parents.iter().map(|parent| depths[parent] + 1).max().unwrap_or(0);
            depths.insert(ancestor.id, last);
        }
        last
    }

    /// The line of first parents, which gave most genes, from a founder to the youngest member.
    pub(super) fn line(&self) -> Vec<&'a Ancestor> {
        let mut older = self.members().rev();
        let line = iter::successors(self.members.last().copied(), |child| {
            let parent = *child.parents.first()?;
            older.find(|ancestor| ancestor.id == parent)
        });
        let mut line: Vec<_> = line.collect();
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use marahel_config::Genome;
    use marahel_evolution::Ancestor;

    use super::Family;

    fn born(id: u64, parents: &[u64]) -> Ancestor {
        Ancestor {
            id,
            parents: parents.to_vec(),
            operator: "any".to_owned(),
            island: 0,
            generation: id,
            objectives: Vec::new(),
            genome: Genome::default(),
        }
    }

    fn people() -> Vec<Ancestor> {
        let parents: [&[u64]; 8] = [&[], &[], &[], &[1, 0], &[2], &[3, 3], &[5, 4], &[4]];
        (0..).zip(parents).map(|(id, parents)| born(id, parents)).collect()
    }

    #[test]
    fn a_family_is_the_ancestors_of_one() {
        let people = people();
        let family = Family::of(&people, 6).unwrap();
        let ids: Vec<u64> = family.members().map(|one| one.id).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!((family.n(), family.n_founders(), family.depth()), (7, 3, 3));
        let line: Vec<u64> = family.line().iter().map(|one| one.id).collect();
        assert_eq!(line, [1, 3, 5, 6]);
        let small = Family::of(&people, 7).unwrap();
        assert_eq!((small.n(), small.n_founders(), small.depth()), (3, 1, 2));
        assert!(Family::of(&people, 8).is_none());
    }
}
