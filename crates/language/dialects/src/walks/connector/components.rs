//! The components of a region, and their border cells.

use marahel::extension::Plane;

use crate::flood::Flood;

const NONE: u32 = u32::MAX;

/// Connected components, numbered in the order of their first cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    labels: Vec<u32>,
    /// Cells with a neighbor outside of their component, component by component. A component
    /// without such cells has its first one here.
    borders: Vec<u32>,
    /// The end of each component's range in `borders`.
    ends: Vec<u32>,
    centers: Vec<[f64; 2]>,
    flood: Flood,
}

impl Components {
    /// Finds the components of all member cells; called once.
    pub(super) fn find(
        &mut self,
        plane: Plane,
        links: &[(i32, i32)],
        is_member: impl Fn((usize, usize)) -> bool,
    ) {
        self.labels.resize(plane.area(), NONE);
        for cell in 0..plane.area() as u32 {
            if self.labels[cell as usize] == NONE && is_member(plane.xy(cell)) {
                self.flood(plane, links, cell, &is_member);
            }
        }
    }

    fn flood(
        &mut self,
        plane: Plane,
        links: &[(i32, i32)],
        first: u32,
        is_member: &impl Fn((usize, usize)) -> bool,
    ) {
        let label = self.len() as u32;
        let start = self.borders.len();
        let reached = self.flood.spread(plane, links, &[first], |cell, neighbor| {
            let is_inside = is_member(plane.xy(neighbor));
            if !is_inside && self.borders[start..].last() != Some(&cell) {
                self.borders.push(cell);
            }
            is_inside
        });
        let (mut x_sum, mut y_sum) = (0, 0);
        for &cell in reached {
            self.labels[cell as usize] = label;
            let (x, y) = plane.xy(cell);
            (x_sum, y_sum) = (x_sum + x as u64, y_sum + y as u64);
        }
        self.centers.push([x_sum, y_sum].map(|sum| sum as f64 / reached.len() as f64));
        if self.borders.len() == start {
            self.borders.push(first);
        }
        self.ends.push(self.borders.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The component of a cell; the cell must be in one.
    pub(super) fn of(&self, cell: u32) -> u32 {
        self.labels[cell as usize]
    }

    pub(super) fn all_borders(&self) -> &[u32] {
        &self.borders
    }

    /// The border cells of a component, at least one.
    pub(super) fn border(&self, component: u32) -> &[u32] {
        let component = component as usize;
        let start = component.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.borders[start as usize..self.ends[component] as usize]
    }

    /// The component whose center has the smallest sum of Manhattan distances to all centers; ties
    /// go to the first.
    pub(super) fn hub(&self) -> u32 {
        let mut sums = vec![0.0; self.len()];
        for axis in 0..2 {
            let mut order: Vec<usize> = (0..self.len()).collect();
            let centers: Vec<f64> = self.centers.iter().map(|center| center[axis]).collect();
            order.sort_by(|&left, &right| centers[left].total_cmp(&centers[right]));
            let total: f64 = order.iter().map(|&component| centers[component]).sum();
            let mut behind = 0.0;
            for (n_behind, &component) in order.iter().enumerate() {
                let n_ahead = order.len() - n_behind;
                let center = centers[component];
                let from_behind = n_behind as f64 * center - behind;
                let to_ahead = total - behind - n_ahead as f64 * center;
                sums[component] += from_behind + to_ahead;
                behind += center;
            }
        }
        let smallest = sums.iter().enumerate().min_by(|left, right| left.1.total_cmp(right.1));
        smallest.map_or(0, |(component, _)| component as u32)
    }
}
