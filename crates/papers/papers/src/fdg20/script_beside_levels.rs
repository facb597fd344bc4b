//! A generator at a glance: its script, and levels that it makes.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::Arc;

use kuva::render::color::Color;
use kuva::render::render::{PathData, Primitive, Scene, TextAnchor, TextSpan};
use marahel_level::{Level, Palette, Tile, UNKNOWN};
use marahel_report::{Figure, Line, explorers_as_lines, wrap};
use serde_json::Value;

/// Space around the figure, and between its parts, in pixels.
const MARGIN: f64 = 12.0;
const GAP: f64 = 18.0;
const GAP_OF_LEVELS: f64 = 8.0;

/// Fonts of text, the preferred one first, like in the other figures.
const FONTS: &str = "DejaVu Sans, Verdana, Liberation Sans, Arial, sans-serif";

/// Size of text, distance of lines, and width of a character, in pixels.
const TEXT: u32 = 11;
const LEADING: f64 = 14.0;
const CHARACTER: f64 = 0.6021 * TEXT as f64;
/// Width of a proportional character that few texts exceed.
const CHARACTER_MAX: f64 = 0.66 * TEXT as f64;

/// Maximum length of the longer side of a level, and maximum side of a tile, in pixels.
const LEVEL: f64 = 132.0;
const TILE: f64 = 16.0;

/// Side of the color areas in the legend, in pixels.
const SWATCH: f64 = 12.0;

/// Minimum side of a tile with its character, in pixels.
const TILE_OF_CHARACTER: f64 = 9.0;

/// Minimum difference between the strongest and the weakest component of a color, of 255, for it
/// not to be a grey.
const COLORFUL: f64 = 40.0;

/// The color of frames.
const DARK_GREY: &str = "#808080";

const N_LINES: usize = 48;
const N_COLUMNS_OF_TEXT: usize = 3;

/// Minimum width for a readable caption, in pixels.
const WIDTH_MIN: f64 = 240.0;

/// Possible numbers of columns of levels.
const N_COLUMNS: [usize; 2] = [2, 5];

/// The explorers of a script as printed in the paper, beside levels that it makes, above a legend
/// of their tiles and a caption.
///
/// `script` is a whole script or a list of explorers; anything else has no explorers. The levels,
/// of any sizes, have their own palettes; the legend shows that of the first. Colored tiles carry
/// their character if there is room, because colors look alike in grey. Long lines of the script
/// wrap with more indentation; long scripts use up to three columns. The figure has the size that
/// all this needs.
///
/// Source: Khalifa 2020, Figures 3, 5 and 7.
pub(super) fn script_beside_levels(script: &Value, levels: &[Level], caption: &str) -> Figure {
    let text = columns(script);
    let text_size = size_of_text(&text);
    let legend = levels.first().map(|first| Legend::of(first.palette(), levels));
    let arrangements = N_COLUMNS.map(|n_columns| Arrangement::of(levels, n_columns));
    let area = |arrangement: &&Arrangement| {
        let (width, height) = arrangement.size(legend.as_ref());
        (text_size.0 + width) * text_size.1.max(height)
    };
    let arrangement = arrangements
        .iter()
        .min_by(|left, right| area(left).total_cmp(&area(right)))
        .expect("there are two arrangements");
    let levels_size = arrangement.size(legend.as_ref());

    let width = (text_size.0 + GAP + levels_size.0).max(WIDTH_MIN);
    let caption = wrapped(caption, width);
    let top_of_caption = MARGIN + text_size.1.max(levels_size.1) + GAP;
    let height = top_of_caption + LEADING * caption.len() as f64 + MARGIN;
    let mut page = Page::new(width + 2.0 * MARGIN, height);
    page.script(&text);
    let left = MARGIN + text_size.0 + GAP;
    page.levels(levels, arrangement, left);
    if let Some(legend) = &legend {
        page.legend(legend, left, MARGIN + arrangement.height + GAP, arrangement.width);
    }
    for (row, line) in caption.into_iter().enumerate() {
        page.text(line, MARGIN, top_of_caption + row as f64 * LEADING, false);
    }
    Figure::of_scene(page.scene)
}

fn columns(script: &Value) -> Vec<Vec<Line>> {
    let explorers = explorers_as_lines(script);
    let n_lines: usize = explorers.iter().map(Vec::len).sum();
    let n_columns = n_lines.div_ceil(N_LINES).clamp(1, N_COLUMNS_OF_TEXT);
    let height = lowest_height(&explorers, n_columns);
    let mut columns: Vec<Vec<Line>> = vec![Vec::new()];
    for explorer in explorers {
        let column = columns.last_mut().expect("there is always one");
        if column.is_empty() || column.len() + explorer.len() <= height {
            column.extend(explorer);
        } else {
            columns.push(explorer);
        }
    }
    columns
}

/// The minimum height at which the undivided explorers fit into `n_columns` columns.
fn lowest_height(explorers: &[Vec<Line>], n_columns: usize) -> usize {
    let lens: Vec<usize> = explorers.iter().map(Vec::len).collect();
    let tallest = lens.iter().copied().max().unwrap_or(0);
    let total = lens.iter().sum();
    (tallest..=total).find(|&height| n_columns_of(&lens, height) <= n_columns).unwrap_or(total)
}

/// How many columns of a height undivided explorers of these lengths fill.
fn n_columns_of(lens: &[usize], height: usize) -> usize {
    let (mut n, mut n_filled) = (1, 0);
    for &len in lens {
        if n_filled > 0 && n_filled + len > height {
            (n, n_filled) = (n + 1, 0);
        }
        n_filled += len;
    }
    n
}

fn size_of_text(columns: &[Vec<Line>]) -> (f64, f64) {
    let width: f64 = columns.iter().map(|column| width_of(column)).sum();
    let gaps = GAP * columns.len().saturating_sub(1) as f64;
    let n_lines = columns.iter().map(Vec::len).max().unwrap_or(0);
    (width + gaps, n_lines as f64 * LEADING)
}

/// Whole pixels, so that things to the right have sharp edges.
fn width_of(column: &[Line]) -> f64 {
    (column.iter().map(Line::n_characters).max().unwrap_or(0) as f64 * CHARACTER).ceil()
}

/// Text wrapped into lines of at most `width`.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let n_characters_max = (width / CHARACTER_MAX) as usize;
    text.lines()
        .flat_map(|line| wrap(&Line { indent: 0, text: line.to_owned() }, n_characters_max, 0))
        .map(|line| line.text)
        .collect()
}

/// Levels in a grid of equal cells.
struct Arrangement {
    n_columns: usize,
    cell: (f64, f64),
    tile: f64,
    width: f64,
    height: f64,
}

impl Arrangement {
    fn of(levels: &[Level], n_columns: usize) -> Self {
        let columns = levels.iter().map(Level::width).max().unwrap_or(0);
        let rows = levels.iter().map(Level::height).max().unwrap_or(0);
        let tile = tile_side(levels);
        let cell = (columns as f64 * tile, rows as f64 * tile);
        let n_rows = levels.len().div_ceil(n_columns);
        let n_columns = n_columns.min(levels.len());
        let span =
            |n: usize, side: f64| n as f64 * side + GAP_OF_LEVELS * n.saturating_sub(1) as f64;
        let (width, height) = (span(n_columns, cell.0), span(n_rows, cell.1));
        Self { n_columns, cell, tile, width, height }
    }

    fn size(&self, legend: Option<&Legend>) -> (f64, f64) {
        let Some(legend) = legend else { return (self.width, self.height) };
        let (width, n_rows) = legend.size(self.width);
        (self.width.max(width), self.height + GAP + n_rows as f64 * LEADING)
    }

    /// The upper left corner of a level, relative to that of the first.
    fn corner(&self, index: usize) -> (f64, f64) {
        let (column, row) = (index % self.n_columns, index / self.n_columns);
        let (width, height) = (self.cell.0 + GAP_OF_LEVELS, self.cell.1 + GAP_OF_LEVELS);
        (column as f64 * width, row as f64 * height)
    }
}

/// Side of a tile in pixels so that no level is too large.
fn tile_side(levels: &[Level]) -> f64 {
    let side = levels.iter().map(|level| level.width().max(level.height())).max();
    let fitting = LEVEL / side.unwrap_or(0).max(1) as f64;
    // Tiles of whole pixels have sharp edges.
    if fitting >= 1.0 { fitting.floor().min(TILE) } else { fitting }
}

struct Legend {
    palette: Arc<Palette>,
    tiles: Vec<Tile>,
}

impl Legend {
    fn of(palette: &Arc<Palette>, levels: &[Level]) -> Self {
        let mut tiles: Vec<Tile> = (0..palette.len() as Tile).collect();
        if levels.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            tiles.push(UNKNOWN);
        }
        Self { palette: Arc::clone(palette), tiles }
    }

    /// Tiles with the places of their swatches, relative to the upper left corner, in rows of about
    /// `width`.
    fn places(&self, width: f64) -> Vec<(Tile, f64, f64)> {
        let (mut x, mut y) = (0.0, 0.0);
        let mut places = Vec::new();
        for &tile in &self.tiles {
            let entry = self.entry_width(tile);
            if x > 0.0 && x + entry > width {
                (x, y) = (0.0, y + LEADING);
            }
            places.push((tile, x, y));
            x += entry;
        }
        places
    }

    fn size(&self, width: f64) -> (f64, usize) {
        let places = self.places(width);
        let ends = places.iter().map(|&(tile, x, _)| x + self.entry_width(tile));
        let last_row = places.last().map_or(0.0, |&(_, _, y)| y / LEADING);
        (ends.fold(0.0, f64::max), last_row as usize + 1)
    }

    fn entry_width(&self, tile: Tile) -> f64 {
        let n_characters = self.palette.name(tile).chars().count();
        SWATCH + 4.0 + n_characters as f64 * CHARACTER_MAX + 10.0
    }
}

/// A scene that is drawn from the upper left corner.
struct Page {
    scene: Scene,
}

impl Page {
    fn new(width: f64, height: f64) -> Self {
        let mut scene = Scene::new(width.ceil(), height.ceil());
        scene.font_family = Some(FONTS.to_owned());
        scene.text_color = Some("black".to_owned());
        Self { scene }
    }

    fn script(&mut self, columns: &[Vec<Line>]) {
        let mut left = MARGIN;
        for column in columns {
            for (row, line) in column.iter().enumerate() {
                let x = left + line.indent as f64 * CHARACTER;
                self.text(line.text.clone(), x, MARGIN + row as f64 * LEADING, true);
            }
            left += width_of(column) + GAP;
        }
    }

    fn text(&mut self, text: String, x: f64, top: f64, is_monospaced: bool) {
        self.scene.add(Primitive::RichText {
            x,
            y: top + f64::from(TEXT),
            spans: vec![TextSpan { code: is_monospaced, ..TextSpan::plain(text) }],
            size: TEXT,
            anchor: TextAnchor::Start,
            color: None,
        });
    }

    fn levels(&mut self, levels: &[Level], arrangement: &Arrangement, left: f64) {
        // Adjacent tiles must not show a line between them at any size.
        self.scene.add(Primitive::GroupStart {
            transform: None,
            title: None,
            extra_attrs: Some("shape-rendering=\"crispEdges\"".to_owned()),
        });
        for (index, level) in levels.iter().enumerate() {
            let (x, y) = arrangement.corner(index);
            self.level(level, left + x, MARGIN + y, arrangement.tile);
        }
        self.scene.add(Primitive::GroupEnd);
    }

    /// A level: the most common tile as its background, one path for each other kind, then the
    /// frame.
    fn level(&mut self, level: &Level, left: f64, top: f64, tile: f64) {
        let (width, height) = (level.width() as f64 * tile, level.height() as f64 * tile);
        let mut kinds = kinds(level).into_iter();
        let ground = kinds.next().expect("a level has tiles");
        self.frame(left, top, width, height, color_of(level.palette(), ground));
        for kind in kinds {
            self.scene.add(Primitive::Path(Box::new(PathData {
                d: path_of(level, kind, left, top, tile),
                fill: Some(color_of(level.palette(), kind)),
                stroke: Color::None,
                stroke_width: 0.0,
                opacity: None,
                stroke_dasharray: None,
            })));
        }
        self.frame(left, top, width, height, Color::None);
        if tile >= TILE_OF_CHARACTER {
            for (index, &kind) in level.tiles().iter().enumerate() {
                let (x, y) = (index % level.width(), index / level.width());
                let (x, y) = (left + x as f64 * tile, top + y as f64 * tile);
                self.character(level.palette(), kind, (x, y), tile);
            }
        }
    }

    fn character(&mut self, palette: &Palette, tile: Tile, (left, top): (f64, f64), side: f64) {
        let [red, green, blue] = palette.color(tile).map(f64::from);
        if red.max(green).max(blue) - red.min(green).min(blue) < COLORFUL {
            return;
        }
        let is_bright = 0.299 * red + 0.587 * green + 0.114 * blue > 128.0;
        let text = (0.8 * side).round();
        self.scene.add(Primitive::RichText {
            x: left + side / 2.0,
            y: top + side / 2.0 + 0.36 * text,
            spans: vec![TextSpan {
                code: true,
                ..TextSpan::plain(palette.character(tile).to_string())
            }],
            size: text as u32,
            anchor: TextAnchor::Middle,
            color: Some(if is_bright { Color::Rgb(0, 0, 0) } else { Color::Rgb(255, 255, 255) }),
        });
    }

    fn legend(&mut self, legend: &Legend, left: f64, top: f64, width: f64) {
        for (tile, x, y) in legend.places(width) {
            let (x, y) = (left + x, top + y);
            self.frame(x, y + 1.0, SWATCH, SWATCH, color_of(&legend.palette, tile));
            self.character(&legend.palette, tile, (x, y + 1.0), SWATCH);
            self.text(legend.palette.name(tile).to_owned(), x + SWATCH + 4.0, y, false);
        }
    }

    fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, fill: Color) {
        self.scene.add(Primitive::Rect {
            x,
            y,
            width,
            height,
            fill,
            stroke: Some(Color::from(DARK_GREY)),
            stroke_width: Some(1.0),
            opacity: None,
        });
    }
}

fn color_of(palette: &Palette, tile: Tile) -> Color {
    let [red, green, blue] = palette.color(tile);
    Color::Rgb(red, green, blue)
}

fn kinds(level: &Level) -> Vec<Tile> {
    let mut tiles = level.tiles().to_vec();
    tiles.sort_unstable();
    let mut kinds: Vec<&[Tile]> = tiles.chunk_by(PartialEq::eq).collect();
    kinds.sort_by_key(|tiles| Reverse(tiles.len()));
    kinds.into_iter().map(|tiles| tiles[0]).collect()
}

/// The tiles of one kind as rectangles, one for each run in a row.
fn path_of(level: &Level, kind: Tile, left: f64, top: f64, tile: f64) -> String {
    let mut path = String::new();
    for (y, row) in level.view().rows().enumerate() {
        let mut x = 0;
        for run in row.chunk_by(PartialEq::eq) {
            if run[0] == kind {
                let [left, top] = [left + x as f64 * tile, top + y as f64 * tile].map(rounded);
                let [width, height] = [run.len() as f64 * tile, tile].map(rounded);
                write!(path, "M{left} {top}h{width}v{height}h-{width}Z")
                    .expect("text can be added to");
            }
            x += run.len();
        }
    }
    path
}

/// Rounds to hundredths of a pixel, which are precise enough and short.
fn rounded(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}
