//! Where the objectives of many generators lie, before and after a search.

use kuva::plot::legend::LegendShape;
use kuva::prelude::Plot;
use range::Summary;

use super::boxes::{self, BoxLook};
use crate::axis::Axis;
use crate::figure::Figure;
use crate::records::Records;
use crate::style::{self, BLUE, DARK_GREY, ORANGE, Panel};

#[cfg(test)]
mod tests;

/// Width of the figure, and height of each objective and of all that is around
/// them, in pixels.
const WIDTH: f64 = 640.0;
const ROW: f64 = 72.0;
const AROUND: f64 = 80.0;

/// Distance of the boxes of one objective; objectives are 1 apart.
const STEP: f64 = 0.27;

/// Half the height of a box.
const HALF: f64 = 0.09;

/// Objectives in 0..=1 of three groups of generators, each of which may be empty.
#[derive(Clone, Debug, Default)]
pub struct Distributions {
    /// Names of the objectives.
    pub objectives: Vec<String>,
    /// Random generators: a row for each, a value for each objective.
    pub baseline: Vec<Vec<f64>>,
    /// The first front as searched.
    pub searched: Vec<Vec<f64>>,
    /// Its members on levels that the search never saw.
    pub validated: Vec<Vec<f64>>,
}

impl Distributions {
    /// Those of a run.
    pub fn of(records: &Records) -> Self {
        let validated = records.front.iter().filter_map(|member| member.validated.as_ref());
        Self {
            objectives: records.objectives.clone(),
            baseline: records.baseline.clone(),
            searched: records.front.iter().map(|member| member.searched.clone()).collect(),
            validated: validated
                .map(|estimates| estimates.iter().map(|estimate| estimate.value).collect())
                .collect(),
        }
    }
}

/// Where the generators of each group lie in each objective: a box for the
/// middle half, a thick line at the median, thin ones to the least and the
/// greatest value.
pub fn objective_distributions(distributions: &Distributions) -> Figure {
    let groups = [
        ("random generators", DARK_GREY, 1.25, &distributions.baseline),
        ("first front, as searched", ORANGE, 1.75, &distributions.searched),
        ("first front, validated", BLUE, 1.75, &distributions.validated),
    ];
    let mut plots: Vec<Plot> = Vec::new();
    let mut entries = Vec::new();
    // The first objective and the first group stand at the top, as in a table.
    let n = distributions.objectives.len();
    for ((label, color, width, rows), offset) in groups.into_iter().zip([STEP, 0.0, -STEP]) {
        if rows.is_empty() {
            continue;
        }
        let mut look = BoxLook::new((color, width), HALF);
        let mut entry =
            style::legend_entry(format!("{label} ({})", rows.len()), color, LegendShape::Line);
        if color == ORANGE {
            look.dashes = Some(style::dashed());
            entry.dasharray = style::dashed().dasharray();
        }
        entries.push(entry);
        for objective in 0..n {
            let values = rows.iter().map(|row| row[objective]).collect();
            let summary = Summary::of(values).expect("the group has generators");
            let y = (n - objective) as f64 + offset;
            plots.extend(boxes::lines(&summary, y, &look).map(Plot::from));
        }
    }
    let names = distributions.objectives.iter().rev().map(|name| style::shortened(name)).collect();
    let rows = Axis { start: 0.5, end: n as f64 + 0.5, step: 1.0, n_decimals: 0 };
    let label =
        "objective, 1 is best (box: middle half, thick line: median, whiskers: least to greatest)";
    let layout = style::layout(Axis::UNIT, label, rows, "").with_y_categories(names);
    let size = (WIDTH, ROW * n as f64 + AROUND);
    style::draw_with_legend(vec![Panel { layout, plots }], 1, size, entries)
}
