//! Settings of a search over the maps measured.

use kuva::plot::{BandPlot, ScatterPlot};
use kuva::prelude::Plot;

use crate::axis::Axis;
use crate::figure::Figure;
use crate::style::{self, LOOKS, Panel};

#[cfg(test)]
mod tests;

/// Size of the figure in pixels.
const SIZE: (f64, f64) = (640.0, 340.0);

/// Width of a median line, and opacity of a band.
const WIDTH: f64 = 1.5;
const OPACITY: f64 = 0.15;

/// Quartiles of the values of some runs over time.
#[derive(Clone, Debug)]
pub struct QuartileCurve {
    /// The name of the group of runs.
    pub name: String,
    /// Ascending positions, not below 0, with the quartiles there: first, median, third.
    pub points: Vec<(f64, [f64; 3])>,
}

/// A line through the medians of each curve, in front of a band from the first to the third
/// quartile. Lines are steps: values stay constant between two points.
pub fn quartile_curves(curves: &[QuartileCurve], x_label: &str, y_label: &str) -> Figure {
    let mut plots: Vec<Plot> = Vec::new();
    for (curve, (color, _)) in curves.iter().zip(LOOKS.iter().cycle()) {
        let points = steps(&curve.points);
        let xs = points.iter().map(|&(x, _)| x);
        let [q1, _, q3] =
            [0, 1, 2].map(|quartile| points.iter().map(move |(_, quartiles)| quartiles[quartile]));
        let band = BandPlot::new(xs, q1, q3);
        plots.push(band.with_color(*color).with_opacity(OPACITY).into());
    }
    for (curve, &look) in curves.iter().zip(LOOKS.iter().cycle()) {
        let medians: Vec<(f64, f64)> =
            steps(&curve.points).into_iter().map(|(x, [_, median, _])| (x, median)).collect();
        if curve.points.len() == 1 {
            plots.push(ScatterPlot::new().with_data(medians.clone()).with_color(look.0).into());
        }
        plots.push(style::line(medians, look, WIDTH).with_legend(&curve.name).into());
    }
    let points = curves.iter().flat_map(|curve| &curve.points);
    let last = points.clone().map(|&(x, _)| x).fold(0.0, f64::max);
    let low = points.clone().map(|(_, quartiles)| quartiles[0]).reduce(f64::min).unwrap_or(0.0);
    let high = points.map(|(_, quartiles)| quartiles[2]).reduce(f64::max).unwrap_or(1.0);
    let layout = style::layout(Axis::up_to(last), x_label, Axis::around(low, high), y_label);
    style::draw(vec![Panel { layout, plots }], 1, SIZE, None)
}

fn steps(points: &[(f64, [f64; 3])]) -> Vec<(f64, [f64; 3])> {
    let mut corners: Vec<(f64, [f64; 3])> = Vec::new();
    for &(x, at) in points {
        let before = corners.last().filter(|(_, before)| *before != at).map(|&(_, before)| before);
        corners.extend(before.map(|before| (x, before)));
        corners.push((x, at));
    }
    corners
}
