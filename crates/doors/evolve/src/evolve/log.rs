//! Progress of a search for programs: JSON objects, one per line, on standard error.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use marahel_config::Config;
use marahel_evolution::{GenerationSummary, Outcome};
use serde_json::{Value, json};

use crate::terminal::note;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Level {
    /// No JSON lines; show progress instead.
    #[default]
    Off,
    /// A line for the start, the end, and each generation.
    Info,
    /// Also a line for each script that made no levels, with the reason, and for each
    /// checkpoint.
    Debug,
}

/// Writes the lines of one search.
pub(super) struct Log {
    level: Level,
    begin: Instant,
}

impl Log {
    pub(super) fn new(level: Level) -> Self {
        Self { level, begin: Instant::now() }
    }

    pub(super) fn begin(&self, config: &Config, n_generations: u64, n_levels: u64) {
        self.say(Level::Info, || {
            json!({
                "event": "begin",
                "problem": config.problem.name(),
                "seed": config.seed,
                "generations": n_generations,
                "levels": n_levels,
                "planned_generations": config.search.generations,
                "planned_levels": config.search.budget,
            })
        });
    }

    pub(super) fn generation(&self, summary: &GenerationSummary, share: f64, best: Option<&str>) {
        for (individual, failure) in &summary.failures {
            self.say(Level::Debug, || {
                json!({
                    "event": "no_levels",
                    "generation": summary.generation,
                    "individual": individual,
                    "reason": failure.reason(),
                })
            });
        }
        self.say(Level::Info, || {
            json!({
                "event": "generation",
                "generation": summary.generation,
                "share": share,
                "evaluations": summary.n_evaluations,
                "levels": summary.n_maps,
                "front_size": summary.front_size,
                "hypervolume": summary.hypervolume,
                "validated_hypervolume": summary.validated_hypervolume,
                "best": best,
                "known": summary.n_cache_hits,
                "unbounded": summary.n_unbounded,
                "over_budget": summary.n_over_budget,
            })
        });
    }

    /// Reports the number of checkpoints and their total time.
    pub(super) fn checkpoints(&self, n: u64, cost: Duration) {
        self.say(
            Level::Debug,
            || json!({"event": "checkpoint", "written": n, "cost": cost.as_secs_f64()}),
        );
    }

    /// Reports the end of the search; `measuring` is what it measures again, if anything.
    pub(super) fn searched(&self, outcome: &Outcome, measuring: Option<&str>) {
        self.say(Level::Info, || {
            json!({
                "event": "searched",
                "interrupted": outcome.is_interrupted,
                "front_size": outcome.front.len(),
                "measuring": measuring,
            })
        });
    }

    pub(super) fn end(&self, outcome: &Outcome) {
        self.say(Level::Info, || json!({"event": "end", "validation_levels": outcome.n_validated}));
    }

    fn say(&self, level: Level, what: impl FnOnce() -> Value) {
        if self.level >= level {
            let mut line = what();
            line["seconds"] = self.begin.elapsed().as_secs_f64().into();
            note(line);
        }
    }
}
