//! Shortest ways, breadth first.

mod states;

use marahel_level::{OUT, Tile, TileSet, UNKNOWN, View};

use super::platformer::Air;
use super::{Movement, Steps};

/// A path to find: from a cell with a tile of the first stop, over one of each stop between, to one
/// of the last.
///
/// Between two stops, all tiles of the movement and of both stops can be entered: a door is no
/// obstacle on the way to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trip {
    stops: Vec<TileSet>,
}

impl Trip {
    /// Maximum number of stops.
    pub const N_STOPS_MAX: usize = 8;

    /// A trip over these stops.
    ///
    /// # Panics
    ///
    /// If there are fewer than 2 or too many stops.
    pub fn new(stops: Vec<TileSet>) -> Self {
        assert!((2..=Self::N_STOPS_MAX).contains(&stops.len()), "a trip has 2 to 8 stops");
        Self { stops }
    }

    /// Its stops.
    pub fn stops(&self) -> &[TileSet] {
        &self.stops
    }

    /// What can be entered between stop `leg` and the next one, beside the tiles of the movement.
    pub fn ends_of(&self, leg: usize) -> TileSet {
        self.stops[leg].union(self.stops[leg + 1])
    }
}

/// Finds shortest paths in one level after another, reusing memory.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    map: Map,
    trace: Trace,
    cells: Vec<usize>,
}

/// The level in the form of a search.
#[derive(Clone, Debug, Default)]
struct Map {
    /// Row by row, and below a deadly edge one more row, which nothing stands on.
    tiles: Vec<Tile>,
    width: usize,
    height: usize,
    /// What can be entered, by [`WaySearch::stage`].
    free: Vec<TileSet>,
}

/// The states that a search has reached so far.
#[derive(Clone, Debug, Default)]
struct Trace {
    /// States in the order in which they were reached.
    queue: Vec<State>,
    /// For each state the place in the queue of the one that it was reached from,
    /// its own if it is a start.
    before: Vec<u32>,
    /// For each stage, each cell, and each number of cells that are left to go up: 1 more than
    /// the most that were left to go sideways with as many or more; 0 if it was not reached so.
    reached: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    cell: u32,
    /// Stops that were reached after the first.
    leg: u8,
    /// Kinds of keys that were found, a bit for each.
    keys: u8,
    air: Air,
    steps: u32,
}

/// The aim of a search: a path over stops, or, without stops, all reachable cells.
#[derive(Clone, Copy)]
struct Journey<'s> {
    stops: &'s [TileSet],
    /// What can be entered on the last leg beside the tiles of the movement.
    ends: TileSet,
}

impl Journey<'_> {
    fn n_legs(self) -> usize {
        self.stops.len().max(1)
    }

    /// The tiles that can be entered in addition to those of the movement after this stop.
    fn ends(self, leg: usize) -> TileSet {
        self.stops.get(leg + 1).map_or(self.ends, |next| self.stops[leg].union(*next))
    }

    fn next_stop(self, leg: u8) -> Option<TileSet> {
        self.stops.get(usize::from(leg) + 1).copied()
    }
}

#[derive(Clone, Copy)]
struct WaySearch<'s> {
    map: &'s Map,
    movement: &'s Movement,
    journey: Journey<'s>,
    /// How many numbers of cells may be left to go up.
    n_ups: usize,
    n_keys: usize,
    /// Whether all stops can be entered on all legs, so that reaching a stop never restricts
    /// movement.
    are_legs_alike: bool,
}

impl Walker {
    /// Steps of a shortest path; `None` if there is none.
    pub fn steps(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> Option<u32> {
        let end = self.travel(level, movement, trip);
        self.cells.clear();
        let mut next = end;
        while let Some(place) = next {
            let cell = self.trace.queue[place].cell as usize;
            if self.cells.last() != Some(&cell) {
                self.cells.push(cell);
            }
            let before = self.trace.before[place] as usize;
            next = (before != place).then_some(before);
        }
        end.map(|end| self.trace.queue[end].steps)
    }

    /// The cells of the path that [`steps`](Self::steps) found, last one first, numbered row by
    /// row; a cell that is passed twice is listed twice. Empty if there is no path. The choice
    /// among shortest paths is deterministic.
    pub fn way(&self) -> &[usize] {
        &self.cells
    }

    /// Calls `visit` with the steps to each cell that can be reached from the tiles
    /// of `from`, once for each, in the order of the steps. As on a trip, the tiles of
    /// `from` and `to` can be entered.
    pub fn flood(
        &mut self,
        level: View<'_>,
        movement: &Movement,
        (from, to): (TileSet, TileSet),
        mut visit: impl FnMut(usize, u32),
    ) {
        let search = self.map.begin(level, movement, Journey { stops: &[], ends: from.union(to) });
        let states = &mut self.trace;
        states.begin(&search, |_, tile| from.contains(tile));
        let mut next = 0;
        while next < states.queue.len() {
            states.go_on(&search, next);
            next += 1;
        }
        // One cell may have been reached with and without keys.
        states.reached.clear();
        states.reached.resize(level.area(), 0);
        for state in &states.queue {
            if std::mem::replace(&mut states.reached[state.cell as usize], 1) == 0 {
                visit(state.cell as usize, state.steps);
            }
        }
    }

    /// Steps of a shortest way from anywhere in the first column to the last, or, where it
    /// goes `up`, from the last row to the first; `None` where there is none.
    pub fn across(&mut self, level: View<'_>, movement: &Movement, up: bool) -> Option<u32> {
        let search = self.map.begin(level, movement, Journey { stops: &[], ends: TileSet::EMPTY });
        let n_last = if up { level.height() } else { level.width() } - 1;
        // How far a cell is from where the way begins.
        let distance = |cell: usize| {
            if up { n_last - cell / level.width() } else { cell % level.width() }
        };
        let states = &mut self.trace;
        states.begin(&search, |cell, tile| distance(cell) == 0 && movement.over.contains(tile));
        let mut next = 0;
        while let Some(&State { cell, steps, .. }) = states.queue.get(next) {
            if distance(cell as usize) == n_last {
                return Some(steps);
            }
            states.go_on(&search, next);
            next += 1;
        }
        None
    }

    /// Searches until the last stop; its place in the queue.
    fn travel(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> Option<usize> {
        let search =
            self.map.begin(level, movement, Journey { stops: &trip.stops, ends: TileSet::EMPTY });
        let tiles: TileSet = search.map.tiles.iter().copied().collect();
        if trip.stops.iter().any(|stop| stop.is_disjoint(tiles)) {
            return None;
        }
        let states = &mut self.trace;
        states.begin(&search, |_, tile| trip.stops[0].contains(tile));
        let mut next = 0;
        // Whoever is at its last stop is the last in the queue.
        let is_end = |state: &State| usize::from(state.leg) + 1 == trip.stops.len();
        let mut end = states.queue.iter().position(is_end);
        while end.is_none() && next < states.queue.len() {
            let n = states.queue.len();
            states.go_on(&search, next);
            next += 1;
            end = states.queue[n..].iter().position(is_end).map(|place| n + place);
        }
        end
    }
}

impl Trace {
    fn begin(&mut self, search: &WaySearch<'_>, is_start: impl Fn(usize, Tile) -> bool) {
        self.queue.clear();
        self.before.clear();
        self.reached.clear();
        self.reached.resize(search.map.free.len() * search.map.tiles.len() * search.n_ups, 0);
        let n_cells = search.map.width * search.map.height;
        let tiles = search.map.tiles[..n_cells].iter().enumerate();
        for (cell, _) in tiles.filter(|&(cell, &tile)| is_start(cell, tile)) {
            let air = search.held_or(cell, Air::Free { up: 0, sideways: 0 });
            let start = State { cell: cell as u32, leg: 0, keys: 0, air, steps: 0 };
            self.reach(search, start, None);
        }
    }

    fn go_on(&mut self, search: &WaySearch<'_>, place: usize) {
        let state = self.queue[place];
        let first = search.stage(state) * search.map.tiles.len();
        search.each_step(state, |next| {
            // Most steps lead back, and this test is shorter than a call.
            let (up, sideways) = next.air.left();
            let best = self.reached[(first + next.cell as usize) * search.n_ups + up];
            if best <= sideways {
                self.reach(search, next, Some(place));
            }
        });
    }

    /// Comes to a state, and to those that follow without a step: with the key that
    /// lies there, and beyond the stop that it is.
    #[inline(never)]
    fn reach(&mut self, search: &WaySearch<'_>, mut state: State, mut from: Option<usize>) {
        let tile = search.map.tiles[state.cell as usize];
        state = search.with_keys(state);
        loop {
            let stop = search.journey.next_stop(state.leg);
            let is_stop = stop.is_some_and(|stop| stop.contains(tile));
            // Nothing is gained by staying on a leg that is at its end.
            if !(is_stop && search.are_legs_alike) {
                // Whoever came here before with as much left of the jump has come to all that
                // follows, by the same steps, and before: neither steps nor ways are others.
                if !self.is_new(search, state) {
                    return;
                }
                let place = self.queue.len();
                self.queue.push(state);
                self.before.push(from.unwrap_or(place) as u32);
                from = Some(place);
            }
            if !is_stop {
                return;
            }
            state.leg += 1;
        }
    }
}

impl Trace {
    /// Notes that a state is reached; whether no other with as much left was reached before.
    fn is_new(&mut self, search: &WaySearch<'_>, state: State) -> bool {
        let (up, sideways) = state.air.left();
        let place = search.stage(state) * search.map.tiles.len() + state.cell as usize;
        let reached = &mut self.reached[place * search.n_ups..][..=up];
        let is_new = reached[up] <= sideways;
        let less = reached.iter_mut().rev().take_while(|most| **most <= sideways);
        less.for_each(|most| *most = sideways + 1);
        is_new
    }
}

impl Map {
    /// Takes over a level, to search in it.
    fn begin<'s>(
        &'s mut self,
        level: View<'_>,
        movement: &'s Movement,
        journey: Journey<'s>,
    ) -> WaySearch<'s> {
        (self.width, self.height) = (level.width(), level.height());
        self.tiles.clear();
        level.rows().for_each(|row| self.tiles.extend_from_slice(row));
        if matches!(&movement.steps, Steps::Platformer(platformer) if platformer.is_deadly_below) {
            self.tiles.extend(std::iter::repeat_n(OUT, self.width));
        }
        let n_keys = 1 << movement.doors.len();
        self.free.clear();
        for leg in 0..journey.n_legs() {
            let always = movement.over.union(journey.ends(leg));
            self.free.extend((0..n_keys).map(|keys: usize| {
                let opened = movement.doors.iter().enumerate().map(|(bit, door)| {
                    let key = TileSet::only(door.key);
                    if keys >> bit & 1 == 0 { key } else { key.union(TileSet::only(door.door)) }
                });
                opened.fold(always, TileSet::union).difference(TileSet::only(UNKNOWN))
            }));
        }
        let mut legs = 0..journey.n_legs();
        let are_legs_alike = legs.all(|leg| movement.over.is_superset(journey.ends(leg)));
        let n_ups = match &movement.steps {
            Steps::Offsets(_) => 1,
            Steps::Platformer(platformer) => usize::from(platformer.height) + 1,
        };
        WaySearch { map: self, movement, journey, n_ups, n_keys, are_legs_alike }
    }
}

impl WaySearch<'_> {
    /// Calls `visit` with each state one step after another, before any key or stop there counts.
    #[expect(clippy::inline_always, reason = "the greater part of a search")]
    #[inline(always)]
    fn each_step(&self, state: State, mut visit: impl FnMut(State)) {
        let &Map { width, height, .. } = self.map;
        // A division of 32 bits is faster.
        let (x, y) = (state.cell % width as u32, state.cell / width as u32);
        let (x, y) = (x as usize, y as usize);
        let here = self.map.tiles[state.cell as usize];
        let free = self.map.free[self.stage(state)];
        let goes_anywhere = self.movement.one_way.is_empty();
        for &step in self.movement.offsets() {
            // Beyond the first column or row a number wraps around to a large one.
            let (x, y) = (x.wrapping_add_signed(step.0), y.wrapping_add_signed(step.1));
            if x >= width || y >= height {
                continue;
            }
            let cell = y * width + x;
            let there = self.map.tiles[cell];
            let is_free = free.contains(there)
                && (goes_anywhere
                    || self.movement.allows(here, step) && self.movement.allows(there, step));
            if !is_free {
                continue;
            }
            if let Some(air) = self.air_after(state, here, step, cell) {
                visit(State { cell: cell as u32, air, steps: state.steps + 1, ..state });
            }
        }
    }

    #[inline]
    fn with_keys(&self, mut state: State) -> State {
        let tile = self.map.tiles[state.cell as usize];
        for (bit, door) in self.movement.doors.iter().enumerate() {
            state.keys |= u8::from(door.key == tile) << bit;
        }
        state
    }

    /// Number of what was reached and found so far.
    fn stage(&self, state: State) -> usize {
        usize::from(state.leg) * self.n_keys + usize::from(state.keys)
    }

    /// What is left of a jump after a step.
    fn air_after(
        &self,
        state: State,
        here: Tile,
        step: (isize, isize),
        cell: usize,
    ) -> Option<Air> {
        let Steps::Platformer(platformer) = &self.movement.steps else { return Some(Air::Held) };
        if step == (0, 1) && platformer.platforms.contains(self.map.tiles[cell]) {
            return None;
        }
        let climbs = platformer.ladders.contains(here);
        let after = platformer.after(state.air, step, climbs)?;
        Some(self.held_or(cell, after))
    }

    /// [`Air::Held`] where something holds, `otherwise` elsewhere.
    fn held_or(&self, cell: usize, otherwise: Air) -> Air {
        let Steps::Platformer(platformer) = &self.movement.steps else { return Air::Held };
        let tile = self.map.tiles[cell];
        let below = self.map.tiles.get(cell + self.map.width);
        let footing = platformer.solid.union(platformer.platforms).union(platformer.ladders);
        let holds = platformer.ladders.union(platformer.ropes).contains(tile)
            || below.is_none_or(|&below| footing.contains(below));
        if holds { Air::Held } else { otherwise }
    }
}

#[cfg(test)]
mod tests;
