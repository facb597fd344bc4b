//! Options that decide a config, shared by the subcommands.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use experiment::{Config, Problems};

use crate::terminal::{Usage, at_least};

/// Where the settings come from: a config file, single settings, or defaults.
#[derive(Debug, Args)]
pub(super) struct ConfigArgs {
    #[arg(long, value_name = "NAME|FILE", help = problem_help())]
    pub(super) problem: Option<String>,
    /// Level sizes, columns by rows, instead of the problem's: 20x15, or 11x7,20x15 in turn.
    #[arg(long, value_name = "SIZES")]
    pub(super) size: Option<String>,
    /// Read settings from a TOML file.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Change one setting of the config, such as search.crossover=0.9 or
    /// zelda.weights.door=2; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(super) set: Vec<String>,
    /// Seed of all random numbers [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least::<0>)]
    pub(super) seed: Option<u64>,
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME")]
    pub(super) semantics: Option<String>,
}

/// No settings but those of the options.
pub(super) const NO_MORE: [(&str, String); 0] = [];

impl ConfigArgs {
    /// The config of these options and of `more` settings, which win.
    pub(super) fn load(
        &self,
        problems: Problems,
        more: impl IntoIterator<Item = (impl Into<String>, String)>,
    ) -> anyhow::Result<Config> {
        let mut settings = Vec::new();
        for set in &self.set {
            let (key, value) = set
                .split_once('=')
                .ok_or_else(|| Usage(format!("--set {set}: write it as KEY=VALUE")))?;
            settings.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        let own = [
            ("problem", self.problem.as_deref().map(quoted)),
            ("size", self.size.as_deref().map(quoted)),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("semantics", self.semantics.as_deref().map(quoted)),
        ];
        for (key, value) in own {
            settings.extend(value.map(|value| (key.to_owned(), value)));
        }
        settings.extend(more.into_iter().map(|(key, value)| (key.into(), value)));
        if settings.iter().all(|(key, _)| key != "problem") && !self.config_names_problem() {
            let names = problems.listed();
            let place = match &self.config {
                None => "name a problem with --problem".to_owned(),
                Some(file) => format!("{}: no `problem` is named; use --problem", file.display()),
            };
            return Err(Usage(format!("{place} ({names}), or a --config that names one")).into());
        }
        Ok(Config::load(problems, self.config.as_deref(), &settings)?)
    }

    /// Whether there is a file that names a problem; one that cannot be read may
    /// do so, and is reported by whoever reads it.
    fn config_names_problem(&self) -> bool {
        self.config.as_ref().is_some_and(|file| {
            let text = fs::read_to_string(file).ok();
            let table = text.and_then(|text| text.parse::<toml::Table>().ok());
            table.is_none_or(|table| table.contains_key("problem"))
        })
    }
}

fn problem_help() -> String {
    let names = problems::ALL.names().collect::<Vec<_>>();
    let (last, others) = names.split_last().expect("there are problems");
    format!(
        "What to generate levels for: {}, {last}, or a problem file (*.toml)",
        others.join(", ")
    )
}

/// A text as a TOML value.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}
