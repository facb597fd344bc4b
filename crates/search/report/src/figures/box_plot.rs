//! Box plots of expressive ranges in one metric.

use kuva::plot::{MarkerShape, ScatterPlot};
use kuva::prelude::Plot;
use marahel_statistics::range::{ExpressiveRange, Summary};

use super::boxes;
use crate::axis::Axis;
use crate::figure::Figure;
use crate::style::{self, ORANGE, Panel, SOLID};

#[cfg(test)]
mod tests;

/// Width of the figure, height of each box, and height of everything around them, in pixels.
const WIDTH: f64 = 640.0;
const ROW: f64 = 44.0;
const AROUND: f64 = 90.0;

/// Half the height of a box; boxes are 1 apart.
const HALF: f64 = 0.3;

/// Box plots of a metric over the levels of each range: a box for the middle half, a thick line at
/// the median, thin ones to the minimum and the maximum, and a diamond at the mean.
///
/// Ranges without the metric are omitted; `None` if none has it.
pub fn box_plot(ranges: &[ExpressiveRange], metric: &str) -> Option<Figure> {
    let (names, summaries): (Vec<&str>, Vec<Summary>) = ranges
        .iter()
        .filter_map(|range| Some((range.name.as_str(), range.summary(metric)?)))
        .unzip();
    let low = summaries.iter().map(|summary| summary.min).reduce(f64::min)?;
    let high = summaries.iter().map(|summary| summary.max).reduce(f64::max)?;

    let n = summaries.len();
    let boxes = summaries.iter().zip((1..=n).rev()).enumerate();
    let plots = boxes.flat_map(|(index, (summary, row))| parts(summary, row as f64, index == 0));
    let plots = plots.collect();
    let layout = style::rows(Axis::around(low, high), &ranges[0].label(metric), names.into_iter());
    Some(style::draw(vec![Panel { layout, plots }], 1, (WIDTH, ROW * n as f64 + AROUND), None))
}

/// The parts of a box around height `y`; those of the first box are in the legend.
fn parts(summary: &Summary, y: f64, is_first: bool) -> Vec<Plot> {
    let labels = [
        Some("least to greatest"),
        None,
        None,
        None,
        Some("middle half of the levels"),
        Some("median"),
    ];
    let lines = boxes::lines(summary, y, HALF, (SOLID, 1.75)).into_iter().zip(labels);
    let mut plots: Vec<Plot> = lines
        .map(|(line, label)| match label.filter(|_| is_first) {
            Some(label) => line.with_legend(label).into(),
            None => line.into(),
        })
        .collect();
    let mean = ScatterPlot::new()
        .with_data([(summary.mean, y)])
        .with_marker(MarkerShape::Diamond)
        .with_size(4.0)
        .with_color(ORANGE);
    plots.push(if is_first { mean.with_legend("mean").into() } else { mean.into() });
    plots
}
