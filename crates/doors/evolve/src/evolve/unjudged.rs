//! Levels that nobody could judge, in work that continued.

use marahel_problem::{OutsideFailure, Problem};

use crate::terminal::{counted, note, plain};

/// Warns on standard error about levels of a problem without an answer, if any.
pub(super) fn tell_of(problem: &Problem) {
    tell(problem.judge_failures().as_ref());
    problem.given_up().into_iter().for_each(note);
}

/// [`tell_of`] levels that were counted elsewhere.
pub(super) fn tell(failures: Option<&(u64, OutsideFailure)>) {
    let Some((n, failure)) = failures else { return };
    let n = counted(usize::try_from(*n).unwrap_or(usize::MAX), "level");
    note(plain(&format!("warning: {n} without an answer scored 0; one of them: {failure}")));
}
