//! Making a script smaller, step by step, while a judge accepts it.

use marahel_script::Script;

use crate::minimise::ddmin::ddmin;
use crate::minimise::unit::{Depth, Reduced, Unit};

/// Decides about candidates.
pub(super) trait Judge {
    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool;

    /// Whether the candidate is also acceptable on new levels.
    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool;
}

/// Counts candidates and rounds of levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tries {
    pub(super) n: u32,
    n_max: u32,
    /// Whether the limit prevented some candidates.
    pub(super) is_spent: bool,
    n_rounds: u64,
}

impl Tries {
    pub(super) fn new(n_max: u32) -> Self {
        Self { n: 0, n_max, is_spent: false, n_rounds: 0 }
    }

    /// Counts a candidate; false if no tries are left.
    pub(super) fn take(&mut self) -> bool {
        self.is_spent |= self.n >= self.n_max;
        self.n += u32::from(!self.is_spent);
        !self.is_spent
    }

    pub(super) fn fresh_round(&mut self) -> u64 {
        self.n_rounds += 1;
        self.n_rounds
    }
}

/// A script and the steps that led to it.
pub(super) struct History {
    pub(super) now: Reduced,
    /// The script before each step, and the parts that the step removed.
    pub(super) steps: Vec<(Reduced, Vec<Unit>)>,
}

impl History {
    pub(super) fn new(now: Reduced) -> Self {
        Self { now, steps: Vec::new() }
    }
}

/// Removes units, from explorers down to the entries of lists and again from the top, until no
/// single one can be removed. Then confirms the result on new levels, or undoes the last steps.
///
/// Source: Misherghi 2006 (doi 10.1145/1134285.1134307) for delta debugging
/// level by level.
pub(super) fn reduce(history: &mut History, judge: &mut impl Judge, tries: &mut Tries) {
    loop {
        let n_steps = history.steps.len();
        for depth in Depth::ALL {
            drop_units(history, judge, depth, tries);
        }
        if history.steps.len() == n_steps {
            break;
        }
    }
    while !history.steps.is_empty() && !judge.confirms(&history.now.script, tries) {
        history.now = history.steps.pop().expect("there is one").0;
    }
}

fn drop_units(history: &mut History, judge: &mut impl Judge, depth: Depth, tries: &mut Tries) {
    let before = history.now.clone();
    let units = before.units(depth);
    ddmin(&units, |step, all| {
        let candidate = before.without(all);
        let is_free = !all.iter().any(|&unit| before.is_used(unit));
        let is_accepted = is_free && judge.accepts(&candidate.script, tries);
        if is_accepted {
            let now = std::mem::replace(&mut history.now, candidate);
            history.steps.push((now, step.to_vec()));
        }
        is_accepted
    });
}

#[cfg(test)]
mod tests;
