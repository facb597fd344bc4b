//! The testable sentences and numbers of section 4.

use crate::Finding;
use marahel_statistics::Estimate;

use super::checks::{
    Direction, Rounded, at_most, correlated, highest, in_each_run, is_equal, like_a_run,
    of_published, score, share_of_ones,
};
use super::evidence::{Evidence, RunEvidence};
use super::{By, Claim};

/// A claim without a number or a note, decided by validated values.
const BASE: Claim = Claim {
    place: "",
    text: "",
    published: "",
    test: "",
    note: "",
    check: |_| unreachable!("each claim has a test"),
    rule: By::Validated,
};

/// The test of a single number of the paper.
const LIKE_A_RUN: &str = "the number lies within the range of our runs; not if it lies further outside of it than it is wide";

/// Minimum of a satisfied objective: on average, to a twentieth.
const SATISFIED: f64 = 0.95;

/// The test of a number printed in a figure.
const MEASURED_AGAIN: &str = "the same script, measured again, differs by less than three standard errors; \
    it is consistent if it does so with the error of the paper's 50 levels added";

/// The tests of directions.
const OPPOSED: &str = "rank correlation over each front below 0, by more than three standard errors of the mean of the runs";
const TOGETHER: &str = "rank correlation over each front above 0, by more than three standard errors of the mean of the runs";

/// A number printed in a figure: its place, problem, objective, the name of the objective, the
/// value, and its number of decimals.
macro_rules! printed {
    ($place:literal, $problem:literal, $objective:literal, $called:literal, $value:literal, $n:literal) => {
        Claim {
            place: $place,
            text: concat!(
                "the printed ",
                $problem,
                " generator has ",
                $called,
                " of ",
                stringify!($value)
            ),
            published: stringify!($value),
            test: MEASURED_AGAIN,
            check: |evidence| {
                of_published(evidence, $problem, $objective, Rounded::new($value, $n))
            },
            rule: By::ValidatedAlone,
            ..BASE
        }
    };
}

pub(crate) static CLAIMS: [Claim; 39] = [
    Claim {
        place: "4, Figure 1",
        text: "on zelda all 500 chromosomes are in one front at the end",
        published: "1 front",
        test: "the last population of each run has one front",
        check: |evidence| one_front(evidence, "zelda"),
        rule: By::SearchedAlone,
        ..BASE
    },
    Claim {
        place: "4, Figure 1",
        text: "on sokoban all 500 chromosomes are in one front at the end",
        published: "1 front",
        test: "as for zelda",
        check: |evidence| one_front(evidence, "sokoban"),
        rule: By::SearchedAlone,
        ..BASE
    },
    Claim {
        place: "4, Figure 1",
        text: "on binary there are ten fronts at the end",
        published: "10",
        test: LIKE_A_RUN,
        note: "section 4.1 says \"the other 8 fronts\", which makes nine",
        check: |evidence| {
            like_a_run(
                evidence,
                "binary",
                |run| Estimate::exactly(f64::from(last_n_fronts(run))),
                Rounded::count(10),
            )
        },
        rule: By::SearchedAlone,
    },
    Claim {
        place: "4, 4.1",
        text: "on binary the first front has 36 chromosomes",
        published: "36",
        test: LIKE_A_RUN,
        check: |evidence| {
            like_a_run(
                evidence,
                "binary",
                |run| Estimate::exactly(run.records.front.len() as f64),
                Rounded::count(36),
            )
        },
        rule: By::SearchedAlone,
        ..BASE
    },
    Claim {
        place: "4.1",
        text: "no generator of the front satisfies both objectives of binary",
        test: "no member of a front has regions and path of 0.95 or more, which is both on average, to a twentieth",
        check: |evidence| {
            in_each_run(evidence, "binary", |run| {
                let paths = connected(run).into_iter();
                let n = paths.filter(|path| path.value >= SATISFIED).count();
                Some((format!("{n} with both"), n == 0))
            })
        },
        ..BASE
    },
    Claim {
        place: "4.1",
        text: "a high path length leads to more than one region",
        test: "the member of each front with the highest path, as searched, has regions below 0.95, which is half a region too many on average",
        check: |evidence| {
            in_each_run(evidence, "binary", |run| {
                let regions = run.chosen("regions");
                Some((format!("regions {}", score(regions)), regions.value < SATISFIED))
            })
        },
        ..BASE
    },
    Claim {
        place: "4.1",
        text: "one region leads to a path that grows by less than 20",
        test: "members of a front with regions of 0.95 or more, if there are any, have a path below 0.95",
        check: |evidence| {
            in_each_run(evidence, "binary", |run| {
                let paths = connected(run);
                let highest = highest(&paths)?;
                let text = format!("{} at most, of {}", score(highest), paths.len());
                Some((text, highest.value < SATISFIED))
            })
        },
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "regions and path are traded for each other",
        test: OPPOSED,
        note: "as searched it cannot be otherwise: members of a front of two objectives are ordered by both",
        check: |evidence| correlated(evidence, "binary", ["regions", "path"], Direction::Against),
        ..BASE
    },
    Claim {
        place: "4.1, Figure 2",
        text: "11 % of the random generators (59 of 500) are connected",
        published: "59 of 500",
        test: "their share among the random generators of all runs, with regions of exactly 1, differs by less than three standard errors",
        note: "59 of 500 are 11.8 %; fewer are connected in each of the many more validation levels",
        check: |evidence| share_of_ones(evidence, "binary", "regions", (59, 500)),
        rule: By::Searched,
    },
    Claim {
        place: "4.1, Figure 2",
        text: "connected random generators have a path of at most 0.6",
        published: "0.6",
        test: "the highest path of a random generator with regions of 1, in each run, rounded to the digits of the paper",
        check: |evidence| {
            at_most(
                evidence,
                "binary",
                |run| of_those(run.random("regions"), run.random("path"), |regions| regions == 1.0),
                Rounded::new(0.6, 1),
            )
        },
        rule: By::Searched,
        ..BASE
    },
    Claim {
        place: "4.1, Figure 2",
        text: "random generators have a path of at most 0.6",
        published: "0.6",
        test: "the highest path of a random generator, in each run, rounded to the digits of the paper",
        note: "the sentence can be read of all random generators, too",
        check: |evidence| {
            at_most(evidence, "binary", |run| run.random("path"), Rounded::new(0.6, 1))
        },
        rule: By::Searched,
    },
    Claim {
        place: "4.1, Figure 3",
        text: "the highest path of the front is 0.92",
        published: "0.92",
        test: LIKE_A_RUN,
        check: |evidence| {
            like_a_run(evidence, "binary", |run| run.chosen("path"), Rounded::new(0.92, 2))
        },
        rule: By::Searched,
        ..BASE
    },
    Claim {
        place: "4.1, Figure 3",
        text: "the generator with the highest path has regions of 0.8",
        published: "0.8",
        test: LIKE_A_RUN,
        check: |evidence| {
            like_a_run(evidence, "binary", |run| run.chosen("regions"), Rounded::new(0.8, 1))
        },
        rule: By::Searched,
        ..BASE
    },
    printed!("Figure 3", "binary", "path", "a path", 0.92, 2),
    printed!("Figure 3", "binary", "regions", "regions", 0.8, 1),
    Claim {
        place: "4.1, Figure 3",
        text: "its path grows by 18 on average",
        published: "18",
        test: "the mean over many levels rounds to it",
        note: "0.92 of 20 is 18.4, but growth beyond 20 adds to a mean and not to a score",
        check: |evidence| raw_of_published(evidence, 1, 18.0),
        rule: By::ValidatedAlone,
    },
    Claim {
        place: "4.1, Figure 3",
        text: "it has 2 regions on average",
        published: "2",
        test: "the mean over many levels rounds to it",
        note: "by Eq. 1 with its maximum of 10 a score of 0.8 is 2.8 regions",
        check: |evidence| raw_of_published(evidence, 0, 2.0),
        rule: By::ValidatedAlone,
    },
    Claim {
        place: "Figure 4a",
        text: "on zelda player and enemies go against each other",
        test: OPPOSED,
        check: |evidence| correlated(evidence, "zelda", ["player", "enemies"], Direction::Against),
        ..BASE
    },
    Claim {
        place: "Figure 4b",
        text: "on zelda door and key go together",
        test: TOGETHER,
        check: |evidence| correlated(evidence, "zelda", ["door", "key"], Direction::Together),
        ..BASE
    },
    Claim {
        place: "Figure 4b",
        text: "but for a group with high door and a key of zero",
        published: "0",
        test: "each front has a member with door of 0.5 or more and key of 0.05 or less",
        check: |evidence| {
            in_each_run(evidence, "zelda", |run| {
                let pairs = run.front("door").into_iter().zip(run.front("key"));
                let n = pairs.filter(|(door, key)| door.value >= 0.5 && key.value <= 0.05).count();
                Some((format!("{n} such"), n > 0))
            })
        },
        ..BASE
    },
    Claim {
        place: "4.2, Figure 4c",
        text: "the highest solution length on zelda is 0.14",
        published: "0.14",
        test: LIKE_A_RUN,
        check: |evidence| {
            like_a_run(evidence, "zelda", |run| run.chosen("solution"), Rounded::new(0.14, 2))
        },
        rule: By::Searched,
        ..BASE
    },
    Claim {
        place: "Figure 4c",
        text: "on zelda a low player means a low solution length",
        test: "members with player below 0.5, if there are any, have at most a third of the highest solution length of their front",
        check: |evidence| {
            in_each_run(evidence, "zelda", |run| {
                let low = solutions(run, |player| player < 0.5);
                let (longest, all) = (highest(&low)?, longest_solution(run));
                let text = format!("{} of {}, of {}", score(longest), score(all), low.len());
                Some((text, longest.value <= all.value / 3.0))
            })
        },
        ..BASE
    },
    Claim {
        place: "Figure 4c",
        text: "with a high player the solution length is anything between almost 0 and the highest",
        published: "0 to 0.14",
        test: "the members of each front with player of 0.7 or more have solution lengths from below a tenth to above nine tenths of the highest",
        check: |evidence| {
            in_each_run(evidence, "zelda", |run| {
                let mut high = solutions(run, |player| player >= 0.7);
                high.sort_by(|left, right| left.value.total_cmp(&right.value));
                let (low, high, all) = (*high.first()?, *high.last()?, longest_solution(run));
                let text = format!("{} to {}", score(low), score(high));
                Some((text, low.value < 0.1 * all.value && high.value > 0.9 * all.value))
            })
        },
        ..BASE
    },
    Claim {
        place: "4.2",
        text: "random zelda generators have a solution length of at most 0.06",
        published: "0.06",
        test: "the highest solution length of a random generator, in each run, rounded to the digits of the paper",
        check: |evidence| {
            at_most(evidence, "zelda", |run| run.random("solution"), Rounded::new(0.06, 2))
        },
        rule: By::Searched,
        ..BASE
    },
    printed!("Figure 5", "zelda", "player", "player", 0.79, 2),
    printed!("Figure 5", "zelda", "key", "key", 0.67, 2),
    printed!("Figure 5", "zelda", "door", "door", 0.79, 2),
    printed!("4.2, Figure 5", "zelda", "solution", "a solution length", 0.14, 2),
    Claim {
        place: "4.2, Figure 5",
        text: "none of its ten example levels is playable",
        published: "0 of 10",
        test: "the chance that none of ten levels is playable is above 1 %",
        check: none_of_ten,
        rule: By::ValidatedAlone,
        ..BASE
    },
    Claim {
        place: "Figure 6a",
        text: "on sokoban a higher player means a higher solution length",
        test: TOGETHER,
        check: |evidence| {
            correlated(evidence, "sokoban", ["player", "solution"], Direction::Together)
        },
        ..BASE
    },
    Claim {
        place: "Figure 6a",
        text: "the peak of the solution length on sokoban is 4.5 %",
        published: "0.045",
        test: LIKE_A_RUN,
        check: |evidence| {
            like_a_run(evidence, "sokoban", |run| run.chosen("solution"), Rounded::new(0.045, 3))
        },
        rule: By::Searched,
        ..BASE
    },
    Claim {
        place: "Figure 6a",
        text: "that peak is around a player of 0.6",
        published: "0.6",
        test: LIKE_A_RUN,
        note: "Figure 7 says 0.69 of the same generator",
        check: |evidence| {
            like_a_run(evidence, "sokoban", |run| run.chosen("player"), Rounded::new(0.6, 1))
        },
        rule: By::Searched,
    },
    Claim {
        place: "Figure 6b",
        text: "on sokoban crate and difference go against each other",
        test: OPPOSED,
        check: |evidence| {
            correlated(evidence, "sokoban", ["crate", "difference"], Direction::Against)
        },
        ..BASE
    },
    Claim {
        place: "Figure 6b",
        text: "a generator without crates and targets is in the front, and no other has a difference of 1",
        published: "1",
        test: "each front has a member with difference of 1, and all such members have crate of 0",
        check: |evidence| {
            in_each_run(evidence, "sokoban", |run| {
                let differences = run.front("difference");
                let crates = of_those(differences, run.front("crate"), |number| number == 1.0);
                let n_others = crates.iter().filter(|estimate| estimate.value > 0.0).count();
                let n = crates.len();
                let text = format!("{n} with difference 1, {n_others} of them with crates");
                Some((text, n > 0 && crates.iter().all(|estimate| estimate.value == 0.0)))
            })
        },
        ..BASE
    },
    Claim {
        place: "4.3",
        text: "random sokoban generators have a solution length of at most 0.02",
        published: "0.02",
        test: "the highest solution length of a random generator, in each run, rounded to the digits of the paper",
        check: |evidence| {
            at_most(evidence, "sokoban", |run| run.random("solution"), Rounded::new(0.02, 2))
        },
        rule: By::Searched,
        ..BASE
    },
    printed!("Figure 7", "sokoban", "player", "player", 0.69, 2),
    printed!("Figure 7", "sokoban", "crate", "crate", 0.66, 2),
    printed!("Figure 7", "sokoban", "difference", "difference", 0.87, 2),
    printed!("4.3, Figure 7", "sokoban", "solution", "a solution length", 0.045, 3),
];

fn last_n_fronts(run: &RunEvidence<'_>) -> u32 {
    run.records.generations.n_fronts.last().copied().unwrap_or(0)
}

/// Whether the last population of each run is one front, and how many of it remain non-dominated on
/// other levels.
fn one_front(evidence: &Evidence<'_>, problem: &str) -> Finding {
    in_each_run(evidence, problem, |run| {
        let front = &run.records.front;
        let n_still = front.iter().filter(|member| member.is_still_non_dominated).count();
        let n_fronts = last_n_fronts(run);
        let s = if n_fronts == 1 { "" } else { "s" };
        let text = format!(
            "{n_fronts} front{s}, {} in the first, {n_still} of them still non-dominated when validated",
            front.len()
        );
        Some((text, n_fronts == 1))
    })
}

/// The paths of the members of a binary front with one region on average.
fn connected(run: &RunEvidence<'_>) -> Vec<Estimate> {
    of_those(run.front("regions"), run.front("path"), |regions| regions >= SATISFIED)
}

/// One objective of the generators selected by another one.
fn of_those(
    selectors: Vec<Estimate>,
    objective: Vec<Estimate>,
    is_selected: impl Fn(f64) -> bool,
) -> Vec<Estimate> {
    let pairs = selectors.into_iter().zip(objective);
    pairs
        .filter(|(selector, _)| is_selected(selector.value))
        .map(|(_, estimate)| estimate)
        .collect()
}

/// Whether a raw mean of the published binary generator rounds to a whole number.
fn raw_of_published(evidence: &Evidence<'_>, index: usize, published: f64) -> Finding {
    let raw = evidence.published("binary").raw.expect("it is measured for binary")[index];
    let theirs = Estimate::exactly(published);
    Finding::certain(raw.to_string(), is_equal(raw, theirs, 0.5))
}

fn longest_solution(run: &RunEvidence<'_>) -> Estimate {
    highest(&run.front("solution")).expect("a front has members")
}

/// The solution lengths of members selected by their player.
fn solutions(run: &RunEvidence<'_>, is_selected: impl Fn(f64) -> bool) -> Vec<Estimate> {
    of_those(run.front("player"), run.front("solution"), is_selected)
}

fn none_of_ten(evidence: &Evidence<'_>) -> Finding {
    let playable = evidence.published("zelda").playable;
    let chance = (1.0 - playable.value).powi(10);
    let measured = format!(
        "a share of {playable} is playable, so that it is so in {:.0} % of the cases",
        100.0 * chance
    );
    Finding::certain(measured, chance > 0.01)
}
