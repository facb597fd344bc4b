//! The connector: shortest paths between connected components.
//!
//! A pass finds the components of the listed entities. Its type decides which ones to join. It then
//! runs the rules along a shortest path between them, without the ends. A cell blocks the path if
//! no rule holds there and its tile is not listed; then the pass plans another path. A cell that is
//! pinned and not listed blocks from the start.
//!
//! The cost of a pass is bounded, so that a level results even with many pairs to join, or many
//! that cannot be joined.
//!
//! Source: Khalifa 2017, "Connector", with the types of that year's engine. Two defects of the
//! engine are corrected: `short` joins the nearest components of all, and paths are planned again
//! if rules fail.

mod components;
mod groups;
mod nearest;
mod path;

use marahel::extension::{ExtensionProgram, N_CELLS_PER_STEP, Pass, Plane, shuffle};
use marahel_level::{OUT, TileSet};

use super::{Connection, Connector};
use crate::flood::links;
use components::Components;
use groups::Groups;
use nearest::{Candidate, Nearest};

/// Paths to plan for one pair of components before giving it up.
const N_PLANS: usize = 10;

/// Shares of the largest cost of a pass. After the first, only nearest components are joined,
/// because a spanning tree needs few paths. After the second, none are.
const SHARE_OF_EXTRAS: f64 = 0.5;
const SHARE_OF_ALL: f64 = 0.75;

/// The share of the same cost that testing the rules at all cells may take.
const SHARE_OF_QUESTIONS: f64 = 0.125;

/// The share of the same cost for pairs that cannot be joined.
const SHARE_OF_FAILURES: f64 = 0.25;

impl ExtensionProgram for Connector {
    fn walk(&self, pass: &mut Pass<'_>) {
        pass.n_visits_max = u64::MAX;
        let entities = self.entities.tiles().difference(TileSet::only(OUT));
        let links = links(&self.directions);
        let plane = pass.plane();
        let area = plane.area() as u64;
        let of_map = pass.surroundings.map_width * pass.surroundings.map_height;
        let share_of_map = area as f64 / of_map as f64;
        let n_steps_max = pass.budget.n_steps as f64 * share_of_map / pass.n_passes_left().max(1.0);
        pass.charge(area * (2 + links.len() as u64));
        if pass.is_done() {
            return;
        }
        let mut components = Components::default();
        components.find(plane, &links, |cell| entities.contains(pass.tile(cell)));
        let n = components.len();
        if n < 2 {
            return;
        }
        let cells = 0..plane.area() as u32;
        let mut joining = Joining {
            is_blocked: cells.map(|cell| pass.never_holds(plane.xy(cell), entities)).collect(),
            pass,
            connector: self,
            entities,
            links,
            plane,
            components,
            nearest: Nearest::default(),
            to_apply: Vec::new(),
            groups: Groups::new(n),
            n_steps_max,
            n_steps_failed: 0,
            knows_all: false,
        };
        match self.connection {
            Connection::Short => {}
            Connection::Random => joining.join_random(),
            Connection::Hub => joining.join_hub(),
            Connection::Full => joining.join_many(),
        }
        let is_left_over = joining.has_spent(SHARE_OF_EXTRAS);
        if matches!(self.connection, Connection::Short | Connection::Full) || is_left_over {
            joining.join_nearest();
        }
    }
}

struct Joining<'p, 'a> {
    pass: &'p mut Pass<'a>,
    connector: &'p Connector,
    entities: TileSet,
    /// The steps and their reverses, which connect cells.
    links: Vec<(i32, i32)>,
    plane: Plane,
    components: Components,
    nearest: Nearest,
    /// Cells where no rule held, or that are pinned.
    is_blocked: Vec<bool>,
    to_apply: Vec<(usize, u32)>,
    groups: Groups,
    /// Largest cost of the pass: its share, by area and by passes left, of the steps that the level
    /// has left.
    n_steps_max: f64,
    n_steps_failed: u64,
    /// Whether all blocked cells are known.
    knows_all: bool,
}

impl Joining<'_, '_> {
    /// Joins the two nearest groups, until one is left or no others can be joined: Kruskal's
    /// spanning tree.
    fn join_nearest(&mut self) {
        let area = self.plane.area() as u64;
        self.pass.charge(3 * area * self.links.len() as u64);
        self.nearest.spread(self.plane, &self.links, self.components.all_borders());
        let candidates =
            self.nearest.candidates(self.plane, &self.links, &self.components, self.pass.rng);
        for Candidate { components: [first, second], ends: [from, to], .. } in candidates {
            if self.is_done() {
                return;
            }
            if !self.groups.are_joined(first, second) {
                self.join(from, to);
            }
        }
    }

    /// Joins random cells of random groups until one group is left; gives up after as many failures
    /// as there are components.
    fn join_random(&mut self) {
        let n = self.components.len();
        let mut groups: Vec<Vec<u32>> = (0..n as u32).map(|component| vec![component]).collect();
        let mut n_failures = 0;
        while groups.len() > 1 && n_failures < n && !self.has_no_extras_left() {
            // The first group moves to the end, so that the second draw cannot hit it.
            let (first, last) = (self.pass.draw(groups.len()), groups.len() - 1);
            groups.swap(first, last);
            let partner = self.pass.draw(last);
            let [from, to] = [last, partner].map(|group| {
                let group = &groups[group];
                let component = group[self.pass.draw(group.len())];
                let border = self.components.border(component);
                border[self.pass.draw(border.len())]
            });
            if self.join(from, to) {
                let [smaller, larger] =
                    groups.get_disjoint_mut([last, partner]).expect("they differ");
                if smaller.len() > larger.len() {
                    std::mem::swap(smaller, larger);
                }
                let joined = std::mem::take(smaller);
                larger.extend(joined);
                groups.pop();
            } else {
                n_failures += 1;
            }
        }
    }

    fn join_hub(&mut self) {
        let hub = self.components.hub();
        self.spread_from(hub);
        for component in 0..self.components.len() as u32 {
            if self.has_no_extras_left() {
                return;
            }
            if component != hub {
                self.join_with_spread(component);
            }
        }
    }

    /// Joins random pairs; the probability grows with the number of pairs skipped before.
    fn join_many(&mut self) {
        let n = self.components.len();
        let mut n_missed = 0;
        for component in 0..n as u32 {
            self.pass.charge(8 * n as u64);
            if self.has_no_extras_left() {
                return;
            }
            let mut is_spread = false;
            for rival in (0..n as u32).filter(|&rival| rival != component) {
                if self.pass.draw(n) > n_missed {
                    n_missed += 1;
                    continue;
                }
                n_missed = 0;
                if !is_spread {
                    self.spread_from(component);
                    is_spread = true;
                }
                if self.has_no_extras_left() {
                    return;
                }
                self.join_with_spread(rival);
            }
        }
    }

    /// Measures the distance of all cells from a component.
    fn spread_from(&mut self, component: u32) {
        self.pass.charge(self.plane.area() as u64 * self.links.len() as u64);
        self.nearest.spread(self.plane, &self.links, self.components.border(component));
    }

    /// Joins a component with the one of the last spread, at their closest cells.
    fn join_with_spread(&mut self, component: u32) {
        let border = self.components.border(component);
        let end = self.nearest.draw_nearest(border, self.pass.rng);
        if let Some((from, to)) = end {
            self.join(from, to);
        }
    }

    /// Joins the components of two cells; returns whether it succeeded.
    fn join(&mut self, from: u32, to: u32) -> bool {
        let n_steps = self.n_steps_spent();
        for _ in 0..N_PLANS {
            if self.is_done() {
                break;
            }
            let Some(path) = self.plan(from, to) else { break };
            if self.dig(&path) {
                let components = &self.components;
                self.groups.join(components.of(from), components.of(to));
                return true;
            }
            self.ask_about_all();
        }
        self.n_steps_failed += self.n_steps_spent() - n_steps;
        false
    }

    /// Whether the pass has to end early, so that a level results.
    fn is_done(&self) -> bool {
        self.pass.is_done()
            || self.has_spent(SHARE_OF_ALL)
            || self.n_steps_failed as f64 > SHARE_OF_FAILURES * self.n_steps_max
    }

    /// Whether only necessary joins may still be made.
    fn has_no_extras_left(&self) -> bool {
        self.has_spent(SHARE_OF_EXTRAS) || self.is_done()
    }

    fn has_spent(&self, share: f64) -> bool {
        self.n_steps_spent() as f64 > share * self.n_steps_max
    }

    fn n_steps_spent(&self) -> u64 {
        let budget = self.pass.budget;
        let n_steps = self.pass.n_visits.saturating_mul(self.pass.visit_cost());
        (budget.n_steps - budget.n_steps_left()).saturating_add(n_steps)
    }

    /// A shortest path between two cells, in either direction. If all steps are reversible, the
    /// second direction is not tried.
    fn plan(&mut self, from: u32, to: u32) -> Option<Vec<u32>> {
        let mut steps = self.connector.directions.offsets().to_vec();
        // The order of the steps decides between several shortest paths.
        shuffle(&mut steps, self.pass.rng);
        let mut n_steps = self.pass.budget.n_steps_left();
        let is_free = |cell: u32| !self.is_blocked[cell as usize];
        let mut find = |from, to| path::find(self.plane, &steps, from, to, is_free, &mut n_steps);
        let is_two_way = self.links.iter().all(|link| steps.contains(link));
        let path = find(from, to).or_else(|| if is_two_way { None } else { find(to, from) });
        let n_spent = self.pass.budget.n_steps_left() - n_steps;
        self.pass.charge(n_spent.saturating_mul(N_CELLS_PER_STEP));
        path
    }

    /// Runs the rules on all cells between the ends of a path, and returns whether no cell blocked
    /// it. A buffered pass tests all cells before it writes, because its rules do not see its own
    /// writes.
    fn dig(&mut self, path: &[u32]) -> bool {
        let inner = &path[1..path.len() - 1];
        let is_buffered = self.pass.is_buffered();
        let mut is_free = true;
        self.to_apply.clear();
        for (index, &cell) in inner.iter().enumerate() {
            self.pass.waypoint_share = Some(index as f64 / inner.len() as f64);
            self.pass.n_visits += 1;
            match self.pass.rule_at(self.plane.xy(cell)) {
                Some(rule) if is_buffered => self.to_apply.push((rule, cell)),
                Some(rule) => self.pass.apply_at(rule, self.plane.xy(cell)),
                None if self.is_listed(cell) => {}
                None => {
                    self.is_blocked[cell as usize] = true;
                    is_free = false;
                    if !is_buffered {
                        return false;
                    }
                }
            }
        }
        for index in 0..if is_free { self.to_apply.len() } else { 0 } {
            let (rule, cell) = self.to_apply[index];
            self.pass.apply_at(rule, self.plane.xy(cell));
        }
        is_free
    }

    /// Finds all blocked cells at once, so that the next path avoids them. Only if the pass is
    /// buffered, and the rules do not depend on the path.
    fn ask_about_all(&mut self) {
        let n_steps = self.plane.area() as u64 * self.pass.visit_cost();
        if self.knows_all
            || !self.pass.is_buffered()
            || n_steps as f64 > SHARE_OF_QUESTIONS * self.n_steps_max
            || !self.pass.has_repeatable_rules()
        {
            return;
        }
        self.pass.charge(n_steps.saturating_mul(N_CELLS_PER_STEP));
        for cell in 0..self.plane.area() as u32 {
            let is_free = self.is_listed(cell) || self.pass.rule_at(self.plane.xy(cell)).is_some();
            self.is_blocked[cell as usize] |= !is_free;
        }
        self.knows_all = true;
    }

    fn is_listed(&self, cell: u32) -> bool {
        self.entities.contains(self.pass.tile(self.plane.xy(cell)))
    }
}

#[cfg(test)]
mod tests;
