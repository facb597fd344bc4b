//! Levels as arrays of numpy.
//!
//! Source: the format NPY 1.0 to 3.0, in the documentation of `numpy.lib.format`.

mod error;
mod read;

#[cfg(test)]
mod tests;

pub use error::NpyError;
pub use read::read_npy;

use crate::rows::index_of;
use crate::{Level, LevelError};

/// What every file begins with.
const MAGIC: &[u8] = b"\x93NUMPY";
/// The version of the format that we write.
const VERSION: [u8; 2] = [1, 0];

/// Numbers begin at a multiple of so many bytes.
const ALIGNMENT: usize = 64;

impl Level {
    /// The level as a `.npy` file: an array of shape (height, width) with the
    /// index of each tile, -1 for unknown, as `int8`.
    pub fn to_npy(&self) -> Vec<u8> {
        let mut file = header(&format!("({}, {})", self.height, self.width));
        file.extend(numbers(self));
        file
    }
}

/// Levels as one `.npy` file: an array of shape (levels, height, width) with
/// the index of each tile, -1 for unknown, as `int8`.
///
/// # Errors
///
/// If there is no level, or levels differ in size.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use level::{Level, Palette, stack_npy};
///
/// let palette = Arc::new(Palette::of_names(&["empty", "solid"])?);
/// let level = Level::from_text("#.#\n#?#\n", palette)?;
/// let file = stack_npy(&[level.clone(), level])?;
/// assert!(file.starts_with(b"\x93NUMPY"));
/// assert!(file.ends_with(&[1, 0, 1, 1, 0xff, 1]));
/// # Ok::<(), level::LevelError>(())
/// ```
pub fn stack_npy(levels: &[Level]) -> Result<Vec<u8>, LevelError> {
    let first = levels.first().ok_or(LevelError::NoLevels)?;
    for (index, level) in levels.iter().enumerate() {
        if (level.width, level.height) != (first.width, first.height) {
            return Err(LevelError::Sizes {
                number: index + 1,
                width: level.width,
                height: level.height,
                first_width: first.width,
                first_height: first.height,
            });
        }
    }
    let mut file = header(&format!("({}, {}, {})", levels.len(), first.height, first.width));
    file.extend(levels.iter().flat_map(numbers));
    Ok(file)
}

/// Everything before the numbers, for an array of this shape.
fn header(shape: &str) -> Vec<u8> {
    let mut text = format!("{{'descr': '|i1', 'fortran_order': False, 'shape': {shape}, }}");
    let n_before = MAGIC.len() + VERSION.len() + 2;
    let n_bytes = (n_before + text.len() + 1).next_multiple_of(ALIGNMENT);
    let n_text = n_bytes - n_before;
    text.extend(std::iter::repeat_n(' ', n_text - 1 - text.len()));
    text.push('\n');
    [MAGIC, &VERSION, &(n_text as u16).to_le_bytes(), text.as_bytes()].concat()
}

fn numbers(level: &Level) -> impl Iterator<Item = u8> {
    level.tiles.iter().map(|&tile| index_of(tile) as u8)
}
