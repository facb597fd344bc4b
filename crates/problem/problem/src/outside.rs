//! External judges: values of levels that another program computes.
//!
//! [`Outside`] is the section of a problem file, [`OutsideJudge`] the interface. This crate calls
//! judges and records failures, but starts no process. Without [an attached
//! judge](crate::Problem::judged_by), these values are missing.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use marahel_level::View;

/// The external judge in a problem file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The program and its arguments; at least the program.
    pub command: Vec<String>,
    /// Its working directory, relative to the folder of the file; by default that folder.
    pub folder: Option<String>,
    /// Names of the values of an answer, at least one.
    pub values: Vec<String>,
    /// Time limit of an answer.
    pub timeout: Duration,
    /// Time limit of the first answer, including the start of the program.
    pub start_timeout: Duration,
    /// What happens if a level has no answer.
    pub on_failure: OnFailure,
    /// Whether only levels that it passes are given out: those of which each value is above 0.
    pub sift: bool,
    /// How many levels of the best scripts of a search it is asked about, at most, if it is too slow
    /// for all levels; then no expression of the file uses its values.
    pub finalists: Option<u32>,
}

/// What happens if a judge has no answer for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// The work ends with an error.
    End,
    /// The level scores 0 and is not playable.
    Zero,
}

/// A judge that one thread asks at a time.
pub trait OutsideJudge: fmt::Debug + Send {
    /// Writes the values of a level in the order of [`Outside::values`]; NaN for none. Equal levels
    /// must have equal values.
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure>;
}

/// Creates judges, as many as are asked at a time.
pub trait OutsideJudges: fmt::Debug + Send + Sync {
    /// Creates a judge; it may start at the first call.
    fn begin(&self) -> Box<dyn OutsideJudge>;
}

/// Why a level has no values of the external judge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct OutsideFailure {
    /// What happened, and at which level.
    pub message: String,
    /// Whether the level is to blame. If not, no level can have an answer, and the work ends,
    /// whatever the file says.
    pub is_of_level: bool,
}

/// The judges of a problem and their failures, shared by all threads.
#[derive(Clone, Debug)]
pub(crate) struct JudgeHandle {
    judges: Arc<dyn OutsideJudges>,
    /// Judges that wait: a meter lives for a script, and a program may take a second to start.
    idle: Arc<Mutex<Vec<Box<dyn OutsideJudge>>>>,
    failures: Arc<Mutex<Failures>>,
    on_failure: OnFailure,
}

#[derive(Debug, Default)]
struct Failures {
    n: u64,
    /// The first failure, or the first that ends the work.
    first: Option<OutsideFailure>,
    has_ended: bool,
}

impl JudgeHandle {
    pub(crate) fn new(judges: Arc<dyn OutsideJudges>, on_failure: OnFailure) -> Self {
        Self { judges, idle: Arc::default(), failures: Arc::default(), on_failure }
    }

    /// A judge that waits, or else a new one.
    pub(crate) fn begin(&self) -> Box<dyn OutsideJudge> {
        let waiting = self.idle().pop();
        waiting.unwrap_or_else(|| self.judges.begin())
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.lock().has_ended
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn OutsideJudge>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of levels without an answer, and one failure.
    pub(crate) fn failures(&self) -> Option<(u64, OutsideFailure)> {
        let failures = self.lock();
        failures.first.clone().map(|first| (failures.n, first))
    }

    fn lock(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, failure: OutsideFailure) {
        let ends = self.on_failure == OnFailure::End || !failure.is_of_level;
        let mut failures = self.lock();
        if failures.first.is_none() || ends && !failures.has_ended {
            failures.first = Some(failure);
        }
        failures.n += 1;
        failures.has_ended |= ends;
    }
}

/// The judge of one meter, and its answer for the current level.
#[derive(Debug)]
pub(crate) struct JudgeState {
    judges: Option<JudgeHandle>,
    /// Created at the first use, because most levels do not need it.
    judge: Option<Box<dyn OutsideJudge>>,
    values: Vec<f64>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    NotAsked,
    Answered,
    Failed,
}

impl JudgeState {
    pub(crate) fn new(judges: Option<JudgeHandle>, n_values: usize) -> Self {
        Self { judges, judge: None, values: vec![f64::NAN; n_values], state: State::NotAsked }
    }

    /// Starts another level.
    pub(crate) fn forget(&mut self) {
        self.state = State::NotAsked;
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.state == State::Failed
    }

    /// A value of the current level by its index; NaN for none.
    pub(crate) fn value(&mut self, index: usize, level: View<'_>) -> f64 {
        if self.state == State::NotAsked {
            self.state = self.ask(level);
        }
        if self.state == State::Answered { self.values[index] } else { f64::NAN }
    }

    fn ask(&mut self, level: View<'_>) -> State {
        let Some(judges) = &self.judges else {
            return State::Answered; // without values
        };
        // Once the work is to end, waiting for further failures is useless.
        if judges.has_ended() {
            return State::Failed;
        }
        let judge = self.judge.get_or_insert_with(|| judges.begin());
        match judge.judge(level, &mut self.values) {
            Ok(()) => State::Answered,
            Err(failure) => {
                judges.note(failure);
                State::Failed
            }
        }
    }
}

impl Drop for JudgeState {
    fn drop(&mut self) {
        if let (Some(judges), Some(judge)) = (&self.judges, self.judge.take()) {
            judges.idle().push(judge);
        }
    }
}

#[cfg(test)]
mod tests;
