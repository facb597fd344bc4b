//! How much the levels of a script vary, compared with those of another one.

use marahel_problem::Problem;
use marahel_statistics::Variation;

use crate::gauge::{Row, tiles_of};

/// How much the levels of a script vary.
struct Spread {
    /// Cell by cell; `None` of fewer than two levels of one size.
    variation: Option<Variation>,
    /// The mean difference between the floor plans of a level and the next one.
    floor: f64,
    /// The same for the ways through them, relative to what is wanted.
    unlike: f64,
}

/// With fewer good levels than this, all levels are compared.
const N_GOOD_MIN: usize = 20;

/// How much the levels of a script vary, relative to those of another one.
pub(crate) fn spread_relative_to(after: &[Row], before: &[Row], problem: &Problem) -> f64 {
    let [after, before] = compared(after, before).map(|rows| Spread::of(&rows, problem));
    after.relative_to(&before)
}

/// The shares of cells in which two levels of one script differ, and two of another one; `None` of
/// levels of several sizes.
pub(crate) fn differ(before: &[Row], after: &[Row], problem: &Problem) -> Option<[f64; 2]> {
    let differ = |rows: &Vec<&Row>| Some(Spread::of(rows, problem).variation?.differ);
    let [before, after] = compared(before, after);
    Some([differ(&before)?, differ(&after)?])
}

/// The levels of two scripts that are compared: good ones if both have enough, since the others may
/// stand where a demand forbids it; as many of each.
fn compared<'r>(after: &'r [Row], before: &'r [Row]) -> [Vec<&'r Row>; 2] {
    let good = [after, before].map(|rows| rows.iter().filter(|row| row.is_good).collect());
    let n_good = |rows: &Vec<&Row>| rows.len();
    let enough = good.iter().map(n_good).min().is_some_and(|n| n >= N_GOOD_MIN);
    let [mut after, mut before]: [Vec<&Row>; 2] =
        if enough { good } else { [after, before].map(|rows| rows.iter().collect()) };
    let n = after.len().min(before.len());
    after.truncate(n);
    before.truncate(n);
    [after, before]
}

impl Spread {
    /// Of the levels of one script, at least two.
    fn of(rows: &[&Row], problem: &Problem) -> Self {
        let variation = Variation::of_tiles(&tiles_of(rows), problem.palette().len());
        let (floor, unlike) = differences(rows, problem);
        Self { variation, floor, unlike }
    }

    /// The least of its figures relative to those of another script; of places the geometric mean
    /// over the tiles that both have.
    fn relative_to(&self, before: &Self) -> f64 {
        let (places, differ) = match (&self.variation, &before.variation) {
            (Some(after), Some(before)) => (
                after.spread_relative_to(before).unwrap_or(1.0),
                ratio(after.differ, before.differ),
            ),
            _ => (1.0, 1.0),
        };
        [places, differ, ratio(self.floor, before.floor), ratio(self.unlike, before.unlike)]
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }
}

fn ratio(after: f64, before: f64) -> f64 {
    if before > 0.0 { after / before } else { 1.0 }
}

/// The mean differences of floor plans and of ways between each level and the next one.
fn differences(rows: &[&Row], problem: &Problem) -> (f64, f64) {
    let (mut meter, goals) = (problem.meter(), problem.variety_goals());
    let (mut floor, mut unlike) = (0.0, 0.0);
    for pair in rows.windows(2) {
        let difference = meter.differences(&pair[0].signature, &pair[1].signature);
        floor += difference.floor;
        let way = if goals.has_ways { difference.way } else { difference.floor };
        unlike += (way / goals.way).min(1.0);
    }
    let n = rows.len().saturating_sub(1).max(1) as f64;
    (floor / n, unlike / n)
}
