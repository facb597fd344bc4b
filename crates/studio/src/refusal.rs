//! What a request is told that is not answered.

use std::fmt::Display;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A status and why, in words.
pub(crate) struct Refusal(pub(crate) StatusCode, pub(crate) String);

impl Refusal {
    /// The request makes no sense.
    pub(crate) fn bad(message: impl Display) -> Self {
        Self(StatusCode::BAD_REQUEST, message.to_string())
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Display) -> Self {
        Self(StatusCode::NOT_FOUND, message.to_string())
    }

    /// It cannot be done now.
    pub(crate) fn failed(message: impl Display) -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR, message.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// For addresses that nothing is at.
pub(crate) async fn nothing_there() -> Refusal {
    Refusal::missing("there is nothing at this address")
}
