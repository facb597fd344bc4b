//! Regions under any steps; `crate::paths::Floor` supports only four-connected ones.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::paths::PLUS;
use marahel_level::{TileSet, View};

use crate::counts::cells;

/// Floods levels in reused memory.
#[derive(Debug, Default)]
pub(super) struct Regions {
    /// For each cell whether it is floor that no flood has reached.
    is_open: Vec<bool>,
    /// Cells of the current flood, in the order of their distance from its start.
    queue: Vec<usize>,
    distances: Vec<u32>,
}

impl Regions {
    /// Calls `visit` with the cells of each region.
    pub(super) fn each(
        &mut self,
        level: View<'_>,
        tiles: TileSet,
        offsets: &[(isize, isize)],
        mut visit: impl FnMut(&[usize]),
    ) {
        self.open(level, tiles);
        for start in 0..level.area() {
            if self.is_open[start] {
                self.flood(level, offsets, start);
                visit(&self.queue);
            }
        }
    }

    pub(super) fn count(
        &mut self,
        level: View<'_>,
        tiles: TileSet,
        offsets: &[(isize, isize)],
    ) -> u32 {
        let mut n = 0;
        self.each(level, tiles, offsets, |_| n += 1);
        n
    }

    /// Number of cells of the smallest and of the largest region; `None` and 0 without regions.
    pub(super) fn sizes(
        &mut self,
        level: View<'_>,
        tiles: TileSet,
        offsets: &[(isize, isize)],
    ) -> (Option<u32>, u32) {
        let (mut smallest, mut largest) = (usize::MAX, 0);
        self.each(level, tiles, offsets, |cells| {
            smallest = smallest.min(cells.len());
            largest = largest.max(cells.len());
        });
        ((largest > 0).then_some(smallest as u32), largest as u32)
    }

    /// Number of regions in which the number of cells with the things is in `counts`.
    pub(super) fn count_with(
        &mut self,
        level: View<'_>,
        (tiles, things): (TileSet, TileSet),
        offsets: &[(isize, isize)],
        counts: RangeInclusive<u32>,
    ) -> u32 {
        let mut n = 0;
        let width = level.width();
        self.each(level, tiles, offsets, |cells| {
            let tiles = cells.iter().map(|cell| level.get(cell % width, cell / width));
            let n_things = tiles.map(|tile| things.count(tile)).sum();
            n += u32::from(counts.contains(&n_things));
        });
        n
    }

    /// The number of independent rings of rooms and doors. Rooms are the regions of the first tiles,
    /// doors those of the second. This counts the edges of their graph, less its nodes, plus its
    /// pieces; the pieces are the regions of both tiles together.
    pub(super) fn rings(
        &mut self,
        level: View<'_>,
        (rooms, doors): (TileSet, TileSet),
        offsets: &[(isize, isize)],
    ) -> u32 {
        let (width, height) = (level.width(), level.height());
        // Rooms have numbers from 1.
        let (mut room_of, mut n_rooms) = (vec![0_u32; level.area()], 0);
        self.each(level, rooms, offsets, |cells| {
            n_rooms += 1;
            for &cell in cells {
                room_of[cell] = n_rooms;
            }
        });
        let (mut n_doors, mut n_edges) = (0, 0);
        self.each(level, doors.difference(rooms), offsets, |cells| {
            let beside = cells.iter().flat_map(|&cell| neighbors(cell, width, height, offsets));
            let beside: BTreeSet<u32> =
                beside.map(|cell| room_of[cell]).filter(|&room| room > 0).collect();
            n_doors += 1;
            n_edges += beside.len() as u32;
        });
        n_edges + self.count(level, rooms.union(doors), offsets) - n_rooms - n_doors
    }

    /// The number of holes of the tiles, by Euler's formula: pieces, less cells, plus pairs of
    /// neighbors, less blocks of 2x2.
    pub(super) fn loops(&mut self, level: View<'_>, tiles: TileSet) -> u32 {
        let n_pieces = self.count(level, tiles, &PLUS);
        let (mut n_cells, mut n_pairs, mut n_blocks) = (0, 0, 0);
        for y in 0..level.height() {
            for x in 0..level.width() {
                let has = |x: usize, y: usize| {
                    x < level.width() && y < level.height() && tiles.contains(level.get(x, y))
                };
                if has(x, y) {
                    let (right, below) = (has(x + 1, y), has(x, y + 1));
                    n_cells += 1;
                    n_pairs += u32::from(right) + u32::from(below);
                    n_blocks += u32::from(right && below && has(x + 1, y + 1));
                }
            }
        }
        n_pieces + n_pairs - n_cells - n_blocks
    }

    /// The greatest distance between two cells of one region, by a flood from each cell.
    pub(super) fn longest_path(
        &mut self,
        level: View<'_>,
        tiles: TileSet,
        offsets: &[(isize, isize)],
    ) -> u32 {
        let mut longest = 0;
        for start in cells(level, tiles) {
            self.open(level, tiles);
            self.flood(level, offsets, start);
            let farthest = self.queue.last().map_or(0, |&cell| self.distances[cell]);
            longest = longest.max(farthest);
        }
        longest
    }

    fn open(&mut self, level: View<'_>, tiles: TileSet) {
        self.is_open.clear();
        self.is_open.extend(level.rows().flatten().map(|&tile| tiles.contains(tile)));
        self.distances.resize(level.area().max(self.distances.len()), 0);
    }

    fn flood(&mut self, level: View<'_>, offsets: &[(isize, isize)], start: usize) {
        let (width, height) = (level.width(), level.height());
        self.queue.clear();
        self.queue.push(start);
        self.is_open[start] = false;
        self.distances[start] = 0;
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            for neighbor in neighbors(cell, width, height, offsets) {
                if std::mem::replace(&mut self.is_open[neighbor], false) {
                    self.distances[neighbor] = self.distances[cell] + 1;
                    self.queue.push(neighbor);
                }
            }
        }
    }
}

/// The cells of the level at the offsets from a cell.
pub(super) fn neighbors(
    cell: usize,
    width: usize,
    height: usize,
    offsets: &[(isize, isize)],
) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % width, cell / width);
    offsets.iter().filter_map(move |&(columns, rows)| {
        let (x, y) = (x.checked_add_signed(columns)?, y.checked_add_signed(rows)?);
        (x < width && y < height).then(|| y * width + x)
    })
}
