//! Candidates against all pairs of components, by spanning trees of petgraph.

use petgraph::algo::min_spanning_tree;
use petgraph::data::Element;
use petgraph::graph::{NodeIndex, UnGraph};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Candidate, Components, Nearest};
use crate::properties::choices::check;
use marahel::extension::Plane;

type Steps = &'static [(i32, i32)];

const PLUS: Steps = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
const ALL: Steps = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Number of edges of a smallest spanning tree, and the sum of their lengths.
fn spanning_tree(n: usize, edges: &[([u32; 2], u32)]) -> (usize, u32) {
    let mut graph = UnGraph::<(), u32>::new_undirected();
    let nodes: Vec<NodeIndex> = (0..n).map(|_| graph.add_node(())).collect();
    for &([one, other], length) in edges {
        graph.add_edge(nodes[one as usize], nodes[other as usize], length);
    }
    let lengths = min_spanning_tree(&graph).filter_map(|element| match element {
        Element::Edge { weight, .. } => Some(weight),
        Element::Node { .. } => None,
    });
    lengths.fold((0, 0), |(n, sum), length| (n + 1, sum + length))
}

/// Steps between two cells where nothing is in the way.
fn distance(plane: Plane, steps: Steps, one: u32, other: u32) -> u32 {
    let (x, y) = plane.apart(one, other);
    (if steps.len() == 4 { x + y } else { x.max(y) }) as u32
}

#[test]
fn candidates_hold_a_smallest_spanning_tree() {
    check(300, |choices| {
        let seed = choices.seed();
        let (width, height) = (choices.number(1..12), choices.number(1..9));
        let wraps = choices.of(&[false, true]);
        let steps = choices.of(&[PLUS, ALL]);
        let members: [bool; 12 * 9] = std::array::from_fn(|_| choices.share() > 0.7);
        let plane = Plane { width, height, wraps };
        let is_member = |(x, y): (usize, usize)| members[y * 12 + x];
        let mut components = Components::default();
        components.find(plane, steps, is_member);
        let n = components.len() as u32;
        let mut nearest = Nearest::default();
        nearest.spread(plane, steps, components.all_borders());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let candidates = nearest.candidates(plane, steps, &components, &mut rng);

        let mut all_pairs = Vec::new();
        for one in 0..n {
            for other in one + 1..n {
                let ends = |component| components.border(component).iter();
                let pairs = ends(one).flat_map(|&a| ends(other).map(move |&b| (a, b)));
                let length = pairs.map(|(a, b)| distance(plane, steps, a, b)).min();
                all_pairs.push(([one, other], length.expect("borders have cells")));
            }
        }
        let of_candidates = |candidate: &Candidate| (candidate.components, candidate.length);
        let found: Vec<_> = candidates.iter().map(of_candidates).collect();
        assert_eq!(spanning_tree(n as usize, &found), spanning_tree(n as usize, &all_pairs));
        for Candidate { components: [one, other], length, ends: [from, to] } in candidates {
            assert_eq!((components.of(from), components.of(to)), (one, other));
            assert!(distance(plane, steps, from, to) <= length);
        }
    });
}

#[test]
fn the_hub_is_nearest_to_all_centers() {
    check(300, |choices| {
        let (width, height) = (choices.number(1..12), choices.number(1..9));
        let members: [bool; 12 * 9] = std::array::from_fn(|_| choices.share() > 0.7);
        let plane = Plane { width, height, wraps: false };
        let mut components = Components::default();
        components.find(plane, PLUS, |(x, y)| members[y * 12 + x]);
        if components.len() == 0 {
            return;
        }
        let cells = |component: u32| {
            let is_in = |&(x, y): &(usize, usize)| members[y * 12 + x];
            let all = (0..plane.area() as u32).map(|cell| plane.xy(cell)).filter(is_in);
            all.filter(|&cell| components.of(plane.cell(cell)) == component).collect::<Vec<_>>()
        };
        let centers: Vec<(f64, f64)> = (0..components.len() as u32)
            .map(|component| {
                let cells = cells(component);
                let mean = |sum: usize| sum as f64 / cells.len() as f64;
                (
                    mean(cells.iter().map(|cell| cell.0).sum()),
                    mean(cells.iter().map(|cell| cell.1).sum()),
                )
            })
            .collect();
        let sum = |one: &(f64, f64)| -> f64 {
            centers.iter().map(|other| (one.0 - other.0).abs() + (one.1 - other.1).abs()).sum()
        };
        let smallest = centers.iter().map(sum).fold(f64::INFINITY, f64::min);
        assert!(sum(&centers[components.hub() as usize]) < smallest + 1e-6);
    });
}
