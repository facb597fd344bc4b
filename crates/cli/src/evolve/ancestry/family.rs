//! The family tree of one individual.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use experiment::Ancestor;
use petgraph::Direction::Incoming;
use petgraph::algo::toposort;
use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Bfs, EdgeRef, Reversed};

/// How many of a child's genes a parent gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gift {
    Most,
    Few,
}

/// An individual and all its ancestors.
pub(super) struct Family<'a> {
    /// Edges lead from parents to children.
    graph: DiGraph<&'a Ancestor, Gift>,
    /// The individual itself.
    youngest: NodeIndex,
}

impl<'a> Family<'a> {
    /// The family of an individual; `None` if it is not among `ancestors`, whose
    /// parents are.
    pub(super) fn of(ancestors: &'a [Ancestor], id: u64) -> Option<Self> {
        let mut graph = DiGraph::new();
        let nodes: BTreeMap<u64, NodeIndex> =
            ancestors.iter().map(|one| (one.id, graph.add_node(one))).collect();
        for one in ancestors {
            let gifts = iter::once(Gift::Most).chain(iter::repeat(Gift::Few));
            for (parent, gift) in one.parents.iter().zip(gifts) {
                graph.add_edge(nodes[parent], nodes[&one.id], gift);
            }
        }
        Some(Self { youngest: *nodes.get(&id)?, graph }.nearest(usize::MAX))
    }

    /// The `n` individuals that are the fewest births away from the youngest.
    fn nearest(&self, n: usize) -> Self {
        let to_parents = Reversed(&self.graph);
        let mut search = Bfs::new(to_parents, self.youngest);
        let found: BTreeSet<NodeIndex> =
            iter::from_fn(|| search.next(to_parents)).take(n).collect();
        let graph = self
            .graph
            .filter_map(|node, one| found.contains(&node).then_some(*one), |_, gift| Some(*gift));
        let id = self.graph[self.youngest].id;
        let youngest = graph.node_indices().find(|node| graph[*node].id == id);
        Self { youngest: youngest.expect("it is the nearest to itself"), graph }
    }

    /// Number of individuals.
    pub(super) fn n(&self) -> usize {
        self.graph.node_count()
    }

    /// Number of those who have no parents.
    pub(super) fn n_founders(&self) -> usize {
        self.graph.externals(Incoming).count()
    }

    /// All individuals, the oldest first.
    pub(super) fn members(&self) -> impl Iterator<Item = &'a Ancestor> {
        self.graph.node_weights().copied()
    }

    /// Births of the longest line from somebody without parents to the youngest.
    pub(super) fn depth(&self) -> usize {
        let mut depths = vec![0; self.n()];
        let oldest_first = toposort(&self.graph, None).expect("nobody is an own ancestor");
        for node in oldest_first {
            let parents = self.graph.neighbors_directed(node, Incoming);
            depths[node.index()] =
                parents.map(|parent| depths[parent.index()] + 1).max().unwrap_or(0);
        }
        depths[self.youngest.index()]
    }

    /// The line of those who gave most genes, from one without parents to the youngest.
    pub(super) fn line(&self) -> Vec<&'a Ancestor> {
        let parent = |node: &NodeIndex| {
            let mut edges = self.graph.edges_directed(*node, Incoming);
            edges.find(|edge| *edge.weight() == Gift::Most).map(|edge| edge.source())
        };
        let mut line: Vec<&Ancestor> =
            iter::successors(Some(self.youngest), parent).map(|node| self.graph[node]).collect();
        line.reverse();
        line
    }

    /// The `n_max` nearest as a graph in the language of Graphviz. The line is
    /// bold, and so are the gifts of most genes.
    pub(super) fn dot(&self, n_max: usize) -> String {
        let drawn = self.nearest(n_max);
        let line: BTreeSet<u64> = self.line().iter().map(|one| one.id).collect();
        let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
        let n = self.n();
        let note = if drawn.n() < n {
            format!("// the nearest {} of {n} individuals\n", drawn.n())
        } else {
            String::new()
        };
        format!(
            "// id, operator and generation; bold: who gave most genes\n{note}{:?}",
            Dot::with_attr_getters(
                &drawn.graph,
                &config,
                &|_, edge| match edge.weight() {
                    Gift::Most => "style = bold".to_owned(),
                    Gift::Few => "style = dashed".to_owned(),
                },
                &|_, (_, one)| {
                    let Ancestor { id, operator, generation, .. } = *one;
                    let width = if line.contains(id) { 3 } else { 1 };
                    format!("label = \"{id}\\n{operator}\\n{generation}\" penwidth = {width}")
                },
            )
        )
    }
}

#[cfg(test)]
mod tests {
    use experiment::Ancestor;

    use super::Family;

    fn born(id: u64, parents: &[u64]) -> Ancestor {
        Ancestor {
            id,
            parents: parents.to_vec(),
            operator: "any".to_owned(),
            island: 0,
            generation: id,
            objectives: Vec::new(),
            genome: Vec::new(),
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

    #[test]
    fn drawings_are_of_the_nearest() {
        let people = people();
        let family = Family::of(&people, 6).unwrap();
        let all = family.dot(100);
        assert_eq!((all.matches("label = ").count(), all.matches("->").count()), (7, 7));
        assert_eq!(all.matches("penwidth = 3").count(), 4);
        let few = family.dot(3);
        assert!(few.contains("// the nearest 3 of 7 individuals\n"), "{few}");
        assert_eq!((few.matches("label = ").count(), few.matches("->").count()), (3, 2));
    }
}
