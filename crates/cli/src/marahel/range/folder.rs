//! The folder of `--out`: tables, figures, example levels.

use std::fs;
use std::path::Path;

use anyhow::Context;
use experiment::write_atomically;
use level::contact_sheet;
use marahel::Generator;
use range::{Corner, ExpressiveRange, corners, corners_csv, levels_csv, summary_csv};

/// Side of a tile in pictures of example levels.
const TILE_PIXELS: u32 = 8;

/// Writes all files of `--out`.
pub(super) fn write(
    folder: &Path,
    ranges: &[ExpressiveRange],
    generators: &[Generator],
    metrics: &[String],
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    write_atomically(&folder.join("levels.csv"), levels_csv(ranges).as_bytes())?;
    write_atomically(&folder.join("summary.csv"), summary_csv(ranges).as_bytes())?;
    for (index, x) in metrics.iter().enumerate() {
        if let Some(svg) = report::box_plot(ranges, x) {
            write_atomically(&folder.join(format!("box-{}.svg", file_part(x))), svg.as_bytes())?;
        }
        for y in &metrics[index + 1..] {
            if let Some(svg) = report::heat_map(ranges, x, y) {
                let name = format!("heat-{}-{}.svg", file_part(x), file_part(y));
                write_atomically(&folder.join(name), svg.as_bytes())?;
            }
        }
    }
    if let [x, y, ..] = metrics {
        write_corners(folder, ranges, generators, x, y)?;
    }
    Ok(())
}

/// Writes the levels nearest to the corners of two metrics: a picture for each
/// script, in which they stand as the corners do, and a table of their seeds.
fn write_corners(
    folder: &Path,
    ranges: &[ExpressiveRange],
    generators: &[Generator],
    x: &str,
    y: &str,
) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for (range, generator) in ranges.iter().zip(generators) {
        let Some(corners) = corners(range, x, y) else { continue };
        found.push((range.name.as_str(), corners));
        let level = |corner: Corner| generator.generate(corner.seed);
        let levels = corners.into_iter().map(level).collect::<Result<Vec<_>, _>>();
        let levels = levels.with_context(|| range.name.clone())?;
        let picture = contact_sheet(&levels, TILE_PIXELS, Some(2))?;
        let name = format!("corners-{}.png", file_part(&range.name));
        write_atomically(&folder.join(name), &picture)?;
    }
    write_atomically(&folder.join("corners.csv"), corners_csv(found, x, y).as_bytes())?;
    Ok(())
}

/// A name as part of the name of a file.
fn file_part(name: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || character == '_';
    name.chars().map(|character| if is_plain(character) { character } else { '_' }).collect()
}
