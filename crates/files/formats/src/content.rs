//! Errors about the content of a file.

/// Returns the error that the content is wrong, in these words.
macro_rules! bail {
    ($($words:tt)*) => {
        return Err(marahel_level::LevelError::Content(format!($($words)*)).into())
    };
}

/// The same unless something holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)*) => {
        if !$holds {
            bail!($($words)*);
        }
    };
}
