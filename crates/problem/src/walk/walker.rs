//! Shortest ways, breadth first.

use level::{Tile, TileSet, UNKNOWN, View};

use super::platformer::Air;
use super::{Movement, Steps};

/// A way that is asked for: from a cell with a tile of the first stop over one of
/// each stop between to one of the last.
///
/// Between two stops all tiles of the movement can be entered, and those of both
/// stops: a door is no obstacle for the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trip {
    stops: Vec<TileSet>,
}

impl Trip {
    /// At most so many stops.
    pub(crate) const N_STOPS_MAX: usize = 8;

    /// A trip over these stops.
    ///
    /// # Panics
    ///
    /// If there are fewer than 2 or too many stops.
    pub(crate) fn new(stops: Vec<TileSet>) -> Self {
        assert!((2..=Self::N_STOPS_MAX).contains(&stops.len()), "a trip has 2 to 8 stops");
        Self { stops }
    }

    /// Its stops.
    pub(crate) fn stops(&self) -> &[TileSet] {
        &self.stops
    }

    /// What can be entered between stop `leg` and the next one, beside the tiles
    /// of the movement.
    pub(crate) fn ends_of(&self, leg: usize) -> TileSet {
        self.stops[leg].union(self.stops[leg + 1])
    }
}

/// Finds shortest ways through level after level, in memory that it keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walker {
    /// States in the order in which they were reached.
    queue: Vec<State>,
    /// For each state the place in the queue of the one that it was reached from,
    /// its own if it is a start.
    before: Vec<u32>,
    /// For each number of a state whether it was reached.
    is_reached: Vec<bool>,
    cells: Vec<usize>,
}

/// Where somebody is on a trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    cell: u32,
    /// Stops that were reached after the first.
    leg: u8,
    /// Kinds of keys that were found, a bit for each.
    keys: u8,
    /// What is left of a jump, by number.
    air: u8,
    steps: u32,
}

/// One search: a level, how to move, and the trip if there is one.
struct Search<'s> {
    level: View<'s>,
    movement: &'s Movement,
    trip: Option<&'s Trip>,
    n_airs: usize,
    n_keys: usize,
}

impl Walker {
    /// Steps of a shortest way; `None` where there is none.
    pub(crate) fn steps(
        &mut self,
        level: View<'_>,
        movement: &Movement,
        trip: &Trip,
    ) -> Option<u32> {
        self.travel(level, movement, trip).map(|end| self.queue[end].steps)
    }

    /// The cells of a shortest way, the last one first, numbered row by row; a cell
    /// that is passed twice comes twice. Empty where there is no way. Of equally long
    /// ways it is always the same one.
    pub(crate) fn way(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> &[usize] {
        let end = self.travel(level, movement, trip);
        self.cells.clear();
        if let Some(mut place) = end {
            loop {
                let cell = self.queue[place].cell as usize;
                if self.cells.last() != Some(&cell) {
                    self.cells.push(cell);
                }
                let before = self.before[place] as usize;
                if before == place {
                    break;
                }
                place = before;
            }
        }
        &self.cells
    }

    /// Calls `visit` with the steps to each cell that can be reached from the tiles
    /// of `from`, once for each, in the order of the steps.
    pub(crate) fn flood(
        &mut self,
        level: View<'_>,
        movement: &Movement,
        from: TileSet,
        mut visit: impl FnMut(usize, u32),
    ) {
        let search = Search::new(level, movement, None);
        self.begin(&search, from);
        let mut next = 0;
        while next < self.queue.len() {
            self.go_on(&search, next);
            next += 1;
        }
        // One cell may have been reached with and without keys.
        self.is_reached.clear();
        self.is_reached.resize(level.area(), false);
        for state in &self.queue {
            if !std::mem::replace(&mut self.is_reached[state.cell as usize], true) {
                visit(state.cell as usize, state.steps);
            }
        }
    }

    /// Searches until the last stop; its place in the queue.
    fn travel(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> Option<usize> {
        let search = Search::new(level, movement, Some(trip));
        self.begin(&search, trip.stops[0]);
        let mut next = 0;
        // Whoever is at its last stop is the last in the queue.
        let is_end = |state: &State| usize::from(state.leg) + 1 == trip.stops.len();
        let mut end = self.queue.iter().position(is_end);
        while end.is_none() && next < self.queue.len() {
            let n = self.queue.len();
            self.go_on(&search, next);
            next += 1;
            end = self.queue[n..].iter().position(is_end).map(|place| n + place);
        }
        end
    }

    /// Starts on all tiles of a set.
    fn begin(&mut self, search: &Search<'_>, from: TileSet) {
        self.queue.clear();
        self.before.clear();
        self.is_reached.clear();
        self.is_reached.resize(search.n_states(), false);
        let tiles = search.level.rows().flatten();
        for (cell, _) in tiles.enumerate().filter(|&(_, &tile)| from.contains(tile)) {
            let air = search.held_or(cell, Air::Free { up: 0, sideways: 0 });
            let start = State { cell: cell as u32, leg: 0, keys: 0, air, steps: 0 };
            self.reach(search, start, None);
        }
    }

    /// Takes all steps from a state.
    fn go_on(&mut self, search: &Search<'_>, place: usize) {
        let state = self.queue[place];
        let (width, height) = (search.level.width(), search.level.height());
        let (x, y) = (state.cell as usize % width, state.cell as usize / width);
        let here = search.level.get(x, y);
        for &step in search.movement.offsets() {
            let (Some(x), Some(y)) = (x.checked_add_signed(step.0), y.checked_add_signed(step.1))
            else {
                continue;
            };
            if x >= width || y >= height {
                continue;
            }
            let there = search.level.get(x, y);
            let is_free = search.is_free(there, state)
                && search.movement.allows(here, step)
                && search.movement.allows(there, step);
            if !is_free {
                continue;
            }
            let cell = y * width + x;
            if let Some(air) = search.air_after(state, here, step, cell) {
                let next = State { cell: cell as u32, air, steps: state.steps + 1, ..state };
                self.reach(search, next, Some(place));
            }
        }
    }

    /// Comes to a state, and to those that follow without a step: with the key that
    /// lies there, and beyond the stop that it is.
    fn reach(&mut self, search: &Search<'_>, mut state: State, from: Option<usize>) {
        let tile = search.tile(state.cell as usize);
        let doors = &search.movement.doors;
        for (bit, _) in doors.iter().enumerate().filter(|(_, door)| door.key == tile) {
            state.keys |= 1 << bit;
        }
        let mut from = from;
        loop {
            let number = search.number(state);
            if !std::mem::replace(&mut self.is_reached[number], true) {
                let place = self.queue.len();
                self.queue.push(state);
                self.before.push(from.unwrap_or(place) as u32);
                from = Some(place);
            }
            let next_stop = search.trip.and_then(|trip| {
                trip.stops.get(usize::from(state.leg) + 1).filter(|stop| stop.contains(tile))
            });
            if next_stop.is_none() {
                break;
            }
            state.leg += 1;
        }
    }
}

impl<'s> Search<'s> {
    fn new(level: View<'s>, movement: &'s Movement, trip: Option<&'s Trip>) -> Self {
        let n_airs = match &movement.steps {
            Steps::Offsets(_) => 1,
            Steps::Platformer(platformer) => platformer.n_states(),
        };
        Self { level, movement, trip, n_airs, n_keys: 1 << movement.doors.len() }
    }

    fn n_states(&self) -> usize {
        let n_legs = self.trip.map_or(1, |trip| trip.stops.len());
        n_legs * self.n_keys * self.n_airs * self.level.area()
    }

    fn number(&self, state: State) -> usize {
        let above = usize::from(state.leg) * self.n_keys + usize::from(state.keys);
        (above * self.n_airs + usize::from(state.air)) * self.level.area() + state.cell as usize
    }

    fn tile(&self, cell: usize) -> Tile {
        self.level.get(cell % self.level.width(), cell / self.level.width())
    }

    /// Whether a tile can be entered by whoever is in this state.
    fn is_free(&self, tile: Tile, state: State) -> bool {
        let ends = self.trip.map_or(TileSet::EMPTY, |trip| {
            let leg = usize::from(state.leg);
            if leg + 1 < trip.stops.len() { trip.ends_of(leg) } else { TileSet::EMPTY }
        });
        if tile == UNKNOWN {
            return false;
        }
        let mut doors = self.movement.doors.iter().enumerate();
        ends.contains(tile)
            || self.movement.over.contains(tile)
            || doors.any(|(bit, door)| {
                door.key == tile || (door.door == tile && state.keys >> bit & 1 != 0)
            })
    }

    /// What is left of a jump after a step, by number.
    fn air_after(&self, state: State, here: Tile, step: (isize, isize), cell: usize) -> Option<u8> {
        let Steps::Platformer(platformer) = &self.movement.steps else { return Some(0) };
        let climbs = platformer.ladders.contains(here);
        let after = platformer.after(platformer.air(usize::from(state.air)), step, climbs)?;
        Some(self.held_or(cell, after))
    }

    /// [`Air::Held`] where something holds, `otherwise` elsewhere, by number.
    fn held_or(&self, cell: usize, otherwise: Air) -> u8 {
        let Steps::Platformer(platformer) = &self.movement.steps else { return 0 };
        let tile = self.tile(cell);
        let below = cell + self.level.width();
        let holds = platformer.ladders.union(platformer.ropes).contains(tile)
            || below >= self.level.area()
            || platformer.solid.union(platformer.ladders).contains(self.tile(below));
        platformer.number(if holds { Air::Held } else { otherwise }) as u8
    }
}
