//! Making a script better.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::ensure;
use marahel_config::{Beginning, Config, script_for};
use marahel_evolution::{evaluate_script, example_levels};
use marahel_problem::Problem;
use marahel_studio::PATIENCE;
use schemars::JsonSchema;
use serde::Deserialize;

use super::budget::{Budget, LOCKS, first_seed};
use super::levels::sheet;
use super::{Effect, Work};
use crate::evolve::improve::report;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, has_ending};
use crate::evolve::settings::another_size;

/// Fresh levels that measure the script before and after: at most, and where levels take long.
const N_VALIDATED: u32 = 500;
const N_VALIDATED_MIN: u32 = 50;

/// Time of all, of which a call has [`PATIENCE`]; and of what comes after the edits.
const TIME: Duration = Duration::from_secs(26);
const TIME_OF_ENDING: f64 = 5.0;

/// Levels of the ending for each one that measures the script, with four edits and the verdict.
const N_OF_ENDING: f64 = 24.0;

/// Levels that tell how long one takes.
const N_TIMED: u32 = 16;

/// Levels of each picture.
const N_PICTURED: u64 = 6;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Improve {
    script: ScriptText,
    problem: ProblemSource,
    /// File for the better script; may be that of the script, with `overwrite`.
    to: String,
    #[serde(default)]
    #[schemars(description = LOCKS)]
    locks: Vec<String>,
    /// Number of levels to make, at most 60000. Fewer for large levels.
    #[serde(default = "Budget::of_edits")]
    budget: u64,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    overwrite: bool,
}

/// How fast levels come, and when to stop, so that what was found is not lost.
struct Pace {
    begin: Instant,
    /// Levels in a second.
    speed: f64,
    n_validated: u32,
    /// The longest time between two looks.
    longest: Duration,
    last: Option<Instant>,
    has_stopped: bool,
}

impl Pace {
    fn of(script: &ScriptText, problem: &Problem, config: &Config) -> anyhow::Result<Self> {
        let begin = Instant::now();
        let names: Vec<_> = config.names.clone().into_iter().collect();
        let script = script_for(script.script()?, problem, &names)?;
        let timed = Config { maps: N_TIMED, ..config.clone() };
        evaluate_script(&script, problem, &timed)?;
        let n_threads = rayon::current_num_threads() as f64;
        let speed = n_threads * f64::from(N_TIMED) / begin.elapsed().as_secs_f64().max(1e-6);
        let n_validated = (TIME_OF_ENDING * speed / N_OF_ENDING) as u32;
        let n_validated = n_validated.clamp(N_VALIDATED_MIN, N_VALIDATED);
        let (longest, last) = (Duration::ZERO, None);
        Ok(Self { begin, speed, n_validated, longest, last, has_stopped: false })
    }

    /// The budget for which there is time at most, since its first quarter may go to drafts, between
    /// which nobody looks. The first levels may have been slow by chance.
    fn budget(&self, asked: u64) -> u64 {
        asked.min((2.0 * self.speed * TIME.as_secs_f64()) as u64)
    }

    /// Whether another step and the ending would take too long.
    fn is_over(&mut self, n_levels: u64) -> bool {
        // Drafts come once, before the first look.
        if let Some(last) = self.last.replace(Instant::now()) {
            self.longest = self.longest.max(last.elapsed());
        }
        let elapsed = self.begin.elapsed();
        self.speed = self.speed.min(n_levels as f64 / elapsed.as_secs_f64().max(1e-6));
        let ending = f64::from(self.n_validated) * N_OF_ENDING / self.speed.max(1e-6);
        let ending = Duration::from_secs_f64(ending.min(TIME.as_secs_f64()));
        self.has_stopped = elapsed + self.longest + ending > TIME;
        self.has_stopped
    }
}

impl Work for Improve {
    const NAME: &'static str = "improve";
    const TITLE: &'static str = "Finish a script by few edits";
    const EFFECT: Effect = Effect::Replaces;
    const IS_LONG: bool = true;
    const ABOUT: &'static str = "Finish a script that is nearly right, or a layout, by few edits that make more levels good and lower \
        nothing else. Use it before any search; call it again to go on.";

    fn work(self) -> anyhow::Result<Reply> {
        Budget::OF_EDITS.check(self.budget)?;
        ensure!(has_ending(&self.to, "json"), "`to` is the place of a file that ends in .json");
        let problem = self.problem.problem()?;
        let mut config = Config {
            from: vec![PathBuf::from(self.script.label())],
            from_texts: vec![self.script.text.clone()],
            lock: self.locks,
            seed: self.seed,
            ..Config::default()
        };
        config.search.start = Beginning::Scripts;
        let mut pace = Pace::of(&self.script, &problem, &config)?;
        let (budget, n_validated) = (pace.budget(self.budget), pace.n_validated);
        let improved =
            marahel_improve::improve(&config, &problem, budget, n_validated, &mut |progress| {
                pace.is_over(progress.n_levels)
            })?;
        problem.check_judge()?;
        let text = report::text(&improved, &config, &problem)?;
        let mut reply = Reply::of_lines(&[text.trim_end().to_owned()]);
        if let Some(line) = another_size(self.script.label(), &self.script.script()?, &problem) {
            reply = reply.line(&line);
        }
        let n_levels = improved.n_levels;
        if pace.has_stopped || budget < self.budget && n_levels > budget / 2 {
            reply = reply.line(&format!(
                "it stopped after {n_levels} levels, before its `budget` of {}, because an answer comes within {} s",
                self.budget,
                PATIENCE.as_secs()
            ));
        }
        if improved.edits.is_empty() {
            reply = reply.line(&format!(
                "{n_levels} levels were spent on changes of numbers, conditions, rules and explorers; {} is not \
                 written",
                self.to
            ));
            return Ok(reply.next(
                "look at what its levels lack with evaluate, and change that rule; or start_search",
            ));
        }
        for (text, name) in [(&self.script.text, "before"), (&improved.text, "after")] {
            let levels = example_levels(text, N_PICTURED, &config, &problem)?.unwrap_or_default();
            if !levels.is_empty() {
                reply = reply.line(&format!("levels of the seeds from 0, {name} (picture)"));
                reply = reply.with_picture(sheet(&levels)?);
            }
        }
        reply = reply.with_file(&self.to, improved.text.into_bytes());
        reply.overwrites = self.overwrite;
        Ok(reply.next(
            "compare the pictures: no number says what was meant; then improve again, or evaluate",
        ))
    }
}
