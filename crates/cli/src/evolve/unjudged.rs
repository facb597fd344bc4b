//! Levels that the judge from outside had no answer for, where the work went on.

use problem::{OutsideFailure, Problem};

use crate::terminal::{counted, note, plain};

/// Says on standard error how many levels of a problem have no answer, if any.
pub(super) fn tell_of(problem: &Problem) {
    tell(problem.judge_failures().as_ref());
}

/// The same of levels that were counted elsewhere.
pub(super) fn tell(failures: Option<&(u64, OutsideFailure)>) {
    let Some((n, failure)) = failures else { return };
    let n = counted(usize::try_from(*n).unwrap_or(usize::MAX), "level");
    note(plain(&format!("warning: {n} without an answer scored 0; one of them: {failure}")));
}
