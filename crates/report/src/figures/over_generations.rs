//! Lines over the generations: fronts, hypervolume, objectives.

use kuva::plot::{LinePlot, ScatterPlot};
use kuva::prelude::Plot;

use crate::axis::Axis;
use crate::decimate::decimate;
use crate::records::Generations;
use crate::style::{self, BLUE, ORANGE, Panel};

/// Size of a panel, in pixels: one that has a row to itself, and one beside others.
const WIDE: (f64, f64) = (640.0, 300.0);
const NARROW: (f64, f64) = (340.0, 280.0);

/// Columns that a line is divided into, each a few pixels wide.
const N_COLUMNS: usize = 250;

/// Number of fronts, and below it the size of the first.
///
/// Source: Khalifa 2020, Figure 1.
pub(super) fn fronts(generations: &Generations) -> String {
    let counts_panel = |counts: &[u32], label: &str| {
        let values: Vec<f64> = counts.iter().copied().map(f64::from).collect();
        let axis = Axis::of_counts(counts.iter().copied().max().unwrap_or(0));
        panel(generations, axis, label, plain_line(generations, &values))
    };
    let panels = vec![
        counts_panel(&generations.n_fronts, "number of Pareto fronts"),
        counts_panel(&generations.front_sizes, "members of the first front"),
    ];
    style::draw(panels, 1, WIDE)
}

/// Hypervolume of the first front.
pub(super) fn hypervolume(generations: &Generations) -> String {
    let values = &generations.hypervolumes;
    let label = "hypervolume of the first front";
    let plots = plain_line(generations, values);
    style::draw(vec![panel(generations, axis_of(values), label, plots)], 1, WIDE)
}

/// Best and mean of each objective, one panel for each.
///
/// Each panel has a scale of its own: some objectives never leave the lowest
/// tenth of 0..=1, and their progress is to be seen.
pub(super) fn objectives(generations: &Generations, names: &[String]) -> String {
    let columns = generations.bests.iter().zip(&generations.means);
    let panels = names.iter().zip(columns).map(|(name, (bests, means))| {
        let mut plots = line(generations, bests, |line| line.with_legend("best of the population"));
        plots.extend(line(generations, means, |line| {
            line.with_color(ORANGE)
                .with_line_style(style::dashed())
                .with_legend("mean of the population")
        }));
        panel(generations, axis_of(bests), &format!("{name} (objective, 1 is best)"), plots)
    });
    let n_columns = if names.len() == 4 { 2 } else { names.len().min(3) };
    style::draw(panels.collect(), n_columns, NARROW)
}

/// A panel over the generations, its y axis labeled `label`.
fn panel(generations: &Generations, y: Axis, label: &str, plots: Vec<Plot>) -> Panel {
    let indices = &generations.indices;
    let (first, last) = (indices.iter().min(), indices.iter().max());
    let x = Axis::of_indices(*first.unwrap_or(&0), *last.unwrap_or(&0));
    Panel { layout: style::layout(x, "generation", y, label), plots }
}

/// From 0 to a tick at or above the largest value.
fn axis_of(values: &[f64]) -> Axis {
    Axis::up_to(values.iter().copied().fold(0.0, f64::max))
}

/// A line in a panel that has no other.
fn plain_line(generations: &Generations, values: &[f64]) -> Vec<Plot> {
    line(generations, values, |line| line)
}

/// A line through one value for each generation, changed by `look`.
fn line(
    generations: &Generations,
    values: &[f64],
    look: impl FnOnce(LinePlot) -> LinePlot,
) -> Vec<Plot> {
    let indices = generations.indices.iter().copied().map(f64::from);
    let points: Vec<(f64, f64)> = indices.zip(values.iter().copied()).collect();
    let line = look(
        LinePlot::new()
            .with_data(decimate(&points, N_COLUMNS))
            .with_color(BLUE)
            .with_stroke_width(1.25),
    );
    let mut plots = Vec::new();
    if points.len() == 1 {
        // One point makes no line, but can be seen as a dot.
        plots.push(ScatterPlot::new().with_data(points).with_color(&line.color).into());
    }
    plots.push(line.into());
    plots
}
