//! The figures of an experiment.

use marahel_report::{DotGroup, Figure, QuartileCurve, dots, quartile_curves, stem};

use crate::curves::Curve;
use crate::{Comparison, Design};

/// A figure with its file name and caption.
pub(crate) struct Drawn {
    pub(crate) stem: String,
    pub(crate) problem: String,
    pub(crate) caption: String,
    pub(crate) figure: Figure,
}

/// Curves of each problem and measure, then the final values of the runs.
pub(crate) fn figures(design: &Design, curves: &[Curve], comparisons: &[Comparison]) -> Vec<Drawn> {
    let curves = curves
        .chunk_by(|a, b| (&a.problem, &a.measure) == (&b.problem, &b.measure))
        .map(draw_curves);
    let ends = comparisons
        .chunk_by(|a, b| (&a.problem, &a.measure) == (&b.problem, &b.measure))
        .map(|same| draw_ends(design, same));
    curves.chain(ends).collect()
}

fn draw_curves(curves: &[Curve]) -> Drawn {
    let Curve { problem, measure, .. } = &curves[0];
    let most = curves.iter().filter_map(|curve| curve.points.last()).map(|&(maps, _)| maps);
    let (unit, label) = unit(most.fold(0.0, f64::max));
    let curves = curves.iter().map(|curve| {
        let points = curve.points.iter();
        let points = points.map(|(maps, at)| (maps / unit, [at.q1, at.median, at.q3]));
        QuartileCurve { name: curve.setting.clone(), points: points.collect() }
    });
    let curves: Vec<QuartileCurve> = curves.collect();
    Drawn {
        stem: format!("curve-{problem}-{}", stem(measure)),
        problem: problem.clone(),
        caption: format!(
            "{measure} against maps measured: the median of the runs, and a band from the first quartile to the third"
        ),
        figure: quartile_curves(&curves, label, measure),
    }
}

fn draw_ends(design: &Design, comparisons: &[Comparison]) -> Drawn {
    let Comparison { problem, measure, .. } = &comparisons[0];
    let baseline = &design.file.settings[design.baseline].name;
    let groups: Vec<DotGroup> = comparisons
        .iter()
        .map(|group| DotGroup {
            name: group.setting.clone(),
            values: group.values.clone(),
            quartiles: [group.quartiles.q1, group.quartiles.median, group.quartiles.q3],
            is_baseline: group.setting == *baseline,
        })
        .collect();
    Drawn {
        stem: format!("runs-{problem}-{}", stem(measure)),
        problem: problem.clone(),
        caption: format!(
            "{measure} at the end of each run; the box is the middle half, the thick line the median"
        ),
        figure: dots(&groups, measure),
    }
}

/// The unit of an axis of maps, and its label.
fn unit(most: f64) -> (f64, &'static str) {
    if most >= 2e6 {
        (1e6, "maps measured (millions)")
    } else if most >= 2e4 {
        (1e3, "maps measured (thousands)")
    } else {
        (1.0, "maps measured")
    }
}
