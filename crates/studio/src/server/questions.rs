//! Questions of the page, each answered by a process, as many at once as there are cores.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::server::Studio;
use crate::server::desk::{Child, Desk};
use crate::server::refusal::Refusal;

/// Longer than this no page waits: then the process that is at work on the question is ended.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Questions that wait for others, at most.
const N_WAITING_MAX: usize = 100;

/// Questions that are answered by processes, for which there is some room.
pub struct Questions {
    /// Starts a process that answers them.
    command: Box<dyn Fn() -> Command + Send + Sync>,
    /// Processes that have nothing to do.
    idle: Mutex<Vec<Desk>>,
    /// For questions that are being answered.
    places: Arc<Semaphore>,
    /// For these, and those that wait.
    room: Semaphore,
}

impl Questions {
    /// Questions that are answered by the program, called with these words, so many at once.
    pub(crate) fn new(n_at_once: usize, program: &Path, words: &[&str]) -> Self {
        let program = program.to_owned();
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
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
            room: Semaphore::new(n_at_once + N_WAITING_MAX),
        }
    }

    /// The answer to a question, if there is one within a time, which begins before there is room.
    /// Whoever does not wait for it any more ends the process that is at work on it.
    ///
    /// # Errors
    ///
    /// If it takes too long, or ends in a fault.
    pub async fn answer(&self, patience: Duration, question: String) -> Result<String, Refusal> {
        let busy = || {
            let message =
                "the studio is busy, or this is too much work; try again later, or ask for less";
            Refusal(StatusCode::SERVICE_UNAVAILABLE, message.to_owned())
        };
        let _room = self.room.try_acquire().map_err(|_| busy())?;
        let answered = async {
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(Refusal::failed)?;
            let idle = self.idle().pop();
            let mut desk =
                idle.map_or_else(|| Desk::start((self.command)()), Ok).map_err(Refusal::failed)?;
            let mut ending = Ending(Some(desk.child()));
            // The place is free again when the work ends, even if nobody waits any more.
            let work = spawn_blocking(move || {
                let _place = place;
                let answer = desk.ask(&question);
                (desk, answer)
            });
            let fault = "the question ended in a fault of the studio";
            let (desk, answer) = work.await.map_err(|_| Refusal::failed(fault))?;
            let answer = answer.map_err(|_| Refusal::failed(fault))?;
            ending.0 = None;
            self.idle().push(desk);
            Ok(answer)
        };
        timeout(patience, answered).await.map_err(|_| busy())?
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Desk>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the process of a question for whose answer nobody waits any more.
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
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use tokio::runtime::Builder;

    use super::Questions;

    const LONG: Duration = Duration::from_mins(1);

    /// Answers each question with itself, but has a fault, and never ends.
    const ANSWERS: &str = r#"while read n; do
            question=$(dd bs=1 count="$n" 2>/dev/null)
            case "$question" in
                fault) exit 1 ;;
                long) exec sleep 1000000 ;;
            esac
            printf '%s\n%s' "$n" "$question"
        done"#;

    #[test]
    fn a_fault_or_a_long_question_leaves_room_for_others() {
        let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let questions = Questions::by(1, || {
                let mut command = Command::new("sh");
                command.args(["-c", ANSWERS]);
                command
            });
            let ask = |patience, question: &str| questions.answer(patience, question.to_owned());
            assert_eq!(ask(LONG, "fault").await.unwrap_err().0, 500);
            assert_eq!(ask(LONG, "a").await.unwrap(), "a");
            assert_eq!(ask(LONG, "two\nlines").await.unwrap(), "two\nlines");
            // Its work ends with it, so that there is room at once.
            assert_eq!(ask(Duration::from_millis(1), "long").await.unwrap_err().0, 503);
            assert_eq!(ask(LONG, "b").await.unwrap(), "b");
        });
    }
}
