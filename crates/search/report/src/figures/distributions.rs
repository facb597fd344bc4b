//! Distributions of the objectives of many generators, before and after a search.

use kuva::plot::legend::LegendShape;
use kuva::prelude::Plot;
use marahel_statistics::range::Summary;

use super::{Draw, RunFigure, boxes};
use crate::axis::Axis;
use crate::figure::Figure;
use crate::records::{Member, Records};
use crate::style::{self, DARK_GREY, DASHED, Panel, SOLID};

#[cfg(test)]
mod tests;

/// Width of the figure, height of each objective, and height of everything around them, in pixels.
const WIDTH: f64 = 640.0;
const ROW: f64 = 72.0;
const AROUND: f64 = 80.0;

/// Distance of the boxes of one objective; objectives are 1 apart.
const STEP: f64 = 0.27;

/// Half the height of a box.
const HALF: f64 = 0.09;

/// What the search made of what it began with.
pub(super) const DISTRIBUTIONS: RunFigure = RunFigure {
    name: "distributions",
    draw: Draw::One(|records| Some(objective_distributions(records))),
};

/// Distributions of the objectives of random generators, of the first front as searched, and of its
/// members on levels that the search never saw: a box for the middle half, a thick line at the
/// median, and thin ones to the minimum and the maximum.
pub fn objective_distributions(records: &Records) -> Figure {
    let Records { objectives, front, baseline, .. } = records;
    let searched: Vec<_> = front.iter().map(|member| member.searched.clone()).collect();
    let validated: Vec<_> = front.iter().filter_map(Member::validated_means).collect();
    distributions(objectives, [baseline, &searched, &validated])
}

/// The figure of three groups of generators, each of which may be empty: a row for each generator,
/// a value for each objective.
fn distributions(
    objectives: &[String],
    [baseline, searched, validated]: [&[Vec<f64>]; 3],
) -> Figure {
    let groups = [
        ("random generators", (DARK_GREY, ""), 1.25, baseline),
        ("first front, as searched", DASHED, 1.75, searched),
        ("first front, validated", SOLID, 1.75, validated),
    ];
    let mut plots: Vec<Plot> = Vec::new();
    let mut entries = Vec::new();
    // The first group is at the top, like the first objective.
    let n = objectives.len();
    for ((label, look, width, rows), offset) in groups.into_iter().zip([STEP, 0.0, -STEP]) {
        if rows.is_empty() {
            continue;
        }
        let mut entry =
            style::legend_entry(format!("{label} ({})", rows.len()), look.0, LegendShape::Line);
        entry.dasharray = Some(look.1.to_owned()).filter(|dashes| !dashes.is_empty());
        entries.push(entry);
        for objective in 0..n {
            let values = rows.iter().map(|row| row[objective]).collect();
            let summary = Summary::of(values).expect("the group has generators");
            let y = (n - objective) as f64 + offset;
            plots.extend(boxes::lines(&summary, y, HALF, (look, width)).map(Plot::from));
        }
    }
    let label =
        "objective, 1 is best (box: middle half, thick line: median, whiskers: least to greatest)";
    let layout = style::rows(Axis::UNIT, label, objectives.iter().map(String::as_str));
    let size = (WIDTH, ROW * n as f64 + AROUND);
    style::draw(vec![Panel { layout, plots }], 1, size, Some(entries))
}
