//! What the levels of a study say about claims.

use super::claims::{Finding, Reading};
use super::estimate::{Estimate, Share, Verdict};
use super::places::Places;
use super::{GAMES, GENERATORS, Study};
use crate::summary::quantile;

pub(super) const UNIFORM: usize = 0;
pub(super) const NONUNIFORM: usize = 1;
pub(super) const DIGGER: usize = 2;
pub(super) const CAVE: usize = 3;
pub(super) const MINE: usize = 4;
/// The generators that begin with rooms.
pub(super) const ROOMS: [usize; 3] = [UNIFORM, NONUNIFORM, MINE];
const ALL: [usize; 5] = [UNIFORM, NONUNIFORM, DIGGER, CAVE, MINE];

/// A study in one reading.
pub(super) struct Evidence<'s> {
    pub(super) study: &'s Study,
    pub(super) reading: Reading,
}

impl Evidence<'_> {
    /// A metric of the levels of a generator.
    fn values(&self, generator: usize, metric: &str) -> Vec<f64> {
        let range = &self.study.ranges[generator];
        let values = |name: &str| range.values(name).into_iter().flatten().collect::<Vec<f64>>();
        match (self.reading, metric) {
            // As a share again, which it is of 2500 cells.
            (Reading::Legacy, "empty") => {
                values("empty_legacy").into_iter().map(|percent| percent / 100.0).collect()
            }
            (Reading::Legacy, "isolated" | "entropy") => values(&format!("{metric}_legacy")),
            _ => values(metric),
        }
    }

    fn mean(&self, generator: usize, metric: &str) -> Estimate {
        Estimate::mean(&self.values(generator, metric))
    }

    fn sd(&self, generator: usize, metric: &str) -> Estimate {
        Estimate::sd(&self.values(generator, metric))
    }

    /// Whether each mean of `greater` is above each of `smaller`.
    pub(super) fn means_above(
        &self,
        greater: &[usize],
        smaller: &[usize],
        metric: &str,
    ) -> Finding {
        above(greater, smaller, |generator| self.mean(generator, metric))
    }

    /// Whether each standard deviation of `greater` is above each of `smaller`.
    pub(super) fn spreads_above(
        &self,
        greater: &[usize],
        smaller: &[usize],
        metric: &str,
    ) -> Finding {
        above(greater, smaller, |generator| self.sd(generator, metric))
    }

    pub(super) fn spreads_below(&self, generators: &[usize], metric: &str, limit: f64) -> Finding {
        let limit = Estimate { value: limit, error: 0.0 };
        each(generators, |generator| self.sd(generator, metric), |sd| sd.is_below(limit))
    }

    pub(super) fn mean_below(&self, generator: usize, metric: &str, limit: f64) -> Finding {
        let limit = Estimate { value: limit, error: 0.0 };
        let judge = |mean: Estimate| mean.is_below(limit);
        each(&[generator], |generator| self.mean(generator, metric), judge)
    }

    pub(super) fn every_level_below(
        &self,
        generators: &[usize],
        metric: &str,
        limit: f64,
    ) -> Finding {
        let share = |generator| {
            Share::of(&self.values(generator, metric), |&value| value < limit).estimate()
        };
        each(generators, share, Estimate::is_all)
    }

    pub(super) fn connected(&self, generators: &[usize]) -> Finding {
        let share = |generator| {
            Share::of(&self.values(generator, "regions"), |&regions| regions == 1.0).estimate()
        };
        each(generators, share, Estimate::is_all)
    }

    pub(super) fn same_number_of_regions(&self) -> Finding {
        let numbers = [UNIFORM, NONUNIFORM].map(|generator| self.study.n_regions[generator]);
        let text = numbers.map(|number| number.map_or("none".to_owned(), |n| n.to_string()));
        let is_same = numbers[0].is_some() && numbers[0] == numbers[1];
        Finding {
            measured: format!("uniform {}, nonuniform {}", text[0], text[1]),
            verdict: if is_same { Verdict::Holds } else { Verdict::Fails },
        }
    }

    pub(super) fn areas_overlap(&self) -> Finding {
        let mut is_overlapping = true;
        let mut measured = Vec::new();
        for metric in ["empty", "isolated"] {
            let [one, other] = [UNIFORM, NONUNIFORM].map(|generator| {
                let mut values = self.values(generator, metric);
                values.sort_by(f64::total_cmp);
                (quantile(&values, 0.05), quantile(&values, 0.95))
            });
            is_overlapping &= one.0 <= other.1 && other.0 <= one.1;
            let text = |(low, high): (f64, f64)| format!("{low:.2} to {high:.2}");
            measured.push(format!("{metric}: uniform {}, nonuniform {}", text(one), text(other)));
        }
        Finding {
            measured: measured.join("; "),
            verdict: if is_overlapping { Verdict::Holds } else { Verdict::Fails },
        }
    }

    pub(super) fn cave_is_half_empty(&self) -> Finding {
        let [low, high] = [0.4, 0.6].map(|value| Estimate { value, error: 0.0 });
        let is_between =
            |share: Estimate| Verdict::all([low.is_below(share), share.is_below(high)]);
        each(&[CAVE], |generator| self.mean(generator, "empty"), is_between)
    }

    pub(super) fn players_are_free(&self) -> Finding {
        self.each_game(|places| places.open_players, Estimate::is_all)
    }

    pub(super) fn treasures_are_tucked_away(&self) -> Finding {
        self.each_game(|places| places.tucked_treasures, Estimate::is_all)
    }

    pub(super) fn enemies_prefer_hallways(&self) -> Finding {
        let mut verdicts = Vec::new();
        let mut measured = Vec::new();
        for (game, places) in GAMES.iter().zip(&self.study.places) {
            let (hallways, others) =
                (places.hallway_enemies.estimate(), places.other_enemies.estimate());
            verdicts.push(others.is_below(hallways));
            measured.push(format!("{} {hallways} against {others}", game.name));
        }
        Finding { measured: measured.join(", "), verdict: Verdict::all(verdicts) }
    }

    /// A share of things in the levels of each game.
    fn each_game(
        &self,
        share: impl Fn(&Places) -> Share,
        judge: impl Fn(Estimate) -> Verdict,
    ) -> Finding {
        let shares: Vec<Estimate> =
            self.study.places.iter().map(|places| share(places).estimate()).collect();
        let texts = GAMES.iter().zip(&shares).map(|(game, share)| format!("{} {share}", game.name));
        Finding {
            measured: texts.collect::<Vec<_>>().join(", "),
            verdict: Verdict::all(shares.iter().copied().map(judge)),
        }
    }
}

/// Whether each of `greater` is above each of `smaller`.
fn above(greater: &[usize], smaller: &[usize], estimate: impl Fn(usize) -> Estimate) -> Finding {
    let estimates = ALL.map(estimate);
    let pairs = greater.iter().flat_map(|&one| smaller.iter().map(move |&other| (one, other)));
    let verdicts = pairs.map(|(one, other)| estimates[other].is_below(estimates[one]));
    let verdict = Verdict::all(verdicts);
    let list = |generators: &[usize]| listed(generators, |generator| estimates[generator]);
    Finding { measured: format!("{}; {}", list(greater), list(smaller)), verdict }
}

/// Whether each of `generators` is judged well.
fn each(
    generators: &[usize],
    estimate: impl Fn(usize) -> Estimate,
    judge: impl Fn(Estimate) -> Verdict,
) -> Finding {
    Finding {
        measured: listed(generators, &estimate),
        verdict: Verdict::all(generators.iter().map(|&generator| judge(estimate(generator)))),
    }
}

fn listed(generators: &[usize], estimate: impl Fn(usize) -> Estimate) -> String {
    let texts = generators
        .iter()
        .map(|&generator| format!("{} {}", GENERATORS[generator].name, estimate(generator)));
    texts.collect::<Vec<_>>().join(", ")
}
