//! Lines over the generations: fronts, hypervolume, objectives.

use indexmap::IndexSet;
use kuva::plot::{MarkerShape, ScatterPlot};
use kuva::prelude::Plot;
use marahel_search::{N_VOLUME_OBJECTIVES_MAX, Objectives};

use super::{Draw, RunFigure};
use crate::axis::Axis;
use crate::figure::Figure;
use crate::records::{Generations, Member, Records};
use crate::style::{self, BLUE, DASHED, LOOKS, Look, Panel, SOLID};

#[cfg(test)]
mod tests;

/// Size of a panel in pixels: one in its own row, and one beside others.
const WIDE: (f64, f64) = (640.0, 300.0);
const NARROW: (f64, f64) = (340.0, 280.0);

/// Number of columns that a line is reduced to, each a few pixels wide.
const N_COLUMNS: usize = 250;

/// Width of a line, and of one among others of the same look.
const WIDTH: f64 = 1.25;
const THIN: f64 = 1.0;

/// Size of a marker on a line, and on one among others.
const MARKER: f64 = 3.0;
const SMALL_MARKER: f64 = 1.75;

/// How many fronts there are, and how large the first is.
pub(super) const FRONTS: RunFigure =
    RunFigure { name: "fronts", draw: Draw::One(|records| Some(fronts(records))) };

/// How good the first front is.
pub(super) const HYPERVOLUME: RunFigure = RunFigure {
    name: "hypervolume",
    draw: Draw::One(|records| {
        let is_measured = records.objectives.len() <= N_VOLUME_OBJECTIVES_MAX;
        is_measured.then(|| hypervolume(&[Hypervolumes::of(records)]))
    }),
};

pub(super) const OBJECTIVES: RunFigure =
    RunFigure { name: "objectives", draw: Draw::One(|records| Some(objectives(records))) };

/// A value for each generation.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name, such as a problem. Several series may share it, such as the runs of one problem.
    pub name: String,
    /// Indices of generations, ascending, with their values.
    pub points: Vec<(u32, f64)>,
}

/// The hypervolume of the first front of one run over its generations.
#[derive(Clone, Debug)]
pub struct Hypervolumes {
    /// As searched: indices of generations, ascending, with values in 0..=1.
    pub searched: Vec<(u32, f64)>,
    /// By the means on validation levels, in the generations that measured them.
    pub validated: Vec<(u32, f64)>,
    /// Constant number of levels for each generator of a validated value, if known.
    pub n_levels: Option<u32>,
}

impl Series {
    /// The number of fronts per generation of a run.
    pub fn of_fronts(name: impl Into<String>, records: &Records) -> Self {
        let counts: Vec<f64> =
            records.generations.n_fronts.iter().copied().map(f64::from).collect();
        Self { name: name.into(), points: points(&records.generations, &counts) }
    }
}

impl Hypervolumes {
    /// The hypervolumes of a run. If its table lacks the last validated one, like in older runs,
    /// that is computed from the final front.
    pub fn of(records: &Records) -> Self {
        let generations = &records.generations;
        let mut validated = measured(generations, &generations.validated_hypervolumes);
        let last_validated = validated.last().map(|point| point.0);
        let last = generations.indices.last().copied().filter(|&last| last_validated < Some(last));
        validated.extend(last.zip(validated_hypervolume(records)));
        let searched = measured(generations, &generations.hypervolumes);
        let n_levels = records.status.as_ref().map(|run| run.n_curve_levels);
        Self { searched, validated, n_levels }
    }
}

fn measured(generations: &Generations, column: &[Option<f64>]) -> Vec<(u32, f64)> {
    let values = generations.indices.iter().copied().zip(column.iter().copied());
    values.filter_map(|(generation, value)| Some((generation, value?))).collect()
}

/// The hypervolume of the validated means of the final front; `None` without validation, or for too
/// many objectives. Members that were not validated count as 0.
pub(crate) fn validated_hypervolume(records: &Records) -> Option<f64> {
    if records.front.iter().all(|member| member.validated.is_none()) {
        return None;
    }
    let n_objectives = records.objectives.len();
    let means = records.front.iter().map(Member::validated_means);
    let rows: Vec<Vec<f64>> = means.map(|means| means.unwrap_or(vec![0.0; n_objectives])).collect();
    let front = Objectives::from_rows(n_objectives, rows.iter().map(Vec::as_slice));
    marahel_search::feasible_hypervolume(&front.expect("means are in 0..=1"))
}

/// Number of Pareto fronts per generation, a line for each series; series with the same name look
/// alike.
///
/// Source: Khalifa 2020, Figure 1.
pub fn fronts_over_generations(series: &[Series]) -> Figure {
    style::draw(vec![counts_panel(series, "number of Pareto fronts")], 1, WIDE, None)
}

/// Number of fronts of a run, and below it the size of the first.
fn fronts(records: &Records) -> Figure {
    let sizes: Vec<f64> = records.generations.front_sizes.iter().copied().map(f64::from).collect();
    let points = points(&records.generations, &sizes);
    let panels = vec![
        counts_panel(&[Series::of_fronts("", records)], "number of Pareto fronts"),
        counts_panel(&[Series { name: String::new(), points }], "members of the first front"),
    ];
    style::draw(panels, 1, WIDE, None)
}

/// Counts over the generations; lines without a name are not in the legend.
fn counts_panel(series: &[Series], label: &str) -> Panel {
    let names: IndexSet<&str> = series.iter().map(|line| line.name.as_str()).collect();
    let width = if series.len() > names.len() { THIN } else { WIDTH };
    let mut is_in_legend = vec![false; names.len()];
    let plots = series.iter().flat_map(|Series { name, points }| {
        let index = names.get_index_of(name.as_str()).expect("all names are there");
        let is_first = !std::mem::replace(&mut is_in_legend[index], true);
        let legend = Some(name.as_str()).filter(|name| is_first && !name.is_empty());
        line(points, LOOKS[index % LOOKS.len()], width, legend)
    });
    let plots = plots.collect();
    let points: Vec<&[(u32, f64)]> = series.iter().map(|line| line.points.as_slice()).collect();
    panel(&points, Axis::of_counts(largest(&points) as u32), label, plots)
}

/// Hypervolume of the first front per generation, as searched and, in points, as validated, for one or
/// several runs.
///
/// The difference between the two lines is luck.
pub fn hypervolume(runs: &[Hypervolumes]) -> Figure {
    let (width, marker) = if runs.len() > 1 { (THIN, SMALL_MARKER) } else { (WIDTH, MARKER) };
    let has_validated = runs.iter().any(|run| !run.validated.is_empty());
    let mut plots = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let legend = Some("as searched").filter(|_| index == 0 && has_validated);
        plots.extend(line(&run.searched, DASHED, width, legend));
    }
    for (index, run) in runs.iter().filter(|run| !run.validated.is_empty()).enumerate() {
        let points = places(&run.validated);
        // Two points are no course of anything.
        if points.len() > 2 {
            plots.push(style::line(points.iter().copied(), SOLID, width).into());
        }
        let markers = ScatterPlot::new()
            .with_data(points)
            .with_color(BLUE)
            .with_size(marker)
            .with_marker(MarkerShape::Diamond);
        plots.push(match index {
            0 => markers.with_legend(validated_label(runs)).into(),
            _ => markers.into(),
        });
    }
    let lines: Vec<&[(u32, f64)]> =
        runs.iter().flat_map(|run| [run.searched.as_slice(), run.validated.as_slice()]).collect();
    let label = "hypervolume of the first front";
    style::draw(vec![panel(&lines, Axis::up_to(largest(&lines)), label, plots)], 1, WIDE, None)
}

/// How the validated values of runs were measured.
fn validated_label(runs: &[Hypervolumes]) -> String {
    let n_levels = runs.first().and_then(|run| run.n_levels);
    match n_levels.filter(|_| runs.iter().all(|run| run.n_levels == n_levels)) {
        Some(n) => format!("validated, on {n} levels each that the search never saw"),
        None => "measured on levels that the search never saw".to_owned(),
    }
}

/// Best and mean of each objective, one panel for each.
///
/// Each panel has its own scale: some objectives never leave the lowest tenth of 0..=1, and their
/// progress should be visible.
fn objectives(records: &Records) -> Figure {
    let Records { generations, objectives: names, .. } = records;
    let columns = generations.bests.iter().zip(&generations.means);
    let panels = names.iter().zip(columns).map(|(name, (bests, means))| {
        let [bests, means] = [bests, means].map(|column| points(generations, column));
        let mut plots = line(&bests, SOLID, WIDTH, Some("best of the population"));
        plots.extend(line(&means, DASHED, WIDTH, Some("mean of the population")));
        let label = format!("{name} (objective, 1 is best)");
        panel(&[&bests], Axis::up_to(largest(&[&bests])), &label, plots)
    });
    let n_columns = if names.len() == 4 { 2 } else { names.len().min(3) };
    style::draw(panels.collect(), n_columns, NARROW, None)
}

fn points(generations: &Generations, column: &[f64]) -> Vec<(u32, f64)> {
    generations.indices.iter().copied().zip(column.iter().copied()).collect()
}

/// A panel with lines over the generations; `label` is that of its y axis.
fn panel(lines: &[&[(u32, f64)]], y: Axis, label: &str, plots: Vec<Plot>) -> Panel {
    let generations = lines.iter().copied().flatten().map(|&(generation, _)| generation);
    let x =
        Axis::of_indices(generations.clone().min().unwrap_or(0), generations.max().unwrap_or(0));
    Panel { layout: style::layout(x, "generation", y, label), plots }
}

/// The largest value of some lines, at least 0.
fn largest(lines: &[&[(u32, f64)]]) -> f64 {
    lines.iter().copied().flatten().map(|&(_, value)| value).fold(0.0, f64::max)
}

/// A line through one value for each generation.
fn line(points: &[(u32, f64)], look: Look, width: f64, legend: Option<&str>) -> Vec<Plot> {
    let points = places(points);
    let line = style::line(decimate(&points, N_COLUMNS), look, width);
    let line = match legend {
        Some(legend) => line.with_legend(legend),
        None => line,
    };
    let mut plots = Vec::new();
    if points.len() == 1 {
        plots.push(ScatterPlot::new().with_data(points).with_color(look.0).into());
    }
    plots.push(line.into());
    plots
}

fn places(points: &[(u32, f64)]) -> Vec<(f64, f64)> {
    points.iter().map(|&(generation, value)| (f64::from(generation), value)).collect()
}

/// The points of a line that matter when it is drawn.
///
/// `points` are evenly spaced along x; the drawing is `n_columns` wide. Of the points in one column
/// only the first, the lowest, the highest and the last remain, in order, so no peak is lost. A
/// line with few points keeps all. The result has at most `4 * n_columns` points.
///
/// Source: Jugel 2014 (doi 10.14778/2732951.2732953), the aggregation M4.
pub(super) fn decimate(points: &[(f64, f64)], n_columns: usize) -> Vec<(f64, f64)> {
    if points.len() <= 4 * n_columns {
        return points.to_vec();
    }
    let starts: Vec<usize> =
        (0..=n_columns).map(|column| column * points.len() / n_columns).collect();
    starts.windows(2).flat_map(|ends| extremes(&points[ends[0]..ends[1]])).collect()
}

/// The first, lowest, highest and last of `points`, each once, in order.
fn extremes(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> {
    let by_y = |&left: &usize, &right: &usize| points[left].1.total_cmp(&points[right].1);
    let lowest = (0..points.len()).min_by(by_y).unwrap_or(0);
    let highest = (0..points.len()).max_by(by_y).unwrap_or(0);
    let mut indices = vec![0, lowest, highest, points.len() - 1];
    indices.sort_unstable();
    indices.dedup();
    indices.into_iter().map(|index| points[index])
}
