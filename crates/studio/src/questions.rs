//! Questions of the page, each on a thread of its own, as many at once as there are cores.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::Studio;
use crate::refusal::Refusal;

/// Longer than this no page waits. The work of a question is bounded, so it ends by itself.
const PATIENCE: Duration = Duration::from_secs(30);

/// Room for questions that are being answered.
pub(crate) struct Questions(Arc<Semaphore>);

impl Questions {
    pub(crate) fn new(n_at_once: usize) -> Self {
        Self(Arc::new(Semaphore::new(n_at_once)))
    }
}

pub(crate) async fn ask(
    State(studio): State<Arc<Studio>>,
    question: String,
) -> Result<Response, Refusal> {
    let late = |_| {
        Refusal(StatusCode::SERVICE_UNAVAILABLE, "the studio is busy; try again later".to_owned())
    };
    let room = Arc::clone(&studio.questions.0);
    let answered = async {
        let place = room.acquire_owned().await.map_err(Refusal::failed)?;
        // The place is free again when the work ends, even if nobody waits any more.
        let work = spawn_blocking(move || {
            let answer = answers::answer(&question);
            drop(place);
            answer
        });
        work.await.map_err(|_| Refusal::failed("the question ended in a fault of the studio"))
    };
    let answer = timeout(PATIENCE, answered).await.map_err(late)??;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}
