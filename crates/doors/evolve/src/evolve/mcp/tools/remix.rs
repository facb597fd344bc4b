//! Repairing levels, and variations of one.

use anyhow::{bail, ensure};
use marahel_formats::Hints;
use marahel_level::{Level, sheet_of_changes};
use marahel_problem::Problem;
use marahel_remix::{Aim, Freedom, changed, remix, repair};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::levels::pixels;
use super::{Effect, Work, judge};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{LevelSource, ProblemSource};

/// Maximum number of levels per call.
const N_LEVELS_MAX: usize = 16;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Repair {
    problem: ProblemSource,
    levels: LevelSource,
    /// Number of variations instead, 1 to 16.
    #[serde(default)]
    variations: Option<usize>,
    /// Share of the cells that variations change; 0.3 or less.
    #[serde(default)]
    change: Option<f64>,
    /// Tiles, or "x,y,width,height".
    #[serde(default)]
    keep: Vec<String>,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    overwrite: bool,
}

/// Levels, those that they came from, and a text about each.
#[derive(Default)]
struct Changes {
    levels: Vec<Level>,
    before: Vec<Level>,
    notes: Vec<String>,
}

impl Work for Repair {
    const NAME: &'static str = "repair";
    const TITLE: &'static str = "Repair levels, or vary one";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str =
        "Make levels good by few changes, each with its reason; or good variations of one level.";

    fn work(self) -> anyhow::Result<Reply> {
        let problem = self.problem.problem()?;
        let levels = read(&self.levels, &problem)?;
        let changes = match self.variations {
            Some(count) => self.varied(&problem, &levels, count)?,
            None => self.repaired(&problem, levels)?,
        };
        problem.check_judge()?;
        let texts: Vec<String> = changes.levels.iter().map(Level::to_text).collect();
        let texts = texts.join("\n");
        let sheet =
            sheet_of_changes(&changes.levels, &changes.before, pixels(&changes.levels), None)?;
        let reply = Reply::of_lines(&changes.notes).line(&texts);
        let reply = reply.line("(picture: what did not change is pale)").with_picture(Some(sheet));
        let mut reply = reply.next("look at the picture; score says what a level lacks");
        if let Some(to) = &self.to {
            reply = reply.with_file(to, texts.into_bytes());
            reply.overwrites = self.overwrite;
        }
        let pairs = changes.before.iter().zip(&changes.levels);
        let n_changed: Vec<usize> =
            pairs.map(|(before, level)| changed(before, level).len()).collect();
        Ok(reply.with_data(&json!({ "changed": n_changed })))
    }
}

impl Repair {
    fn repaired(&self, problem: &Problem, levels: Vec<Level>) -> anyhow::Result<Changes> {
        let mut changes = Changes::default();
        for (number, level) in (1..).zip(levels) {
            let (aim, freedom) = self.aim(problem, &level)?;
            let repaired = repair(&aim, &level, &freedom, 1, self.seed).remove(0);
            changes
                .notes
                .extend(repaired.told.iter().map(|line| format!("level {number}: {line}")));
            changes.levels.push(repaired.level);
            changes.before.push(level);
        }
        Ok(changes)
    }

    fn varied(&self, problem: &Problem, levels: &[Level], count: usize) -> anyhow::Result<Changes> {
        ensure!((1..=N_LEVELS_MAX).contains(&count), "`variations` is 1 to {N_LEVELS_MAX}");
        let [map] = levels else { bail!("there are several levels; give one to vary") };
        let (aim, freedom) = self.aim(problem, map)?;
        let aim = aim.with_map(map, false)?;
        let (mut variations, mut misses) = (Vec::new(), Vec::new());
        for index in 0..count as u64 {
            match remix(&aim, map, &freedom, self.change, (self.seed, index), &variations)? {
                Ok(level) => variations.push(level),
                Err(demands) => misses = demands,
            }
        }
        ensure!(
            !variations.is_empty(),
            "no good variation was found; missed: {}; ask for less change, or repair the level first",
            misses.join("; ")
        );
        let notes = vec![format!("{} of {count} variations", variations.len())];
        Ok(Changes { before: vec![map.clone(); variations.len()], levels: variations, notes })
    }

    fn aim(&self, problem: &Problem, level: &Level) -> anyhow::Result<(Aim, Freedom)> {
        let size = (level.width(), level.height());
        let aim = Aim::new(problem.clone().with_good_conditions(), size)?;
        Ok((aim, Freedom::of(level, &self.keep, &self.only)?))
    }
}

fn read(source: &LevelSource, problem: &Problem) -> anyhow::Result<Vec<Level>> {
    let palette = Some(problem.palette().clone());
    let hints =
        Hints { named: palette.clone(), keeps_names: true, target: palette, ..Hints::default() };
    let levels = judge::read(source, &hints)?;
    ensure!((1..=N_LEVELS_MAX).contains(&levels.len()), "give 1 to {N_LEVELS_MAX} levels");
    let levels = levels.iter().map(|level| level.renamed(problem.palette().clone()));
    Ok(levels.collect::<Result<_, _>>()?)
}
