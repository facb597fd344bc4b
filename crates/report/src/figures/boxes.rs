//! Boxes of distributions.

use kuva::plot::LinePlot;
use statistics::range::Summary;

use crate::style::{BLACK, DARK_GREY, Look, line};

/// Looks of the whiskers and of the median.
const WHISKER: (Look, f64) = ((DARK_GREY, ""), 1.25);
const MEDIAN: (Look, f64) = ((BLACK, ""), 2.5);

/// The lines of a box with this half height around height `y`: minimum to first quartile, third
/// quartile to maximum, the ends of both, the outline with this look and width, and the median.
pub(super) fn lines(summary: &Summary, y: f64, half: f64, outline: (Look, f64)) -> [LinePlot; 6] {
    let &Summary { min, q1, median, q3, max, .. } = summary;
    let line = |points: &[(f64, f64)], (look, width)| line(points.iter().copied(), look, width);
    let upright = |x: f64, half: f64, look| line(&[(x, y - half), (x, y + half)], look);
    [
        line(&[(min, y), (q1, y)], WHISKER),
        line(&[(q3, y), (max, y)], WHISKER),
        upright(min, half / 2.0, WHISKER),
        upright(max, half / 2.0, WHISKER),
        line(&around([q1, q3], [y - half, y + half]), outline),
        upright(median, half, MEDIAN),
    ]
}

pub(super) fn around([left, right]: [f64; 2], [low, high]: [f64; 2]) -> [(f64, f64); 5] {
    [(left, low), (right, low), (right, high), (left, high), (left, low)]
}
