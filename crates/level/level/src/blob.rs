//! Blobs: how far a point of a cell lies inside of the mass of like cells around it.
//!
//! The eight neighbors of a cell say where its mass ends. Two corners of a side matter only if the
//! sides beside them are there, so that a cell has one of 47 forms.

/// Which of the eight neighbors of a cell are part of its mass: one bit for each, clockwise from the
/// neighbor above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighbors(pub(crate) u8);

/// Column and row of each neighbor relative to the cell, in the order of the bits.
pub(crate) const AROUND: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl Neighbors {
    /// A cell within its mass.
    pub(crate) const ALL: Self = Self(u8::MAX);

    /// Those of which `is_like` is true, without corners that do not matter.
    pub(crate) fn of(is_like: impl Fn(isize, isize) -> bool) -> Self {
        let bits = (0..).zip(AROUND).map(|(bit, (x, y))| u8::from(is_like(x, y)) << bit);
        Self(bits.sum()).without_idle_corners()
    }

    /// The same without corners that do not matter.
    pub(crate) fn without_idle_corners(self) -> Self {
        let corners = [1, 3, 5, 7].into_iter();
        let idle = corners.filter(|&corner| !(self.has(corner - 1) && self.has((corner + 1) % 8)));
        Self(idle.fold(self.0, |bits, corner| bits & !(1 << corner)))
    }

    /// Whether the neighbor of this number is part of the mass.
    fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Whether the neighbor above is part of the mass.
    pub(crate) fn has_above(self) -> bool {
        self.has(0)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) side: f32,
    /// Radius of its outer corners, at most half of a side.
    pub(crate) radius: f32,
    /// How far the space below a mass reaches up into it: the height of its front.
    pub(crate) front: f32,
}

impl Form {
    /// The distance of a point of a cell to the edge of its mass: positive inside, at most a side.
    ///
    /// On the line between two cells of a mass, both have the same distances.
    pub(crate) fn depth(self, (x, y): (f32, f32), neighbors: Neighbors) -> f32 {
        let Self { side, radius, front } = self;
        let mut depth = side;
        for (number, (column, row)) in AROUND.into_iter().enumerate() {
            let is_corner = column != 0 && row != 0;
            let beside = neighbors.has((number + 7) % 8) && neighbors.has((number + 1) % 8);
            if neighbors.has(number) || is_corner && !beside {
                continue;
            }
            depth = depth.min(length(self.across(x, column), self.down(y, row)));
        }
        // Where two sides meet, the corner is round.
        for (above, beside) in [(0, 2), (4, 2), (4, 6), (0, 6)] {
            if neighbors.has(above) || neighbors.has(beside) {
                continue;
            }
            let across = if beside == 2 { side - x } else { x };
            let down = if above == 0 { y } else { side - front - y };
            if across < radius && down < radius && down > 0.0 {
                depth = depth.min(radius - length(radius - across, radius - down));
            }
        }
        depth
    }

    /// Pixels from a point to the columns of a neighbor.
    fn across(self, x: f32, column: isize) -> f32 {
        match column {
            -1 => x,
            0 => 0.0,
            _ => self.side - x,
        }
    }

    /// Pixels from a point to the rows of a neighbor, whose front reaches up.
    fn down(self, y: f32, row: isize) -> f32 {
        match row {
            -1 => y,
            0 => 0.0,
            _ => (self.side - self.front - y).max(0.0),
        }
    }
}

fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests;
