//! Making a script smaller, step by step, while a judge accepts it.

use crate::minimise::Step;
use crate::minimise::ddmin::ddmin;
use crate::minimise::judge::{Judge, Tries};
use crate::minimise::size::Size;
use crate::minimise::unit::{Depth, Reduced, Unit};

/// A script and the steps that led to it.
pub(crate) struct History {
    /// The script before each step.
    befores: Vec<Reduced>,
    pub(crate) steps: Vec<Step>,
    pub(crate) now: Reduced,
    /// Number of steps that failed on new levels.
    pub(crate) n_undone: u32,
}

impl History {
    pub(crate) fn new(now: Reduced) -> Self {
        Self { befores: Vec::new(), steps: Vec::new(), now, n_undone: 0 }
    }

    fn push(&mut self, now: Reduced, dropped: Vec<String>) {
        self.steps.push(Step { dropped, size: Size::of(&now.script) });
        self.befores.push(std::mem::replace(&mut self.now, now));
    }

    fn undo(&mut self) {
        if let Some(before) = self.befores.pop() {
            self.now = before;
            self.steps.pop();
            self.n_undone += 1;
        }
    }
}

/// Removes units, from explorers down to the entries of lists and again from the top, until no
/// single one can be removed. Then confirms the result on new levels, or undoes the last steps.
///
/// Source: Misherghi 2006 (doi 10.1145/1134285.1134307) for delta debugging
/// level by level.
pub(crate) fn reduce(history: &mut History, judge: &mut impl Judge, tries: &mut Tries) {
    let n_steps_before = history.steps.len();
    loop {
        let n_steps = history.steps.len();
        for depth in Depth::ALL {
            drop_units(history, judge, depth, tries);
        }
        if history.steps.len() == n_steps {
            break;
        }
    }
    while history.steps.len() > n_steps_before && !judge.confirms(&history.now.script, tries) {
        history.undo();
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
            let names = step.iter().map(|&unit: &Unit| before.name(unit)).collect();
            history.push(candidate, names);
        }
        is_accepted
    });
}

#[cfg(test)]
mod tests;
