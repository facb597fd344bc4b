//! Neighborhoods: sets of cells relative to the current cell.

use std::fmt;
use std::ops::RangeInclusive;
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
                    character => return Err(NeighborhoodError::Character(character)),
                }
                is_empty = false;
            }
        }
        if is_empty {
            return Err(NeighborhoodError::Empty);
        }
        Self::within_reach(cells.iter().map(|(x, y)| (x - center.0, y - center.1)).collect())
    }

    /// What is doubtful in a digit matrix, and what to write, if it does not have one center.
    pub fn doubt(matrix: &str) -> Option<[&'static str; 2]> {
        match matrix.matches(['2', '3']).count() {
            0 => Some(["has no center, so that its first digit is it", "write 2 (or 3) for it"]),
            1 => None,
            _ => Some(["has several centers, of which the last counts", "write 2 (or 3) once"]),
        }
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
        let neighborhood = Self { offsets };
        let is_within = neighborhood.reach() <= REACH_MAX as usize;
        if is_within { Ok(neighborhood) } else { Err(NeighborhoodError::Reach) }
    }

    /// A digit matrix that [`parse`](Self::parse) reads as this neighborhood.
    pub fn to_matrix(&self) -> String {
        let (columns, rows) = (self.range(|offset| offset.0), self.range(|offset| offset.1));
        let digits = rows.map(|y| columns.clone().map(|x| self.digit((x, y))).collect::<String>());
        digits.collect::<Vec<_>>().join(",")
    }

    fn range(&self, coordinate: fn(&(i32, i32)) -> i32) -> RangeInclusive<i32> {
        let ends = self.offsets.iter().map(coordinate);
        ends.clone().min().unwrap_or(0).min(0)..=ends.max().unwrap_or(0).max(0)
    }

    fn digit(&self, (x, y): (i32, i32)) -> char {
        let is_in = self.offsets.binary_search_by_key(&(y, x), |&(dx, dy)| (dy, dx)).is_ok();
        match (is_in, (x, y) == (0, 0)) {
            (false, false) => '0',
            (true, false) => '1',
            (false, true) => '2',
            (true, true) => '3',
        }
    }

    /// The offsets `(dx, dy)` in row-major order, x to the right, y down.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Largest distance of a cell from the center, on either axis.
    pub fn reach(&self) -> usize {
        let distances = self.offsets.iter().map(|(x, y)| x.unsigned_abs().max(y.unsigned_abs()));
        distances.max().unwrap_or(0) as usize
    }
}

impl fmt::Debug for Neighborhood {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Neighborhood{:?}", self.offsets)
    }
}

#[cfg(test)]
mod tests;
