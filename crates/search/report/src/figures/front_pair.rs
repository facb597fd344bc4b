//! The first front in the plane of two objectives.

use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::plot::{MarkerShape, ScatterPlot};
use kuva::prelude::Plot;
use marahel_statistics::Estimate;

use super::{Draw, RunFigure, stem};
use crate::axis::Axis;
use crate::figure::Figure;
use crate::records::{Member, Records};
use crate::style::{self, BLUE, DARK_GREY, LIGHT_GREY, ORANGE, PALE_BLUE, PALE_GREY, Panel};

/// The front from each side.
pub(super) const FRONT_PAIR: RunFigure = RunFigure { name: "front-A-B", draw: Draw::Each(pairs) };

/// Maximum number of objectives to draw in pairs: 17 have 136 pairs, 64 have 2016.
pub(crate) const N_PAIRED_MAX: usize = 16;

/// Size of the panel in pixels; its axes are about equally long.
const SIZE: (f64, f64) = (500.0, 480.0);

/// Number of members above which markers are smaller.
const N_MANY: usize = 100;

/// Opacity of searched members, so that overlapping ones are visible.
const OPACITY: f64 = 0.6;

/// Generators in the plane of two objectives, each a point in 0..=1.
#[derive(Clone, Debug, Default)]
pub struct FrontPair {
    /// Names of the horizontal and the vertical objective.
    pub names: [String; 2],
    /// The random generators that the search began with.
    pub baseline: Vec<[f64; 2]>,
    /// Generators of the last population outside of the first front.
    pub dominated: Vec<[f64; 2]>,
    /// The first front as searched.
    pub searched: Vec<[f64; 2]>,
    /// Its members that are still non-dominated on levels that the search never saw.
    pub stayed: Vec<[Estimate; 2]>,
    /// Its members that are dominated on these levels.
    pub fell: Vec<[Estimate; 2]>,
}

fn pairs(records: &Records) -> Vec<(String, Figure)> {
    let objectives = &records.objectives;
    let n_paired = if objectives.len() <= N_PAIRED_MAX { objectives.len() } else { 0 };
    let pairs = (0..n_paired).flat_map(|a| (a + 1..n_paired).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| {
            let name = format!("front-{}-{}", stem(&objectives[a]), stem(&objectives[b]));
            (name, front_pair(&FrontPair::of(records, a, b)))
        })
        .collect()
}

impl FrontPair {
    /// The front of a run by objectives `a` and `b`.
    pub fn of(records: &Records, a: usize, b: usize) -> Self {
        let (stayed, fell): (Vec<&Member>, Vec<&Member>) =
            records.front.iter().partition(|member| member.is_still_non_dominated);
        let searched = records.front.iter().map(|member| member.searched.as_slice());
        Self {
            names: [a, b].map(|index| records.objectives[index].clone()),
            baseline: columns(records.baseline.iter().map(Vec::as_slice), a, b),
            dominated: columns(records.dominated.iter().map(Vec::as_slice), a, b),
            searched: columns(searched, a, b),
            stayed: columns(stayed.iter().filter_map(|member| member.validated.as_deref()), a, b),
            fell: columns(fell.iter().filter_map(|member| member.validated.as_deref()), a, b),
        }
    }
}

/// Columns `a` and `b` of some rows.
fn columns<'r, T: Copy + 'r>(
    rows: impl Iterator<Item = &'r [T]>,
    a: usize,
    b: usize,
) -> Vec<[T; 2]> {
    rows.map(|row| [row[a], row[b]]).collect()
}

/// The first front as searched and as validated, in front of the other generators.
///
/// Validated members that are still non-dominated are emphasized, with one standard error on each
/// side. Generators at the same place are drawn once; the legend counts all. An axis with an empty
/// upper half ends at its values.
///
/// Source: Khalifa 2020, Figures 2, 4 and 6.
pub fn front_pair(pair: &FrontPair) -> Figure {
    let is_crowded = pair.searched.len() > N_MANY;
    let [searched_size, fell_size, stayed_size] =
        if is_crowded { [2.25, 2.0, 2.25] } else { [3.0, 2.5, 3.5] };
    let searched = dots(&pair.searched, ORANGE, searched_size)
        .with_marker_opacity(OPACITY)
        .with_marker_stroke_width(0.75);
    let fell = dots(&means(&pair.fell), DARK_GREY, fell_size).with_marker(MarkerShape::Cross);
    let stayed = dots(&means(&pair.stayed), BLUE, stayed_size).with_marker(MarkerShape::Diamond);

    // Later ones are drawn over earlier ones.
    let mut plots: Vec<Plot> = vec![
        dots(&pair.baseline, PALE_GREY, 1.75).into(),
        dots(&pair.dominated, LIGHT_GREY, 2.0).with_marker(MarkerShape::Plus).into(),
        searched.into(),
        fell.into(),
    ];
    plots.extend(pair.stayed.iter().flat_map(error_bars));
    plots.push(stayed.into());

    let [x, y] = [axis(pair, 0), axis(pair, 1)];
    let [x_label, y_label] =
        pair.names.each_ref().map(|name| format!("{name} (objective, 1 is best)"));
    let layout = style::layout(x, &x_label, y, &y_label);
    style::draw(vec![Panel { layout, plots }], 1, SIZE, Some(legend(pair)))
}

fn means(estimates: &[[Estimate; 2]]) -> Vec<[f64; 2]> {
    estimates.iter().map(|pair| pair.map(|estimate| estimate.value)).collect()
}

fn dots(points: &[[f64; 2]], color: &str, size: f64) -> ScatterPlot {
    ScatterPlot::new().with_data(places(points)).with_color(color).with_size(size)
}

/// The axis of objective 0 or 1 of a pair: 0..=1, or its lower part if all values are in the lower
/// half.
fn axis(pair: &FrontPair, objective: usize) -> Axis {
    let searched = [&pair.baseline, &pair.dominated, &pair.searched].into_iter().flatten();
    let validated = [&pair.stayed, &pair.fell].into_iter().flatten();
    let values = searched.map(|point| point[objective]);
    let ends = validated.map(|point| point[objective].value + point[objective].error);
    let largest = values.chain(ends).fold(0.0, f64::max);
    if largest > 0.5 { Axis::UNIT } else { Axis::up_to(largest) }
}

fn legend(pair: &FrontPair) -> Vec<LegendEntry> {
    let groups = [
        (pair.baseline.len(), "random generators", PALE_GREY, LegendShape::CircleSize(2.5)),
        (pair.dominated.len(), "other fronts", LIGHT_GREY, LegendShape::Marker(MarkerShape::Plus)),
        (pair.searched.len(), "first front, as searched", ORANGE, LegendShape::CircleSize(4.5)),
        (
            pair.fell.len(),
            "validated, dominated",
            DARK_GREY,
            LegendShape::Marker(MarkerShape::Cross),
        ),
        (
            pair.stayed.len(),
            "validated ± standard error, non-dominated",
            BLUE,
            LegendShape::Marker(MarkerShape::Diamond),
        ),
    ];
    let entries = groups.into_iter().filter(|&(n, ..)| n > 0);
    entries
        .map(|(n, label, color, shape)| style::legend_entry(format!("{label} ({n})"), color, shape))
        .collect()
}

/// The distinct places of points, sorted by coordinates.
fn places(points: &[[f64; 2]]) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = points.iter().map(|&[x, y]| (x, y)).collect();
    places.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)));
    places.dedup();
    places
}

/// A cross of one standard error on each side, within the axes.
fn error_bars(&[x, y]: &[Estimate; 2]) -> [Plot; 2] {
    let [(left, right), (low, high)] = [x, y]
        .map(|Estimate { value, error }| ((value - error).max(0.0), (value + error).min(1.0)));
    [[(left, y.value), (right, y.value)], [(x.value, low), (x.value, high)]]
        .map(|ends| style::line(ends, (PALE_BLUE, ""), 0.75).into())
}
