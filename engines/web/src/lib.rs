//! Marahel for web pages and Node: what `marahel.js` calls, compiled to wasm.
//!
//! Texts and bytes cross the border as a place and a length in the memory of the module, packed
//! into one number. Who calls takes memory by [`alloc`] and gives back everything by [`release`].

#![expect(clippy::missing_safety_doc, reason = "the module says once what all functions ask for")]

mod generators;

use std::{ptr, slice};

use generators::Generators;

/// Memory for so many bytes of the caller.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives memory back that came from [`alloc`] or as an answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(place: *mut u8, length: usize) {
    // SAFETY: the caller gives what it got, once.
    drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(place, length)) });
}

/// The answer to a question of the studio.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(place: *const u8, length: usize) -> u64 {
    // SAFETY: the caller gives its own bytes.
    let question = unsafe { text(place, length) };
    packed(marahel_studio::answers::answer(&question).into_bytes())
}

/// Opens a generator: a JSON text with `script`, perhaps `dials`, and perhaps `certificate`, the
/// text of a file. The answer is JSON with its number as `generator`, or with `error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open(place: *const u8, length: usize) -> u64 {
    // SAFETY: the caller gives its own bytes.
    let request = unsafe { text(place, length) };
    packed(Generators::with(|all| all.open(&request)).into_bytes())
}

/// Closes a generator.
#[unsafe(no_mangle)]
pub extern "C" fn close(generator: u32) {
    Generators::with(|all| all.close(generator));
}

/// The level of a seed: width and height as four bytes each, the lower byte first, and a byte for
/// each cell, row by row, 62 for a cell that was never set. No bytes where there is no such level.
#[unsafe(no_mangle)]
pub extern "C" fn generate(generator: u32, seed: u64) -> u64 {
    packed(Generators::with(|all| all.generate(generator, seed)).unwrap_or_default())
}

/// A text of the caller.
unsafe fn text(place: *const u8, length: usize) -> String {
    // SAFETY: the caller gives so many bytes.
    String::from_utf8_lossy(unsafe { slice::from_raw_parts(place, length) }).into_owned()
}

/// Bytes for the caller: their place in the upper half, their number in the lower one.
fn packed(bytes: Vec<u8>) -> u64 {
    let bytes = Box::leak(bytes.into_boxed_slice());
    (bytes.as_ptr() as u64) << 32 | bytes.len() as u64
}
