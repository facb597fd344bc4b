//! Controls: quantities that can be requested of single levels, such as a path of about 40 steps or
//! 3 crates.

use crate::Band;

/// A quantity of a level for which a value can be requested.
///
/// Sources: the controls of the PCG Benchmark, Khalifa 2025 (arXiv 2503.21474), with the numbers of
/// its repository `amidos2006/pcg_benchmark`, `probs/*/problem.py`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Name in tables and on the command line.
    pub name: String,
    /// The least requested value.
    pub low: u32,
    /// The greatest requested value plus 1.
    pub high: u32,
    /// The largest distance from the requested value that is still a hit.
    pub tolerance: u32,
    /// Whether scripts have a dial for it by default.
    pub is_dial: bool,
}

impl Control {
    /// The score of a distance from the requested value: 1 up to the tolerance, 0 from a quarter of
    /// the range beyond it.
    pub(crate) fn band(&self) -> Band {
        let tolerance = f64::from(self.tolerance);
        let quarter = (f64::from(self.high) - f64::from(self.low)) / 4.0;
        Band::new(0.0, tolerance, 0.0, tolerance + quarter.max(1.0)).expect("zeros lie outside")
    }
}

/// Number of requests for one control; for several it is doubled.
const N_ASKED: usize = 10;

/// The requests for the levels of a generator, in turn: whole values that cover the ranges of all
/// controls evenly. Without controls, one empty request.
///
/// Source: the additive recurrence of Roberts 2018 ("The unreasonable effectiveness of quasirandom
/// sequences"); each prefix of it is evenly spread.
pub(crate) fn dial_requests(controls: &[&Control]) -> Vec<Vec<f64>> {
    let n = match controls.len() {
        0 => return vec![Vec::new()],
        1 => N_ASKED,
        _ => 2 * N_ASKED,
    };
    let step = step(controls.len());
    let requests = (0..n).map(|index| {
        let mut share = 1.0;
        let values = controls.iter().map(|control| {
            share *= step;
            let n_values = f64::from(control.high - control.low);
            let place = (0.5 + share * (index + 1) as f64).fract();
            f64::from(control.low) + (place * n_values).floor().min(n_values - 1.0)
        });
        values.collect()
    });
    requests.collect()
}

/// The step of the recurrence: 1 over the root of x^(n + 1) = x + 1.
fn step(n_dimensions: usize) -> f64 {
    let mut root = 1.5;
    for _ in 0..60 {
        root = libm::pow(1.0 + root, 1.0 / (n_dimensions as f64 + 1.0));
    }
    1.0 / root
}

#[cfg(test)]
mod tests {
    use super::{Control, dial_requests};
    use crate::tests::{PIECES, file, level, problem};

    #[test]
    fn a_value_within_the_tolerance_scores_all() {
        let control =
            Control { name: "path".to_owned(), low: 35, high: 98, tolerance: 7, is_dial: false };
        let scores = [7.0, 7.1, 22.75, f64::NAN].map(|error| control.band().score(error));
        assert!(scores[0] == 1.0 && scores[1] < 1.0 && scores[2..] == [0.0, 0.0], "{scores:?}");
    }

    #[test]
    fn what_is_asked_for_covers_all_ranges() {
        let control =
            |low, high| Control { name: "path".to_owned(), low, high, tolerance: 0, is_dial: true };
        assert_eq!(dial_requests(&[]), [Vec::<f64>::new()]);
        for n in 1..=3 {
            let controls = vec![control(20, 30); n];
            let asked = dial_requests(&controls.iter().collect::<Vec<_>>());
            for dial in 0..n {
                let mut values: Vec<u32> = asked.iter().map(|all| all[dial] as u32).collect();
                assert!(values[..10].iter().any(|&value| value >= 27), "{values:?}");
                values.sort_unstable();
                values.dedup();
                let (first, last) = (values[0], values[values.len() - 1]);
                assert!(values.len() >= 5 && (20..22).contains(&first) && (27..30).contains(&last));
            }
        }
        assert!(dial_requests(&[&control(4, 5)]).iter().all(|all| *all == [4.0]));
    }

    #[test]
    fn how_far_a_level_is_from_its_dial_is_an_objective() {
        let text = file(PIECES, "count(enemy)")
            + "[controls]\nfoes = { value = \"count(enemy)\", range = [1, 5], dial = true }\n";
        let problem = problem(&text);
        let names = problem.objectives().iter().map(|objective| &*objective.name);
        assert!(names.eq(["value", "dial_foes"]) && problem.dials().len() == 1);
        assert_eq!(problem.counted_by_dials(), [problem.palette().tile("enemy")]);
        let level = level(problem.palette(), &["ee#..", ".....", "....e"]);
        let mut meter = problem.meter();
        meter.judge(level.view());
        assert_eq!(meter.values(), [3.0, 0.0], "nobody asked for a number out of the range");
        for (map, asked) in problem.dial_requests().iter().enumerate() {
            meter.request = problem.request(map as u32);
            meter.judge(level.view());
            assert_eq!(meter.values(), [3.0, (3.0 - asked[0]).abs()]);
        }
        // It decides whether the level is good, where somebody asked; an explanation says so.
        for asked in [&[3.0][..], &[5.0], &[]] {
            meter.request = asked;
            let judged = meter.judge(level.view());
            let explanation = meter.explain(level.view());
            let is_met = asked != [5.0];
            assert_eq!((judged.is_good, judged.has_quality), (is_met, is_met), "{asked:?}");
            assert_eq!(explanation.lacks().is_empty(), is_met, "{asked:?}");
            assert_eq!(explanation.objectives.len(), 1 + asked.len());
        }
        let without = problem.clone().with_dials(&[]).expect("no dials are possible");
        assert_eq!((without.objectives().len(), without.dial_requests().len()), (1, 1));
        let error = problem.with_dials(&["length".to_owned()]).expect_err("there is none");
        assert_eq!(error.to_string(), "it has no control `length`; there are: foes");
    }
}
