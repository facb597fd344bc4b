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

/// Questions that wait for others, at most.
const N_WAITING_MAX: usize = 100;

/// Room for questions.
pub(crate) struct Questions {
    /// For those that are being answered.
    desks: Arc<Semaphore>,
    /// For these, and those that wait.
    room: Semaphore,
}

impl Questions {
    pub(crate) fn new(n_at_once: usize) -> Self {
        Self {
            desks: Arc::new(Semaphore::new(n_at_once)),
            room: Semaphore::new(n_at_once + N_WAITING_MAX),
        }
    }

    /// What some work comes to, if that is within a time, which begins before there is room.
    async fn answer(
        &self,
        patience: Duration,
        work: impl FnOnce() -> String + Send + 'static,
    ) -> Result<String, Refusal> {
        let busy = || {
            let message = "the studio is busy; try again later".to_owned();
            Refusal(StatusCode::SERVICE_UNAVAILABLE, message)
        };
        let _room = self.room.try_acquire().map_err(|_| busy())?;
        let desks = Arc::clone(&self.desks);
        let answered = async {
            let place = desks.acquire_owned().await.map_err(Refusal::failed)?;
            // The place is free again when the work ends, even if nobody waits any more.
            let work = spawn_blocking(move || {
                let _place = place;
                work()
            });
            work.await.map_err(|_| Refusal::failed("the question ended in a fault of the studio"))
        };
        timeout(patience, answered).await.map_err(|_| busy())?
    }
}

pub(crate) async fn ask(
    State(studio): State<Arc<Studio>>,
    question: String,
) -> Result<Response, Refusal> {
    let answer = studio.questions.answer(PATIENCE, move || answers::answer(&question)).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use tokio::runtime::Builder;

    use super::Questions;

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn a_fault_or_a_long_question_leaves_room_for_others() {
        let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let questions = Questions::new(1);
            let fault = questions.answer(LONG, || panic!("a fault, as this test wants")).await;
            assert_eq!(fault.unwrap_err().0, 500);
            assert_eq!(questions.answer(LONG, || "a".to_owned()).await.unwrap(), "a");

            let (end, ended) = channel::<()>();
            let short = Duration::from_millis(1);
            let wait = move || ended.recv().map_or_else(|_| String::new(), |()| String::new());
            assert_eq!(questions.answer(short, wait).await.unwrap_err().0, 503);
            // It works on, and leaves no room.
            assert_eq!(questions.answer(short, String::new).await.unwrap_err().0, 503);
            drop(end);
            assert_eq!(questions.answer(LONG, || "b".to_owned()).await.unwrap(), "b");
        });
    }
}
