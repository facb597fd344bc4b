//! Neighborhoods: sets of places relative to the current cell.

use std::fmt;

/// A set of offsets from the current cell, in row-major order.
///
/// Written as a digit matrix, rows separated by commas: 1 is a cell of the
/// neighborhood, 2 the center, 3 both.
#[derive(Clone, PartialEq, Eq)]
pub struct Neighborhood {
    offsets: Vec<(i32, i32)>,
}

/// Cells of a neighborhood are at most this far from its center on each axis.
pub const REACH_MAX: i32 = 64;

/// The neighborhoods that every script knows (README of Marahel 0.3.0).
pub const PREDEFINED: [(&str, &str); 9] = [
    ("self", "3"),
    ("all", "111,131,111"),
    ("plus", "010,131,010"),
    ("left", "12"),
    ("right", "21"),
    ("up", "1,2"),
    ("down", "2,1"),
    ("horz", "121"),
    ("vert", "1,2,1"),
];

/// Those that scripts of 2017 know. Unlike those of today, `all` and `plus` leave out their
/// center.
pub const PREDEFINED_2017: [(&str, &str); 4] =
    [("self", "3"), ("all", "111,121,111"), ("plus", "010,121,010"), ("sequential", "31,10")];

/// Why a digit matrix is not a neighborhood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NeighborhoodError {
    /// There is no digit at all.
    #[error("a neighborhood needs at least one digit")]
    Empty,
    /// A character that has no meaning here.
    #[error(
        "`{0}` in a neighborhood; rows are made of 0, 1 (cell), 2 (center), 3 (center and cell) and separated by commas"
    )]
    Character(char),
    /// A cell is too far from the center.
    #[error("a cell of the neighborhood is more than {REACH_MAX} from its center")]
    Reach,
}

impl Neighborhood {
    /// Reads a digit matrix; white space is ignored. Of several centers the
    /// last counts; without one it is the first cell of the first row.
    ///
    /// # Errors
    ///
    /// If there is no digit, a character is not allowed, or a cell is too far away.
    pub fn parse(matrix: &str) -> Result<Self, NeighborhoodError> {
        let mut cells = Vec::new();
        let mut center = (0, 0);
        let (mut x, mut y, mut n_digits) = (0, 0, 0);
        for character in matrix.chars().filter(|character| !character.is_whitespace()) {
            match character {
                ',' => {
                    x = 0;
                    y += 1;
                    continue;
                }
                '0'..='3' => {}
                other => return Err(NeighborhoodError::Character(other)),
            }
            if matches!(character, '1' | '3') {
                cells.push((x, y));
            }
            if matches!(character, '2' | '3') {
                center = (x, y);
            }
            x += 1;
            n_digits += 1;
        }
        if n_digits == 0 {
            return Err(NeighborhoodError::Empty);
        }
        let offsets: Vec<_> = cells.iter().map(|(x, y)| (x - center.0, y - center.1)).collect();
        Self::within_reach(offsets)
    }

    /// A neighborhood of the given places `(dx, dy)` relative to the current
    /// cell, in any order.
    ///
    /// # Errors
    ///
    /// If there is none, or one is too far away.
    pub fn from_offsets(mut offsets: Vec<(i32, i32)>) -> Result<Self, NeighborhoodError> {
        if offsets.is_empty() {
            return Err(NeighborhoodError::Empty);
        }
        offsets.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
        offsets.dedup();
        Self::within_reach(offsets)
    }

    fn within_reach(offsets: Vec<(i32, i32)>) -> Result<Self, NeighborhoodError> {
        let reach = REACH_MAX.unsigned_abs();
        if offsets.iter().any(|(dx, dy)| dx.unsigned_abs().max(dy.unsigned_abs()) > reach) {
            return Err(NeighborhoodError::Reach);
        }
        Ok(Self { offsets })
    }

    /// The digit matrix that [`parse`](Self::parse) reads back.
    pub fn to_matrix(&self) -> String {
        let range = |coordinate: fn(&(i32, i32)) -> i32| {
            let all = || self.offsets.iter().map(coordinate).chain([0]);
            all().min().unwrap_or(0)..=all().max().unwrap_or(0)
        };
        let digit = |place: (i32, i32)| match (self.offsets.contains(&place), place == (0, 0)) {
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

    /// Largest distance of a cell from the center on one axis.
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
