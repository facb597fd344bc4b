//! Small configs and genomes for the tests of this crate.

use marahel_config::Genome;
use marahel_papers::fdg20::BUILT_IN;
use tempfile::TempDir;

use crate::{Event, GenerationSummary, Outcome, Recorder, RunFolder, Stop, Unwatched, run};
use marahel_config::{Config, EvolutionError, Options, problem_of};

/// Records the events of a run.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) summaries: Vec<GenerationSummary>,
    /// The state of the run after each generation.
    pub(crate) states: Vec<Vec<u8>>,
    /// Whether the last state was marked as the last.
    pub(crate) is_saved: bool,
    pub(crate) searched: Vec<Outcome>,
    /// The arguments of each `Validates` event.
    pub(crate) validated: Vec<(usize, u32)>,
}

impl Recorder for Memory {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        match *event {
            Event::Generation { summary, .. } => {
                assert!(self.searched.is_empty() && !self.is_saved);
                self.summaries.push(summary.clone());
            }
            Event::Checkpoint { is_last, state } => {
                self.states.push(state());
                self.is_saved = is_last;
            }
            Event::Searched(outcome) => self.searched.push(outcome.clone()),
            Event::Validates { n_members, n_maps } => self.validated.push((n_members, n_maps)),
        }
        Ok(Stop::No)
    }
}

/// A small config with some changes, `key = value` each.
#[track_caller]
pub(crate) fn config(changes: &[(&str, &str)]) -> Config {
    let base = [
        ("search.algorithm", "nsga2"),
        ("seed", "7"),
        ("maps", "4"),
        ("validation_maps", "6"),
        ("search.population", "6"),
        ("search.generations", "3"),
    ];
    let changes = base.iter().chain(changes).copied();
    Config::load(BUILT_IN, None, &Options::of_settings(changes)).expect("the changes make sense")
}

/// Runs a config to its end in a new folder; returns the folder and the outcome.
pub(crate) fn finished(config: &Config) -> (TempDir, Outcome) {
    let folder = TempDir::new().unwrap();
    let problem = problem_of(config);
    let mut writer = RunFolder::create(folder.path(), false, config, &problem).unwrap();
    let outcome = run(config, &problem, &mut writer, &Unwatched).unwrap();
    writer.finish(&outcome, None).unwrap();
    drop(writer);
    (folder, outcome)
}

/// Two explorers with all genes equal. The expansion of genes 0 never ends.
pub(crate) fn genome(gene: u32) -> Genome {
    let mut genes = vec![gene; 102];
    genes[0] = 0;
    Genome::Genes(genes)
}
