//! Heat maps of expressive ranges: numbers of levels in the plane of two metrics.

use std::sync::Arc;

use kuva::plot::Heatmap;
use kuva::plot::colormap::ColorMap;
use kuva::plot::legend::LegendShape;
use marahel_statistics::range::ExpressiveRange;

use crate::axis::Axis;
use crate::figure::Figure;
use crate::style::{self, Panel};

#[cfg(test)]
mod tests;

/// Size of a panel in pixels; its axes are about equally long.
const SIZE: (f64, f64) = (360.0, 360.0);

/// Maximum number of columns and of rows of a panel.
const N_BINS: usize = 50;

/// Colors from few levels to many; they also get darker in grey.
///
/// Source: the blues of Brewer 2002, <https://colorbrewer2.org>.
const COLORS: [&str; 6] = ["#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08306b"];

/// The number of levels of each range for the values of the metrics `x` and `y`: a panel for each
/// range, all with the same axes and colors.
///
/// Levels without both metrics are omitted, and so are ranges without other levels. `None` if no
/// range remains.
///
/// Source: Smith and Whitehead 2010.
pub fn heat_map(ranges: &[ExpressiveRange], x: &str, y: &str) -> Option<Figure> {
    let (names, points): (Vec<&str>, Vec<Points>) = ranges
        .iter()
        .map(|range| (range.name.as_str(), points(range, x, y)))
        .filter(|(_, points)| !points.is_empty())
        .unzip();
    let (all_x, all_y): (Vec<f64>, Vec<f64>) = points.iter().flatten().copied().unzip();
    let (columns, rows) = (Bins::of(&all_x)?, Bins::of(&all_y)?);
    let counts: Vec<Vec<Vec<u32>>> =
        points.iter().map(|points| count(points, &columns, &rows)).collect();
    let most = counts.iter().flatten().flatten().copied().max().unwrap_or(0);
    let classes = Classes::up_to(most);

    let n_columns = if names.len() == 4 { 2 } else { names.len().min(3) };
    let panels = names.into_iter().zip(counts).map(|(name, counts)| {
        let layout =
            style::layout(columns.axis, &ranges[0].label(x), rows.axis, &ranges[0].label(y));
        let layout = layout.with_title(style::shortened(name)).with_title_size(13);
        let cells = classes.cells(&counts, &columns, &rows);
        Panel { layout, plots: vec![cells.into()] }
    });
    let entries =
        classes.legend().map(|(label, color)| style::legend_entry(label, color, LegendShape::Rect));
    Some(style::draw(panels.collect(), n_columns, SIZE, Some(entries.collect())))
}

type Points = Vec<(f64, f64)>;

/// The levels that have both metrics.
fn points(range: &ExpressiveRange, x: &str, y: &str) -> Points {
    let pairs = range.values(x).into_iter().zip(range.values(y));
    pairs.filter_map(|(x, y)| Some((x?, y?))).collect()
}

/// Number of points in each bin: rows from the bottom, each with its columns.
fn count(points: &[(f64, f64)], columns: &Bins, rows: &Bins) -> Vec<Vec<u32>> {
    let mut counts = vec![vec![0; columns.n]; rows.n];
    for &(x, y) in points {
        counts[rows.index(y)][columns.index(x)] += 1;
    }
    counts
}

/// An axis, divided into equal bins.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bins {
    axis: Axis,
    width: f64,
    n: usize,
}

impl Bins {
    /// Bins for all values. Whole numbers are never divided, and their axis begins at 0 if that is
    /// not far below. `None` without values.
    fn of(values: &[f64]) -> Option<Self> {
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        // Shares that happen to be only 0 and 1 do not count as whole numbers.
        if values.iter().all(|&value| value == value.floor()) && high > 1.0 {
            let low = if (0.0..=high - low).contains(&low) { 0.0 } else { low };
            let n_values = high - low + 1.0;
            let width = (n_values / N_BINS as f64).ceil();
            let n = (n_values / width).ceil();
            let axis = Axis::around_counts(low, low + n * width - 1.0);
            return Some(Self { axis, width, n: n as usize });
        }
        let axis = Axis::around(low, high);
        Some(Self { axis, width: (axis.end - axis.start) / N_BINS as f64, n: N_BINS })
    }

    /// The bin of a value; the end of the axis belongs to the last bin.
    fn index(&self, value: f64) -> usize {
        (((value - self.axis.start) / self.width) as usize).min(self.n - 1)
    }
}

/// Color classes of numbers of levels: each is `base` times as wide as the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Classes {
    base: u32,
    most: u32,
}

impl Classes {
    /// The finest classes that reach `most`.
    fn up_to(most: u32) -> Self {
        let mut base: u32 = 2;
        while u64::from(base).pow(COLORS.len() as u32) <= u64::from(most) {
            base += 1;
        }
        Self { base, most }
    }

    /// The class of a number: 0 for none, others from 1 on.
    fn class(self, count: u32) -> u32 {
        count.checked_ilog(self.base).map_or(0, |power| power + 1)
    }

    fn cells(self, counts: &[Vec<u32>], columns: &Bins, rows: &Bins) -> Heatmap {
        let classes: Vec<Vec<f64>> = counts
            .iter()
            .map(|row| row.iter().map(|&count| f64::from(self.class(count))).collect())
            .collect();
        // The library scales the values of a panel to 0..=1; this undoes it.
        let low = classes.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        let high = classes.iter().flatten().copied().fold(0.0, f64::max);
        let color = move |scaled: f64| {
            let class = (low + scaled * (high - low)).round() as usize;
            class.checked_sub(1).map_or("none", |index| COLORS[index]).to_owned()
        };
        Heatmap::new()
            .with_data(classes)
            .with_x_range(columns.axis.start, columns.axis.start + columns.n as f64 * columns.width)
            .with_y_range(rows.axis.start, rows.axis.start + rows.n as f64 * rows.width)
            .with_cell_size(1.0)
            .with_color_map(ColorMap::Custom(Arc::new(color)))
    }

    /// The range of counts for each used color.
    fn legend(self) -> impl Iterator<Item = (String, &'static str)> {
        (0..self.class(self.most)).zip(&COLORS).map(move |(power, &color)| {
            let (first, last) = (self.base.pow(power), self.base.pow(power + 1) - 1);
            let last = last.min(self.most);
            let label = match (first, last) {
                (1, 1) => "1 level".to_owned(),
                (first, last) if first == last => format!("{first} levels"),
                (first, last) => format!("{first} to {last} levels"),
            };
            (label, color)
        })
    }
}
