//! Cells where one can get stuck, and those of all shortest ways.

use marahel_level::{TileSet, View};

use super::{Journey, State, Trip, Walker, WaySearch};
use crate::paths::Movement;
use crate::paths::movement::Steps;
use crate::paths::movement::platformer::Air;

/// Maximum number of states in which a level can be passed.
const N_STATES_MAX: usize = 1 << 24;

/// Marks the end of a list of edges.
const NONE: u32 = u32::MAX;

/// All states that can be reached, each with those that lead to it.
///
/// [`Walker::flood`] leaves out states with less of a jump left than an earlier one in the same
/// cell: they lead nowhere else. But the goal may be out of reach from them alone, so none is left
/// out here.
#[derive(Debug, Default)]
struct States {
    nodes: Vec<State>,
    /// The node of each possible state, plus 1; 0 for one that was not reached.
    numbers: Vec<u32>,
    /// For each node its last edge in `edges`.
    last_edges: Vec<u32>,
    /// The node that an edge comes from, and the edge before it with the same end.
    edges: Vec<(u32, u32)>,
}

impl Walker {
    /// Calls `visit` once for each cell where somebody who comes from one of the tiles of `from` can
    /// stand, climb or hang, and from where no way leads to `goal`. As on a trip, the tiles of both can
    /// be entered. `None` if the level can be passed in more than 2^24 states.
    pub fn stuck(
        &mut self,
        level: View<'_>,
        movement: &Movement,
        (from, goal): (TileSet, TileSet),
        mut visit: impl FnMut(usize),
    ) -> Option<()> {
        let search =
            self.map.begin(level, movement, Journey { stops: &[], ends: from.union(goal) });
        let n_states = search.map.free.len() * search.map.tiles.len() * n_airs(movement);
        if n_states > N_STATES_MAX {
            return None;
        }
        let mut states = States::begin(&search, level, from);
        let is_goal = |state: &State| goal.contains(search.map.tiles[state.cell as usize]);
        let mut next = 0;
        while let Some(&state) = states.nodes.get(next) {
            // Nobody goes on from the goal.
            if !is_goal(&state) {
                search.each_step(state, |after| states.reach(&search, after, Some(next as u32)));
            }
            next += 1;
        }
        let lead_there = states.leading_to(is_goal);
        let mut is_visited = vec![false; level.area()];
        for (state, leads_there) in states.nodes.iter().zip(lead_there) {
            let is_held = state.air == Air::Held;
            let cell = state.cell as usize;
            if is_held && !leads_there && !std::mem::replace(&mut is_visited[cell], true) {
                visit(cell);
            }
        }
        Some(())
    }

    /// The cells that a shortest way of a trip leads over, whichever of those it is; empty if there is
    /// none. A cell may be listed several times.
    pub fn on_shortest_ways(
        &mut self,
        level: View<'_>,
        movement: &Movement,
        trip: &Trip,
    ) -> Vec<usize> {
        let search =
            self.map.begin(level, movement, Journey { stops: &trip.stops, ends: TileSet::EMPTY });
        let mut states = States::begin(&search, level, trip.stops[0]);
        let is_end = |state: &State| usize::from(state.leg) + 1 == trip.stops.len();
        let mut next = 0;
        // All states of as many steps as the first end has are reached before it is looked at.
        while let Some(&state) = states.nodes.get(next).filter(|state| !is_end(state)) {
            search.each_step(state, |after| states.reach(&search, after, None));
            next += 1;
        }
        let Some(n_steps) = states.nodes.get(next).map(|end| end.steps) else { return Vec::new() };
        let mut is_on = vec![false; states.nodes.len()];
        for (place, state) in states.nodes.iter().enumerate().rev() {
            let mut leads_on = is_end(state) && state.steps == n_steps;
            if state.steps < n_steps {
                search.each_step(*state, |after| {
                    states.each_node(&search, after, |node| {
                        leads_on |= is_on[node] && states.nodes[node].steps == after.steps;
                    });
                });
            }
            is_on[place] = leads_on;
        }
        let on_way = states.nodes.iter().zip(is_on).filter(|(_, is_on)| *is_on);
        on_way.map(|(state, _)| state.cell as usize).collect()
    }
}

impl States {
    /// The states of those who begin at some tiles.
    fn begin(search: &WaySearch<'_>, level: View<'_>, from: TileSet) -> Self {
        let n_states = search.map.free.len() * search.map.tiles.len() * n_airs(search.movement);
        let mut states = Self { numbers: vec![0; n_states], ..Self::default() };
        for (cell, tile) in level.rows().flatten().enumerate() {
            if from.contains(*tile) {
                let air = search.held_or(cell, Air::Free { up: 0, sideways: 0 });
                let start = State { cell: cell as u32, leg: 0, keys: 0, air, steps: 0 };
                states.reach(search, start, None);
            }
        }
        states
    }

    /// Comes to a state from a node, and to those beyond the stops that its cell is.
    fn reach(&mut self, search: &WaySearch<'_>, state: State, from: Option<u32>) {
        search.each_arrival(state, |state| {
            let place = search.place_of(state);
            if self.numbers[place] == 0 {
                self.nodes.push(state);
                self.last_edges.push(NONE);
                self.numbers[place] = self.nodes.len() as u32;
            }
            if let Some(from) = from {
                let node = self.numbers[place] as usize - 1;
                self.edges.push((from, self.last_edges[node]));
                self.last_edges[node] = self.edges.len() as u32 - 1;
            }
        });
    }

    /// Calls `visit` with each node that was reached by coming to a state.
    fn each_node(&self, search: &WaySearch<'_>, state: State, mut visit: impl FnMut(usize)) {
        search.each_arrival(state, |state| {
            if let Some(node) = self.numbers[search.place_of(state)].checked_sub(1) {
                visit(node as usize);
            }
        });
    }

    /// For each node whether one of these states is reached from it.
    fn leading_to(&self, is_end: impl Fn(&State) -> bool) -> Vec<bool> {
        let mut lead_there: Vec<bool> = self.nodes.iter().map(is_end).collect();
        let ends = (0..).zip(&lead_there).filter(|(_, is_end)| **is_end);
        let mut open: Vec<u32> = ends.map(|(node, _)| node).collect();
        while let Some(node) = open.pop() {
            let mut edge = self.last_edges[node as usize];
            while edge != NONE {
                let (from, before) = self.edges[edge as usize];
                if !std::mem::replace(&mut lead_there[from as usize], true) {
                    open.push(from);
                }
                edge = before;
            }
        }
        lead_there
    }
}

impl WaySearch<'_> {
    /// Calls `visit` with a state, with the key that lies there, and with those beyond the stops that
    /// its cell is.
    fn each_arrival(&self, state: State, mut visit: impl FnMut(State)) {
        let mut state = self.with_keys(state);
        let tile = self.map.tiles[state.cell as usize];
        visit(state);
        while self.journey.next_stop(state.leg).is_some_and(|stop| stop.contains(tile)) {
            state.leg += 1;
            visit(state);
        }
    }

    /// The number of a state among all that are possible.
    fn place_of(&self, state: State) -> usize {
        let place = self.stage(state) * self.map.tiles.len() + state.cell as usize;
        place * n_airs(self.movement) + number_of(state.air, self.movement)
    }
}

/// Number of states that one cell can be passed in.
fn n_airs(movement: &Movement) -> usize {
    match &movement.steps {
        Steps::Offsets(_) => 1,
        Steps::Platformer(platformer) => platformer.n_states(),
    }
}

/// The number of one of these states, below [`n_airs`].
fn number_of(air: Air, movement: &Movement) -> usize {
    match (air, &movement.steps) {
        (Air::Free { up, sideways }, Steps::Platformer(platformer)) => {
            1 + usize::from(up) * (usize::from(platformer.reach) + 1) + usize::from(sideways)
        }
        (Air::Held | Air::Free { .. }, _) => 0,
    }
}

#[cfg(test)]
mod tests;
