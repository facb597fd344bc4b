//! The testable sentences and numbers of section 4.

use crate::Finding;
use crate::claims::claims;
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

pub(crate) static CLAIMS: &[Claim] = claims! { BASE;
    "4, Figure 1", "on zelda all 500 chromosomes are in one front at the end",
        "the last population of each run has one front", published = "1 front", rule = By::SearchedAlone =>
        |evidence| one_front(evidence, "zelda");
    "4, Figure 1", "on sokoban all 500 chromosomes are in one front at the end", "as for zelda",
        published = "1 front", rule = By::SearchedAlone => |evidence| one_front(evidence, "sokoban");
    "4, Figure 1", "on binary there are ten fronts at the end", LIKE_A_RUN, published = "10",
        note = "section 4.1 says \"the other 8 fronts\", which makes nine", rule = By::SearchedAlone =>
        |evidence| {
            like_a_run(
                evidence,
                "binary",
                |run| Estimate::exactly(f64::from(last_n_fronts(run))),
                Rounded::count(10),
            )
        };
    "4, 4.1", "on binary the first front has 36 chromosomes", LIKE_A_RUN, published = "36",
        rule = By::SearchedAlone =>
        |evidence| {
            like_a_run(
                evidence,
                "binary",
                |run| Estimate::exactly(run.records.front.len() as f64),
                Rounded::count(36),
            )
        };
    "4.1", "no generator of the front satisfies both objectives of binary",
        "no member of a front has regions and path of 0.95 or more, which is both on average, to a twentieth" =>
        |evidence| {
            in_each_run(evidence, "binary", |run| {
                let paths = connected(run).into_iter();
                let n = paths.filter(|path| path.value >= SATISFIED).count();
                Some((format!("{n} with both"), n == 0))
            })
        };
    "4.1", "a high path length leads to more than one region",
        "the member of each front with the highest path, as searched, has regions below 0.95, which is half a region too many on average" =>
        |evidence| {
            in_each_run(evidence, "binary", |run| {
                let regions = run.chosen("regions");
                Some((format!("regions {}", score(regions)), regions.value < SATISFIED))
            })
        };
    "4.1", "one region leads to a path that grows by less than 20",
        "members of a front with regions of 0.95 or more, if there are any, have a path below 0.95" =>
        |evidence| {
            in_each_run(evidence, "binary", |run| {
                let paths = connected(run);
                let highest = highest(&paths)?;
                let text = format!("{} at most, of {}", score(highest), paths.len());
                Some((text, highest.value < SATISFIED))
            })
        };
    "Figure 2", "regions and path are traded for each other", OPPOSED,
        note = "as searched it cannot be otherwise: members of a front of two objectives are ordered by both" =>
        |evidence| correlated(evidence, "binary", ["regions", "path"], Direction::Against);
    "4.1, Figure 2", "11 % of the random generators (59 of 500) are connected",
        "their share among the random generators of all runs, with regions of exactly 1, differs by less than three standard errors",
        published = "59 of 500",
        note = "59 of 500 are 11.8 %; fewer are connected in each of the many more validation levels",
        rule = By::Searched => |evidence| share_of_ones(evidence, "binary", "regions", (59, 500));
    "4.1, Figure 2", "connected random generators have a path of at most 0.6",
        "the highest path of a random generator with regions of 1, in each run, rounded to the digits of the paper",
        published = "0.6", rule = By::Searched =>
        |evidence| {
            at_most(
                evidence,
                "binary",
                |run| of_those(run.random("regions"), run.random("path"), |regions| regions == 1.0),
                Rounded::new(0.6, 1),
            )
        };
    "4.1, Figure 2", "random generators have a path of at most 0.6",
        "the highest path of a random generator, in each run, rounded to the digits of the paper",
        published = "0.6", note = "the sentence can be read of all random generators, too",
        rule = By::Searched =>
        |evidence| at_most(evidence, "binary", |run| run.random("path"), Rounded::new(0.6, 1));
    "4.1, Figure 3", "the highest path of the front is 0.92", LIKE_A_RUN, published = "0.92",
        rule = By::Searched =>
        |evidence| like_a_run(evidence, "binary", |run| run.chosen("path"), Rounded::new(0.92, 2));
    "4.1, Figure 3", "the generator with the highest path has regions of 0.8", LIKE_A_RUN, published = "0.8",
        rule = By::Searched =>
        |evidence| like_a_run(evidence, "binary", |run| run.chosen("regions"), Rounded::new(0.8, 1));
    "Figure 3", "the printed binary generator has a path of 0.92", MEASURED_AGAIN, published = "0.92",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "binary", "path", Rounded::new(0.92, 2));
    "Figure 3", "the printed binary generator has regions of 0.8", MEASURED_AGAIN, published = "0.8",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "binary", "regions", Rounded::new(0.8, 1));
    "4.1, Figure 3", "its path grows by 18 on average", "the mean over many levels rounds to it",
        published = "18", note = "0.92 of 20 is 18.4, but growth beyond 20 adds to a mean and not to a score",
        rule = By::ValidatedAlone => |evidence| raw_of_published(evidence, 1, 18.0);
    "4.1, Figure 3", "it has 2 regions on average", "the mean over many levels rounds to it", published = "2",
        note = "by Eq. 1 with its maximum of 10 a score of 0.8 is 2.8 regions", rule = By::ValidatedAlone =>
        |evidence| raw_of_published(evidence, 0, 2.0);
    "Figure 4a", "on zelda player and enemies go against each other", OPPOSED =>
        |evidence| correlated(evidence, "zelda", ["player", "enemies"], Direction::Against);
    "Figure 4b", "on zelda door and key go together", TOGETHER =>
        |evidence| correlated(evidence, "zelda", ["door", "key"], Direction::Together);
    "Figure 4b", "but for a group with high door and a key of zero",
        "each front has a member with door of 0.5 or more and key of 0.05 or less", published = "0" =>
        |evidence| {
            in_each_run(evidence, "zelda", |run| {
                let pairs = run.front("door").into_iter().zip(run.front("key"));
                let n = pairs.filter(|(door, key)| door.value >= 0.5 && key.value <= 0.05).count();
                Some((format!("{n} such"), n > 0))
            })
        };
    "4.2, Figure 4c", "the highest solution length on zelda is 0.14", LIKE_A_RUN, published = "0.14",
        rule = By::Searched =>
        |evidence| like_a_run(evidence, "zelda", |run| run.chosen("solution"), Rounded::new(0.14, 2));
    "Figure 4c", "on zelda a low player means a low solution length",
        "members with player below 0.5, if there are any, have at most a third of the highest solution length of their front" =>
        |evidence| {
            in_each_run(evidence, "zelda", |run| {
                let low = solutions(run, |player| player < 0.5);
                let (longest, all) = (highest(&low)?, longest_solution(run));
                let text = format!("{} of {}, of {}", score(longest), score(all), low.len());
                Some((text, longest.value <= all.value / 3.0))
            })
        };
    "Figure 4c", "with a high player the solution length is anything between almost 0 and the highest",
        "the members of each front with player of 0.7 or more have solution lengths from below a tenth to above nine tenths of the highest",
        published = "0 to 0.14" =>
        |evidence| {
            in_each_run(evidence, "zelda", |run| {
                let mut high = solutions(run, |player| player >= 0.7);
                high.sort_by(|left, right| left.value.total_cmp(&right.value));
                let (low, high, all) = (*high.first()?, *high.last()?, longest_solution(run));
                let text = format!("{} to {}", score(low), score(high));
                Some((text, low.value < 0.1 * all.value && high.value > 0.9 * all.value))
            })
        };
    "4.2", "random zelda generators have a solution length of at most 0.06",
        "the highest solution length of a random generator, in each run, rounded to the digits of the paper",
        published = "0.06", rule = By::Searched =>
        |evidence| at_most(evidence, "zelda", |run| run.random("solution"), Rounded::new(0.06, 2));
    "Figure 5", "the printed zelda generator has player of 0.79", MEASURED_AGAIN, published = "0.79",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "zelda", "player", Rounded::new(0.79, 2));
    "Figure 5", "the printed zelda generator has key of 0.67", MEASURED_AGAIN, published = "0.67",
        rule = By::ValidatedAlone => |evidence| of_published(evidence, "zelda", "key", Rounded::new(0.67, 2));
    "Figure 5", "the printed zelda generator has door of 0.79", MEASURED_AGAIN, published = "0.79",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "zelda", "door", Rounded::new(0.79, 2));
    "4.2, Figure 5", "the printed zelda generator has a solution length of 0.14", MEASURED_AGAIN,
        published = "0.14", rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "zelda", "solution", Rounded::new(0.14, 2));
    "4.2, Figure 5", "none of its ten example levels is playable",
        "the chance that none of ten levels is playable is above 1 %", published = "0 of 10",
        rule = By::ValidatedAlone => none_of_ten;
    "Figure 6a", "on sokoban a higher player means a higher solution length", TOGETHER =>
        |evidence| correlated(evidence, "sokoban", ["player", "solution"], Direction::Together);
    "Figure 6a", "the peak of the solution length on sokoban is 4.5 %", LIKE_A_RUN, published = "0.045",
        rule = By::Searched =>
        |evidence| like_a_run(evidence, "sokoban", |run| run.chosen("solution"), Rounded::new(0.045, 3));
    "Figure 6a", "that peak is around a player of 0.6", LIKE_A_RUN, published = "0.6",
        note = "Figure 7 says 0.69 of the same generator", rule = By::Searched =>
        |evidence| like_a_run(evidence, "sokoban", |run| run.chosen("player"), Rounded::new(0.6, 1));
    "Figure 6b", "on sokoban crate and difference go against each other", OPPOSED =>
        |evidence| correlated(evidence, "sokoban", ["crate", "difference"], Direction::Against);
    "Figure 6b", "a generator without crates and targets is in the front, and no other has a difference of 1",
        "each front has a member with difference of 1, and all such members have crate of 0",
        published = "1" =>
        |evidence| {
            in_each_run(evidence, "sokoban", |run| {
                let differences = run.front("difference");
                let crates = of_those(differences, run.front("crate"), |number| number == 1.0);
                let n_others = crates.iter().filter(|estimate| estimate.value > 0.0).count();
                let n = crates.len();
                let text = format!("{n} with difference 1, {n_others} of them with crates");
                Some((text, n > 0 && crates.iter().all(|estimate| estimate.value == 0.0)))
            })
        };
    "4.3", "random sokoban generators have a solution length of at most 0.02",
        "the highest solution length of a random generator, in each run, rounded to the digits of the paper",
        published = "0.02", rule = By::Searched =>
        |evidence| at_most(evidence, "sokoban", |run| run.random("solution"), Rounded::new(0.02, 2));
    "Figure 7", "the printed sokoban generator has player of 0.69", MEASURED_AGAIN, published = "0.69",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "sokoban", "player", Rounded::new(0.69, 2));
    "Figure 7", "the printed sokoban generator has crate of 0.66", MEASURED_AGAIN, published = "0.66",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "sokoban", "crate", Rounded::new(0.66, 2));
    "Figure 7", "the printed sokoban generator has difference of 0.87", MEASURED_AGAIN, published = "0.87",
        rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "sokoban", "difference", Rounded::new(0.87, 2));
    "4.3, Figure 7", "the printed sokoban generator has a solution length of 0.045", MEASURED_AGAIN,
        published = "0.045", rule = By::ValidatedAlone =>
        |evidence| of_published(evidence, "sokoban", "solution", Rounded::new(0.045, 3));
};

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
