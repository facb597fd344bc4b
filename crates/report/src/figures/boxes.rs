//! Boxes that show where values lie.

use kuva::plot::{LinePlot, LineStyle};
use range::Summary;

use crate::style::{BLACK, DARK_GREY};

/// How the lines of a box look: colors and widths.
pub(super) struct BoxLook {
    pub(super) whisker: (&'static str, f64),
    pub(super) outline: (&'static str, f64),
    /// Dashes of the outline; none for a solid one.
    pub(super) dashes: Option<LineStyle>,
    pub(super) median: (&'static str, f64),
    /// Half the height of the box.
    pub(super) half: f64,
}

impl BoxLook {
    /// A box with an outline of this color and width.
    pub(super) const fn new(outline: (&'static str, f64), half: f64) -> Self {
        Self { whisker: (DARK_GREY, 1.25), outline, dashes: None, median: (BLACK, 2.5), half }
    }
}

/// The lines of a box around height `y`: least to first quartile, third quartile
/// to greatest, the ends of both, the outline, the median.
pub(super) fn lines(summary: &Summary, y: f64, look: &BoxLook) -> [LinePlot; 6] {
    let &Summary { min, q1, median, q3, max, .. } = summary;
    let half = look.half;
    let line = |points: Vec<(f64, f64)>, (color, width): (&str, f64)| {
        LinePlot::new().with_data(points).with_color(color).with_stroke_width(width)
    };
    let upright = |x: f64, half: f64| vec![(x, y - half), (x, y + half)];
    let (low, high) = (y - half, y + half);
    let outline = vec![(q1, low), (q3, low), (q3, high), (q1, high), (q1, low)];
    let mut outline = line(outline, look.outline);
    if let Some(dashes) = &look.dashes {
        outline = outline.with_line_style(dashes.clone());
    }
    [
        line(vec![(min, y), (q1, y)], look.whisker),
        line(vec![(q3, y), (max, y)], look.whisker),
        line(upright(min, half / 2.0), look.whisker),
        line(upright(max, half / 2.0), look.whisker),
        outline,
        line(upright(median, half), look.median),
    ]
}
