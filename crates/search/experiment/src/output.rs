//! The files of an experiment besides its runs.

use std::path::Path;

use marahel_report::write_figure;
use marahel_system::files::{make_folder, write_atomically};

use crate::comparisons::comparisons;
use crate::curves::curves;
use crate::figures::figures;
use crate::report_text::report;
use crate::tables::{curves_csv, runs_csv, tests_csv};
use crate::{Comparison, Design, ExperimentError, Results};

/// Writes the results of an experiment into its folder: `experiment.toml`, `runs.csv`,
/// `curves.csv`, `tests.csv`, figures as SVG and PNG, and `report.md`, which cites `command` as the
/// way to reproduce it; returns the comparisons.
pub fn write(
    design: &Design,
    results: &Results,
    folder: &Path,
    command: &str,
) -> Result<Vec<Comparison>, ExperimentError> {
    make_folder(folder)?;
    let curves = curves(design, results);
    let comparisons = comparisons(design, results);
    let figures = figures(design, &curves, &comparisons);
    for drawn in &figures {
        write_figure(folder, &drawn.stem, &drawn.figure)?;
    }
    let files = [
        ("experiment.toml", design.text.clone()),
        ("runs.csv", runs_csv(results)),
        ("curves.csv", curves_csv(&curves)),
        ("tests.csv", tests_csv(&comparisons)),
        ("report.md", report(design, results, &comparisons, &figures, command)),
    ];
    for (name, text) in files {
        write_atomically(&folder.join(name), text.as_bytes())?;
    }
    Ok(comparisons)
}
