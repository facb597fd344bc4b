//! What a good level is: the verdict on a level.

use marahel_level::{UNKNOWN, View};

use super::Meter;
use crate::ObjectiveKind;

/// The verdict on a level: the common definition of playable, good, long and of quality.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own")]
pub struct Judged {
    /// It fulfils `playable`, and the external judge has not failed.
    pub is_playable: bool,
    /// Playable and whole (all tiles are set and nothing is cut off), with every count in its
    /// range. A requested value of a dial is such a count; without a request, as for the level of a
    /// seed, it is not.
    pub is_good: bool,
    /// Good, and the score of each open-ended objective is 1.
    pub has_quality: bool,
    /// Mean score of the open-ended objectives; 0 if the level is not good.
    pub length: f64,
    /// Good, and at least as long as the problem requires.
    pub is_long: bool,
}

impl Meter<'_> {
    /// The verdict on a level whose values are measured; writes their scores.
    pub(super) fn verdict(&mut self, level: View<'_>) -> Judged {
        let problem = self.problem;
        let mut is_playable = self.evaluator.holds(&problem.definition.playable, level);
        if self.evaluator.instruments.judge_state.has_failed() {
            self.values.fill(f64::NAN);
            is_playable = false;
        }
        let (mut counts_are_right, mut ends_are_met) = (true, true);
        let (mut length, mut n_lengths) = (0.0, 0.0);
        let objectives = problem.objectives().iter().zip(&self.values);
        for (score, (objective, &value)) in self.scores.iter_mut().zip(objectives) {
            *score = objective.band.score(value);
            match objective.kind {
                ObjectiveKind::Open => {
                    (length, n_lengths) = (length + *score, n_lengths + 1.0);
                    ends_are_met &= *score == 1.0;
                }
                ObjectiveKind::Dial if self.request.is_empty() => {}
                ObjectiveKind::Count | ObjectiveKind::Dial => counts_are_right &= *score == 1.0,
            }
        }
        let is_good = is_playable && counts_are_right && self.is_whole(level);
        self.note_given_up();
        let length = if is_good { length / f64::max(n_lengths, 1.0) } else { 0.0 };
        Judged {
            is_playable,
            is_good,
            has_quality: is_good && ends_are_met,
            length,
            is_long: is_good && length >= problem.variety_goals().length,
        }
    }

    /// Whether all tiles of the current level are set, and nothing is cut off if the problem
    /// requires that.
    pub(crate) fn is_whole(&mut self, level: View<'_>) -> bool {
        if level.rows().flatten().any(|&tile| tile == UNKNOWN) {
            return false;
        }
        let whole = self.problem.definition.whole.as_ref();
        whole.is_none_or(|(_, whole)| self.evaluator.holds(whole, level))
    }
}
