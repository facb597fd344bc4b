//! Tests of claims against the levels of a study.

use std::array;

use marahel::Script;
use marahel_statistics::range::{ExpressiveRange, Summary};
use marahel_statistics::{Estimate, Share, quantile};

use super::places::Places;
use super::scripts::probability_of_single_cells;
use super::variants::VARIANTS;
use super::{GAMES, GENERATORS, Reading, Study};
use crate::{Finding, Verdict};

pub(super) const UNIFORM: usize = 0;
pub(super) const NONUNIFORM: usize = 1;
pub(super) const DIGGER: usize = 2;
pub(super) const CAVE: usize = 3;
pub(super) const MINE: usize = 4;
pub(super) const ROOMS: [usize; 3] = [UNIFORM, NONUNIFORM, MINE];
const ALL: [usize; 5] = [UNIFORM, NONUNIFORM, DIGGER, CAVE, MINE];

pub(crate) struct Evidence<'s> {
    study: &'s Study,
    /// The ranges of the generators; one of them may be a variant's.
    ranges: [&'s ExpressiveRange; GENERATORS.len()],
    reading: Reading,
}

impl<'s> Evidence<'s> {
    pub(super) fn of(study: &'s Study, reading: Reading) -> Self {
        let ranges = array::from_fn(|generator| &study.ranges[generator]);
        Self { study, ranges, reading }
    }

    /// The evidence with a variant in place of its generator.
    pub(super) fn with(mut self, variant: usize) -> Self {
        self.ranges[VARIANTS[variant].generator] = &self.study.variants[variant];
        self
    }

    pub(super) fn scripts(&self) -> &'s [Script] {
        &self.study.scripts
    }

    pub(super) fn game_scripts(&self) -> &'s [Script] {
        &self.study.game_scripts
    }

    fn values(&self, generator: usize, metric: &str) -> Vec<f64> {
        let name = match (self.reading, metric) {
            (Reading::Legacy, "empty" | "isolated" | "entropy") => format!("{metric}_legacy"),
            _ => metric.to_owned(),
        };
        let values = self.ranges[generator].values(&name).into_iter().flatten();
        match (self.reading, metric) {
            // The code of 2017 reports percent; a level has 2500 cells.
            (Reading::Legacy, "empty") => values.map(|percent| percent / 100.0).collect(),
            _ => values.collect(),
        }
    }

    pub(super) fn mean(&self, generator: usize, metric: &str) -> Estimate {
        Estimate::mean(&self.values(generator, metric))
    }

    pub(super) fn sd(&self, generator: usize, metric: &str) -> Estimate {
        Estimate::sd(&self.values(generator, metric))
    }

    /// Whether each of `greater` exceeds each of `smaller` in an estimate of a metric.
    pub(super) fn above(
        &self,
        estimate: impl Fn(&Self, usize, &str) -> Estimate,
        metric: &str,
        greater: &[usize],
        smaller: &[usize],
    ) -> Finding {
        let estimates = ALL.map(|generator| estimate(self, generator, metric));
        let named = ALL.map(|generator| (GENERATORS[generator].name, estimates[generator]));
        let pairs =
            greater.iter().flat_map(|&large| smaller.iter().map(move |&small| (large, small)));
        let comparisons = pairs.map(|(large, small)| self.compare(named[small], named[large]));
        let [greater, smaller] = [greater, smaller]
            .map(|generators| listed(generators, |generator| estimates[generator]));
        Finding::of(format!("{greater}; {smaller}"), comparisons)
    }

    /// Whether each of `generators` is below a limit in an estimate of a metric.
    pub(super) fn below(
        &self,
        estimate: impl Fn(&Self, usize, &str) -> Estimate,
        metric: &str,
        generators: &[usize],
        limit: f64,
    ) -> Finding {
        let (text, exact) = (limit.to_string(), Estimate::exactly(limit));
        let comparisons = generators.iter().map(|&generator| {
            let estimate = estimate(self, generator, metric);
            self.compare((GENERATORS[generator].name, estimate), (&text, exact))
        });
        let texts = listed(generators, |generator| estimate(self, generator, metric));
        Finding::of(texts, comparisons)
    }

    /// Whether a metric of every level of `generators` meets a condition.
    pub(super) fn all(
        &self,
        generators: &[usize],
        metric: &str,
        is_so: impl Fn(f64) -> bool,
    ) -> Finding {
        let mut comparisons = Vec::new();
        let texts = listed(generators, |generator| {
            let values = self.values(generator, metric);
            let share = Share::of(&values, |&value| is_so(value)).estimate();
            let name = GENERATORS[generator].name;
            comparisons.push((share.is_all().into(), format!("{name} has no levels")));
            share
        });
        Finding::of(texts, comparisons)
    }

    pub(super) fn same_number_of_regions(&self) -> Finding {
        let numbers = [UNIFORM, NONUNIFORM]
            .map(|generator| self.study.scripts[generator].regions.map(|regions| regions.number));
        let text = numbers.map(|number| number.map_or("none".to_owned(), |n| n.to_string()));
        let is_same = numbers[0].is_some() && numbers[0] == numbers[1];
        Finding::certain(format!("uniform {}, nonuniform {}", text[0], text[1]), is_same)
    }

    pub(super) fn uniform_area_is_small(&self) -> Finding {
        let mut is_small = true;
        let mut measured = Vec::new();
        for (metric, axis) in [("empty", 1.0), ("isolated", 100.0)] {
            let (low, high) = most(self.values(UNIFORM, metric));
            is_small &= high - low < 0.1 * axis;
            measured.push(format!("{metric} {low:.2} to {high:.2}"));
        }
        Finding::certain(measured.join(", "), is_small)
    }

    pub(super) fn areas_overlap(&self) -> Finding {
        let mut is_overlapping = true;
        let mut measured = Vec::new();
        for metric in ["empty", "isolated"] {
            let [left, right] =
                [UNIFORM, NONUNIFORM].map(|generator| most(self.values(generator, metric)));
            is_overlapping &= left.0 <= right.1 && right.0 <= left.1;
            let [uniform, nonuniform] =
                [left, right].map(|(low, high)| format!("{low:.2} to {high:.2}"));
            measured.push(format!("{metric}: uniform {uniform}, nonuniform {nonuniform}"));
        }
        Finding::certain(measured.join("; "), is_overlapping)
    }

    pub(super) fn digger_writes_single_cells(&self) -> Finding {
        let probability = probability_of_single_cells(&self.study.scripts);
        let is_scripted = Some(probability == Some(0.7)).into();
        let share = self.study.single_cells.estimate();
        let probability = probability.map_or("none".to_owned(), |number| number.to_string());
        let fired = ("the rule of single cells", share);
        Finding::of(
            format!("probability {probability} in the script, {share} of the steps"),
            [
                (is_scripted, String::new()),
                self.compare(("0.69", Estimate::exactly(0.69)), fired),
                self.compare(fired, ("0.71", Estimate::exactly(0.71))),
            ],
        )
    }

    pub(super) fn caves_are_half_empty_everywhere(&self) -> Finding {
        let levels = &self.study.cave_windows;
        let mean = mean_of_windows(levels, |share| share);
        let near =
            mean_of_windows(levels, |share| f64::from(u8::from((0.3..=0.7).contains(&share))));
        let windows: Vec<f64> = levels.iter().flatten().copied().collect();
        let sd = Summary::of(windows.clone()).and_then(|summary| summary.sd).unwrap_or(0.0);
        let (low, high) = most(windows);
        let [lower, upper, most_windows] = [("0.4", 0.4), ("0.6", 0.6), ("0.9", 0.9)]
            .map(|(name, limit)| (name, Estimate::exactly(limit)));
        let (mean_named, near_named) =
            (("the mean of caves", mean), ("the windows near half", near));
        Finding::of(
            format!(
                "mean {mean}, standard deviation of windows {sd:.3}, \
                 nine of ten from {low:.2} to {high:.2}; 0.3 to 0.7 in {near} of the windows"
            ),
            [
                self.compare(lower, mean_named),
                self.compare(mean_named, upper),
                self.compare(most_windows, near_named),
            ],
        )
    }

    pub(super) fn enemies_prefer_hallways(&self) -> Finding {
        let mut comparisons = Vec::new();
        let mut measured = Vec::new();
        for (game, places) in GAMES.iter().zip(&self.study.places) {
            let name = game.name;
            let (hallways, elsewhere) =
                (places.hallway_enemies.estimate(), places.other_enemies.estimate());
            comparisons.push(self.compare(
                (&format!("other cells of {name} maps"), elsewhere),
                (&format!("hallways of {name} maps"), hallways),
            ));
            measured.push(format!("{name} {hallways} against {elsewhere}"));
        }
        Finding::of(measured.join(", "), comparisons)
    }

    /// Whether `share` is 1 for the `things` in the levels of each game.
    pub(super) fn each_game(&self, things: &str, share: impl Fn(&Places) -> Share) -> Finding {
        let shares = GAMES.iter().zip(&self.study.places);
        let shares: Vec<_> =
            shares.map(|(game, places)| (game.name, share(places).estimate())).collect();
        let texts = shares.iter().map(|(name, share)| format!("{name} {share}"));
        let comparisons = shares.iter().map(|(name, share)| {
            (share.is_all().into(), format!("no {name} map of {} has a {things}", self.n_levels()))
        });
        Finding::of(texts.collect::<Vec<_>>().join(", "), comparisons)
    }

    /// Whether the first estimate is below the second, and the reason in case it is undecided.
    fn compare(
        &self,
        (lower_name, lower): (&str, Estimate),
        (upper_name, upper): (&str, Estimate),
    ) -> (Verdict, String) {
        let n_levels = self.n_levels();
        let doubt = if lower == upper {
            format!("{lower_name} and {upper_name} do not differ")
        } else {
            format!("too few levels ({n_levels}) to tell {lower_name} from {upper_name}")
        };
        (lower.is_below(upper).into(), doubt)
    }

    fn n_levels(&self) -> usize {
        self.study.ranges[0].rows().len()
    }
}

/// The interval of the middle 90 % of some values.
fn most(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    [0.05, 0.95].map(|share| quantile(&values, share).expect("generators have levels")).into()
}

/// The mean over the windows of levels. Windows of one level depend on each other; levels do not.
fn mean_of_windows(levels: &[Vec<f64>], value: impl Fn(f64) -> f64) -> Estimate {
    let means = levels
        .iter()
        .map(|shares| shares.iter().map(|&share| value(share)).sum::<f64>() / shares.len() as f64);
    Estimate::mean(&means.collect::<Vec<_>>())
}

fn listed(generators: &[usize], mut estimate: impl FnMut(usize) -> Estimate) -> String {
    let texts = generators
        .iter()
        .map(|&generator| format!("{} {}", GENERATORS[generator].name, estimate(generator)));
    texts.collect::<Vec<_>>().join(", ")
}
