//! The C interface of Marahel. `marahel.h` says the same to C: change both.
//!
//! No panic crosses the border: a fault of this library is an error like any
//! other. Null where something must be is an error, too. Any other pointer must
//! be what its function asks for.

#![expect(clippy::missing_safety_doc, reason = "the header says once what all functions ask for")]

mod entities;
mod failure;

use std::ffi::{CStr, c_char};
use std::{ptr, slice, str};

use marahel::Generator;
use marahel::level::{Level, UNKNOWN};

use entities::{Entities, MarahelEntity};
use failure::{Failure, MarahelStatus, guarded};

/// The tile of a cell that the script wrote nothing to.
pub const MARAHEL_UNKNOWN: u8 = 62;
const _: () = assert!(MARAHEL_UNKNOWN == UNKNOWN);

// As the header says, threads share generators and levels.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<(Generator, Level)>();
};

/// A script that is ready to make levels.
pub struct MarahelGenerator {
    generator: Generator,
    entities: Entities,
}

impl MarahelGenerator {
    /// A generator as a caller sees it, who owns it now.
    fn boxed(generator: Generator) -> *mut Self {
        let entities = Entities::new(generator.palette());
        Box::into_raw(Box::new(Self { generator, entities }))
    }
}

/// A level. It does not need its generator any more.
#[repr(C)]
pub struct MarahelLevel {
    /// Number of columns, at least 1.
    pub width: u32,
    /// Number of rows, at least 1.
    pub height: u32,
    /// `width * height` tiles, row by row, the top row first.
    pub tiles: *const u8,
}

/// What `MarahelLevel` is the beginning of, and what its tiles belong to.
#[repr(C)]
struct OwnedLevel {
    shown: MarahelLevel,
    level: Level,
}

/// Reads a script, JSON or JSON5 in UTF-8 of `length` bytes; no zero needs to
/// end it. `*generator` is for `marahel_free_generator`, and null after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn marahel_parse(
    script: *const c_char,
    length: usize,
    generator: *mut *mut MarahelGenerator,
) -> MarahelStatus {
    guarded(|| {
        // SAFETY: the caller gives a place for a pointer, or null.
        let place = unsafe { Place::new(generator, "generator") }?;
        // SAFETY: the caller gives `length` bytes, or null.
        let script = unsafe { bytes(script, length) }?;
        let script = str::from_utf8(script).map_err(Failure::script)?;
        let generator = Generator::parse(script).map_err(Failure::script)?;
        place.fill(MarahelGenerator::boxed(generator));
        Ok(())
    })
}

/// The generator with a dial of its script set to a value; the first one stays as
/// it is. `*turned` is for `marahel_free_generator`, and null after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn marahel_with_dial(
    generator: *const MarahelGenerator,
    name: *const c_char,
    value: f64,
    turned: *mut *mut MarahelGenerator,
) -> MarahelStatus {
    guarded(|| {
        // SAFETY: the caller gives a place for a pointer, or null.
        let place = unsafe { Place::new(turned, "turned") }?;
        // SAFETY: the caller gives a generator, or null.
        let generator = unsafe { generator.as_ref() }.ok_or(Failure::null("generator"))?;
        if name.is_null() {
            return Err(Failure::null("name"));
        }
        // SAFETY: not null, so the caller gives a text that ends in zero.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let turned = generator.generator.with_dial(&name, value).map_err(Failure::argument)?;
        place.fill(MarahelGenerator::boxed(turned));
        Ok(())
    })
}

/// The entity of a tile: those of the script are 0, 1, 2 and so on. Null if there
/// is none. `MARAHEL_UNKNOWN` is an entity, too, called `unknown`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn marahel_entity(
    generator: *const MarahelGenerator,
    tile: u8,
) -> *const MarahelEntity {
    // SAFETY: the caller gives a generator, or null.
    let generator = unsafe { generator.as_ref() };
    generator.and_then(|generator| generator.entities.get(tile)).map_or(ptr::null(), ptr::from_ref)
}

/// Makes the level of a seed, the same on every machine. `*level` is for
/// `marahel_free_level`, and null after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn marahel_generate(
    generator: *const MarahelGenerator,
    seed: u64,
    level: *mut *mut MarahelLevel,
) -> MarahelStatus {
    guarded(|| {
        // SAFETY: the caller gives a place for a pointer, or null.
        let place = unsafe { Place::new(level, "level") }?;
        // SAFETY: the caller gives a generator, or null.
        let generator = unsafe { generator.as_ref() }.ok_or(Failure::null("generator"))?;
        let level = generator.generator.generate(seed).map_err(Failure::level)?;
        place.fill(shown(level));
        Ok(())
    })
}

/// Why the last call of this thread that failed did so, for people to read: one
/// mistake per line, with its place. Empty if none failed. Valid until the next
/// call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn marahel_message() -> *const c_char {
    failure::message()
}

/// Frees a generator and its entities. Null is nothing to free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn marahel_free_generator(generator: *mut MarahelGenerator) {
    if !generator.is_null() {
        // SAFETY: `MarahelGenerator::boxed` made it.
        drop(unsafe { Box::from_raw(generator) });
    }
}

/// Frees a level and its tiles. Null is nothing to free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn marahel_free_level(level: *mut MarahelLevel) {
    if !level.is_null() {
        // SAFETY: `shown` made it as the beginning of such a box.
        drop(unsafe { Box::from_raw(level.cast::<OwnedLevel>()) });
    }
}

/// A level as a caller sees it, who owns it now.
fn shown(level: Level) -> *mut MarahelLevel {
    let shown = MarahelLevel {
        width: level.width() as u32,
        height: level.height() as u32,
        tiles: level.tiles().as_ptr(),
    };
    Box::into_raw(Box::new(OwnedLevel { shown, level })).cast()
}

/// The bytes of a text that a caller gave.
///
/// # Safety
///
/// `text` is null, or `length` bytes that stay as they are.
unsafe fn bytes<'a>(text: *const c_char, length: usize) -> Result<&'a [u8], Failure> {
    if text.is_null() {
        return Err(Failure::null("script"));
    }
    if isize::try_from(length).is_err() {
        return Err(Failure::argument("`length` is more than memory has"));
    }
    // SAFETY: not null, not too long, and the caller's word for the rest.
    Ok(unsafe { slice::from_raw_parts(text.cast(), length) })
}

/// Where a caller wants a result; null until it is there.
struct Place<T>(*mut *mut T);

impl<T> Place<T> {
    /// # Safety
    ///
    /// `place` is null, or may be written to as long as this lives.
    unsafe fn new(place: *mut *mut T, name: &str) -> Result<Self, Failure> {
        if place.is_null() {
            return Err(Failure::null(name));
        }
        // SAFETY: not null, and the caller's word for the rest.
        unsafe { place.write(ptr::null_mut()) };
        Ok(Self(place))
    }

    fn fill(self, result: *mut T) {
        // SAFETY: as whoever made this said.
        unsafe { self.0.write(result) };
    }
}
