//! The folder of `--out`: tables, figures, example levels.

use std::path::Path;

use anyhow::Context;
use marahel::Generator;
use marahel_level::{Art, fitting_sheet};
use marahel_statistics::range::{
    ExpressiveRange, corners, corners_csv, levels_csv, summary_csv, together_csv,
};
use marahel_system::files::write_atomically;

use super::names;

/// Side of a tile in pictures of example levels.
pub(super) const TILE_PIXELS: u32 = 8;

pub(super) fn write(
    folder: &Path,
    ranges: &[ExpressiveRange],
    generators: &[Generator],
    metrics: &[String],
    art: Art<'_>,
) -> anyhow::Result<()> {
    write_atomically(&folder.join("levels.csv"), levels_csv(ranges).as_bytes())?;
    write_atomically(&folder.join("summary.csv"), summary_csv(ranges).as_bytes())?;
    write_atomically(&folder.join("together.csv"), together_csv(ranges).as_bytes())?;
    let parts = names::of_files(metrics.iter().map(String::as_str));
    let named: Vec<(&String, String)> = metrics.iter().zip(parts).collect();
    for (index, (x, x_part)) in named.iter().enumerate() {
        if let Some(figure) = marahel_report::box_plot(ranges, x) {
            write_atomically(&folder.join(format!("box-{x_part}.svg")), figure.svg().as_bytes())?;
        }
        for (y, y_part) in &named[index + 1..] {
            if let Some(figure) = marahel_report::heat_map(ranges, x, y) {
                let name = format!("heat-{x_part}-{y_part}.svg");
                write_atomically(&folder.join(name), figure.svg().as_bytes())?;
            }
        }
    }
    if let [x, y, ..] = metrics {
        write_corners(folder, ranges, generators, (x, y), art)?;
    }
    Ok(())
}

/// Writes the levels nearest to the corners of two metrics: a picture for each script, with the
/// levels placed like the corners, and a table of their seeds.
fn write_corners(
    folder: &Path,
    ranges: &[ExpressiveRange],
    generators: &[Generator],
    (x, y): (&str, &str),
    art: Art<'_>,
) -> anyhow::Result<()> {
    let mut corners_by_script = Vec::new();
    let parts = names::of_files(ranges.iter().map(|range| range.name.as_str()));
    for ((range, generator), part) in ranges.iter().zip(generators).zip(parts) {
        let Some(corners) = corners(range, x, y) else { continue };
        corners_by_script.push((range.name.as_str(), corners));
        let levels = corners.map(|seed| generator.generate(seed));
        let levels = levels.into_iter().collect::<Result<Vec<_>, _>>();
        let levels = levels.with_context(|| range.name.clone())?;
        let picture = fitting_sheet(&levels, art, Some(2))?;
        write_atomically(&folder.join(format!("corners-{part}.png")), &picture)?;
    }
    write_atomically(&folder.join("corners.csv"), corners_csv(corners_by_script, x, y).as_bytes())?;
    Ok(())
}
