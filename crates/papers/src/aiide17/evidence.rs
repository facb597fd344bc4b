//! Tests of claims against the levels of a study.

use std::array;

use marahel::Script;
use statistics::range::{ExpressiveRange, Summary};
use statistics::{Estimate, Share, quantile};

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
        let range = self.ranges[generator];
        let values = |name: &str| range.values(name).into_iter().flatten().collect::<Vec<f64>>();
        match (self.reading, metric) {
            // The code of 2017 reports percent; a level has 2500 cells.
            (Reading::Legacy, "empty") => {
                values("empty_legacy").into_iter().map(|percent| percent / 100.0).collect()
            }
            (Reading::Legacy, "isolated" | "entropy") => values(&format!("{metric}_legacy")),
            _ => values(metric),
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
        let named = |generator: usize| (GENERATORS[generator].name, estimates[generator]);
        let pairs = greater.iter().flat_map(|&one| smaller.iter().map(move |&other| (one, other)));
        let comparisons = pairs.map(|(one, other)| self.compare(named(other), named(one)));
        let list = |generators: &[usize]| listed(generators, |generator| estimates[generator]);
        Finding::of(format!("{}; {}", list(greater), list(smaller)), comparisons)
    }

    /// Whether each of `generators` is below a limit in an estimate of a metric.
    pub(super) fn below(
        &self,
        estimate: impl Fn(&Self, usize, &str) -> Estimate,
        metric: &str,
        generators: &[usize],
        limit: f64,
    ) -> Finding {
        let estimate = |generator| estimate(self, generator, metric);
        let (text, exact) = (limit.to_string(), Estimate::exactly(limit));
        let comparisons = generators.iter().map(|&generator| {
            self.compare((GENERATORS[generator].name, estimate(generator)), (&text, exact))
        });
        Finding::of(listed(generators, estimate), comparisons)
    }

    /// Whether a metric of every level of `generators` meets a condition.
    pub(super) fn all(
        &self,
        generators: &[usize],
        metric: &str,
        is_so: impl Fn(f64) -> bool,
    ) -> Finding {
        let share = |generator| {
            Share::of(&self.values(generator, metric), |&value| is_so(value)).estimate()
        };
        let comparisons = generators.iter().map(|&generator| {
            let name = GENERATORS[generator].name;
            (share(generator).is_all().into(), format!("{name} has no levels"))
        });
        Finding::of(listed(generators, share), comparisons)
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
            let [one, other] =
                [UNIFORM, NONUNIFORM].map(|generator| most(self.values(generator, metric)));
            is_overlapping &= one.0 <= other.1 && other.0 <= one.1;
            let text = |(low, high): (f64, f64)| format!("{low:.2} to {high:.2}");
            measured.push(format!("{metric}: uniform {}, nonuniform {}", text(one), text(other)));
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
        // Windows of one level depend on each other; levels do not.
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let of_level = |shares: &Vec<f64>| {
                shares.iter().map(|&share| value(share)).sum::<f64>() / shares.len() as f64
            };
            Estimate::mean(&levels.iter().map(of_level).collect::<Vec<_>>())
        };
        let mean = mean_of(&|share| share);
        let near = mean_of(&|share| f64::from(u8::from((0.3..=0.7).contains(&share))));
        let windows: Vec<f64> = levels.iter().flatten().copied().collect();
        let sd = Summary::of(windows.clone()).and_then(|summary| summary.sd).unwrap_or(0.0);
        let (low, high) = most(windows);
        let exactly = |name, value| (name, Estimate::exactly(value));
        let (mean_named, near_named) =
            (("the mean of caves", mean), ("the windows near half", near));
        Finding::of(
            format!(
                "mean {mean}, standard deviation of windows {sd:.3}, \
                 nine of ten from {low:.2} to {high:.2}; 0.3 to 0.7 in {near} of the windows"
            ),
            [
                self.compare(exactly("0.4", 0.4), mean_named),
                self.compare(mean_named, exactly("0.6", 0.6)),
                self.compare(exactly("0.9", 0.9), near_named),
            ],
        )
    }

    pub(super) fn enemies_prefer_hallways(&self) -> Finding {
        let mut comparisons = Vec::new();
        let mut measured = Vec::new();
        for (game, places) in GAMES.iter().zip(&self.study.places) {
            let (hallways, others) =
                (places.hallway_enemies.estimate(), places.other_enemies.estimate());
            let named = |cells: &str| format!("{cells} of {} maps", game.name);
            comparisons.push(
                self.compare((&named("other cells"), others), (&named("hallways"), hallways)),
            );
            measured.push(format!("{} {hallways} against {others}", game.name));
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
        (one_name, one): (&str, Estimate),
        (other_name, other): (&str, Estimate),
    ) -> (Verdict, String) {
        let n_levels = self.n_levels();
        let doubt = if one == other {
            format!("{one_name} and {other_name} do not differ")
        } else {
            format!("too few levels ({n_levels}) to tell {one_name} from {other_name}")
        };
        (one.is_below(other).into(), doubt)
    }

    fn n_levels(&self) -> usize {
        self.study.ranges[0].rows().len()
    }
}

/// The interval of the middle 90 % of some values.
fn most(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |share| quantile(&values, share).expect("generators have levels");
    (at(0.05), at(0.95))
}

fn listed(generators: &[usize], estimate: impl Fn(usize) -> Estimate) -> String {
    let texts = generators
        .iter()
        .map(|&generator| format!("{} {}", GENERATORS[generator].name, estimate(generator)));
    texts.collect::<Vec<_>>().join(", ")
}
