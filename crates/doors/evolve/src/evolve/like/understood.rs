//! The script that explains drawings, with levels of it.

use std::path::{Path, PathBuf};

use marahel::Generator;
use marahel_evolution::{Explained, explain_drawings};
use marahel_level::{Level, fitting_sheet};
use marahel_problem::Problem;
use marahel_system::files::write_atomically;

use crate::terminal::print;

/// Levels in the picture, and maximum width of their tiles in pixels.
const N_LEVELS: u64 = 9;
const TILE_PIXELS: u32 = 12;

/// Approximate maximum width and height of a level in pixels.
const LEVEL_PIXELS: usize = 800;

pub(in crate::evolve) struct Understanding {
    pub(in crate::evolve) script: String,
    /// A PNG picture of its levels; `None` for huge levels.
    pub(in crate::evolve) picture: Option<Vec<u8>>,
    pub(in crate::evolve) lines: Vec<String>,
    pub(in crate::evolve) verdict: String,
    /// The share of its levels that can be played, in 0..=1.
    pub(in crate::evolve) playable: f64,
}

impl Understanding {
    /// The explanation of the drawings of a problem, if there is one.
    pub(in crate::evolve) fn of(problem: &Problem) -> anyhow::Result<Option<Self>> {
        let Some(Explained { script, playable, like }) = explain_drawings(problem) else {
            return Ok(None);
        };
        let mut lines = vec!["\nhow the drawings are understood, layer by layer:".to_owned()];
        for (number, explorer) in (1..).zip(&script.explorers) {
            lines.push(format!("{number:>4}. {}", explorer.description.as_str()));
        }
        let generator = Generator::new(&script);
        let levels = (0..N_LEVELS).filter_map(|seed| generator.generate(seed).ok());
        let palette = problem.palette();
        let levels = levels.map(|level| level.in_palette(Some(palette.clone())));
        let levels: Vec<Level> = levels.collect::<Result<_, _>>()?;
        let percent = 100.0 * playable;
        Ok(Some(Self {
            script: script.to_string(),
            picture: fitting_sheet(&levels, tile_pixels(&levels), None).ok(),
            lines,
            verdict: format!(
                "its levels are {like:.2} like the drawings, and {percent:.0} of 100 can be played"
            ),
            playable,
        }))
    }

    /// Writes `mine-understood.json` and `mine-understood.png` beside `mine.toml`, and prints the
    /// layers.
    pub(super) fn write_beside(&self, problem: &Path) -> anyhow::Result<()> {
        self.lines.iter().try_for_each(print)?;
        let [script, picture] = files_beside(problem);
        write_atomically(&script, self.script.as_bytes())?;
        let script = script.display();
        let written = match &self.picture {
            Some(sheet) => {
                write_atomically(&picture, sheet)?;
                format!("{} is a picture, {script} the script", picture.display())
            }
            None => format!("{script} is the script"),
        };
        Ok(print(format_args!("{}: {written}", self.verdict))?)
    }
}

pub(super) fn files_beside(problem: &Path) -> [PathBuf; 2] {
    let stem = problem.file_stem().unwrap_or_default().to_string_lossy();
    ["json", "png"].map(|ending| problem.with_file_name(format!("{stem}-understood.{ending}")))
}

fn tile_pixels(levels: &[Level]) -> u32 {
    let side = levels.iter().map(|level| level.width().max(level.height())).max().unwrap_or(1);
    ((LEVEL_PIXELS / side) as u32).clamp(1, TILE_PIXELS)
}
