//! Reading numpy arrays, also those saved by numpy itself.

use std::sync::Arc;

use super::MAGIC;
use crate::rows::Numbering;
use crate::{Level, LevelError, N_TILES_MAX, Tile, check_count};

/// Reads the levels of a `.npy` file: one of shape (height, width), or several of shape (levels,
/// height, width). -1 is an unknown tile, which is 255 in unsigned bytes.
///
/// `numbering` says what the numbers mean, which it gets.
///
/// Any integer type, byte order, and C or Fortran order is accepted.
pub fn read_npy(
    file: &[u8],
    numbering: impl FnOnce(&mut dyn Iterator<Item = i128>) -> Result<Numbering, LevelError>,
) -> Result<Vec<Level>, LevelError> {
    let (header, numbers) = split(file)?;
    let array = Array { number: Number::of_header(header)?, shape: Shape::of_header(header)? };
    array.check(numbers.len())?;
    let all = numbers.chunks_exact(array.number.n_bytes);
    let numbering = numbering(&mut all.map(|bytes| array.number.read(bytes)))?;
    (0..array.shape.n_levels).map(|index| array.level(index, numbers, &numbering)).collect()
}

fn split(file: &[u8]) -> Result<(&str, &[u8]), LevelError> {
    let Some(tail) = file.strip_prefix(MAGIC) else {
        let what = if file.starts_with(b"PK") {
            "an .npz file has several arrays; save one of them by numpy.save"
        } else {
            "not an array of numpy; save one by numpy.save"
        };
        return Err(LevelError::Content(what.to_owned()));
    };
    // The version, whose minor number does not matter, and the length.
    let (n_bytes, tail) = match *tail {
        [1, _, a, b, ref tail @ ..] => (u32::from(u16::from_le_bytes([a, b])), tail),
        [2 | 3, _, a, b, c, d, ref tail @ ..] => (u32::from_le_bytes([a, b, c, d]), tail),
        _ => return Err(no_header()),
    };
    let (header, numbers) = tail.split_at_checked(n_bytes as usize).ok_or_else(no_header)?;
    Ok((str::from_utf8(header).map_err(|_| no_header())?, numbers))
}

fn no_header() -> LevelError {
    let what = "the header does not describe an array; save it again by numpy.save";
    LevelError::Content(what.to_owned())
}

/// The text behind `key` in a header, which is a Python dictionary.
fn value<'a>(header: &'a str, key: &str) -> Result<&'a str, LevelError> {
    let quoted = ['\'', '"'].map(|quote| format!("{quote}{key}{quote}"));
    let rest = quoted.iter().find_map(|key| Some(header.split_once(key.as_str())?.1));
    let value = rest.and_then(|rest| rest.trim_start().strip_prefix(':'));
    Ok(value.ok_or_else(no_header)?.trim_start())
}

struct Array {
    number: Number,
    shape: Shape,
}

impl Array {
    /// Rejects anything but an array of levels before memory is allocated.
    fn check(&self, n_bytes: usize) -> Result<(), LevelError> {
        let Shape { n_levels, height, width, .. } = self.shape;
        let n_tiles = height.checked_mul(width).filter(|&n_tiles| n_tiles <= N_TILES_MAX);
        let n_tiles = n_tiles.ok_or(LevelError::TooLarge)?;
        if n_levels == 0 {
            return Err(LevelError::NoLevels);
        }
        check_count(n_levels)?;
        if n_tiles == 0 {
            return Err(LevelError::Empty);
        }
        let expected = n_tiles * self.number.n_bytes;
        let expected = expected.checked_mul(n_levels).ok_or(LevelError::TooLarge)?;
        if expected == n_bytes {
            return Ok(());
        }
        Err(LevelError::Content(format!(
            "the array should have {expected} bytes of numbers, but the file has {n_bytes}"
        )))
    }

    fn level(
        &self,
        index: usize,
        numbers: &[u8],
        numbering: &Numbering,
    ) -> Result<Level, LevelError> {
        let Shape { height, width, .. } = self.shape;
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let tiles = cells.map(|(x, y)| {
            let begin = self.shape.place(index, y, x) * self.number.n_bytes;
            let number = self.number.read(&numbers[begin..begin + self.number.n_bytes]);
            numbering.tile(number, x, y)
        });
        let tiles = tiles.collect::<Result<Vec<Tile>, _>>()?;
        Ok(Level::from_tiles(width, tiles, Arc::clone(numbering.palette())))
    }
}

struct Shape {
    n_levels: usize,
    height: usize,
    width: usize,
    /// Fortran order: the first index changes fastest.
    is_fortran: bool,
}

impl Shape {
    fn of_header(header: &str) -> Result<Self, LevelError> {
        let order = value(header, "fortran_order")?;
        let is_fortran = order.starts_with("True");
        if !is_fortran && !order.starts_with("False") {
            return Err(no_header());
        }
        let sides = value(header, "shape")?.strip_prefix('(').and_then(|text| text.split_once(')'));
        let sides = sides.ok_or_else(no_header)?.0.split(',').map(str::trim);
        let sides = sides.filter(|side| !side.is_empty()).map(str::parse);
        let sides: Vec<usize> = sides.collect::<Result<_, _>>().map_err(|_| no_header())?;
        let (n_levels, height, width) = match *sides {
            [height, width] => (1, height, width),
            [n_levels, height, width] => (n_levels, height, width),
            _ => {
                return Err(LevelError::Content(format!(
                    "the array has {} dimensions; a level has 2 (height, width), several of one \
                     size have 3 (levels, height, width)",
                    sides.len()
                )));
            }
        };
        Ok(Self { n_levels, height, width, is_fortran })
    }

    fn place(&self, index: usize, y: usize, x: usize) -> usize {
        if self.is_fortran {
            index + self.n_levels * (y + self.height * x)
        } else {
            (index * self.height + y) * self.width + x
        }
    }
}

fn no_integers(number: &str) -> LevelError {
    LevelError::Content(format!(
        "the array is of type {number}; save whole numbers, as by numpy.save(file, \
         array.astype('int8'))"
    ))
}

struct Number {
    n_bytes: usize,
    is_signed: bool,
    is_big_endian: bool,
}

impl Number {
    fn of_header(header: &str) -> Result<Self, LevelError> {
        let text = value(header, "descr")?;
        let quote = text.chars().next().filter(|quote| "'\"".contains(*quote));
        let Some((name, _)) = quote.and_then(|quote| text[1..].split_once(quote)) else {
            return Err(no_integers("structured"));
        };
        let &[
            order @ (b'<' | b'|' | b'>'),
            kind @ (b'i' | b'u'),
            digit @ (b'1' | b'2' | b'4' | b'8'),
        ] = name.as_bytes()
        else {
            return Err(no_integers(&format!("`{name}`")));
        };
        let n_bytes = usize::from(digit - b'0');
        Ok(Self { n_bytes, is_signed: kind == b'i', is_big_endian: order == b'>' })
    }

    fn read(&self, bytes: &[u8]) -> i128 {
        let mut parts = [0; 8];
        parts[..bytes.len()].copy_from_slice(bytes);
        if self.is_big_endian {
            parts[..bytes.len()].reverse();
        }
        let number = u64::from_le_bytes(parts);
        if self.is_signed {
            let n_unused = 64 - 8 * self.n_bytes as u32;
            i128::from((number << n_unused) as i64 >> n_unused)
        } else if self.n_bytes == 1 && number == 255 {
            -1
        } else {
            i128::from(number)
        }
    }
}
