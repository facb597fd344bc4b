//! Access control: only the page of this studio, in a browser on this machine.
//!
//! Any web page can send requests to this machine, and can point its own host name here. So the
//! host must be ours, the origin must be our page, and access to the folder requires the token that
//! only our page has.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::server::Studio;
use crate::server::refusal::{Refusal, in_json};

const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// Maximum bytes of a request, and maximum time to send it.
const N_BYTES_MAX: usize = crate::answers::N_BYTES_MAX;
const PATIENCE: Duration = Duration::from_secs(30);

/// Maximum bytes of all requests together: somebody may begin many and end none.
pub const N_BYTES_TOGETHER: usize = 64 << 20;
const N_BYTES_UNIT: usize = 1 << 10;

const TOKEN: &str = "x-token";

const TOO_LARGE: &str = "the request is too large for the studio";

/// The host names of this studio, and its token.
pub(crate) struct Guard {
    hosts: [String; 2],
    /// The token that the page must send with its requests.
    pub(crate) token: String,
    /// Room for requests that are being received or answered, in units of [`N_BYTES_UNIT`].
    room: Semaphore,
}

impl Guard {
    pub(crate) fn new(port: u16) -> io::Result<Self> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let token = format!("{:032x}", u128::from_le_bytes(bytes));
        Ok(Self {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            token,
            room: Semaphore::new(N_BYTES_TOGETHER / N_BYTES_UNIT),
        })
    }

    /// Room for a request, until it is answered: as large as it says, or as it may be.
    fn room_for(&self, body: &Body) -> Result<SemaphorePermit<'_>, Refusal> {
        let n_bytes =
            body.size_hint().upper().map_or(N_BYTES_MAX, |n| n.min(N_BYTES_MAX as u64) as usize);
        let n_units = n_bytes.div_ceil(N_BYTES_UNIT) as u32;
        self.room.try_acquire_many(n_units).map_err(|_| Refusal::busy())
    }

    fn admit(&self, path: &str, headers: &HeaderMap) -> Result<(), Refusal> {
        let forbid = |message: &str| Err(Refusal(StatusCode::FORBIDDEN, message.to_owned()));
        // Others might read the second one.
        let is_twice = |name: &HeaderName| headers.get_all(name).iter().nth(1).is_some();
        let names = [header::HOST, header::ORIGIN, HeaderName::from_static(TOKEN)];
        if let Some(name) = names.iter().find(|name| is_twice(name)) {
            return forbid(&format!("the request has more than one header `{name}`"));
        }
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or(""));
        let is_ours = |host: &str| self.hosts.iter().any(|own| own == host);
        if !text(header::HOST).is_some_and(is_ours) {
            return forbid("this studio is known as 127.0.0.1 and localhost only");
        }
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(is_ours);
        if text(header::ORIGIN).is_some_and(|origin| !is_own(origin)) {
            return forbid("other pages cannot use this studio");
        }
        let knows_token = headers.get(TOKEN).is_some_and(|header| same(header, &self.token));
        if path.starts_with("/api/") && !knows_token {
            return forbid("the token is missing or from another studio; load the page again");
        }
        Ok(())
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn same(header: &HeaderValue, token: &str) -> bool {
    let (header, token) = (header.as_bytes(), token.as_bytes());
    let differences = header.iter().zip(token).fold(0, |all, (left, right)| all | (left ^ right));
    header.len() == token.len() && differences == 0
}

/// A request with its whole body; an error if the body is too large or too slow.
async fn whole(request: Request) -> Result<Request, Refusal> {
    let (head, body) = request.into_parts();
    if body.size_hint().lower() > N_BYTES_MAX as u64 {
        return Err(Refusal::large(TOO_LARGE));
    }
    let body = timeout(PATIENCE, to_bytes(body, N_BYTES_MAX)).await.map_err(|_| {
        Refusal(
            StatusCode::REQUEST_TIMEOUT,
            "the request did not arrive completely in time".to_owned(),
        )
    })?;
    // Or the connection was cut off.
    let body = body.map_err(|_| Refusal::large(TOO_LARGE))?;
    Ok(Request::from_parts(head, Body::from(body)))
}

/// Answers a request if its sender has access, with headers that isolate the page.
pub(crate) async fn check(
    State(studio): State<Arc<Studio>>,
    request: Request,
    next: Next,
) -> Response {
    let admitted = studio.guard.admit(request.uri().path(), request.headers());
    let room = admitted.and_then(|()| studio.guard.room_for(request.body()));
    let answered = async {
        let _room = room?;
        Ok(in_json(next.run(whole(request).await?).await).await)
    };
    let mut response = answered.await.unwrap_or_else(|refusal: Refusal| refusal.into_response());
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
