//! The first front in the plane of two objectives.

use kuva::plot::{LinePlot, MarkerShape, ScatterPlot};
use kuva::prelude::Plot;

use crate::axis::Axis;
use crate::records::{Estimate, Member, Records};
use crate::style::{self, BLUE, DARK_GREY, LIGHT_GREY, ORANGE, Panel};

/// Size of the panel, in pixels; its axes are about equally long.
const SIZE: (f64, f64) = (500.0, 480.0);

/// The first front as searched and as validated, with objective `a` to the
/// right and objective `b` upwards, before the other fronts of the population.
///
/// Validated members that are still non-dominated stand out, with one standard
/// error to each side.
///
/// Source: Khalifa 2020, Figures 2, 4 and 6.
pub(super) fn front_pair(records: &Records, a: usize, b: usize) -> String {
    let others = records.others.iter().map(|row| (row[a], row[b])).collect();
    let searched = records.front.iter().map(|member| (member.searched[a], member.searched[b]));
    let searched = searched.collect();
    let (stayed, fell): (Vec<&Member>, Vec<&Member>) =
        records.front.iter().partition(|member| member.is_still_non_dominated);
    let (stayed, fell) = (validated(&stayed, a, b), validated(&fell, a, b));

    // Later ones are drawn over earlier ones.
    let groups = [
        markers(others, "other fronts", MarkerShape::Circle, 1.5, LIGHT_GREY),
        markers(searched, "first front, as searched", MarkerShape::Circle, 3.0, ORANGE),
        markers(means(&fell), "validated, dominated", MarkerShape::Cross, 2.5, DARK_GREY),
        stayed.iter().flat_map(error_bars).collect(),
        markers(
            means(&stayed),
            "validated ± standard error, non-dominated",
            MarkerShape::Diamond,
            3.5,
            BLUE,
        ),
    ];
    let label = |index: usize| format!("{} (objective, 1 is best)", records.objectives[index]);
    let layout = style::layout(Axis::UNIT, &label(a), Axis::UNIT, &label(b));
    style::draw(vec![Panel { layout, plots: groups.into_iter().flatten().collect() }], 1, SIZE)
}

/// The values of two objectives for those of `members` that were validated.
fn validated(members: &[&Member], a: usize, b: usize) -> Vec<(Estimate, Estimate)> {
    let estimates = members.iter().filter_map(|member| member.validated.as_ref());
    estimates.map(|estimates| (estimates[a], estimates[b])).collect()
}

fn means(pairs: &[(Estimate, Estimate)]) -> Vec<(f64, f64)> {
    pairs.iter().map(|(one, other)| (one.mean, other.mean)).collect()
}

/// Markers with their number in the legend; nothing if there are none.
fn markers(
    points: Vec<(f64, f64)>,
    label: &str,
    shape: MarkerShape,
    size: f64,
    color: &str,
) -> Vec<Plot> {
    if points.is_empty() {
        return Vec::new();
    }
    let label = format!("{label} ({})", points.len());
    let plot = ScatterPlot::new()
        .with_data(points)
        .with_marker(shape)
        .with_size(size)
        .with_color(color)
        .with_legend(label);
    vec![plot.into()]
}

/// A cross of one standard error to each side, within the axes.
fn error_bars(&(x, y): &(Estimate, Estimate)) -> [Plot; 2] {
    let range = |estimate: Estimate| {
        let Estimate { mean, standard_error } = estimate;
        ((mean - standard_error).max(0.0), (mean + standard_error).min(1.0))
    };
    let ((left, right), (low, high)) = (range(x), range(y));
    [[(left, y.mean), (right, y.mean)], [(x.mean, low), (x.mean, high)]]
        .map(|ends| LinePlot::new().with_data(ends).with_color(BLUE).with_stroke_width(0.75).into())
}
