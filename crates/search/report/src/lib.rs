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
mod tests;

pub use analysis::{Analysis, Values};
pub use document::document;
pub use error::ReportError;
pub use figure::{Figure, FigureFormat, write_figure};
pub use figures::{
    FigureName, FrontPair, Hypervolumes, RUN_FIGURES, RunFigure, Series, box_plot, front_pair,
    fronts_over_generations, heat_map, hypervolume, objective_distributions, stem,
};
pub use generators::{GENERATOR_FIGURES, KNEE, generator_figures};
pub use page::write_page;
pub use records::{Generations, Member, Records};

use std::fs;
use std::path::{Path, PathBuf};

use marahel_system::files::{check_no_links, entries, failed, make_folder};

/// The figures of the run in `folder`: file names without extensions, and the figures.
///
/// [`RUN_FIGURES`] says what they show. In names, characters of objectives other than letters, digits and underscores become
/// underscores. Equal tables give equal bytes.
///
/// Sources: Khalifa 2020, Figure 1 for the fronts per generation, Figures 2, 4 and 6 for the pairs
/// of objectives.
pub fn run_figures(folder: &Path) -> Result<Vec<(String, Figure)>, ReportError> {
    let records = Records::read(folder)?;
    Ok(RUN_FIGURES.iter().flat_map(|figure| figure.draw(&records)).collect())
}

/// Draws the [`run_figures`] of the run in `folder` as SVG into its subfolder `figures`; returns
/// the files.
///
/// # Errors
///
/// If the folder does not hold the tables of a run, or `figures` cannot be written. Tables are read
/// and checked before the first figure is written.
pub fn write_figures(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let run_figures = run_figures(folder)?;
    check_no_links(folder)?;
    let figures = folder.join("figures");
    make_folder(&figures)?;
    let run_figures = run_figures.iter();
    run_figures.map(|(stem, figure)| figure.write(&figures, stem, FigureFormat::Svg)).collect()
}

/// Removes only the figures of an earlier run from a run folder.
pub fn remove_figures(folder: &Path) -> Result<(), ReportError> {
    check_no_links(folder)?;
    let figures = folder.join("figures");
    let Ok(paths) = entries(&figures) else { return Ok(()) };
    for path in paths.into_iter().filter(|path| is_ours(path)) {
        fs::remove_file(&path).map_err(failed("removing", &path))?;
    }
    Ok(())
}

/// Whether a file has the name of one of the [`run_figures`] or [`generator_figures`].
fn is_ours(path: &Path) -> bool {
    let [stem, ending] =
        [path.file_stem(), path.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
    let mut names = RUN_FIGURES.iter().map(|figure| figure.name).chain(GENERATOR_FIGURES);
    names.any(|name| name.fits(&stem))
        && FigureFormat::ALL.iter().any(|format| format.extension() == ending)
}
