//! Small configs and genomes for the tests of this crate.

use problems::ALL;
use search::{Genome, Individual};
use tempfile::TempDir;

use crate::{
    Config, ExperimentError, GenerationSummary, Options, Outcome, Recorder, RunFolder, Unwatched,
    problem_of, run,
};

/// Remembers what it was told of a run.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) summaries: Vec<GenerationSummary>,
    /// The state of the run after each generation.
    pub(crate) states: Vec<Vec<u8>>,
    /// The last state was said to be the last.
    pub(crate) is_saved: bool,
    pub(crate) searched: Vec<Outcome>,
    /// Numbers of generators, and of the levels that each was measured on.
    pub(crate) validated: Vec<(usize, u32)>,
}

impl Recorder for Memory {
    fn generation(
        &mut self,
        summary: &GenerationSummary,
        _population: &[Individual],
        _share: f64,
    ) -> Result<(), ExperimentError> {
        assert!(self.searched.is_empty() && !self.is_saved);
        self.summaries.push(summary.clone());
        Ok(())
    }

    fn checkpoint(
        &mut self,
        is_last: bool,
        state: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), ExperimentError> {
        self.states.push(state());
        self.is_saved = is_last;
        Ok(())
    }

    fn searched(&mut self, found: &Outcome) -> Result<bool, ExperimentError> {
        self.searched.push(found.clone());
        Ok(true)
    }

    fn validates(&mut self, n_members: usize, n_maps: u32) {
        self.validated.push((n_members, n_maps));
    }
}

/// A config with a few changes, `key = value` each.
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
    Config::load(ALL, None, &Options::of_settings(changes)).expect("the changes make sense")
}

/// A folder into which a run of a config was written to its end, and what it found.
pub(crate) fn finished(config: &Config) -> (TempDir, Outcome) {
    let folder = TempDir::new().unwrap();
    let problem = problem_of(config);
    let mut writer = RunFolder::create(folder.path(), false, config, &problem).unwrap();
    let outcome = run(config, &problem, &mut writer, &Unwatched).unwrap();
    writer.finish(&outcome).unwrap();
    drop(writer);
    (folder, outcome)
}

/// Two explorers, all of whose genes are equal. Those of 0 never end.
pub(crate) fn genome(gene: u32) -> Genome {
    let mut genes = vec![gene; 102];
    genes[0] = 0;
    genes
}
