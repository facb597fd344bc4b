//! The connector: shortest paths between connected components.
//!
//! A pass finds the components of the listed entities, decides by its type
//! which of them to join, and runs the rules along a shortest path between
//! them, its ends aside. A cell where no rule holds, and which is not listed
//! itself, is in the way: then another path is planned around it. So is a cell that
//! is pinned and not listed, from the start.
//!
//! What a pass may cost is bounded, so that a level results also where there are
//! many pairs to join, or many that cannot be joined.
//!
//! Source: Khalifa 2017, "Connector", with the types of the engine of that
//! year. What the engine meant and missed is done here: `short` joins the
//! nearest components of all, and paths are planned again where rules fail.

mod components;
mod groups;
mod nearest;
mod path;

use level::{OUT, TileSet};
use marahel::handed::{HandedProgram, N_CELLS_PER_STEP, Pass, Plane, shuffle};

use super::{Connection, Connector};
use crate::flood::links;
use components::Components;
use groups::Groups;
use nearest::{Candidate, Nearest};

/// Paths that are planned for one pair of components before it is given up.
const N_PLANS: usize = 10;

/// Of what a pass may cost, the share after which only the nearest components
/// are joined, as a whole takes few paths; and that after which none are.
const SHARE_OF_EXTRAS: f64 = 0.5;
const SHARE_OF_ALL: f64 = 0.75;

/// Of the same, the share that asking the rules about all cells may cost.
const SHARE_OF_QUESTIONS: f64 = 0.125;

/// Of the same, the share that may go to pairs that cannot be joined.
const SHARE_OF_FAILURES: f64 = 0.25;

impl HandedProgram for Connector {
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
        let is_pinned = |cell| pass.never_holds(plane.xy(cell), entities);
        let mut joining = Joining {
            is_blocked: (0..plane.area() as u32).map(is_pinned).collect(),
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
    /// Its steps there and back, which make cells a component.
    links: Vec<(i32, i32)>,
    plane: Plane,
    components: Components,
    nearest: Nearest,
    /// Cells where no rule held, or that no rule can change.
    is_blocked: Vec<bool>,
    /// Rules to apply, each with its cell.
    to_apply: Vec<(usize, u32)>,
    groups: Groups,
    /// Steps that the pass may cost: of those that the level has left, its
    /// share for the region and for the passes to come.
    n_steps_max: f64,
    n_steps_failed: u64,
    /// Whether all cells where no rule holds are known.
    knows_all: bool,
}

impl Joining<'_, '_> {
    /// Joins the two groups that are nearest to each other, until one is left
    /// or no others can be joined: Kruskal's spanning tree.
    fn join_nearest(&mut self) {
        let area = self.plane.area() as u64;
        self.pass.charge(3 * area * self.links.len() as u64);
        self.nearest.spread(self.plane, &self.links, self.components.all_borders());
        let candidates =
            self.nearest.candidates(self.plane, &self.links, &self.components, self.pass.rng);
        for Candidate { components: [one, other], ends: [from, to], .. } in candidates {
            if self.is_done() {
                return;
            }
            if !self.groups.are_joined(one, other) {
                self.join(from, to);
            }
        }
    }

    /// Joins random cells of random groups, until one is left; gives up after
    /// as many failures as there are components.
    fn join_random(&mut self) {
        let n = self.components.len();
        let mut groups: Vec<Vec<u32>> = (0..n as u32).map(|component| vec![component]).collect();
        let mut n_failures = 0;
        while groups.len() > 1 && n_failures < n && !self.has_no_extras_left() {
            // The first of the two is put last, so that the other is not drawn again.
            let (first, last) = (self.pass.draw(groups.len()), groups.len() - 1);
            groups.swap(first, last);
            let other = self.pass.draw(last);
            let [from, to] = [last, other].map(|group| {
                let group = &groups[group];
                let component = group[self.pass.draw(group.len())];
                let border = self.components.border(component);
                border[self.pass.draw(border.len())]
            });
            if self.join(from, to) {
                let [one, two] = groups.get_disjoint_mut([last, other]).expect("they differ");
                if one.len() > two.len() {
                    std::mem::swap(one, two);
                }
                let joined = std::mem::take(one);
                two.extend(joined);
                groups.pop();
            } else {
                n_failures += 1;
            }
        }
    }

    /// Joins the component that is nearest to all others with each of them.
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

    /// Joins random pairs, the likelier the more were passed over.
    fn join_many(&mut self) {
        let n = self.components.len();
        let mut n_missed = 0;
        for one in 0..n as u32 {
            self.pass.charge(8 * n as u64);
            if self.has_no_extras_left() {
                return;
            }
            let mut is_spread = false;
            for other in (0..n as u32).filter(|&other| other != one) {
                if self.pass.draw(n) > n_missed {
                    n_missed += 1;
                    continue;
                }
                n_missed = 0;
                if !is_spread {
                    self.spread_from(one);
                    is_spread = true;
                }
                if self.has_no_extras_left() {
                    return;
                }
                self.join_with_spread(other);
            }
        }
    }

    /// Measures how far all cells are from a component.
    fn spread_from(&mut self, component: u32) {
        self.pass.charge(self.plane.area() as u64 * self.links.len() as u64);
        self.nearest.spread(self.plane, &self.links, self.components.border(component));
    }

    /// Joins a component with the one that was spread from, where they are
    /// nearest to each other.
    fn join_with_spread(&mut self, component: u32) {
        let border = self.components.border(component);
        let end = self.nearest.draw_nearest(border, self.pass.rng);
        if let Some((from, to)) = end {
            self.join(from, to);
        }
    }

    /// Joins the components of two cells; whether that went well.
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

    /// Whether the pass has to end, so that a level results.
    fn is_done(&self) -> bool {
        self.pass.is_done()
            || self.has_spent(SHARE_OF_ALL)
            || self.n_steps_failed as f64 > SHARE_OF_FAILURES * self.n_steps_max
    }

    /// Whether no more components can be joined than must be.
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

    /// A shortest path between two cells, in either direction. Where all
    /// steps can be taken back, there is none in one if there is none in the other.
    fn plan(&mut self, from: u32, to: u32) -> Option<Vec<u32>> {
        let mut steps = self.connector.directions.offsets().to_vec();
        // Of all shortest paths, the order of the steps chooses one.
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

    /// Runs the rules on all cells between the ends of a path. Where a cell is
    /// in the way, whether now or before the path is begun: rules of a buffered
    /// pass do not see what is written, and so all can be asked beforehand.
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

    /// Finds all cells that are in the way, once one was, so that the next
    /// path leads around them: where the level stays as the rules see it, and
    /// their answers do not depend on the path.
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
