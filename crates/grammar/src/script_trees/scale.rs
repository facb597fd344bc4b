//! Numbers: symbols that write nothing else.

use rand::Rng;

use super::below;
use crate::grammar::{Alternative, Piece};

/// The choices of a symbol that writes numbers, from the smallest number to the largest.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    choices: Vec<usize>,
}

/// A number moves by at most so many places of its scale.
const STEP_MAX: usize = 3;

impl Scale {
    /// The scale of a symbol, if all its alternatives are numbers, at least two of them.
    pub(super) fn of(alternatives: &[Alternative]) -> Option<Self> {
        let number = |alternative: &Alternative| match alternative.as_slice() {
            [Piece::Text(text)] => text.parse::<f64>().ok(),
            _ => None,
        };
        let numbers: Option<Vec<f64>> = alternatives.iter().map(number).collect();
        let numbers = numbers?;
        let is_first = |&choice: &usize| !alternatives[..choice].contains(&alternatives[choice]);
        let mut choices: Vec<usize> = (0..numbers.len()).filter(is_first).collect();
        choices.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        (choices.len() > 1).then_some(Self { choices })
    }

    /// Another choice near `choice`; `None` if the step leads beyond the scale.
    pub(super) fn near(&self, choice: usize, rng: &mut dyn Rng) -> Option<usize> {
        let place = self.choices.iter().position(|&other| other == choice)?;
        let step = 1 + below(STEP_MAX, rng).min(below(STEP_MAX, rng));
        let place = if below(2, rng) == 0 { place.checked_sub(step)? } else { place + step };
        self.choices.get(place).copied()
    }
}
