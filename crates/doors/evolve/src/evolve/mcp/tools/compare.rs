//! Two scripts side by side.

use anyhow::ensure;
use marahel::Generator;
use marahel_config::{Config, script_for};
use marahel_evolution::{Sample, evaluate_script, lacks_of_script};
use marahel_level::{Level, TileSet};
use marahel_problem::{Places, Problem};
use marahel_script::{Script, diff, laid_out};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::levels::{sheet_in, yes};
use super::making::in_palette;
use super::{Schema, Work, mcp};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText};
use crate::evolve::sample_lines::{N_EXPLAINED, lack_rows, measure_rows};
use crate::evolve::settings::another_size;

/// Maximum number of levels of each script.
const N_LEVELS_MAX: u32 = 500;

/// Levels of each script in the picture.
const N_PICTURED: usize = 4;

/// Maximum number of characters of a diff.
const N_CHARS_OF_DIFF: usize = 4000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Compare {
    script: ScriptText,
    with: ScriptText,
    problem: ProblemSource,
    /// Levels of each, 2 to 500.
    #[serde(default = "two_hundred")]
    count: u32,
    #[serde(default = "yes")]
    diff: bool,
}

const fn two_hundred() -> u32 {
    N_EXPLAINED
}

#[derive(Serialize, JsonSchema)]
struct Compared {
    first: Shares,
    second: Shares,
    #[schemars(skip)]
    spread: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Shares {
    playable: f64,
    good: f64,
    differ: Option<f64>,
}

struct Measured {
    script: Script,
    sample: Sample,
    levels: Vec<Level>,
    places: Places,
    lacks: Vec<String>,
}

impl Work for Compare {
    const NAME: &'static str = "compare";
    const TITLE: &'static str = "Compare two scripts";
    const OUTPUT: Option<Schema> = Some(mcp::Tool::with_output_schema::<Compared>);
    const ABOUT: &'static str = "Measure two scripts: shares of playable and good levels, how much levels vary, what they lack, what \
        differs in the text, and a picture of the same seeds, one script above the other.";

    fn work(self) -> anyhow::Result<Reply> {
        ensure!((2..=N_LEVELS_MAX).contains(&self.count), "`count` is 2 to {N_LEVELS_MAX} levels");
        let problem = self.problem.problem()?.with_named_parts();
        let config = Config { maps: self.count, ..Config::default() };
        let first = Measured::of(&self.script, &problem, &config)?;
        let second = Measured::of(&self.with, &problem, &config)?;
        let mut lines =
            vec![format!("first: {}; second: {}", self.script.label(), self.with.label())];
        lines.extend(measure_rows(&[&first.sample, &second.sample], &problem));
        if let (Some(before), Some(after)) = (first.places.differ(), second.places.differ()) {
            lines.push(format!(
                "{:<12}{before:>18.3}{after:>18.3}  of the cells differ between two levels",
                "differ"
            ));
        }
        let spread = second.places.spread_relative_to(&first.places);
        lines.extend(spread.map(|ratio| {
            format!("{:<12}{:>18}{ratio:>18.2}  times as widely tiles are spread", "spread", 1)
        }));
        for (name, measured) in [("first", &first), ("second", &second)] {
            lines.extend(another_size(name, &measured.script, &problem));
            if let [head, rows @ ..] = measured.lacks.as_slice() {
                lines.push(format!("{name}, {head}\n{}", rows.join("\n")));
            }
        }
        if self.diff {
            lines.push(changes(&self.script.text, &self.with.text, &first.script, &second.script));
        }
        let n = N_PICTURED.min(first.levels.len());
        let levels = [&first.levels[..n], &second.levels[..n]].concat();
        lines
            .push(format!("the seeds 0 to {}: the first above, the second below (picture)", n - 1));
        let picture = sheet_in(&levels, Some(n))?;
        let reply = Reply::of_lines(&lines).with_picture(picture);
        let reply =
            reply.with_data(&Compared { first: first.shares(), second: second.shares(), spread });
        Ok(reply.next("keep the one whose picture is what you mean; no number says that"))
    }
}

impl Measured {
    fn of(script: &ScriptText, problem: &Problem, config: &Config) -> anyhow::Result<Self> {
        let script = script_for(script.script()?, problem, &[])?;
        let sample = evaluate_script(&script, problem, config)?;
        let lacks = lack_rows(&lacks_of_script(&script, problem, config)?);
        let generator = Generator::new(&script);
        let levels = (0..u64::from(config.maps)).map(|seed| generator.generate(seed));
        let levels = in_palette(levels.collect::<Result<_, _>>()?, Some(problem.palette()))?;
        let mut places = Places::default();
        for level in &levels {
            places.add(level.view(), TileSet::entities(problem.palette().len()));
        }
        Ok(Self { script, sample, levels, places, lacks })
    }

    fn shares(&self) -> Shares {
        Shares {
            playable: self.sample.playable(),
            good: self.sample.good(),
            differ: self.places.differ(),
        }
    }
}

/// What differs between two texts: as they are written, or laid out alike without the shapes that went,
/// whatever is shorter.
fn changes(old: &str, new: &str, first: &Script, second: &Script) -> String {
    let written = diff(old, new);
    let mut first = first.clone();
    let stays = |name: &String| second.neighborhoods.0.iter().any(|(kept, _)| kept == name);
    first.neighborhoods.0.retain(|(name, _)| stays(name));
    let alike = diff(&laid_out(&first.to_json()), &laid_out(&second.to_json()));
    let shortest = if written.len() <= alike.len() { written } else { alike };
    match shortest.char_indices().nth(N_CHARS_OF_DIFF) {
        _ if shortest.is_empty() => "the scripts are the same".to_owned(),
        None => format!("what changed from the first to the second:\n{shortest}"),
        Some((end, _)) => {
            let n_left = shortest[end..].lines().count();
            format!(
                "what changed from the first to the second:\n{}\n... ({n_left} more lines of changes)",
                &shortest[..end]
            )
        }
    }
}
