//! How many cells part two places: the most ways between them that share none.

use level::TileSet;

use super::{Map, Walker};

/// A largest flow of one unit through each cell, found way by way, in memory that it keeps.
///
/// Source: L. R. Ford and D. R. Fulkerson: Maximal Flow Through a Network, 1956; each cell is
/// split in the side that a way comes in by, number `2 * cell`, and the one that it goes out by.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// For each cell the one that the way through it comes from, and the one that it goes to.
    from: Vec<Option<usize>>,
    to: Vec<Option<usize>>,
    /// For each side the one that it was reached from, its own if it is a start.
    before: Vec<Option<usize>>,
    /// Sides in the order in which they were reached.
    queue: Vec<usize>,
}

impl Walker {
    /// More openings than these are counted as so many.
    pub const N_OPENINGS_MAX: usize = 8;
}

impl Cut {
    /// Number of ways over `free` tiles that share no cell but those of the two stops.
    pub(super) fn openings(
        &mut self,
        map: &Map,
        free: TileSet,
        (start, end): (TileSet, TileSet),
        offsets: &[(isize, isize)],
    ) -> usize {
        for cells in [&mut self.from, &mut self.to] {
            cells.clear();
            cells.resize(map.tiles.len(), None);
        }
        let starts = || (0..map.tiles.len()).filter(|&cell| start.contains(map.tiles[cell]));
        let neighbors = starts().flat_map(|cell| map.neighbors(cell, offsets));
        let mut n = neighbors.filter(|&cell| end.contains(map.tiles[cell])).count();
        while n < Walker::N_OPENINGS_MAX && self.add_way(map, free, (start, end), offsets) {
            n += 1;
        }
        n.min(Walker::N_OPENINGS_MAX)
    }

    /// Searches one more way, which may take over parts of those before.
    fn add_way(
        &mut self,
        map: &Map,
        free: TileSet,
        (start, end): (TileSet, TileSet),
        offsets: &[(isize, isize)],
    ) -> bool {
        self.queue.clear();
        self.before.clear();
        self.before.resize(2 * map.tiles.len(), None);
        for cell in (0..map.tiles.len()).filter(|&cell| start.contains(map.tiles[cell])) {
            self.reach(2 * cell + 1, 2 * cell + 1);
        }
        let mut next = 0;
        while let Some(&side) = self.queue.get(next) {
            next += 1;
            let cell = side / 2;
            if side % 2 == 0 {
                // Into a cell that has a way one only goes back along that.
                match self.from[cell] {
                    None => self.reach(side + 1, side),
                    Some(from) if !start.contains(map.tiles[from]) => {
                        self.reach(2 * from + 1, side);
                    }
                    Some(_) => (),
                }
                continue;
            }
            let is_start = start.contains(map.tiles[cell]);
            if self.from[cell].is_some() {
                self.reach(side - 1, side);
            }
            for there in map.neighbors(cell, offsets) {
                let tile = map.tiles[there];
                if end.contains(tile) {
                    if !is_start && self.to[cell] != Some(there) {
                        self.take(side, there);
                        return true;
                    }
                } else if free.contains(tile)
                    && !start.contains(tile)
                    && self.from[there] != Some(cell)
                {
                    self.reach(2 * there, side);
                }
            }
        }
        false
    }

    fn reach(&mut self, side: usize, from: usize) {
        if self.before[side].is_none() {
            self.before[side] = Some(from);
            self.queue.push(side);
        }
    }

    /// Takes over the way that was found, from its last side back: steps that it goes back
    /// along are gone, and then all others are new.
    fn take(&mut self, last: usize, end: usize) {
        let before = |side: usize| self.before[side].filter(|&before| before != side);
        let sides: Vec<usize> = std::iter::successors(Some(last), |&side| before(side)).collect();
        for pair in sides.windows(2).filter(|pair| pair[0] % 2 == 1 && pair[1] % 2 == 0) {
            let [to, from] = [pair[1] / 2, pair[0] / 2];
            if to != from {
                (self.from[to], self.to[from]) = (None, None);
            }
        }
        self.to[last / 2] = Some(end);
        for pair in sides.windows(2).filter(|pair| pair[0] % 2 == 0 && pair[1] % 2 == 1) {
            let [to, from] = [pair[0] / 2, pair[1] / 2];
            if to != from {
                (self.from[to], self.to[from]) = (Some(from), Some(to));
            }
        }
    }
}
