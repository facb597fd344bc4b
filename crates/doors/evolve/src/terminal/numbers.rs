//! Parsers of numbers in options, with helpful errors.

/// More threads than cores only cost memory.
const N_THREADS_MAX: u64 = 1024;

/// Parses a number from `MIN` to the largest integer of TOML.
pub(crate) fn at_least<const MIN: u64>(text: &str) -> Result<u64, String> {
    in_range(text, MIN, i64::MAX as u64)
}

/// Parses a number from `MIN` to `MAX`.
pub(crate) fn between<const MIN: u32, const MAX: u32>(text: &str) -> Result<u32, String> {
    in_range(text, MIN.into(), MAX.into()).map(|number| number as u32)
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    in_range(text, 1, N_THREADS_MAX).map(|n| n as usize)
}

fn in_range(text: &str, min: u64, max: u64) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number > max => Err(format!("give a number of at most {max}")),
        Ok(number) if number >= min => Ok(number),
        _ => Err(format!("give a whole number of at least {min}")),
    }
}
