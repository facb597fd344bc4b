//! Errors in place of an answer.

use std::error::Error;
use std::fmt;

use marahel_system::reasons;
use serde_json::Value;

/// The reason why a request has no answer.
#[derive(Debug)]
pub struct Refusal(pub(crate) String);

/// An answer that only the page reads, or a refusal.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    pub(crate) fn of(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(reasons(&error))
    }
}
