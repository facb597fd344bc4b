//! The common style of all figures.
//!
//! There are two main colors, blue for emphasis and orange for comparison, from the color-blind
//! safe palette of Okabe and Ito. Blue is also darker in grayscale.

use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::plot::{LinePlot, LineStyle};
use kuva::prelude::{Figure as Panels, Layout, Plot, Theme, TickFormat};

use crate::axis::Axis;
use crate::figure::Figure;

/// Emphasis.
pub(crate) const BLUE: &str = "#0072b2";
/// Comparison.
pub(crate) const ORANGE: &str = "#e69f00";
/// The most important line among others.
pub(crate) const BLACK: &str = "#000000";
/// Things that lost their importance.
pub(crate) const DARK_GREY: &str = "#808080";
/// Surroundings.
pub(crate) const LIGHT_GREY: &str = "#b3b3b3";

/// The background of something smaller and blue.
pub(crate) const PALE_BLUE: &str = "#7fb8d8";
/// The background of everything else.
pub(crate) const PALE_GREY: &str = "#d0d0d0";

/// Colors and dashes that distinguish lines, also in grey.
pub(crate) const LOOKS: [Look; 6] = [
    (BLUE, ""),
    (ORANGE, "4 2"),
    (BLACK, "1.5 2"),
    ("#009e73", "8 2 1.5 2"),
    ("#cc79a7", ""),
    ("#d55e00", "4 2"),
];

/// Space around the panels of a figure, in pixels.
const PADDING: f64 = 12.0;

/// A color and dashes; the dashes are short enough for two in a line of a legend, and empty for a
/// solid line.
pub(crate) type Look = (&'static str, &'static str);

/// Emphasis and comparison.
pub(crate) const SOLID: Look = LOOKS[0];
pub(crate) const DASHED: Look = LOOKS[1];

pub(crate) fn line(
    points: impl IntoIterator<Item = (f64, f64)>,
    (color, dashes): Look,
    width: f64,
) -> LinePlot {
    let line = LinePlot::new().with_data(points).with_color(color).with_stroke_width(width);
    if dashes.is_empty() { line } else { line.with_line_style(LineStyle::Custom(dashes.into())) }
}

/// The name of a generator, or its end if it is too long for a panel.
pub(crate) fn shortened(name: &str) -> String {
    const N_CHARACTERS_MAX: usize = 40;
    let n_characters = name.chars().count();
    if n_characters <= N_CHARACTERS_MAX {
        return name.to_owned();
    }
    let end = name.chars().skip(n_characters + 1 - N_CHARACTERS_MAX);
    ['…'].into_iter().chain(end).collect()
}

/// Axes with their labels and the common style.
pub(crate) fn layout(x: Axis, x_label: &str, y: Axis, y_label: &str) -> Layout {
    Layout::new((x.start, x.end), (y.start, y.end))
        .with_x_axis_min(x.start)
        .with_x_axis_max(x.end)
        .with_x_tick_step(x.step)
        .with_x_tick_format(TickFormat::Fixed(x.n_decimals))
        .with_x_label(x_label)
        .with_x_label_wrap(56)
        .with_y_axis_min(y.start)
        .with_y_axis_max(y.end)
        .with_y_tick_step(y.step)
        .with_y_tick_format(TickFormat::Fixed(y.n_decimals))
        .with_y_label(y_label)
        .with_y_label_wrap(36)
        .with_label_size(13)
        .with_tick_size(11)
        .with_body_size(12)
        .with_theme(Theme {
            grid_color: "#e6e6e6".to_owned(),
            legend_border: "none".to_owned(),
            ..Theme::light()
        })
}

/// Axes with a row for each name, the first one at the top, like in a table.
pub(crate) fn rows<'n>(
    x: Axis,
    x_label: &str,
    names: impl DoubleEndedIterator<Item = &'n str>,
) -> Layout {
    let names: Vec<String> = names.rev().map(shortened).collect();
    let rows = Axis { start: 0.5, end: names.len() as f64 + 0.5, step: 1.0, n_decimals: 0 };
    layout(x, x_label, rows, "").with_y_categories(names)
}

/// One pair of axes in a figure, with its plots.
pub(crate) struct Panel {
    pub(crate) layout: Layout,
    /// Later ones are drawn over earlier ones.
    pub(crate) plots: Vec<Plot>,
}

/// Draws panels of `width` by `height` pixels in rows of `n_columns`, above a common legend with
/// these entries, or else with those of the plots.
pub(crate) fn draw(
    panels: Vec<Panel>,
    n_columns: usize,
    (width, height): (f64, f64),
    entries: Option<Vec<LegendEntry>>,
) -> Figure {
    let n_rows = panels.len().div_ceil(n_columns);
    // Axes without any plot would not be drawn; this plot is invisible.
    let with_axes = |mut plots: Vec<Plot>| {
        plots.push(LinePlot::new().into());
        plots
    };
    let panels = panels.into_iter().map(|panel| (panel.layout, with_axes(panel.plots)));
    let (layouts, plots) = panels.unzip();
    let figure = Panels::new(n_rows, n_columns)
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(width, height)
        .with_padding(PADDING)
        .with_shared_legend_bottom();
    Figure::of_scene(match entries {
        Some(entries) => figure.with_shared_legend_entries(entries).render(),
        None => figure.render(),
    })
}

pub(crate) fn legend_entry(
    label: impl Into<String>,
    color: &str,
    shape: LegendShape,
) -> LegendEntry {
    LegendEntry { label: label.into(), color: color.to_owned(), shape, dasharray: None }
}
