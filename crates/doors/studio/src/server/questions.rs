//! Requests of the page, answered by processes, as many at once as there are cores.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::pin::pin;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::server::Studio;
use crate::server::desk::{Child, Desk};
use crate::server::refusal::Refusal;

/// Maximum time of a request; then its process is killed.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A request that takes longer leaves its place to others, so that as many hostile ones as there are
/// cores do not close the page.
const QUICK: Duration = Duration::from_secs(1);

/// Where many wait, each is given less, so that the last of them gets its place in this time.
const WAIT_MAX: Duration = Duration::from_secs(8);

/// How often a question that keeps its place looks whether it must leave it.
const LOOK_PERIOD: Duration = Duration::from_millis(50);

const N_WAITING_MAX: usize = 100;

/// A pool of processes that answer requests, with a bounded queue.
pub struct Questions {
    command: Box<dyn Fn() -> Command + Send + Sync>,
    idle: Mutex<Vec<Desk>>,
    /// Limits running requests, ...
    places: Arc<Semaphore>,
    /// ... but for those that take long, which leave their place to short ones.
    long: Arc<Semaphore>,
    /// Limits running and waiting requests.
    room: Semaphore,
    n_at_once: usize,
    n_waiting: AtomicUsize,
    /// Number of long requests that keep a place, because too many are long. While others wait, one
    /// place has none.
    n_keeping: AtomicUsize,
}

/// One more, until it is dropped.
struct Counted<'c>(&'c AtomicUsize);

impl<'c> Counted<'c> {
    fn new(count: &'c AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Questions {
    /// Up to `n_at_once` requests at once; `program` with the arguments `words` answers them.
    pub(crate) fn new(n_at_once: usize, program: &Path, words: &[&OsStr]) -> Self {
        let program = program.to_owned();
        let words: Vec<OsString> = words.iter().map(|&word| word.to_owned()).collect();
        Self::by(n_at_once, move || {
            let mut command = Command::new(&program);
            command.args(&words);
            command
        })
    }

    fn by(n_at_once: usize, command: impl Fn() -> Command + Send + Sync + 'static) -> Self {
        Self {
            command: Box::new(command),
            idle: Mutex::default(),
            places: Arc::new(Semaphore::new(n_at_once)),
            long: Arc::new(Semaphore::new(n_at_once)),
            room: Semaphore::new(n_at_once + N_WAITING_MAX),
            n_at_once,
            n_waiting: AtomicUsize::new(0),
            n_keeping: AtomicUsize::new(0),
        }
    }

    /// The answer to a request within a time that includes waiting. Dropping the future kills the
    /// process at work.
    pub async fn answer(&self, patience: Duration, question: String) -> Result<String, Refusal> {
        let _room = self.room.try_acquire().map_err(|_| Refusal::busy())?;
        let answered = async {
            let waiting = Counted::new(&self.n_waiting);
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(Refusal::failed)?;
            drop(waiting);
            let idle = self.idle().pop();
            let mut desk =
                idle.map_or_else(|| Desk::start((self.command)()), Ok).map_err(Refusal::failed)?;
            let mut ending = Ending(Some(desk.child()));
            // The place is free again when the work ends, even if nobody waits any more.
            let place = Arc::new(Mutex::new(place));
            let kept = Arc::clone(&place);
            let mut work = pin!(spawn_blocking(move || {
                let _kept = kept;
                let answer = desk.ask(&question);
                (desk, answer)
            }));
            let answered = if let Ok(answered) = timeout(self.quick(), work.as_mut()).await {
                answered
            } else {
                let keeping = Counted::new(&self.n_keeping);
                loop {
                    if let Ok(long) = Arc::clone(&self.long).try_acquire_owned() {
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = long;
                        drop((place, keeping));
                        break work.await;
                    }
                    if let Ok(answered) = timeout(LOOK_PERIOD, work.as_mut()).await {
                        break answered;
                    }
                    if self.must_leave() {
                        std::mem::forget(keeping); // It is no longer counted.
                        return Err(Refusal::busy());
                    }
                }
            };
            let fault = "the question ended in a fault of the studio";
            let (desk, answer) = answered.map_err(|_| Refusal::failed(fault))?;
            let answer = answer.map_err(|_| Refusal::failed(fault))?;
            ending.0 = None;
            self.idle().push(desk);
            Ok(answer)
        };
        timeout(patience, answered).await.map_err(|_| Refusal::busy())?
    }

    /// The time in which a request is quick.
    fn quick(&self) -> Duration {
        let n_waiting = self.n_waiting.load(Ordering::SeqCst);
        QUICK.min(WAIT_MAX / (n_waiting as u32 + 1))
    }

    /// Whether a long request has to end, because others wait and all places are kept by long ones; if
    /// so, it is no longer counted as one of these.
    fn must_leave(&self) -> bool {
        let less = |n: usize| (n >= self.n_at_once).then(|| n - 1);
        self.n_waiting.load(Ordering::SeqCst) > 0
            && self.n_keeping.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok()
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Desk>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Kills the process of a dropped request.
struct Ending(Option<Child>);

impl Drop for Ending {
    fn drop(&mut self) {
        if let Some(child) = &self.0 {
            child.end();
        }
    }
}

pub(crate) async fn ask(
    State(studio): State<Arc<Studio>>,
    question: String,
) -> Result<Response, Refusal> {
    let answer = studio.workshop.questions.answer(PATIENCE, question).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

#[cfg(all(test, unix))]
mod tests;
