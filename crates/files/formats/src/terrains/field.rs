//! What the cells of a layer ask of their looks.

use crate::terrains::{Matching, Sides};

#[cfg(test)]
mod tests;

/// The terrains of a layer, row by row from the top left: the number in [`Sides`] of what stands
/// in each cell; 0 where no terrain of the set does.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    width: usize,
    height: usize,
    cells: &'a [u8],
}

/// The columns and rows from a cell to its neighbors, clockwise from the upper one, as [`Sides`].
pub(crate) const AROUND: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl<'a> Field<'a> {
    /// A layer of this width.
    ///
    /// # Panics
    ///
    /// If the cells are no full rows.
    pub fn new(width: usize, cells: &'a [u8]) -> Self {
        assert!(width > 0 && cells.len().is_multiple_of(width), "cells fill their rows");
        Self { width, height: cells.len() / width, cells }
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        self.width
    }

    /// The terrain of each cell.
    pub fn cells(self) -> &'a [u8] {
        self.cells
    }

    /// The terrain of a cell; outside of the map, that of the nearest cell.
    fn get(self, column: isize, row: isize) -> u8 {
        let column = column.clamp(0, self.width as isize - 1) as usize;
        let row = row.clamp(0, self.height as isize - 1) as usize;
        self.cells[row * self.width + column]
    }

    /// The sides of the looks of the dual grid, (width + 1) x (height + 1), row by row: a look
    /// lies on the corner of four cells, and has their terrains at its own corners. So each cell
    /// shows its terrain, however narrow it is. Corner sets alone have such looks.
    pub fn dual(self) -> impl Iterator<Item = Sides> {
        let rows = 0..=self.height as isize;
        rows.flat_map(move |row| {
            (0..=self.width as isize).map(move |column| {
                let (left, above) = (column - 1, row - 1);
                let upper_right = self.get(column, above);
                let lower_right = self.get(column, row);
                let (lower_left, upper_left) = (self.get(left, row), self.get(left, above));
                Sides([0, upper_right, 0, lower_right, 0, lower_left, 0, upper_left])
            })
        })
    }
}

/// Lets a number go before those of all terrains.
const FIRST: u16 = 1 << 8;

/// Where the terrains of a layer meet: the terrain of each corner and edge of its cells, larger by
/// [`FIRST`] where that is of a narrow cell.
///
/// A later terrain goes before an earlier one, unless later ones would cover all sides of a cell:
/// such a cell is narrow, and goes before them.
pub(crate) struct Seams {
    width: usize,
    height: usize,
    matching: Matching,
    /// (width + 1) x (height + 1), row by row; empty if only edges matter.
    corners: Vec<u16>,
    /// The upper edges of all rows, and the lower ones of the last: width x (height + 1); empty if
    /// only corners matter, as the next.
    upper_edges: Vec<u16>,
    /// The left edges of all columns, and the right ones of the last: (width + 1) x height.
    left_edges: Vec<u16>,
}

impl Seams {
    /// Those of a field, whose looks must agree at these places, and may have open sides.
    pub(crate) fn new(field: Field<'_>, matching: Matching, is_open: bool) -> Self {
        let mut cells: Vec<u16> = field.cells.iter().map(|&terrain| u16::from(terrain)).collect();
        let seams = Self::of(&cells, field, matching, is_open);
        let mut has_narrow = false;
        for (cell, &terrain) in field.cells.iter().enumerate() {
            let Sides(sides) = seams.sides(cell % field.width, cell / field.width);
            if terrain != 0 && !sides.contains(&terrain) {
                cells[cell] |= FIRST;
                has_narrow = true;
            }
        }
        if has_narrow { Self::of(&cells, field, matching, is_open) } else { seams }
    }

    fn of(cells: &[u16], field: Field<'_>, matching: Matching, is_open: bool) -> Self {
        let Field { width, height, .. } = field;
        // Ways end at the border: one that runs along it would branch off at each cell.
        let ends = is_open && matching == Matching::Edges;
        let row = |row: usize| &cells[row * width..][..width];
        let (mut corners, mut upper_edges, mut left_edges) = (Vec::new(), Vec::new(), Vec::new());
        let mut edges = vec![0; width];
        for below in 0..=height {
            let pair = (row(below.saturating_sub(1)), row(below.min(height - 1)));
            for (edge, (&above, &below)) in edges.iter_mut().zip(pair.0.iter().zip(pair.1)) {
                *edge = meeting(above, below, is_open);
            }
            if matching != Matching::Edges {
                push_between(&mut corners, &edges, is_open);
            }
            if matching != Matching::Corners {
                if ends && (below == 0 || below == height) {
                    edges.fill(0);
                }
                upper_edges.extend_from_slice(&edges);
            }
        }
        if matching != Matching::Corners {
            for number in 0..height {
                push_between(&mut left_edges, row(number), is_open);
                if ends {
                    let (first, last) = (number * (width + 1), number * (width + 1) + width);
                    (left_edges[first], left_edges[last]) = (0, 0);
                }
            }
        }
        Self { width, height, matching, corners, upper_edges, left_edges }
    }

    /// The sides that the look of a cell should have, so that it agrees with those of its
    /// neighbors. Terrains go on outside of the map, but ways (open sets of edges) do not.
    pub(crate) fn sides(&self, column: usize, row: usize) -> Sides {
        debug_assert!(column < self.width && row < self.height);
        let mut sides = [0; 8];
        if self.matching != Matching::Edges {
            let above = row * (self.width + 1) + column;
            let below = above + self.width + 1;
            for (place, corner) in [(1, above + 1), (3, below + 1), (5, below), (7, above)] {
                sides[place] = self.corners[corner] as u8;
            }
        }
        if self.matching != Matching::Corners {
            let (above, left) = (row * self.width + column, row * (self.width + 1) + column);
            sides[0] = self.upper_edges[above] as u8;
            sides[2] = self.left_edges[left + 1] as u8;
            sides[4] = self.upper_edges[above + self.width] as u8;
            sides[6] = self.left_edges[left] as u8;
        }
        Sides(sides)
    }
}

/// What goes first where two meet. Beside what is no terrain of the set, a side is open if looks of
/// the set have open sides.
fn meeting(terrain: u16, other: u16, is_open: bool) -> u16 {
    if is_open && (terrain == 0 || other == 0) { 0 } else { terrain.max(other) }
}

/// Adds what goes first before, between and after the cells of a row.
fn push_between(seams: &mut Vec<u16>, row: &[u16], is_open: bool) {
    let [first, .., last] = row else {
        seams.extend([row[0], row[0]]);
        return;
    };
    seams.push(*first);
    seams.extend(row.windows(2).map(|pair| meeting(pair[0], pair[1], is_open)));
    seams.push(*last);
}
