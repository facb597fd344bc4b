//! Repairing levels, and variations of one.

use anyhow::{bail, ensure};
use marahel_formats::Hints;
use marahel_level::{Level, sheet_of_changes};
use marahel_problem::Problem;
use marahel_remix::{Aim, Freedom, Standard, remix, repair, usual_change};
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
    /// Whether playable is enough; else levels become good.
    #[serde(default)]
    playable: bool,
    #[serde(flatten)]
    kept: Kept,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remix {
    problem: ProblemSource,
    level: LevelSource,
    /// Number of variations, 1 to 16.
    #[serde(default = "four")]
    count: usize,
    /// Share of the cells that change, by default 0.3 where so many can.
    #[serde(default)]
    change: Option<f64>,
    #[serde(flatten)]
    kept: Kept,
}

/// What stays, and where the result goes.
#[derive(Deserialize, JsonSchema)]
struct Kept {
    /// What stays: names of tiles, or rectangles, "x,y,width,height".
    #[serde(default)]
    keep: Vec<String>,
    /// Tiles that alone may go and come.
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    seed: u64,
    /// Text file for the levels, such as repaired.txt.
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    overwrite: bool,
}

const fn four() -> usize {
    4
}

impl Work for Repair {
    const NAME: &'static str = "repair";
    const TITLE: &'static str = "Repair levels";
    const EFFECT: Effect = Effect::Replaces;
    const OUTPUT: &'static [(&'static str, &'static str)] = &[("levels", "array")];
    const ABOUT: &'static str = "Make levels good by the fewest changed cells, each with its reason. Use it on a level that you drew and \
        that score does not find good.";

    fn work(self) -> anyhow::Result<Reply> {
        let problem = self.problem.problem()?;
        let standard = if self.playable { Standard::Playable } else { Standard::Good };
        let (levels, mut lines, mut data) = (read(&self.levels, &problem)?, Vec::new(), Vec::new());
        let mut repaired = Vec::new();
        for (number, level) in (1..).zip(&levels) {
            let aim = Aim::new(problem.clone(), (level.width(), level.height()), standard)?;
            let found =
                repair(&aim, level, &self.kept.freedom(level)?, 1, self.kept.seed).remove(0);
            problem.check_judge()?;
            lines.extend(found.told().into_iter().map(|line| format!("level {number}: {line}")));
            data.push(json!({ "changes": found.changes.len(), "lacks": found.lacks }));
            repaired.push(found.level);
        }
        let reply = self.kept.reply(&lines, &repaired, &levels)?;
        Ok(reply.with_data(json!({ "levels": data })))
    }
}

impl Work for Remix {
    const NAME: &'static str = "remix";
    const TITLE: &'static str = "Make variations of a level";
    const EFFECT: Effect = Effect::Replaces;
    const OUTPUT: &'static [(&'static str, &'static str)] = &[("changed", "array")];
    const ABOUT: &'static str = "Good levels that keep what makes a level this one, and change the rest: its small patterns, its numbers, \
        and what can be reached stay.";

    fn work(self) -> anyhow::Result<Reply> {
        ensure!((1..=N_LEVELS_MAX).contains(&self.count), "`count` is 1 to {N_LEVELS_MAX}");
        let problem = self.problem.problem()?;
        let levels = read(&self.level, &problem)?;
        let [map] = &levels[..] else { bail!("there are several levels; give one") };
        let aim = Aim::new(problem.clone(), (map.width(), map.height()), Standard::Good)?;
        let aim = aim.with_map(map, false)?;
        let freedom = self.kept.freedom(map)?;
        let change = self.change.unwrap_or_else(|| usual_change(map, &freedom));
        let (mut found, mut changed) = (Vec::new(), Vec::new());
        for index in 0..self.count as u64 {
            let place = (self.kept.seed, index);
            if let Some(variation) = remix(&aim, map, &freedom, change, place, &found)? {
                changed.push(variation.change);
                found.push(variation.level);
            }
        }
        problem.check_judge()?;
        ensure!(
            !found.is_empty(),
            "no good variation was found; ask for less change, or repair it first"
        );
        let line = format!("{} of {} variations", found.len(), self.count);
        let reply = self.kept.reply(&[line], &found, &vec![map.clone(); found.len()])?;
        Ok(reply.with_data(json!({ "changed": changed })))
    }
}

impl Kept {
    fn freedom(&self, level: &Level) -> anyhow::Result<Freedom> {
        Ok(Freedom::of(level, &self.keep, &self.only)?)
    }

    /// The lines, the levels as texts and in a picture, and their file.
    fn reply(&self, lines: &[String], levels: &[Level], before: &[Level]) -> anyhow::Result<Reply> {
        let texts: Vec<String> = levels.iter().map(Level::to_text).collect();
        let texts = texts.join("\n");
        let sheet = sheet_of_changes(levels, before, pixels(levels), None)?;
        let reply = Reply::of_lines(lines).line(&texts);
        let mut reply =
            reply.line("(picture: what did not change is pale)").with_picture(Some(sheet));
        if let Some(to) = &self.to {
            reply = reply.with_file(to, texts.into_bytes());
            reply.overwrites = self.overwrite;
        }
        Ok(reply.next("look at the picture; score says what a level lacks"))
    }
}

/// Some levels in the tiles of a problem.
fn read(source: &LevelSource, problem: &Problem) -> anyhow::Result<Vec<Level>> {
    let palette = Some(problem.palette().clone());
    let known =
        Hints { named: palette.clone(), keeps_names: true, target: palette, ..Hints::default() };
    let levels = judge::read(source, &known)?;
    ensure!((1..=N_LEVELS_MAX).contains(&levels.len()), "give 1 to {N_LEVELS_MAX} levels");
    let levels = levels.iter().map(|level| level.renamed(problem.palette().clone()));
    Ok(levels.collect::<Result<_, _>>()?)
}
