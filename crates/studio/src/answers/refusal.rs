//! Errors in place of an answer.

use std::error::Error;

use serde_json::Value;
use system::reasons;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

/// An answer, or why there is none.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    /// A refusal in these words.
    pub(crate) fn of(message: &str) -> Self {
        Self(message.to_owned())
    }
}

/// An error in its words, and those of its causes.
impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(reasons(&error))
    }
}
