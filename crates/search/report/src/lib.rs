//! Figures of a run folder or of the expressive range of generators; fronts in numbers.
//!
//! The main functions are [`write_figures`] and [`write_page`] for a run, and
//! [`heat_map`] and [`box_plot`] for a range. The main types are the [`Figure`] and the
//! [`Analysis`] of fronts. Input is read only from files, so any table with the same columns will
//! do.
//!
//! The [`Records`] of one or more runs supply the data of figures: [`fronts_over_generations`],
//! [`hypervolume`], [`front_pair`], [`objective_distributions`].
//!
//! Figures are SVG. They must also work in print and in grey: things with different colors
//! also have different markers or line styles.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

mod analysis;
mod axis;
mod document;
mod error;
mod figure;
mod figures;
mod page;
mod records;
mod style;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Values};
pub use document::document;
pub use error::ReportError;
pub use figure::Figure;
pub use figures::{
    FrontPair, Hypervolumes, Series, box_plot, front_pair, fronts_over_generations, heat_map,
    hypervolume, objective_distributions, stem,
};
pub use page::front::Front;
pub use page::listing::{Line, explorers_as_lines, wrap};
pub use page::write_page;
pub use records::{Generations, Member, Records};

use std::fs;
use std::path::{Path, PathBuf};

use figures::RUN_FIGURES;

use marahel_system::files::{check_no_links, entries, failed, make_folder};

/// Draws the figures of the run in `folder` as SVG into its subfolder `figures`; returns the files.
///
/// In names, characters of objectives other than letters, digits and underscores become
/// underscores. Equal tables give equal bytes.
///
/// Sources: Khalifa 2020, Figure 1 for the fronts per generation, Figures 2, 4 and 6 for the pairs
/// of objectives.
///
/// # Errors
///
/// If the folder does not hold the tables of a run, or `figures` cannot be written. Tables are read
/// and checked before the first figure is written.
pub fn write_figures(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let records = Records::read(folder)?;
    let drawn: Vec<(String, Figure)> =
        RUN_FIGURES.iter().flat_map(|figure| figure.draw(&records)).collect();
    check_no_links(folder)?;
    let figures = folder.join("figures");
    make_folder(&figures)?;
    drawn.iter().map(|(stem, figure)| figure.write(&figures, stem)).collect()
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

/// Whether a file has the name of a figure of this or an earlier version.
fn is_ours(path: &Path) -> bool {
    let [stem, ending] =
        [path.file_stem(), path.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
    let is_drawn = RUN_FIGURES.iter().any(|figure| figure.fits(&stem));
    (is_drawn || stem.starts_with("generator-")) && ["svg", "png"].contains(&&*ending)
}
