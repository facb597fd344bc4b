//! Rounder constants.

use crate::draft::Draft;
use crate::phrase::Token;
use crate::unit::At;

/// A number of a script by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// The phrase and the token.
    Number(At, usize),
    /// The phrase, the list and the entity that it is the weight of.
    Weight(At, usize, usize),
}

/// What a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Something is compared with it, or it is a probability.
    Measure,
    /// How often, how many, how likely compared with others: smaller is simpler.
    Count,
}

impl Draft {
    /// All constants, in the order of the script.
    pub(crate) fn constants(&self) -> Vec<Constant> {
        let mut constants = Vec::new();
        for (at, phrase) in self.phrases() {
            for (t, token) in phrase.0.iter().enumerate() {
                match token {
                    Token::Number(_) => constants.push(Constant::Number(at, t)),
                    Token::List { entries, .. } => {
                        let weights = entries.iter().enumerate();
                        let weights = weights.filter(|(_, entry)| entry.weight.is_some());
                        constants.extend(weights.map(|(i, _)| Constant::Weight(at, t, i)));
                    }
                    Token::Word(_) => {}
                }
            }
        }
        constants
    }

    /// A constant as it is spelled.
    pub(crate) fn constant(&self, constant: Constant) -> &str {
        let (Constant::Number(at, t) | Constant::Weight(at, t, _)) = constant;
        match (&self.phrase(at).0[t], constant) {
            (Token::Number(text), _) => text,
            (Token::List { entries, .. }, Constant::Weight(_, _, i)) => {
                entries[i].weight.as_deref().unwrap_or_default()
            }
            _ => "",
        }
    }

    /// The draft with another number in the place of a constant.
    pub(crate) fn with_constant(&self, constant: Constant, number: &str) -> Self {
        let mut draft = self.clone();
        let (Constant::Number(at, t) | Constant::Weight(at, t, _)) = constant;
        match (&mut draft.phrase_mut(at).0[t], constant) {
            (Token::Number(text), _) => number.clone_into(text),
            (Token::List { entries, .. }, Constant::Weight(_, _, i)) => {
                entries[i].weight = Some(number.to_owned());
            }
            _ => {}
        }
        draft
    }

    /// Rounder numbers to put in the place of a constant, the best first.
    pub(crate) fn rounder(&self, constant: Constant) -> Vec<String> {
        let kind = match constant {
            Constant::Weight(..) => Kind::Count,
            Constant::Number(At::Value(e, p, _), _) => {
                match self.explorers[e].parameters[p].name.as_str() {
                    "repeats" | "tiles" | "changes" => Kind::Count,
                    _ => Kind::Measure,
                }
            }
            Constant::Number(..) => Kind::Measure,
        };
        rounder(self.constant(constant), kind)
    }

    /// Where a constant stands, in words.
    pub(crate) fn place_of(&self, constant: Constant) -> String {
        let (Constant::Number(at, _) | Constant::Weight(at, ..)) = constant;
        match at {
            At::Value(..) => self.place(at),
            _ => format!("{}: `{}`", self.place(at), self.phrase(at)),
        }
    }
}

/// Numbers near `text` that are rounder. Going on from any of them ends: a
/// number gets fewer digits, or becomes a multiple of 5, or smaller.
fn rounder(text: &str, kind: Kind) -> Vec<String> {
    let Ok(number) = text.parse::<f64>() else { return Vec::new() };
    let mut candidates = Vec::new();
    let is_count = kind == Kind::Count && number >= 1.0 && number.fract() == 0.0 && number < 1e15;
    if is_count {
        candidates.extend(smaller_counts(number as u64).into_iter().map(|count| count as f64));
    }
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    let is_round = is_whole && number.abs() < 100.0 && number % 5.0 == 0.0;
    let n_digits = n_digits(number);
    let n_digits = if is_round && !is_count { 1 } else { n_digits };
    for n_kept in 1..n_digits {
        candidates.push(with_digits(number, n_kept));
    }
    if n_digits > 1 && is_whole && number % 5.0 != 0.0 {
        candidates.push((number / 5.0).round() * 5.0);
    }
    let mut texts: Vec<String> = Vec::new();
    for candidate in candidates {
        let text = candidate.to_string();
        if candidate != number && candidate != 0.0 && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Below 11 all smaller counts; above, the series 1, 2, 5, 10, 20, 50 and so on.
fn smaller_counts(count: u64) -> Vec<u64> {
    if count <= 10 {
        return (1..count).collect();
    }
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let series = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    series.take_while(|&smaller| smaller < count).collect()
}

/// Number of significant digits.
fn n_digits(number: f64) -> usize {
    let text = format!("{number:e}");
    let mantissa = text.split('e').next().unwrap_or_default();
    mantissa.bytes().filter(u8::is_ascii_digit).count()
}

/// A number with so many significant digits.
fn with_digits(number: f64, n_digits: usize) -> f64 {
    format!("{number:.*e}", n_digits - 1).parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Kind, rounder};

    #[track_caller]
    fn check(number: &str, kind: Kind, expected: &[&str]) {
        assert_eq!(rounder(number, kind), expected, "{number}");
    }

    #[test]
    fn constants_get_fewer_digits() {
        check("0.37", Kind::Measure, &["0.4"]);
        check("0.4", Kind::Measure, &[]);
        check("-0.125", Kind::Measure, &["-0.1", "-0.12"]);
        check("14", Kind::Measure, &["10", "15"]);
        check("15", Kind::Measure, &[]);
        check("115", Kind::Measure, &["100", "120"]);
        check("5", Kind::Measure, &[]);
        check("0", Kind::Measure, &[]);
        check("nothing", Kind::Measure, &[]);
    }

    #[test]
    fn counts_get_small_and_round() {
        check("4", Kind::Count, &["1", "2", "3"]);
        check("1", Kind::Count, &[]);
        check("17", Kind::Count, &["1", "2", "5", "10", "20", "15"]);
        check("20", Kind::Count, &["1", "2", "5", "10"]);
    }

    proptest! {
        #[test]
        fn going_on_ends(number in -2000_i32..2000, scale in 0_usize..4, is_count in any::<bool>(), picks in prop::collection::vec(any::<prop::sample::Index>(), 40)) {
            let kind = if is_count { Kind::Count } else { Kind::Measure };
            let mut text = (f64::from(number) / [1.0, 10.0, 100.0, 1000.0][scale]).to_string();
            for pick in picks {
                let next = rounder(&text, kind);
                if next.is_empty() {
                    return Ok(());
                }
                text.clone_from(pick.get(&next));
            }
            prop_assert!(false, "it goes on and on: {text}");
        }
    }
}
