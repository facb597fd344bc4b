//! Neighborhoods: sets of cells relative to the current cell.

use std::fmt;
use std::sync::LazyLock;

/// A set of offsets from the current cell, in row-major order.
///
/// A script writes it as a matrix of digits with commas between rows: 1 is a cell of the
/// neighborhood, 2 the center, 3 both.
#[derive(Clone, PartialEq, Eq)]
pub struct Neighborhood {
    offsets: Vec<(i32, i32)>,
}

/// Largest distance of a cell from the center, on each axis.
pub const REACH_MAX: i32 = 64;

/// The neighborhoods of every script, with their names (README of Marahel 0.3.0).
pub static PREDEFINED: LazyLock<[(&str, Neighborhood); 9]> = LazyLock::new(|| {
    [
        ("self", "3"),
        ("all", "111,131,111"),
        ("plus", "010,131,010"),
        ("left", "12"),
        ("right", "21"),
        ("up", "1,2"),
        ("down", "2,1"),
        ("horz", "121"),
        ("vert", "1,2,1"),
    ]
    .map(|(name, matrix)| (name, Neighborhood::parse(matrix).expect("it is sound")))
});

/// Why a digit matrix is not a neighborhood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NeighborhoodError {
    /// There is no digit.
    #[error("a neighborhood needs at least one digit")]
    Empty,
    /// A character other than a digit from 0 to 3.
    #[error(
        "`{0}` in a neighborhood; rows are made of 0, 1 (cell), 2 (center), 3 (center and cell) and separated by commas"
    )]
    Character(char),
    /// A cell is too far from the center.
    #[error("a cell of the neighborhood is more than {REACH_MAX} from its center")]
    Reach,
}

impl Neighborhood {
    /// Reads a digit matrix; white space is ignored. The last center counts; without one, the first
    /// digit is the center.
    pub fn parse(matrix: &str) -> Result<Self, NeighborhoodError> {
        let (mut cells, mut center, mut is_empty) = (Vec::new(), (0, 0), true);
        for (y, row) in (0..).zip(matrix.split(',')) {
            for (x, digit) in (0..).zip(row.chars().filter(|digit| !digit.is_whitespace())) {
                match digit {
                    '0' => {}
                    '1' => cells.push((x, y)),
                    '2' => center = (x, y),
                    '3' => {
                        cells.push((x, y));
                        center = (x, y);
                    }
                    other => return Err(NeighborhoodError::Character(other)),
                }
                is_empty = false;
            }
        }
        if is_empty {
            return Err(NeighborhoodError::Empty);
        }
        Self::within_reach(cells.iter().map(|(x, y)| (x - center.0, y - center.1)).collect())
    }

    /// A neighborhood of these offsets `(dx, dy)` from the current cell, in any order.
    pub fn from_offsets(mut offsets: Vec<(i32, i32)>) -> Result<Self, NeighborhoodError> {
        if offsets.is_empty() {
            return Err(NeighborhoodError::Empty);
        }
        offsets.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
        offsets.dedup();
        Self::within_reach(offsets)
    }

    fn within_reach(offsets: Vec<(i32, i32)>) -> Result<Self, NeighborhoodError> {
        let found = Self { offsets };
        let is_within = found.reach() <= REACH_MAX as usize;
        if is_within { Ok(found) } else { Err(NeighborhoodError::Reach) }
    }

    /// A digit matrix that [`parse`](Self::parse) reads as this neighborhood.
    pub fn to_matrix(&self) -> String {
        let range = |coordinate: fn(&(i32, i32)) -> i32| {
            let all = || self.offsets.iter().map(coordinate).chain([0]);
            all().min().unwrap_or(0)..=all().max().unwrap_or(0)
        };
        let is_in = |(x, y): (i32, i32)| {
            self.offsets.binary_search_by_key(&(y, x), |&(dx, dy)| (dy, dx)).is_ok()
        };
        let digit = |place: (i32, i32)| match (is_in(place), place == (0, 0)) {
            (false, false) => '0',
            (true, false) => '1',
            (false, true) => '2',
            (true, true) => '3',
        };
        let row = |y| range(|offset| offset.0).map(|x| digit((x, y))).collect::<String>();
        range(|offset| offset.1).map(row).collect::<Vec<_>>().join(",")
    }

    /// The offsets `(dx, dy)` in row-major order, x to the right, y down.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Largest distance of a cell from the center, on either axis.
    pub fn reach(&self) -> usize {
        let reach = |&(dx, dy): &(i32, i32)| dx.unsigned_abs().max(dy.unsigned_abs());
        self.offsets.iter().map(reach).max().unwrap_or(0) as usize
    }
}

impl fmt::Debug for Neighborhood {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Neighborhood{:?}", self.offsets)
    }
}

#[cfg(test)]
mod tests;
