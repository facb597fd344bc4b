//! Arrays of numpy.

use marahel_level::{LevelError, NpyStack, read_npy};

use crate::format::{Format, ReadLevels, Reader, WriteLevels, WritePart, Writer};
use crate::{Hints, Reading};

pub(crate) static NPY: Format = Format {
    ending: "npy",
    aliases: &[],
    title: "an array of numpy",
    mime: "application/octet-stream",
    is_binary: true,
    reader: Some(Reader {
        about: "An array of numpy: height x width, or levels x height x width",
        marks_open: true,
        read: ReadLevels::Bytes(read),
    }),
    writer: Ok(Writer {
        about: "Tile indices as an array for numpy: height x width, several levels as levels x height x width",
        shows_tiles: false,
        write: WriteLevels::Parts { around: |_| [""; 3], start },
    }),
    host: None,
};

fn read(bytes: &[u8], hints: &Hints) -> Result<Reading, LevelError> {
    Ok(Reading::of_levels(read_npy(bytes, |numbers| hints.of_numbers(numbers))?))
}

/// One array, or a stack of arrays as they come.
fn start(n_levels: u64) -> Box<WritePart> {
    if n_levels == 1 {
        return Box::new(|named| Ok(named.level.to_npy()));
    }
    let mut stack = NpyStack::new(n_levels);
    Box::new(move |named| stack.part(&named.level))
}
