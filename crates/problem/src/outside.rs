//! A judge from outside: values of levels that something else than this crate finds.
//!
//! [`Outside`] is its section of a problem file, an [`OutsideJudge`] the implementation. This crate
//! calls it and remembers failures, but starts no process: without [an attached
//! judge](crate::Problem::judged_by) a problem has no such values.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use level::View;

/// The program that judges levels, as described in a problem file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The program and its arguments; at least the program.
    pub command: Vec<String>,
    /// Where it runs, as seen from the folder of the file; without it that folder itself.
    pub folder: Option<String>,
    /// Names of the values of an answer, at least one.
    pub values: Vec<String>,
    /// Time for an answer.
    pub timeout: Duration,
    /// Time for the first answer, which starting takes a part of.
    pub start_timeout: Duration,
    /// What to do about a level without an answer.
    pub on_failure: OnFailure,
}

/// What to do about a level that a judge has no answer for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// The work ends with an error.
    End,
    /// The level scores 0 and is not playable.
    Zero,
}

/// Something that judges levels, for one thread.
pub trait OutsideJudge: fmt::Debug + Send {
    /// Writes the values of a level, in the order of [`Outside::values`]; NaN for none.
    /// Equal levels have equal values.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure>;
}

/// Begins judges, one for each thread.
pub trait OutsideJudges: fmt::Debug + Send + Sync {
    /// Another judge, which need not be ready before it is asked.
    fn begin(&self) -> Box<dyn OutsideJudge>;
}

/// Why a level has no values from outside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct OutsideFailure {
    /// What happened, and at which level.
    pub message: String,
    /// Whether a level is to blame. If not, no level has an answer, and the work ends
    /// whatever the file says of failures.
    pub is_of_level: bool,
}

/// Who judges the levels of a problem, and what failed so far, for all threads.
#[derive(Clone, Debug)]
pub(crate) struct JudgeHandle {
    judges: Arc<dyn OutsideJudges>,
    failures: Arc<Mutex<Failures>>,
    on_failure: OnFailure,
}

#[derive(Debug, Default)]
struct Failures {
    n: u64,
    /// The first failure; one that ends the work, if there is one.
    first: Option<OutsideFailure>,
    has_ended: bool,
}

impl JudgeHandle {
    pub(crate) fn new(judges: Arc<dyn OutsideJudges>, on_failure: OnFailure) -> Self {
        Self { judges, failures: Arc::default(), on_failure }
    }

    pub(crate) fn begin(&self) -> Box<dyn OutsideJudge> {
        self.judges.begin()
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.lock().has_ended
    }

    /// Number of levels without an answer, and the failure of one of them.
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
    /// Begun when it is first asked: most levels never need it.
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

    /// Forgets the level before.
    pub(crate) fn forget(&mut self) {
        self.state = State::NotAsked;
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.state == State::Failed
    }

    /// A value of the level by its number, NaN for none.
    pub(crate) fn value(&mut self, index: usize, level: View<'_>) -> f64 {
        if self.state == State::NotAsked {
            self.state = self.ask(level);
        }
        if self.state == State::Answered { self.values[index] } else { f64::NAN }
    }

    fn ask(&mut self, level: View<'_>) -> State {
        let Some(judges) = &self.judges else {
            return State::Answered; // with no values
        };
        // Once the work is to end, nobody needs to wait for more failures.
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

#[cfg(test)]
mod tests;
