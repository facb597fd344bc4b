//! What a generator is worth to its user, in words, and what to do next: the first line of every ending.
//! docs/your-own-game.md has the same table.

use marahel::Script;
use marahel_config::{Config, script_for};
use marahel_evolution::{Picture, Sample, Shortfall, evaluate_script, picture_of_script};
use marahel_problem::{Lack, Problem};

use super::sample_lines::{N_EXPLAINED, are_alike};

/// Minimum share of good levels of a generator that is ready, and of one that nearly is.
const READY: f64 = 0.8;
const NEARLY: f64 = 0.05;

/// Minimum similarity of levels to the drawings of a generator that is ready, relative to that of the
/// drawings to each other.
const LIKE_ENOUGH: f64 = 0.9;

/// Maximum number of demands that are named.
const N_NAMED: usize = 3;

/// What a generator is worth, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// To take as it is.
    Ready,
    /// Good, but always the same.
    Alike,
    /// To finish.
    Nearly,
    /// To begin again from something else.
    NotUsable,
}

impl Verdict {
    /// By the share of good levels; `is_varied` unless they are nearly one picture.
    pub(super) fn of(good: f64, is_varied: bool) -> Self {
        match good {
            ..NEARLY => Self::NotUsable,
            ..READY => Self::Nearly,
            _ if is_varied => Self::Ready,
            _ => Self::Alike,
        }
    }

    pub(super) fn of_sample(sample: &Sample, picture: Option<&Picture>) -> Self {
        Self::of_levels(sample.good(), sample, picture)
    }

    /// The same with a share of good levels that more levels told.
    fn of_levels(good: f64, sample: &Sample, picture: Option<&Picture>) -> Self {
        // Drawings may well be of one picture.
        let is_one = sample.likeness.n() == 0 && picture.is_some_and(Picture::is_one);
        let is_unlike = sample.likeness.n() > 0 && sample.likeness.mean() < LIKE_ENOUGH;
        let verdict = Self::of(good, !is_one && !are_alike(sample));
        let outside = (sample.passed.n() > 0).then(|| Self::of(sample.passed.mean(), true));
        match outside.map_or(verdict, |outside| verdict.max(outside)) {
            Self::Ready if is_unlike => Self::Nearly,
            verdict => verdict,
        }
    }

    /// Of a script of which `good` levels are good, with lines about what is the same in all of them.
    pub(super) fn of_script(
        good: f64,
        text: &str,
        config: &Config,
        problem: &Problem,
    ) -> anyhow::Result<(Self, Vec<String>)> {
        if good < READY {
            return Ok((Self::of(good, true), Vec::new()));
        }
        let names: Vec<_> = config.names.clone().into_iter().collect();
        let script = script_for(marahel_dialects::parse(text)?, problem, &names)?;
        let config = Config { maps: N_EXPLAINED, ..config.clone() };
        let sample = evaluate_script(&script, problem, &config)?;
        let picture = picture_of_script(&script, problem, &config, N_EXPLAINED)?;
        let lines = picture.as_ref().map(|picture| picture.lines(problem, are_alike(&sample)));
        Ok((Self::of_levels(good, &sample, picture.as_ref()), lines.unwrap_or_default()))
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Alike => "alike",
            Self::Nearly => "nearly",
            Self::NotUsable => "not usable",
        }
    }

    pub(super) fn next(self) -> &'static str {
        match self {
            Self::Ready => "look at its levels: a file can be met by a trick",
            Self::Alike => {
                "`evolve draft` writes scripts whose things stand wherever the file lets them; \
                 or change the explorers of the tiles that are named"
            }
            Self::Nearly => {
                "`marahel generate --good` makes only its good levels; `evolve improve` looks for edits \
                 that make more of them good"
            }
            Self::NotUsable => {
                "write rules for what its levels lack, or begin with `evolve draft`; games of a known kind \
                 are searched by `evolve --problem FILE --budget 300k`"
            }
        }
    }
}

/// The demands that most levels lack, by name, with what writes their tiles: `bats is not 2 to 4 in
/// 31 % (explorer 3, "bats in caves")`.
pub(super) fn named_lacks(lacks: &[Shortfall], script: &Script, problem: &Problem) -> Vec<String> {
    let closed = lacks.iter().filter(|shortfall| !shortfall.lack.is_open()).take(N_NAMED);
    let line = |shortfall: &Shortfall| {
        let share = match 100.0 * shortfall.share() {
            100.0 => "all".to_owned(),
            ..1.0 => "less than 1 %".to_owned(),
            share => format!("{share:.0} %"),
        };
        format!("{} in {share}{}", shortfall.lack, writers(&shortfall.lack, script, problem))
    };
    closed.map(line).collect()
}

/// The explorers that write the tiles of a demand, counted from 1, in parentheses.
fn writers(lack: &Lack, script: &Script, problem: &Problem) -> String {
    let cases = problem.clone().with_named_parts().cases();
    let case = cases.iter().find(|case| lack.case() == Some(&case.text));
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

#[cfg(test)]
mod tests {
    use marahel_evolution::{FIXED_CELLS, N_NARROW, N_TIMES, NARROW};
    use marahel_problem::{FEW_CELLS, WIDTH_MIN};

    use super::{LIKE_ENOUGH, NEARLY, READY, Verdict};

    /// The page that defines the words.
    const PAGE: &str = include_str!("../../docs/your-own-game.md");

    #[test]
    fn a_verdict_goes_by_good_levels_and_then_by_variety() {
        let told = [(0.049, true), (0.05, true), (0.799, false), (0.8, true), (0.999, false)];
        assert_eq!(
            told.map(|(good, is_varied)| Verdict::of(good, is_varied).word()),
            ["not usable", "nearly", "nearly", "ready", "alike"]
        );
    }

    #[test]
    fn the_page_says_what_the_code_does() {
        let [few, many] = [NEARLY, READY].map(|share| 100.0 * share);
        let shares = [
            (Verdict::Ready, format!("{many} % or more, and varied")),
            (Verdict::Alike, format!("{many} % or more, but alike")),
            (Verdict::Nearly, format!("{few} to {many} %")),
            (Verdict::NotUsable, format!("less than {few} %")),
        ];
        for (verdict, share) in shares {
            let row = format!("| *{}* | {share} | {} |", verdict.word(), verdict.next());
            assert!(PAGE.contains(&row), "there is no row `{row}`");
        }
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let text = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in [
            format!("two differ in less than {} of their cells", percent(FEW_CELLS)),
            format!("a mean [width](problem-files.md#variety) below {WIDTH_MIN}"),
            format!(
                "{} of their kinds of tiles stand in less than {} of the cells where levels would still be good, \
                 and in less than {N_TIMES} times as many as one level fills",
                percent(N_NARROW),
                percent(NARROW)
            ),
            format!("have {} of all cells", percent(FIXED_CELLS)),
            format!("{} as similar to the drawings", percent(LIKE_ENOUGH)),
        ] {
            assert!(text.contains(&said), "the page does not say `{said}`");
        }
    }
}
