//! Shortest ways, breadth first.

mod stuck;
mod waves;

use marahel_level::{OUT, Tile, TileSet, UNKNOWN, View};

use super::platformer::Air;
use super::{Movement, Steps};
use waves::Waves;

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

    /// Whether a level has each of its stops.
    fn has_stops(&self, level: View<'_>) -> bool {
        let tiles: TileSet = level.rows().flatten().copied().collect();
        !self.stops.iter().any(|stop| stop.is_disjoint(tiles))
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
    waves: Waves,
    /// The cells of a path, last one first, and whether they are those of the last question.
    cells: Vec<usize>,
    has_way: bool,
}

/// The level in the form of a search: with so many cells [`OUT`] around it that no step needs a
/// test whether it leaves the level. A cell is its place in memory.
#[derive(Clone, Debug, Default)]
struct Map {
    /// Row by row; those left of a row are right of the one before, too.
    tiles: Vec<Tile>,
    width: usize,
    height: usize,
    /// Number of rows above and below, and of columns beside.
    border: usize,
    /// The offsets of steps in memory.
    offsets: Vec<isize>,
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

/// Where somebody is on a trip.
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

impl<'s> Journey<'s> {
    fn of(trip: &'s Trip) -> Self {
        Self { stops: &trip.stops, ends: TileSet::EMPTY }
    }

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

/// One search: a level, how to move, and where to.
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
        self.has_way = !Waves::suit(level, movement);
        if self.has_way {
            return self.walk(level, movement, trip);
        }
        if !trip.has_stops(level) {
            return None;
        }
        let are_legs_alike = self.map.set_free(movement, Journey::of(trip));
        self.waves.n_steps(level, movement, trip, (&self.map.free, are_legs_alike))
    }

    /// The cells of a shortest path, for what [`steps`](Self::steps) was asked last; last one
    /// first, numbered row by row; a cell that is passed twice is listed twice. Empty if there is
    /// no path. The choice among shortest paths is deterministic.
    pub fn way(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> &[usize] {
        if !self.has_way {
            self.walk(level, movement, trip);
            self.has_way = true;
        }
        &self.cells
    }

    /// Steps of a shortest path, whose cells are listed.
    fn walk(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> Option<u32> {
        let end = self.travel(level, movement, trip);
        self.cells.clear();
        let mut next = end;
        while let Some(place) = next {
            let cell = self.map.number(self.trace.queue[place].cell);
            if self.cells.last() != Some(&cell) {
                self.cells.push(cell);
            }
            let before = self.trace.before[place] as usize;
            next = (before != place).then_some(before);
        }
        end.map(|end| self.trace.queue[end].steps)
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
        states.reached.resize(search.map.tiles.len(), 0);
        for state in &states.queue {
            if std::mem::replace(&mut states.reached[state.cell as usize], 1) == 0 {
                visit(search.map.number(state.cell), state.steps);
            }
        }
    }

    /// Steps of a shortest way from anywhere in the first column to the last, or, where it
    /// goes `up`, from the last row to the first; `None` where there is none.
    pub fn across(&mut self, level: View<'_>, movement: &Movement, up: bool) -> Option<u32> {
        let search = self.map.begin(level, movement, Journey { stops: &[], ends: TileSet::EMPTY });
        let n_last = if up { level.height() } else { level.width() } - 1;
        // How far a cell is from where the way begins.
        let distance = |cell: u32| {
            let (x, y) = search.map.xy(cell);
            if up { n_last - y } else { x }
        };
        let states = &mut self.trace;
        states.begin(&search, |cell, tile| distance(cell) == 0 && movement.over.contains(tile));
        let mut next = 0;
        while let Some(&State { cell, steps, .. }) = states.queue.get(next) {
            if distance(cell) == n_last {
                return Some(steps);
            }
            states.go_on(&search, next);
            next += 1;
        }
        None
    }

    /// Searches until the last stop; its place in the queue.
    fn travel(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> Option<usize> {
        if !trip.has_stops(level) {
            return None;
        }
        let search = self.map.begin(level, movement, Journey::of(trip));
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
    /// Starts on all cells that are starts by their number and tile.
    fn begin(&mut self, search: &WaySearch<'_>, is_start: impl Fn(u32, Tile) -> bool) {
        self.queue.clear();
        self.before.clear();
        self.reached.clear();
        self.reached.resize(search.map.free.len() * search.map.tiles.len() * search.n_ups, 0);
        for cell in search.map.cells() {
            if is_start(cell, search.map.tiles[cell as usize]) {
                let air = search.held_or(cell, Air::Free { up: 0, sideways: 0 });
                let start = State { cell, leg: 0, keys: 0, air, steps: 0 };
                self.reach(search, start, None);
            }
        }
    }

    fn go_on(&mut self, search: &WaySearch<'_>, place: usize) {
        let state = self.queue[place];
        let first = search.stage(state) * search.map.tiles.len();
        search.each_step(state, |next| {
            // Most steps lead back, and this test is shorter than a call.
            let (up, sideways) = next.air.left();
            let known = self.reached[(first + next.cell as usize) * search.n_ups + up];
            if known <= sideways {
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
        let lengths =
            movement.offsets().iter().flat_map(|(x, y)| [x.unsigned_abs(), y.unsigned_abs()]);
        self.border = lengths.max().unwrap_or(0).max(1);
        let stride = self.stride();
        self.offsets.clear();
        let offsets = movement.offsets().iter().map(|(x, y)| y * stride as isize + x);
        self.offsets.extend(offsets);
        let n_outside = self.border * stride;
        self.tiles.clear();
        self.tiles.resize(n_outside, OUT);
        for row in level.rows() {
            self.tiles.resize(self.tiles.len() + self.border, OUT);
            self.tiles.extend_from_slice(row);
        }
        self.tiles.resize(self.tiles.len() + n_outside + self.border, OUT);
        let are_legs_alike = self.set_free(movement, journey);
        let n_ups = match &movement.steps {
            Steps::Offsets(_) => 1,
            Steps::Platformer(platformer) => usize::from(platformer.height) + 1,
        };
        let n_keys = 1 << movement.doors.len();
        WaySearch { map: self, movement, journey, n_ups, n_keys, are_legs_alike }
    }

    /// Lists what can be entered in each stage; returns whether this is the same on all legs.
    fn set_free(&mut self, movement: &Movement, journey: Journey<'_>) -> bool {
        let n_keys = 1 << movement.doors.len();
        self.free.clear();
        for leg in 0..journey.n_legs() {
            let always = movement.over.union(journey.ends(leg));
            self.free.extend((0..n_keys).map(|keys: usize| {
                let opened = movement.doors.iter().enumerate().map(|(bit, door)| {
                    let key = TileSet::only(door.key);
                    if keys >> bit & 1 == 0 { key } else { key.union(TileSet::only(door.door)) }
                });
                let free = opened.fold(always, TileSet::union);
                free.difference(TileSet::only(UNKNOWN)).difference(TileSet::only(OUT))
            }));
        }
        (0..journey.n_legs()).all(|leg| movement.over.is_superset(journey.ends(leg)))
    }

    /// Offset from a cell to the one below it.
    fn stride(&self) -> usize {
        self.width + self.border
    }

    /// Its cells, row by row.
    fn cells(&self) -> impl Iterator<Item = u32> + use<> {
        let (stride, border) = (self.stride() as u32, self.border as u32);
        let rows = border..border + self.height as u32;
        rows.flat_map(move |row| row * stride + border..(row + 1) * stride)
    }

    /// Column and row of a cell.
    fn xy(&self, cell: u32) -> (usize, usize) {
        let stride = self.stride() as u32;
        ((cell % stride) as usize - self.border, (cell / stride) as usize - self.border)
    }

    /// The number of a cell, row by row from 0.
    fn number(&self, cell: u32) -> usize {
        let (x, y) = self.xy(cell);
        y * self.width + x
    }
}

impl WaySearch<'_> {
    /// Calls `visit` with each state one step after another, before any key or stop there counts.
    #[expect(clippy::inline_always, reason = "the greater part of a search")]
    #[inline(always)]
    fn each_step(&self, state: State, mut visit: impl FnMut(State)) {
        let Map { tiles, offsets, .. } = self.map;
        let here = tiles[state.cell as usize];
        let free = self.map.free[self.stage(state)];
        let goes_anywhere = self.movement.one_way.is_empty();
        for (&step, &offset) in self.movement.offsets().iter().zip(offsets) {
            let cell = (state.cell as usize).wrapping_add_signed(offset);
            let there = tiles[cell];
            let is_free = free.contains(there)
                && (goes_anywhere
                    || self.movement.allows(here, step) && self.movement.allows(there, step));
            if !is_free {
                continue;
            }
            let cell = cell as u32;
            if let Some(air) = self.air_after(state, here, step, cell) {
                visit(State { cell, air, steps: state.steps + 1, ..state });
            }
        }
    }

    /// The state with the keys that lie in its cell.
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
    fn air_after(&self, state: State, here: Tile, step: (isize, isize), cell: u32) -> Option<Air> {
        let Steps::Platformer(platformer) = &self.movement.steps else { return Some(Air::Held) };
        let climbs = platformer.ladders.contains(here);
        let after = platformer.after(state.air, step, climbs)?;
        Some(self.held_or(cell, after))
    }

    /// [`Air::Held`] where something holds, `otherwise` elsewhere.
    fn held_or(&self, cell: u32, otherwise: Air) -> Air {
        let Steps::Platformer(platformer) = &self.movement.steps else { return Air::Held };
        let cell = cell as usize;
        let (tile, below) = (self.map.tiles[cell], self.map.tiles[cell + self.map.stride()]);
        let holds = platformer.ladders.union(platformer.ropes).contains(tile)
            || platformer.solid.union(platformer.ladders).contains(below)
            || below == OUT && !platformer.is_deadly_below;
        if holds { Air::Held } else { otherwise }
    }
}

#[cfg(test)]
mod tests;
