//! Drawn levels: reading files, and deriving problems.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use marahel_drawings::Explanation;
use marahel_drawings::{DrawnLevels, InferredProblem, Moving};
use marahel_formats::{Advice, Hints, Legend, NamedFiles};
use marahel_level::{Level, Unread};
use marahel_problem::{Definition, Problem};
use marahel_script::Size;
use marahel_system::levels_of_bytes;
use serde::Deserialize;
use serde_json::json;

use crate::answers::grid::{Grid, tiles};
use crate::answers::problem_info::{movement, problem_of};
use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of levels shown per file, and of drawings per problem.
const N_LEVELS_MAX: usize = 64;

/// A level file, to be read with the tiles of a problem.
#[derive(Deserialize)]
pub(crate) struct FileQuestion {
    problem: String,
    /// Name of the file; the extension determines the format.
    name: String,
    base64: String,
    /// Other files that the user chose with it, such as tilesets.
    #[serde(default)]
    beside: Vec<SentFile>,
}

/// A file that a page sends.
#[derive(Deserialize)]
struct SentFile {
    name: String,
    base64: String,
}

/// A page knows files only by name, whatever folder they are in.
impl NamedFiles for FileQuestion {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        let name = path.rsplit('/').next().unwrap_or_default();
        let file = self.beside.iter().find(|file| file.name == name).ok_or(Unread::Away)?;
        BASE64_STANDARD
            .decode(&file.base64)
            .map_err(|error| Unread::Broken(format!("which was not sent whole: {error}")))
    }
}

/// Advice for the page if part of a file was not read, or was guessed.
const ADVICE: Advice = Advice {
    layer: "make the layer visible in the editor",
    folder: "choose that file together with the map",
    legend: "a legend on the command line",
    empty: "a tile painted there",
};

/// Levels drawn with the tiles of a problem.
#[derive(Deserialize)]
pub(crate) struct Question {
    problem: String,
    drawings: Vec<Grid>,
}

pub(crate) fn read(question: &FileQuestion) -> Answer {
    let problem = problem_of(&question.problem)?;
    let bytes = BASE64_STANDARD.decode(&question.base64)?;
    let palette = problem.palette();
    let named = Some(palette.clone());
    let hints =
        Hints { named: named.clone(), keeps_names: true, target: named, ..Hints::default() };
    let reading = levels_of_bytes(Path::new(&question.name), &bytes, &hints, question)?;
    let levels = reading.levels.iter().take(N_LEVELS_MAX);
    let levels: Vec<Grid> = levels.map(|level| Grid::of(level.level.view())).collect();
    let notes = reading.about.told(&ADVICE);
    Ok(json!({ "tiles": tiles(palette)?, "levels": levels, "notes": notes }))
}

impl Question {
    fn levels(&self, problem: &Problem) -> Result<Vec<Level>, Refusal> {
        if self.drawings.is_empty() || self.drawings.len() > N_LEVELS_MAX {
            return Err(Refusal(format!("give 1 to {N_LEVELS_MAX} drawings")));
        }
        let drawings = self.drawings.iter().map(|grid| grid.level(problem.palette()));
        drawings.collect()
    }
}

/// The script that explains the drawings, and its layers; null if a cell is unset.
pub(crate) fn understand(question: &Question) -> Answer {
    let problem = problem_of(&question.problem)?;
    let levels = question.levels(&problem)?;
    let (width, height) = (levels[0].width() as u32, levels[0].height() as u32);
    let size = Size { width, height };
    let Some(Explanation { script, .. }) =
        marahel_drawings::explain(&levels, (size, size), None).into_iter().next()
    else {
        return Ok(json!({ "script": null, "layers": [] }));
    };
    let layers = script.explorers.iter().map(|explorer| explorer.description.as_str());
    Ok(json!({ "script": script.to_string(), "layers": layers.collect::<Vec<_>>() }))
}

/// A problem file for levels similar to the drawings.
pub(crate) fn like(question: &Question) -> Answer {
    let problem = problem_of(&question.problem)?;
    let levels = question.levels(&problem)?;
    let drawn = DrawnLevels::new(levels, Some(problem.palette().clone()), Legend::default())?;
    let moving = match movement(&problem) {
        "" => None,
        "platformer" => Some(Moving::Platformer),
        _ => Some(Moving::Walk),
    };
    let InferredProblem { head, body, .. } =
        InferredProblem::of(&drawn, "drawn", drawn.commonest_size(), moving)?;
    let text = format!("{head}{body}");
    Definition::parse(&text)?;
    Ok(json!({ "text": text, "told": body.trim() }))
}
