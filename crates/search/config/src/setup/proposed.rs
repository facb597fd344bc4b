//! Proposed scripts, made ready for breeding.

use marahel_breeding::{Task, recast};
use marahel_problem::{Levels, Maker, Maps, Problem};
use marahel_script::{Document, Script, Severity};
use marahel_system::files::in_units;
use serde::Serialize;

use super::script_genome::task_of;
use crate::{Config, Genome};
use marahel_problem::programs;

/// Mistakes of one script that are reported.
const N_MISTAKES_MAX: usize = 5;

/// Characters of a reported mistake.
const N_CHARACTERS_MAX: usize = 400;

/// Bytes of the text of a proposed script.
const N_TEXT_BYTES_MAX: usize = 1 << 16;

/// The level that each script is tried on.
const TRIED: Maps = Maps { key: [0; 32], n: 1, draw_seed: 0 };

/// Reads scripts that were proposed for the problem of a config.
pub struct ProposalReader<'p> {
    problem: &'p Problem,
    task: Task,
    names: Vec<(String, String)>,
}

/// A mistake of a proposed script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The mistake, and what to do about it.
    pub message: String,
    /// Where it is; empty for the whole script.
    pub place: String,
}

impl Mistake {
    /// A mistake of the whole script.
    pub fn of_all(message: &str) -> Self {
        Self { message: cut(message), place: String::new() }
    }
}

impl<'p> ProposalReader<'p> {
    /// Casts scripts for the tiles of a problem, by the names that a config gives them.
    pub fn new(config: &Config, problem: &'p Problem) -> Self {
        let names = config.names.iter().map(|(from, to)| (from.clone(), to.clone())).collect();
        Self { problem, task: task_of(problem), names }
    }

    /// Casts a script for the tiles of the problem, by names or else by roles, as scripts in
    /// `from`.
    pub fn read(&self, text: &str) -> Result<Genome, Vec<Mistake>> {
        if text.len() > N_TEXT_BYTES_MAX {
            let most = in_units(N_TEXT_BYTES_MAX as u64);
            return Err(refusal(&format!("a proposed script has at most {most}; this has more")));
        }
        let script = Script::parse(text).map_err(|error| {
            let errors = error
                .diagnostics()
                .iter()
                .filter(|diagnostic| diagnostic.severity == Severity::Error);
            let mistakes = errors.take(N_MISTAKES_MAX).map(|diagnostic| Mistake {
                message: cut(&[diagnostic.message.as_str(), &diagnostic.help].join("; ")),
                place: cut(format!(
                    "{}, line {}, column {}",
                    diagnostic.place, diagnostic.line, diagnostic.column
                )
                .trim_start_matches(", ")),
            });
            mistakes.collect::<Vec<_>>()
        })?;
        let script = recast(&script, &self.task, &self.names)
            .map_err(|error| refusal(&error.to_string()))?;
        let document = Document::of(script);
        let n_bytes_max = marahel_breeding::n_bytes_max(&self.task);
        if document.text.len() > n_bytes_max {
            return Err(refusal(&format!(
                "a script has at most {n_bytes_max} bytes, written without spaces; this has {}",
                document.text.len()
            )));
        }
        if document.script.explorers.is_empty() {
            return Err(refusal("it has no explorers"));
        }
        if !document.is_sound() {
            return Err(refusal("for the tiles of this problem, it is no script that can be bred"));
        }
        // A search drops a script whose levels cost too much and reports nothing.
        let programs = programs(&document.script, self.problem);
        let levels = Levels { programs: &programs, maps: TRIED, names: None };
        let mut maker = Maker::new(self.problem.definition().pinned());
        maker.make(levels, 0).map_err(|error| refusal(&error.to_string()))?;
        Ok(document.into())
    }
}

fn refusal(message: &str) -> Vec<Mistake> {
    vec![Mistake::of_all(message)]
}

fn cut(text: &str) -> String {
    let text = text.trim_end_matches("; ");
    match text.char_indices().nth(N_CHARACTERS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
