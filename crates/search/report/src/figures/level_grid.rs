//! Levels in labelled cells: which generator makes what.

use kuva::render::color::Color;
use marahel_level::Level;

use super::script_beside_levels::{
    CHARACTER_MAX, GAP, GAP_OF_LEVELS, LEADING, Legend, MARGIN, Page, tile_side,
};
use crate::figure::Figure;
use crate::style::PALE_GREY;

/// A cell of a [`level_grid`].
#[derive(Clone, Debug)]
pub struct GridCell {
    /// The title of the cell, above its levels.
    pub title: String,
    /// Levels, side by side; empty for a grey area.
    pub levels: Vec<Level>,
    /// Text below the levels, a line each.
    pub lines: Vec<String>,
}

/// Cells of equal size in rows of `n_columns`, above a legend of the tiles of the first level.
/// Equal cells give equal bytes.
pub fn level_grid(cells: &[GridCell], n_columns: usize) -> Figure {
    let n_columns = n_columns.clamp(1, cells.len().max(1));
    let levels: Vec<Level> = cells.iter().flat_map(|cell| cell.levels.iter().cloned()).collect();
    let tile = tile_side(&levels);
    let [width, height] = [Level::width, Level::height].map(|side: fn(&Level) -> usize| {
        levels.iter().map(side).max().map_or(4.0 * LEADING, |n| n as f64 * tile)
    });
    let n_levels = cells.iter().map(|cell| cell.levels.len()).max().unwrap_or(0).max(1) as f64;
    let texts = cells.iter().flat_map(|cell| cell.lines.iter().chain([&cell.title]));
    let n_characters = texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let n_lines = cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(0);
    let cell_width = (n_levels * (width + GAP_OF_LEVELS) - GAP_OF_LEVELS)
        .max((n_characters as f64 * CHARACTER_MAX).ceil());
    let cell_height = height + (n_lines as f64 + 1.0) * LEADING + GAP_OF_LEVELS;

    let n_rows = cells.len().div_ceil(n_columns) as f64;
    let all_width = n_columns as f64 * (cell_width + GAP) - GAP;
    let all_height = n_rows * (cell_height + GAP);
    let legend = levels.first().map(|first| Legend::of(first.palette(), &levels));
    let legend_size = legend.as_ref().map_or((0.0, 0), |legend| legend.size(all_width));
    let mut page = Page::new(
        all_width.max(legend_size.0) + 2.0 * MARGIN,
        all_height + legend_size.1 as f64 * LEADING + 2.0 * MARGIN,
    );
    for (index, cell) in cells.iter().enumerate() {
        let left = MARGIN + (index % n_columns) as f64 * (cell_width + GAP);
        let top = MARGIN + (index / n_columns) as f64 * (cell_height + GAP);
        page.text(cell.title.clone(), left, top, false);
        let top = top + LEADING + GAP_OF_LEVELS / 2.0;
        if cell.levels.is_empty() {
            page.frame(left, top, width, height, Color::from(PALE_GREY));
        }
        for (index, level) in cell.levels.iter().enumerate() {
            page.level(level, left + index as f64 * (width + GAP_OF_LEVELS), top, tile);
        }
        let top = top + height + GAP_OF_LEVELS / 2.0;
        for (row, line) in cell.lines.iter().enumerate() {
            page.text(line.clone(), left, top + row as f64 * LEADING, false);
        }
    }
    if let Some(legend) = &legend {
        page.legend(legend, MARGIN, MARGIN + all_height, all_width);
    }
    Figure::new(page.scene)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marahel_level::{Level, Palette};

    use super::{GridCell, level_grid};

    #[test]
    fn every_cell_has_its_title_and_lines() {
        let palette = Arc::new(Palette::of_names(&["empty", "solid"]).expect("two names"));
        let level = Level::from_text("##\n#.\n", palette).expect("it is a level");
        let full = GridCell {
            title: "crates 1".to_owned(),
            levels: vec![level.clone(), level],
            lines: vec!["97 % hit".to_owned()],
        };
        let empty = GridCell {
            title: "crates 2".to_owned(),
            levels: Vec::new(),
            lines: vec!["none".to_owned()],
        };
        let svg = level_grid(&[full, empty], 2).svg();
        for text in ["crates 1", "97 % hit", "crates 2", "none", "solid"] {
            assert!(svg.contains(text), "{text} is not in {svg}");
        }
        assert!(level_grid(&[], 3).svg().contains("<svg"));
    }
}
