//! Making a script smaller, step by step, as far as a judge accepts it.

use crate::ddmin::ddmin;
use crate::draft::Draft;
use crate::judge::{Judge, Tries};
use crate::round::Constant;
use crate::size::Size;
use crate::unit::{Depth, Unit};
use crate::{Phase, Step, What};

/// A script and how it became what it is.
pub(crate) struct History {
    /// What the script was before each step.
    befores: Vec<Draft>,
    pub(crate) steps: Vec<Step>,
    /// What it is now.
    pub(crate) draft: Draft,
    /// Steps that did not stand the test of fresh levels.
    pub(crate) n_undone: u32,
}

impl History {
    pub(crate) fn new(draft: Draft) -> Self {
        Self { befores: Vec::new(), steps: Vec::new(), draft, n_undone: 0 }
    }

    fn push(&mut self, draft: Draft, phase: Phase, what: What) {
        self.steps.push(Step { phase, what, size: Size::of(&draft) });
        self.befores.push(std::mem::replace(&mut self.draft, draft));
    }

    /// Takes back the last step.
    fn undo(&mut self) {
        if let Some(before) = self.befores.pop() {
            self.draft = before;
            self.steps.pop();
            self.n_undone += 1;
        }
    }
}

/// Takes out units, from explorers down to the entries of lists and again
/// from the top, until no single one can be taken out; constants are rounded
/// likewise if `rounds` says so. Then the result is confirmed on fresh
/// levels, or else the last steps are taken back.
///
/// Source: Misherghi 2006 (doi 10.1145/1134285.1134307) for delta debugging
/// level by level.
pub(crate) fn reduce(
    history: &mut History,
    judge: &mut impl Judge,
    rounds: bool,
    tries: &mut Tries,
) {
    let n_steps_before = history.steps.len();
    loop {
        let n_steps = history.steps.len();
        for depth in Depth::ALL {
            drop_units(history, judge, depth, tries);
        }
        if rounds {
            round_constants(history, judge, tries);
        }
        if history.steps.len() == n_steps {
            break;
        }
    }
    while history.steps.len() > n_steps_before && !judge.confirms(&history.draft, tries) {
        history.undo();
    }
}

fn drop_units<J: Judge>(history: &mut History, judge: &mut J, depth: Depth, tries: &mut Tries) {
    let before = history.draft.clone();
    let units = before.units(depth);
    ddmin(&units, |step, all| {
        let candidate = before.without(all);
        let is_accepted = judge.accepts(&candidate, tries);
        if is_accepted {
            let names = step.iter().map(|&unit: &Unit| before.name(unit)).collect();
            let what = What::Dropped(names);
            history.push(candidate, J::PHASE, what);
        }
        is_accepted
    });
}

fn round_constants<J: Judge>(history: &mut History, judge: &mut J, tries: &mut Tries) {
    for constant in history.draft.constants() {
        while let Some(candidate) = rounded(&history.draft, constant, judge, tries) {
            let what = What::Rounded {
                place: history.draft.place_of(constant),
                from: history.draft.constant(constant).to_owned(),
                to: candidate.constant(constant).to_owned(),
            };
            history.push(candidate, J::PHASE, what);
        }
    }
}

/// The draft with the first rounder constant that is accepted.
fn rounded(
    draft: &Draft,
    constant: Constant,
    judge: &mut impl Judge,
    tries: &mut Tries,
) -> Option<Draft> {
    let rounder = draft.rounder(constant).into_iter();
    let mut candidates = rounder.map(|number| draft.with_constant(constant, &number));
    candidates.find(|candidate| judge.accepts(candidate, tries))
}

#[cfg(test)]
mod tests;
