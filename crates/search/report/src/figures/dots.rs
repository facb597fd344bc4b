//! Settings of a search by the final values of their runs.

use kuva::plot::{MarkerShape, ScatterPlot};
use kuva::prelude::Plot;

use super::boxes;
use crate::axis::Axis;
use crate::figure::Figure;
use crate::style::{self, BLACK, BLUE, DARK_GREY, ORANGE, Panel};

#[cfg(test)]
mod tests;

/// Width of the figure, height of each group, and height of everything around them, in pixels.
const WIDTH: f64 = 640.0;
const ROW: f64 = 52.0;
const AROUND: f64 = 90.0;

/// Half the height of a box, and of the stripe with the dots; groups are 1 apart.
const HALF: f64 = 0.34;
const STRIPE: f64 = 0.22;

/// The values of some runs.
#[derive(Clone, Debug)]
pub struct DotGroup {
    /// The name of the group.
    pub name: String,
    /// The value of each run.
    pub values: Vec<f64>,
    /// Their first quartile, median and third quartile.
    pub quartiles: [f64; 3],
    /// Whether it is the baseline.
    pub is_baseline: bool,
}

/// A dot for each run, a box for the middle half of each group, and a thick line at its median; the
/// baseline has another color.
///
/// Within a group the first run is at the top and the last one at the bottom, so that equal values
/// are visible.
pub fn dots(groups: &[DotGroup], label: &str) -> Figure {
    let n = groups.len();
    let mut plots: Vec<Plot> = Vec::new();
    let mut is_in_legend = [false; 2];
    for (index, group) in groups.iter().enumerate() {
        let y = (n - index) as f64;
        plots.extend(quartile_box(group.quartiles, y, index == 0));
        let spread = STRIPE * 2.0 / (group.values.len().max(2) - 1) as f64;
        let points = group.values.iter().enumerate();
        let points = points.map(|(run, &value)| (value, y + STRIPE - spread * run as f64));
        let (color, marker, name) = if group.is_baseline {
            (ORANGE, MarkerShape::Diamond, "run of the baseline")
        } else {
            (BLUE, MarkerShape::Circle, "run")
        };
        let dots = ScatterPlot::new()
            .with_data(points.collect::<Vec<_>>())
            .with_color(color)
            .with_marker(marker)
            .with_size(3.0);
        let is_known = std::mem::replace(&mut is_in_legend[usize::from(group.is_baseline)], true);
        plots.push(if is_known { dots.into() } else { dots.with_legend(name).into() });
    }
    let values = groups.iter().flat_map(|group| &group.values).copied();
    let low = values.clone().reduce(f64::min).unwrap_or(0.0);
    let high = values.reduce(f64::max).unwrap_or(1.0);
    let names = groups.iter().map(|group| group.name.as_str());
    let layout = style::rows(Axis::around(low, high), label, names);
    style::draw(vec![Panel { layout, plots }], 1, (WIDTH, ROW * n as f64 + AROUND), None)
}

fn quartile_box([q1, median, q3]: [f64; 3], y: f64, is_first: bool) -> [Plot; 2] {
    let (low, high) = (y - HALF, y + HALF);
    let outline = style::line(boxes::around([q1, q3], [low, high]), (DARK_GREY, ""), 1.0);
    let median = style::line([(median, low), (median, high)], (BLACK, ""), 2.5);
    [(outline, "middle half"), (median, "median")]
        .map(|(line, legend)| if is_first { line.with_legend(legend) } else { line }.into())
}
