//! Error responses.

use std::fmt::Display;

use axum::Json;
use axum::body::to_bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Maximum length of the library's message about an invalid request.
const N_BYTES_MAX: usize = 1 << 12;

/// The reason why a request fails, in words, and the HTTP status.
#[derive(Debug, thiserror::Error)]
#[error("{1}")]
pub struct Refusal(pub(crate) StatusCode, pub(crate) String);

impl Refusal {
    /// Whether a retry may work, later or with less.
    pub fn is_busy(&self) -> bool {
        self.0 == StatusCode::SERVICE_UNAVAILABLE
    }

    /// A request that takes too long.
    pub(crate) fn busy() -> Self {
        let message =
            "the studio is busy, or this is too much work; try again later, or ask for less";
        Self(StatusCode::SERVICE_UNAVAILABLE, message.to_owned())
    }

    pub(crate) fn bad(message: impl Display) -> Self {
        Self(StatusCode::BAD_REQUEST, message.to_string())
    }

    pub(crate) fn large(message: impl Display) -> Self {
        Self(StatusCode::PAYLOAD_TOO_LARGE, message.to_string())
    }

    /// Something that does not exist.
    pub(crate) fn missing(message: impl Display) -> Self {
        Self(StatusCode::NOT_FOUND, message.to_string())
    }

    pub(crate) fn failed(message: impl Display) -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR, message.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// For unknown addresses.
pub(crate) async fn nothing_there() -> Refusal {
    Refusal::missing("there is nothing at this address")
}

/// The response, with errors of the library itself converted to our form.
pub(crate) async fn in_json(response: Response) -> Response {
    let status = response.status();
    let json = HeaderValue::from_static("application/json");
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| *kind == json);
    if !(status.is_client_error() || status.is_server_error()) || is_json {
        return response;
    }
    let said = to_bytes(response.into_body(), N_BYTES_MAX).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let message =
        if said.is_empty() { status.canonical_reason().unwrap_or_default() } else { &said };
    Refusal(status, message.to_owned()).into_response()
}
