//! Numbers of the command line.

/// Parses a number from `MIN` to the largest that TOML knows.
///
/// # Errors
///
/// Says what to give instead.
pub fn at_least<const MIN: u64>(text: &str) -> Result<u64, String> {
    let max = i64::MAX as u64;
    match text.parse() {
        Ok(number) if number > max => Err(format!("give a number of at most {max}")),
        Ok(number) if number >= MIN => Ok(number),
        _ => Err(format!("give a whole number of at least {MIN}")),
    }
}
