//! A run folder, or the expressive range of generators, as figures.
//!
//! The key function is [`write_figures`] for a run, [`heat_map`] and
//! [`box_plot`] for a range. `write_figures` knows a run by its files alone,
//! not by the types of those who wrote them, so that any folder with the same
//! tables can be drawn, by hand or by another program. A figure shows what the
//! tables say; nothing is measured or compared here.
//!
//! Figures are SVG. They are read on paper and in grey, too: what differs in
//! color also differs in its marker or its kind of line.

mod axis;
mod decimate;
mod error;
mod figures;
mod records;
mod style;
mod table;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use error::ReportError;
pub use figures::{box_plot, heat_map};

use std::fs;
use std::path::{Path, PathBuf};

use experiment::write_atomically;

use records::Records;

/// Draws the figures of the run in `folder` into its subfolder `figures`.
///
/// | file | what it shows |
/// | --- | --- |
/// | `fronts.svg` | number of Pareto fronts, and size of the first, per generation |
/// | `hypervolume.svg` | hypervolume of the first front per generation |
/// | `objectives.svg` | best and mean of each objective per generation |
/// | `front-A-B.svg` | for each pair of objectives A and B, the first front as searched and as validated |
///
/// Reads `generations.csv`, `front.csv` and `population.csv`. Objectives are
/// the columns X of `front.csv` beside which there is a column `X_validated`;
/// their validated values may be empty, as they are when a run did not validate.
/// In the names of files, characters of objectives other than letters, digits
/// and underscores become underscores.
///
/// Returns the files in the order of the table; equal tables give equal bytes.
///
/// Sources: Khalifa 2020, Figure 1 for the fronts per generation, Figures 2, 4
/// and 6 for the pairs of objectives.
///
/// # Errors
///
/// If a table is missing or lacks a column, if a value is not what its column
/// holds, if there is no generation or no objective, or if `figures` cannot be
/// written to. Tables are read and checked before the first figure is written.
pub fn write_figures(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let records = Records::read(folder)?;
    let figures = folder.join("figures");
    fs::create_dir_all(&figures).map_err(|source| ReportError::File {
        action: "making the folder",
        path: figures.clone(),
        source,
    })?;
    let mut paths = Vec::new();
    for (name, svg) in figures::draw(&records) {
        let path = figures.join(name);
        write_atomically(&path, svg.as_bytes())?;
        paths.push(path);
    }
    Ok(paths)
}
