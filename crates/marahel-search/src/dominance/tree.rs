//! A front as a tree of its members, for four to nine objectives. With more, a tree skips too few
//! members to be worth building.

use super::front::Front;

/// Maximum number of members of a leaf: scanning them takes as long as finding a node.
const LEAF_MAX: usize = 32;

/// A front of up to `K + 1` objectives: a k-d tree over all but the first, where each node stores
/// the best value of each objective below it.
///
/// If these values together do not dominate a point, no member below does, so a test visits few
/// nodes.
///
/// Source: after ENS-NDT of Gustavsson 2018 (doi `10.1162/evco_a_00204`). There the whole
/// population determines the splits; here each front grows its own tree.
pub(super) struct Tree<const K: usize> {
    nodes: Vec<Node<K>>,
}

/// The objectives of a member without the first, padded with zeros.
type Point<const K: usize> = [f64; K];

struct Node<const K: usize> {
    best: Point<K>,
    content: Content<K>,
}

enum Content<const K: usize> {
    Leaf(Vec<Point<K>>),
    /// Members with at least `value` in `objective` are below the node `better`, the others below
    /// the next node.
    Split {
        objective: usize,
        value: f64,
        better: usize,
    },
}

impl<const K: usize> Default for Tree<K> {
    fn default() -> Self {
        Self { nodes: vec![Node::leaf(Vec::new())] }
    }
}

impl<const K: usize> Front for Tree<K> {
    fn dominates(&self, point: &[f64]) -> bool {
        self.dominates_below(0, &project(point))
    }

    fn insert(&mut self, point: &[f64]) {
        let point = project(point);
        let mut index = 0;
        loop {
            let node = &mut self.nodes[index];
            node.best = best_of(node.best, &point);
            match &mut node.content {
                Content::Split { objective, value, better } => {
                    index = *better + usize::from(point[*objective] < *value);
                }
                Content::Leaf(members) => {
                    members.push(point);
                    if members.len() > LEAF_MAX {
                        self.split(index);
                    }
                    return;
                }
            }
        }
    }
}

impl<const K: usize> Tree<K> {
    /// Whether a member below a node is at least as good as `point` in each objective.
    fn dominates_below(&self, index: usize, point: &Point<K>) -> bool {
        let node = &self.nodes[index];
        covers(&node.best, point)
            && match &node.content {
                // The newest members are nearest in the first objective.
                Content::Leaf(members) => members.iter().rev().any(|member| covers(member, point)),
                &Content::Split { better, .. } => {
                    self.dominates_below(better, point) || self.dominates_below(better + 1, point)
                }
            }
    }

    fn split(&mut self, index: usize) {
        let better = self.nodes.len();
        let Content::Leaf(members) = &mut self.nodes[index].content else { return };
        let (objective, value) = halving(members);
        let (good, bad) = std::mem::take(members)
            .into_iter()
            .partition(|member: &Point<K>| member[objective] >= value);
        self.nodes[index].content = Content::Split { objective, value, better };
        self.nodes.extend([Node::leaf(good), Node::leaf(bad)]);
    }
}

impl<const K: usize> Node<K> {
    fn leaf(mut members: Vec<Point<K>>) -> Self {
        let best = members.iter().fold([f64::NEG_INFINITY; K], best_of);
        members.reserve_exact(LEAF_MAX + 1 - members.len());
        Self { best, content: Content::Leaf(members) }
    }
}

/// The objective with the widest range, and a value that splits the members there.
///
/// There is one because no two members are equal in these objectives: the earlier one would
/// dominate the later.
fn halving<const K: usize>(members: &[Point<K>]) -> (usize, f64) {
    let mut widest = (0, 0.0);
    let mut range_max = 0.0;
    for objective in 0..K {
        let mut values: Vec<f64> = members.iter().map(|member| member[objective]).collect();
        values.sort_unstable_by(f64::total_cmp);
        let (worst, best) = (values[0], values[values.len() - 1]);
        if best - worst > range_max {
            range_max = best - worst;
            let middle = values[values.len() / 2];
            let above_worst = values[values.partition_point(|&value| value <= worst)];
            widest = (objective, middle.max(above_worst));
        }
    }
    widest
}

fn project<const K: usize>(point: &[f64]) -> Point<K> {
    let mut projected = [0.0; K];
    projected[..point.len() - 1].copy_from_slice(&point[1..]);
    projected
}

#[inline]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "all comparisons without a branch are faster than a branch for each"
)]
fn covers<const K: usize>(a: &Point<K>, b: &Point<K>) -> bool {
    a.iter().zip(b).fold(true, |so_far, (a, b)| so_far & (a >= b))
}

fn best_of<const K: usize>(mut best: Point<K>, point: &Point<K>) -> Point<K> {
    for (best, &value) in best.iter_mut().zip(point) {
        *best = best.max(value);
    }
    best
}
