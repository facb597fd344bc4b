//! Errors in place of an answer.

use std::error::Error;

use serde_json::Value;
use system::reasons;

/// The reason why a request has no answer.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

/// An answer or a refusal.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    pub(crate) fn of(message: &str) -> Self {
        Self(message.to_owned())
    }
}

/// The message of an error and of its causes.
impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(reasons(&error))
    }
}
