//! The nearest border cell of each cell; from these, the neighboring components and where they are
//! closest.

use marahel::extension::{Plane, shuffle};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::components::Components;
use crate::flood::Flood;

const NONE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Nearest {
    distances: Vec<u32>,
    sources: Vec<u32>,
    flood: Flood,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// In ascending order.
    pub(super) components: [u32; 2],
    /// Steps of a path between the ends; at least as many as the shortest.
    pub(super) length: u32,
    pub(super) ends: [u32; 2],
}

impl Nearest {
    /// Spreads from all sources at once.
    pub(super) fn spread(&mut self, plane: Plane, links: &[(i32, i32)], sources: &[u32]) {
        self.sources.clear();
        self.sources.resize(plane.area(), NONE);
        self.distances.clear();
        self.distances.resize(plane.area(), 0);
        for &source in sources {
            self.sources[source as usize] = source;
        }
        self.flood.spread(plane, links, sources, |cell, neighbor| {
            self.sources[neighbor as usize] = self.sources[cell as usize];
            self.distances[neighbor as usize] = self.distances[cell as usize] + 1;
            true
        });
    }

    /// A close pair of cells for each two neighboring components, after a spread from all borders:
    /// the shortest first, ties in random order. A pair may not be the closest, but a minimum
    /// spanning tree of the candidates is also one of all pairs of components at their closest
    /// (Mehlhorn 1988).
    pub(super) fn candidates(
        &self,
        plane: Plane,
        links: &[(i32, i32)],
        components: &Components,
        rng: &mut ChaCha8Rng,
    ) -> Vec<Candidate> {
        let mut all = Vec::new();
        for cell in 0..plane.area() as u32 {
            let source = self.sources[cell as usize];
            if source == NONE {
                continue;
            }
            for neighbor in plane.neighbors(cell, links) {
                let neighbor_source = self.sources[neighbor as usize];
                let components = [components.of(source), components.of(neighbor_source)];
                if components[0] < components[1] {
                    let length =
                        self.distances[cell as usize] + 1 + self.distances[neighbor as usize];
                    all.push(Candidate { components, length, ends: [source, neighbor_source] });
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut closest: Vec<Candidate> = Vec::new();
        let pairs = all.chunk_by(|left, right| left.components == right.components);
        for pair in pairs {
            let n_shortest = pair.partition_point(|candidate| candidate.length == pair[0].length);
            closest.push(pair[rng.random_range(0..n_shortest as u32) as usize]);
        }
        shuffle(&mut closest, rng);
        closest.sort_by_key(|candidate| candidate.length);
        closest
    }

    /// One of the cells nearest to their source, after that source; `None` if no source reaches any
    /// of them.
    pub(super) fn draw_nearest(&self, cells: &[u32], rng: &mut ChaCha8Rng) -> Option<(u32, u32)> {
        let reached = || cells.iter().filter(|&&cell| self.sources[cell as usize] != NONE);
        let smallest = reached().map(|&cell| self.distances[cell as usize]).min()?;
        let nearest = || reached().filter(|&&cell| self.distances[cell as usize] == smallest);
        let nth = rng.random_range(0..nearest().count() as u32) as usize;
        nearest().nth(nth).map(|&cell| (self.sources[cell as usize], cell))
    }
}

#[cfg(test)]
mod tests;
