//! Disjoint sets of components that are joined so far.

/// Groups of components; at first each is on its own.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The parent of each component; a root is its own parent.
    parents: Vec<u32>,
}

impl Groups {
    pub(super) fn new(n: usize) -> Self {
        Self { parents: (0..n as u32).collect() }
    }

    pub(super) fn are_joined(&mut self, left: u32, right: u32) -> bool {
        self.root(left) == self.root(right)
    }

    pub(super) fn join(&mut self, left: u32, right: u32) {
        let (left, right) = (self.root(left), self.root(right));
        self.parents[left as usize] = right;
    }

    /// The root of a component's group; halves the path to it.
    fn root(&mut self, mut component: u32) -> u32 {
        while self.parents[component as usize] != component {
            let parent = self.parents[component as usize];
            self.parents[component as usize] = self.parents[parent as usize];
            component = parent;
        }
        component
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn groups_are_what_was_joined() {
        let mut groups = Groups::new(6);
        for (one, other) in [(0, 1), (2, 3), (3, 1), (4, 4), (0, 2)] {
            groups.join(one, other);
        }
        for one in 0..6 {
            for other in 0..6 {
                let are_joined = one == other || (one < 4 && other < 4);
                assert_eq!(groups.are_joined(one, other), are_joined, "{one} and {other}");
            }
        }
    }
}
