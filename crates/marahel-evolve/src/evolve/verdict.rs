//! What a generator is worth to its user, in words: the first line of every ending.

use marahel::Script;
use marahel_evolution::Shortfall;
use marahel_problem::Problem;

/// Minimum share of good levels of a generator that is ready, and of one that nearly is.
pub(super) const READY: f64 = 0.8;
const NEARLY: f64 = 0.05;

/// Maximum number of demands that are named.
const N_NAMED: usize = 3;

/// What a generator is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// To take as it is.
    Ready,
    /// To finish.
    Nearly,
    /// To begin again from something else.
    NotUsable,
}

impl Verdict {
    /// By the share of good levels; `is_varied` if they differ as the problem demands.
    pub(super) fn of(good: f64, is_varied: bool) -> Self {
        if good < NEARLY {
            Self::NotUsable
        } else if good < READY || !is_varied {
            Self::Nearly
        } else {
            Self::Ready
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Nearly => "nearly",
            Self::NotUsable => "not usable",
        }
    }
}

/// The demands that most levels lack, by name, with what writes their tiles: `bats is not 2 to 4 in
/// 31 % (explorer 3, "bats in caves")`. Of `n_levels` levels.
pub(super) fn named_lacks(
    lacks: &[Shortfall],
    n_levels: u32,
    script: &Script,
    problem: &Problem,
) -> Vec<String> {
    let closed = lacks.iter().filter(|lack| !lack.is_open).take(N_NAMED);
    let line = |lack: &Shortfall| {
        let share = match 100.0 * f64::from(lack.n) / f64::from(n_levels) {
            100.0 => "all".to_owned(),
            ..0.5 => "less than 1 %".to_owned(),
            share => format!("{share:.0} %"),
        };
        format!("{} in {share}{}", lack.text, writers(&lack.text, script, problem))
    };
    closed.map(line).collect()
}

/// The explorers that write the tiles of a demand, counted from 1, in parentheses.
fn writers(lack: &str, script: &Script, problem: &Problem) -> String {
    let cases = problem.clone().with_named_parts().cases();
    let case = cases.iter().find(|case| {
        lack.strip_prefix(&*case.text).is_some_and(|rest| rest.starts_with(" is"))
            || lack.ends_with(&format!(": {}", case.text))
    });
    let Some(case) = case else { return String::new() };
    let names: Vec<&str> = problem.definition().tiles().collect();
    let is_of_case = |tile: u8| {
        let name = script.entities.get(usize::from(tile));
        let index = name.and_then(|name| names.iter().position(|tile| tile == name));
        index.is_some_and(|index| case.tiles.contains(index as u8))
    };
    let writers = script.explorers.iter().zip(1..);
    let writers = writers.filter(|(explorer, _)| explorer.written().iter().any(is_of_case));
    let numbers: Vec<String> = writers.map(|(_, number)| number.to_string()).collect();
    match numbers.len() {
        0 => " (no explorer writes it)".to_owned(),
        1 => format!(" (explorer {})", numbers[0]),
        _ => format!(" (explorers {})", numbers.join(", ")),
    }
}
