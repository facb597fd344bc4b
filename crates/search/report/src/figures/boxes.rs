//! Boxes of distributions.

use kuva::plot::LinePlot;
use marahel_statistics::range::Summary;

use crate::style::{BLACK, DARK_GREY, Look, line};

/// Looks of the whiskers and of the median.
const WHISKER: (Look, f64) = ((DARK_GREY, ""), 1.25);
const MEDIAN: (Look, f64) = ((BLACK, ""), 2.5);

/// The lines of a box with this half height around height `y`: minimum to first quartile, third
/// quartile to maximum, the ends of both, the outline with this look and width, and the median.
pub(super) fn lines(summary: &Summary, y: f64, half: f64, outline: (Look, f64)) -> [LinePlot; 6] {
    let &Summary { min, q1, median, q3, max, .. } = summary;
    [
        lined(&[(min, y), (q1, y)], WHISKER),
        lined(&[(q3, y), (max, y)], WHISKER),
        lined(&[(min, y - half / 2.0), (min, y + half / 2.0)], WHISKER),
        lined(&[(max, y - half / 2.0), (max, y + half / 2.0)], WHISKER),
        lined(&around([q1, q3], [y - half, y + half]), outline),
        lined(&[(median, y - half), (median, y + half)], MEDIAN),
    ]
}

fn lined(points: &[(f64, f64)], (look, width): (Look, f64)) -> LinePlot {
    line(points.iter().copied(), look, width)
}

pub(super) fn around([left, right]: [f64; 2], [low, high]: [f64; 2]) -> [(f64, f64); 5] {
    [(left, low), (right, low), (right, high), (left, high), (left, low)]
}
