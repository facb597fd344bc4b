//! How drawings are understood: the script that explains them, with levels of it.

use std::path::{Path, PathBuf};

use experiment::{Explained, explain_drawings, write_atomically};
use level::{Level, contact_sheet};
use marahel::{Generator, Semantics};
use problem::Problem;

use crate::terminal::print;

/// Levels on the picture, and how wide their tiles are at most, in pixels.
const N_LEVELS: u64 = 9;
const TILE_PIXELS: u32 = 12;

/// A level is at most about so many pixels wide and high.
const LEVEL_PIXELS: usize = 800;

/// Files beside the problem file: the script, and a picture of its levels.
pub(super) struct Beside {
    script: PathBuf,
    picture: PathBuf,
}

impl Beside {
    /// `mine-understood.json` and `mine-understood.png` beside `mine.toml`.
    pub(super) fn new(problem: &Path) -> Self {
        let stem = problem.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |ending: &str| problem.with_file_name(format!("{stem}-understood.{ending}"));
        Self { script: beside("json"), picture: beside("png") }
    }

    /// Writes both, and prints what the layers are.
    pub(super) fn show(&self, problem: &Problem) -> anyhow::Result<()> {
        let Some(Explained { script, playable, like }) = explain_drawings(problem) else {
            return Ok(());
        };
        print("\nhow the drawings are understood, layer by layer:")?;
        for (number, explorer) in (1..).zip(&script.explorers) {
            print(format_args!("{number:>4}. {}", explorer.description.as_str()))?;
        }
        write_atomically(&self.script, script.to_string().as_bytes())?;
        let generator = Generator::new(&script, Semantics::default());
        let levels = (0..N_LEVELS).filter_map(|seed| generator.generate(seed).ok());
        let palette = problem.palette();
        let levels = levels.map(|level| level.in_palette(Some(palette.clone())));
        let levels: Vec<Level> = levels.collect::<Result<_, _>>()?;
        let (script, picture) = (self.script.display(), self.picture.display());
        // Of huge levels there is no picture.
        let picture = match contact_sheet(&levels, tile_pixels(&levels), None) {
            Ok(sheet) => {
                write_atomically(&self.picture, &sheet)?;
                format!("{picture} is a picture, {script} the script")
            }
            Err(_) => format!("{script} is the script"),
        };
        let playable = 100.0 * playable;
        print(format_args!(
            "its levels are {like:.2} like the drawings, and {playable:.0} of 100 can be played: {picture}"
        ))?;
        Ok(())
    }
}

fn tile_pixels(levels: &[Level]) -> u32 {
    let side = levels.iter().map(|level| level.width().max(level.height())).max().unwrap_or(1);
    ((LEVEL_PIXELS / side) as u32).clamp(1, TILE_PIXELS)
}
