//! Turning drawn levels into a problem and a script.

use std::sync::Arc;

use anyhow::bail;
use marahel_formats::{Hints, Legend};
use marahel_problem::Problem;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Effect, Work};
use crate::evolve::like::drawn::{self, Source};
use crate::evolve::like::{Imitation, LIKENESS_ALONE, Moving, Understanding, imitated};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::LevelSource;

const N_DRAWINGS_MAX: usize = 64;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Imitate {
    /// Two to ten; they should differ in everything that may differ.
    drawings: Vec<LevelSource>,
    /// What characters mean: {"#": "wall"}; a list adds a role: `{"#": ["solid", "wall"]}`.
    #[serde(default)]
    legend: Map<String, Value>,
    /// By default inferred.
    #[serde(default)]
    movement: Option<Movement>,
    /// Columns and rows; by default those of most drawings.
    #[serde(default)]
    size: Option<[usize; 2]>,
    /// Problem file to write, such as mine.toml; the script is mine-understood.json beside it.
    to: String,
    #[serde(default)]
    overwrite: bool,
}

/// How a hero moves.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "lowercase")]
enum Movement {
    /// In four directions.
    Walk,
    /// With gravity.
    Platformer,
    /// Nobody moves.
    None,
}

/// With fewer playable levels a script is no beginning.
const PLAYABLE_MIN: f64 = 0.05;

const NEXT: &str = "strike what is an accident of the drawings from the problem by edit; evaluate the script, improve \
                    it, or start_search";
const NEXT_WITHOUT_SCRIPT: &str = "strike what is an accident of the drawings from the problem by edit; the script \
                                   misreads the drawings, so save one of your own with the layout, and evaluate it";

impl Work for Imitate {
    const NAME: &'static str = "imitate";
    const TITLE: &'static str = "Learn from drawings";
    const EFFECT: Effect = Effect::Replaces;
    const IS_LONG: bool = true;
    const ABOUT: &'static str = "From drawn levels: a problem file that asks for what they share, and a script that explains them \
        layer by layer. Use it when examples say more than words.";

    fn work(self) -> anyhow::Result<Reply> {
        let Some(stem) = self.to.strip_suffix(".toml").filter(|stem| !stem.is_empty()) else {
            bail!("`to` is the place of a file that ends in .toml");
        };
        if self.drawings.is_empty() || self.drawings.len() > N_DRAWINGS_MAX {
            bail!("give 1 to {N_DRAWINGS_MAX} `drawings`, best three to five");
        }
        let legend = Legend::parse(&Value::Object(self.legend).to_string())?;
        let known = Hints { makes_up_names: true, legend, ..Hints::default() };
        let folder = self.drawings.iter().find_map(|source| match source {
            LevelSource::File { folder, .. } => Some(folder.clone()),
            LevelSource::Text(_) => None,
        });
        let sources: Vec<Source> = (1..).zip(self.drawings).map(source).collect();
        let drawings = drawn::read(&sources, known, folder.as_deref())?;
        let plain = |one: char| if one.is_ascii_alphanumeric() || one == '_' { one } else { '-' };
        let name: String = stem.rsplit('/').next().unwrap_or(stem).chars().map(plain).collect();
        let movement = self.movement.map(|movement| match movement {
            Movement::Walk => Moving::Walk,
            Movement::Platformer => Moving::Platformer,
            Movement::None => Moving::None,
        });
        let Imitation { text, definition, is_likeness_alone, lines, .. } =
            imitated(&drawings, &name, self.size.map(Into::into), movement)?;
        let mut told = Reply::of_lines(&lines).with_file(&self.to, text.into_bytes());
        told.overwrites = self.overwrite;
        if is_likeness_alone {
            told = told.line(LIKENESS_ALONE);
        }
        told = told.line("(the file also has the drawings)");
        let mut next = NEXT;
        if let Some(understood) = Understanding::of(&Problem::with_defaults(Arc::new(definition)))?
        {
            let script = format!("{stem}-understood.json");
            let (lines, verdict) = (understood.lines.join("\n"), &understood.verdict);
            told = told.line(&format!("{lines}\n{verdict} (picture): {script}"));
            told = told.with_file(script, understood.script.into_bytes());
            told = told.with_picture(understood.picture);
            next = if understood.playable < PLAYABLE_MIN { NEXT_WITHOUT_SCRIPT } else { NEXT };
        }
        Ok(told.next(next))
    }
}

fn source((number, source): (usize, LevelSource)) -> Source {
    match source {
        LevelSource::Text(text) => Source::Text(format!("drawing {number}"), text),
        LevelSource::File { path, .. } => Source::File(path),
    }
}
