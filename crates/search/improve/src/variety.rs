//! How much the levels of a script vary, compared with those of another one.

use marahel_level::TileSet;
use marahel_problem::{Places, Problem, Row, Variety, level_hash};

/// With fewer good levels than this, all levels are compared.
const N_GOOD_MIN: usize = 20;

/// How much the levels of a script vary, relative to those of another one: the least of how widely
/// tiles stand, in how many cells two levels differ, and how unlike they are in floor plan and in play.
pub(crate) fn spread_relative_to(after: &[Row], before: &[Row], problem: &Problem) -> f64 {
    let [(after, stood), (before, stood_before)] =
        compared(after, before).map(|rows| varied(&rows, problem));
    let differ = |places: &Places| places.differ().unwrap_or(0.0);
    let ratio = |after: f64, before: f64| if before > 0.0 { after / before } else { 1.0 };
    [
        stood.spread_relative_to(&stood_before).unwrap_or(1.0),
        ratio(differ(&stood), differ(&stood_before)),
        ratio(after.floor_difference(), before.floor_difference()),
        ratio(after.unlikeness(), before.unlikeness()),
    ]
    .into_iter()
    .fold(f64::INFINITY, f64::min)
}

/// The shares of cells in which two levels of one script differ, and two of another one; `None` for
/// fewer than two of one size.
pub(crate) fn differ(before: &[Row], after: &[Row], problem: &Problem) -> Option<[f64; 2]> {
    let [before, after] = compared(before, after).map(|rows| varied(&rows, problem).1.differ());
    Some([before?, after?])
}

/// The levels of two scripts that are compared: good ones if both have enough, since the others may
/// stand where a demand forbids it; as many of each.
fn compared<'r>(after: &'r [Row], before: &'r [Row]) -> [Vec<&'r Row>; 2] {
    let good = [after, before].map(|rows| rows.iter().filter(|row| row.judged.is_good).collect());
    let n_good = |rows: &Vec<&Row>| rows.len();
    let enough = good.iter().map(n_good).min().is_some_and(|n| n >= N_GOOD_MIN);
    let [mut after, mut before]: [Vec<&Row>; 2] =
        if enough { good } else { [after, before].map(|rows| rows.iter().collect()) };
    let n = after.len().min(before.len());
    after.truncate(n);
    before.truncate(n);
    [after, before]
}

/// The variety of the levels that are as large as the first one, and where their tiles stand.
fn varied(rows: &[&Row], problem: &Problem) -> (Variety, Places) {
    let (mut variety, mut places) = (Variety::new(problem.variety_goals()), Places::default());
    let (mut meter, all) = (problem.meter(), TileSet::entities(problem.palette().len()));
    for row in rows.iter().filter(|row| row.size == rows[0].size) {
        places.add(row.view(), all);
        variety.add(level_hash(row.view()), &row.signature, 0, |left, right| {
            meter.differences(left, right)
        });
    }
    (variety, places)
}
