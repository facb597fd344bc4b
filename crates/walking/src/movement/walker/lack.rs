//! What a trip lacks that cannot be walked, and what keeps one from being so.

use std::collections::VecDeque;

use level::{TileSet, UNKNOWN, View};

use super::{Journey, Trip, Walker};
use crate::movement::{Movement, Steps};

impl Walker {
    /// How much of a trip can be walked, in 0..=1, for trips without a way: the share of its
    /// legs, where the first that cannot be walked counts 1 / n, if n cells that nobody enters
    /// lie between what was reached and the next stop (with gravity, n cells that were not
    /// reached). A stop that is not in the level ends the trip.
    pub fn progress(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> f64 {
        let search = self.map.begin(level, movement, Journey::Trip(trip));
        let found = &mut self.found;
        found.begin(&search, |_, tile| trip.stops[0].contains(tile));
        let mut next = 0;
        while next < found.queue.len() {
            found.go_on(&search, next);
            next += 1;
        }
        let Some(leg) = found.queue.iter().map(|state| state.leg).max() else { return 0.0 };
        let n_legs = trip.stops.len() - 1;
        let Some(stop) = search.journey.next_stop(leg) else { return 1.0 };
        let free = match &movement.steps {
            Steps::Offsets(_) => search.map.free[usize::from(leg) * search.n_keys],
            Steps::Platformer(_) => TileSet::EMPTY,
        };
        let at_leg = found.queue.iter().filter(|state| state.leg == leg);
        // In the order of the cells in the way, as those without one go to the front.
        let mut border: VecDeque<(usize, u32)> =
            at_leg.map(|state| (state.cell as usize, 0)).collect();
        found.is_reached.clear();
        found.is_reached.resize(level.area(), false);
        while let Some((cell, n_blocked)) = border.pop_front() {
            if std::mem::replace(&mut found.is_reached[cell], true) {
                continue;
            }
            if stop.contains(search.map.tiles[cell]) {
                return (f64::from(leg) + 1.0 / f64::from(n_blocked.max(1))) / n_legs as f64;
            }
            for neighbor in search.map.neighbors(cell, movement.offsets()) {
                if free.contains(search.map.tiles[neighbor]) {
                    border.push_front((neighbor, n_blocked));
                } else {
                    border.push_back((neighbor, n_blocked + 1));
                }
            }
        }
        f64::from(leg) / n_legs as f64
    }

    /// How many cells have to be closed so that a trip cannot be walked, at most
    /// [`N_OPENINGS_MAX`](Self::N_OPENINGS_MAX): as many as there are ways over some leg that
    /// share no cell but its stops. Doors count as open, and gravity as none; two stops side by
    /// side count as a cell to be closed.
    pub fn openings(&mut self, level: View<'_>, movement: &Movement, trip: &Trip) -> usize {
        self.map.begin(level, movement, Journey::Trip(trip));
        let doors = movement.doors.iter().flat_map(|door| [door.door, door.key]);
        let open = movement.over.union(doors.collect());
        let legs = (0..trip.stops.len() - 1).map(|leg| {
            let (from, to) = (trip.stops[leg], trip.stops[leg + 1].difference(trip.stops[leg]));
            let free = open.union(trip.ends_of(leg)).difference(TileSet::only(UNKNOWN));
            self.cut.openings(&self.map, free, (from, to), movement.offsets())
        });
        legs.min().unwrap_or(0)
    }
}
