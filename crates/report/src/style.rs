//! How all figures look, and how they become text.
//!
//! There are two colors, blue for what stands out and orange for what it is
//! compared with, from the palette of Okabe and Ito, which people who see
//! colors differently can tell apart. Blue is the darker one in grey, too.

use kuva::backend::svg::SvgBackend;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::plot::{LinePlot, LineStyle};
use kuva::prelude::{Figure, Layout, Plot, Theme, TickFormat};
use kuva::render::color::Color;
use kuva::render::render::{Primitive, Scene};

use crate::axis::Axis;

/// What stands out.
pub(crate) const BLUE: &str = "#0072b2";
/// What it is compared with.
pub(crate) const ORANGE: &str = "#e69f00";
/// The one line among others that is read first.
pub(crate) const BLACK: &str = "#000000";
/// What has lost its importance.
pub(crate) const DARK_GREY: &str = "#808080";
/// Surroundings.
pub(crate) const LIGHT_GREY: &str = "#b3b3b3";

/// Room around the panels of a figure, in pixels.
const PADDING: f64 = 12.0;

/// Dashes so short that the line of a legend shows two of them.
pub(crate) fn dashed() -> LineStyle {
    LineStyle::Custom("4 2".to_owned())
}

/// The name of a generator, or the end of a long one, as a panel has room for.
pub(crate) fn shortened(name: &str) -> String {
    const N_CHARACTERS_MAX: usize = 40;
    let n_characters = name.chars().count();
    if n_characters <= N_CHARACTERS_MAX {
        return name.to_owned();
    }
    let end = name.chars().skip(n_characters + 1 - N_CHARACTERS_MAX);
    ['…'].into_iter().chain(end).collect()
}

/// Axes with their labels and all that one figure has in common with the others.
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
        .with_theme(theme())
}

/// Black on white with a faint grid and no box around the legend.
fn theme() -> Theme {
    Theme { grid_color: "#e6e6e6".to_owned(), legend_border: "none".to_owned(), ..Theme::light() }
}

/// One pair of axes in a figure, and what is drawn in them.
pub(crate) struct Panel {
    pub(crate) layout: Layout,
    /// Later ones are drawn over earlier ones.
    pub(crate) plots: Vec<Plot>,
}

/// Draws panels of `width` by `height` pixels in rows of `n_columns`, under
/// one legend of their plots.
pub(crate) fn draw(panels: Vec<Panel>, n_columns: usize, size: (f64, f64)) -> String {
    to_svg(figure(panels, n_columns, size).render())
}

/// Draws panels like [`draw`], under a legend with an area of each color.
pub(crate) fn draw_with_colors(
    panels: Vec<Panel>,
    n_columns: usize,
    size: (f64, f64),
    colors: impl IntoIterator<Item = (String, String)>,
) -> String {
    let entries = colors.into_iter().map(|(label, color)| LegendEntry {
        label,
        color,
        shape: LegendShape::Rect,
        dasharray: None,
    });
    let figure = figure(panels, n_columns, size);
    to_svg(figure.with_shared_legend_entries(entries.collect()).render())
}

fn figure(panels: Vec<Panel>, n_columns: usize, (width, height): (f64, f64)) -> Figure {
    let n_rows = panels.len().div_ceil(n_columns);
    let (layouts, plots) =
        panels.into_iter().map(|panel| (panel.layout, with_axes(panel.plots))).unzip();
    Figure::new(n_rows, n_columns)
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(width, height)
        .with_padding(PADDING)
        .with_shared_legend_bottom()
}

/// The plots and one that shows nothing: axes without any would not be drawn.
fn with_axes(mut plots: Vec<Plot>) -> Vec<Plot> {
    plots.push(LinePlot::new().into());
    plots
}

/// The text of a scene.
///
/// The frames that cut off what is outside of the axes are taken away: nothing
/// is outside, markers on an axis are to be seen whole, and the names of the
/// frames count the figures that the process has drawn, so that equal figures
/// would differ. So are areas without a color.
fn to_svg(mut scene: Scene) -> String {
    scene.defs.clear();
    scene
        .elements
        .retain(|element| !matches!(element, Primitive::ClipStart { .. } | Primitive::ClipEnd));
    scene.elements.iter_mut().for_each(drop_invisible);
    let svg = SvgBackend::new().with_pretty(true).render_scene(&scene);
    // With a view box the figure scales with the page that it is put into.
    let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", scene.width, scene.height);
    svg.replacen("<svg ", &view_box, 1)
}

/// Takes the rectangles without a color out of a batch.
fn drop_invisible(element: &mut Primitive) {
    let Primitive::RectBatch { x, y, w, h, fills } = element else { return };
    for sizes in [x, y, w, h] {
        let mut fills = fills.iter();
        sizes.retain(|_| fills.next().is_some_and(|fill| !matches!(fill, Color::None)));
    }
    fills.retain(|fill| !matches!(fill, Color::None));
}
