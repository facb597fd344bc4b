//! What a level is to its problem.

use level::View;

use crate::{Meter, ObjectiveKind};

/// What a level is to its problem: whoever calls one playable, good, long or of quality means this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The problem calls it playable, and a judge from outside had an answer.
    pub is_playable: bool,
    /// Playable and [whole](Meter::is_whole), with every count in its range. What a dial was asked
    /// for is one of the counts; where nobody asked, as of the level of a seed, it is none.
    pub is_good: bool,
    /// Good, and with the score 1 in the open-ended objectives as well.
    pub has_quality: bool,
    /// Mean score of the open-ended objectives; 0 if the level is not good.
    pub length: f64,
    /// Good, and of the length that the problem wants at least.
    pub is_long: bool,
}

impl Meter<'_> {
    /// Judges a finished level; its [`values`](Self::values) and [`scores`](Self::scores) are
    /// there until the next one.
    pub fn judge(&mut self, level: View<'_>) -> Judged {
        self.evaluator.next_level();
        self.judge_on(level)
    }

    /// Judges the level at hand.
    pub(crate) fn judge_on(&mut self, level: View<'_>) -> Judged {
        let mut values = std::mem::take(&mut self.values);
        let is_playable = self.measure_on(level, &mut values);
        self.values = values;
        let (mut counts_are_right, mut ends_are_met) = (true, true);
        let (mut length, mut n_lengths) = (0.0, 0.0);
        let objectives = self.problem.objectives().iter().zip(&self.values);
        for (score, (objective, &value)) in self.scores.iter_mut().zip(objectives) {
            *score = objective.band.score(value);
            match objective.kind() {
                ObjectiveKind::Open => {
                    (length, n_lengths) = (length + *score, n_lengths + 1.0);
                    ends_are_met &= *score == 1.0;
                }
                ObjectiveKind::Dial if self.asked.is_empty() => {}
                ObjectiveKind::Count | ObjectiveKind::Dial => counts_are_right &= *score == 1.0,
            }
        }
        let is_good = is_playable && counts_are_right && self.is_whole(level);
        let length = if is_good { length / f64::max(n_lengths, 1.0) } else { 0.0 };
        Judged {
            is_playable,
            is_good,
            has_quality: is_good && ends_are_met,
            length,
            is_long: is_good && length >= self.problem.wanted().length,
        }
    }

    /// The raw value of each objective of the level that was judged last, NaN where it has none.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their scores in 0..=1.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }
}
