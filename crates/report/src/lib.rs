//! Figures of a run folder or of the expressive range of generators; fronts in numbers.
//!
//! The main functions are [`run_figures`], [`generator_figures`] and [`write_page`] for a run, and
//! [`heat_map`] and [`box_plot`] for a range. The main types are the [`Figure`] and the
//! [`Analysis`] of fronts. Input is read only from files, so any table with the same columns will
//! do.
//!
//! The [`Records`] of one or more runs supply the data of figures: [`fronts_over_generations`],
//! [`hypervolume`], [`front_pair`], [`objective_distributions`].
//!
//! Figures are SVG or PNG. They must also work in print and in grey: things with different colors
//! also have different markers or line styles.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

mod analysis;
mod axis;
mod decimate;
mod document;
mod error;
mod figure;
mod figures;
mod generators;
mod page;
mod records;
mod style;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Values};
pub use document::document;
pub use error::ReportError;
pub use figure::{Figure, FigureFormat, write_figure};
pub use figures::{
    DotGroup, FrontPair, GridCell, Hypervolumes, QuartileCurve, Series, box_plot, dots, front_pair,
    fronts_over_generations, heat_map, hypervolume, level_grid, objective_distributions,
    quartile_curves, stem,
};
pub use generators::generator_figures;
pub use page::write_page;
pub use records::{Generations, Member, Records};

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use system::files::entries;
use system::files::failed;

/// The figures of the run in `folder`: file names without extensions, and the figures.
///
/// | name | what it shows |
/// | --- | --- |
/// | `fronts` | number of Pareto fronts, and size of the first, per generation |
/// | `hypervolume` | hypervolume of the first front per generation, as validated and as searched; of at most 16 objectives |
/// | `objectives` | best and mean of each objective per generation |
/// | `distributions` | where random generators and the first front, as searched and as validated, lie in each objective |
/// | `front-A-B` | for each pair of at most 16 objectives A and B, the first front as searched and as validated before random generators |
///
/// In names, characters of objectives other than letters, digits and underscores become
/// underscores. Equal tables give equal bytes.
///
/// Sources: Khalifa 2020, Figure 1 for the fronts per generation, Figures 2, 4 and 6 for the pairs
/// of objectives.
///
/// # Errors
///
/// If the folder does not hold the tables of a run: see [`Records::read`].
pub fn run_figures(folder: &Path) -> Result<Vec<(String, Figure)>, ReportError> {
    Ok(figures::draw(&Records::read(folder)?))
}

/// Draws the [`run_figures`] of the run in `folder` as SVG into its subfolder `figures`; returns
/// the files.
///
/// # Errors
///
/// If the folder does not hold the tables of a run, or `figures` cannot be written. Tables are read
/// and checked before the first figure is written.
pub fn write_figures(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let drawn = run_figures(folder)?;
    let figures = folder.join("figures");
    fs::create_dir_all(&figures).map_err(failed("making the folder", &figures))?;
    let drawn = drawn.iter();
    drawn.map(|(stem, figure)| figure.write(&figures, stem, FigureFormat::Svg)).collect()
}

/// Removes only the figures of an earlier run from a run folder.
///
/// # Errors
///
/// If they cannot be removed.
pub fn remove_figures(folder: &Path) -> Result<(), ReportError> {
    let figures = folder.join("figures");
    let Ok(paths) = entries(&figures) else { return Ok(()) };
    for path in paths.into_iter().filter(|path| is_ours(path)) {
        fs::remove_file(&path).map_err(failed("removing", &path))?;
    }
    Ok(())
}

/// Whether a file has the name of one of the [`run_figures`] or [`generator_figures`].
fn is_ours(path: &Path) -> bool {
    const NAMES: [&str; 4] = ["fronts", "hypervolume", "objectives", "distributions"];
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    let is_named = NAMES.contains(&stem.as_str());
    let is_numbered = ["front-", "generator-"].iter().any(|begin| stem.starts_with(begin));
    (is_named || is_numbered) && ["svg", "png"].contains(&ending.as_str())
}
