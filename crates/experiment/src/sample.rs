//! Measuring one script on many levels, in memory that one thread reuses.

use level::{Tile, UNKNOWN, View};
use marahel::{Program, RunError, Script, Workspace};
use problem::{Meter, Problem, Tally};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::ExperimentError;
use crate::streams::level_stream;

/// What many levels of one script score.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Scores in 0..=1, one tally for each objective.
    pub scores: Vec<Tally>,
    /// Number of levels that are playable.
    pub n_playable: u32,
    /// Number of levels.
    pub n_maps: u32,
}

impl Sample {
    /// Share of the levels that are playable.
    pub fn playable(&self) -> f64 {
        f64::from(self.n_playable) / f64::from(self.n_maps)
    }
}

/// Which levels to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maps {
    /// The key of their streams; level i starts from stream i.
    pub(crate) key: [u8; 32],
    pub(crate) n: u32,
    /// Seed of the measures that draw random cells on the first level; the
    /// others count on from it.
    pub(crate) draw_seed: u64,
}

/// Generates and measures levels of one problem.
pub struct Sampler<'p> {
    problem: &'p dyn Problem,
    meter: Box<dyn Meter + 'p>,
    workspace: Workspace,
    values: Vec<f64>,
    renamed: Vec<Tile>,
}

impl<'p> Sampler<'p> {
    /// A sampler with memory of its own.
    pub fn new(problem: &'p dyn Problem) -> Self {
        Self {
            problem,
            meter: problem.meter(),
            workspace: Workspace::new(),
            values: vec![0.0; problem.objectives().len()],
            renamed: Vec::new(),
        }
    }

    /// Measures levels of a program. `seed` seeds all that follows the initial
    /// explorer; `names` says which tile of the problem each tile of the
    /// program is, if they are numbered differently.
    pub(crate) fn sample(
        &mut self,
        program: &Program,
        maps: Maps,
        seed: Option<u64>,
        names: Option<&[Tile; 64]>,
    ) -> Result<Sample, RunError> {
        let objectives = self.problem.objectives();
        let mut scores = vec![Tally::default(); objectives.len()];
        let mut n_playable = 0;
        for map in 0..maps.n {
            let mut rng = level_stream(maps.key, u64::from(map));
            let draw_seed = maps.draw_seed.wrapping_add(u64::from(map));
            let Self { meter, workspace, renamed, .. } = self;
            program.run(&mut rng, workspace, |explorer, view, rng| {
                if explorer == 0 {
                    meter.start(rename(view, names, renamed), draw_seed);
                    if let Some(seed) = seed {
                        *rng = ChaCha8Rng::seed_from_u64(seed);
                    }
                }
            })?;
            let level = rename(workspace.level(), names, renamed);
            n_playable += u32::from(meter.measure(level, &mut self.values));
            for ((tally, objective), &value) in scores.iter_mut().zip(objectives).zip(&self.values)
            {
                tally.add(objective.band.score(value));
            }
        }
        Ok(Sample { scores, n_playable, n_maps: maps.n })
    }
}

/// The level with the problem's tiles, copied if they differ from the script's.
fn rename<'v>(view: View<'v>, names: Option<&[Tile; 64]>, renamed: &'v mut Vec<Tile>) -> View<'v> {
    let Some(names) = names else { return view };
    renamed.clear();
    renamed.extend(view.rows().flatten().map(|&tile| names[usize::from(tile)]));
    View::new(renamed, view.width(), view.height(), view.width())
}

/// Which tile of the problem each tile of a script is; `None` if they are the same.
///
/// # Errors
///
/// If the script has an entity that the problem does not know.
pub fn match_entities(
    script: &Script,
    problem: &dyn Problem,
) -> Result<Option<[Tile; 64]>, ExperimentError> {
    let mut names = [UNKNOWN; 64];
    for (index, entity) in script.entities.iter().enumerate() {
        let palette = problem.palette();
        names[index] = palette.tile(entity).ok_or_else(|| {
            let known = palette.entities().iter().map(|entity| entity.name.as_str());
            ExperimentError::Entities {
                entity: entity.clone(),
                problem: problem.name().to_owned(),
                known: known.collect::<Vec<_>>().join(", "),
            }
        })?;
    }
    let is_same = (0..script.entities.len()).all(|index| usize::from(names[index]) == index);
    Ok((!is_same).then_some(names))
}
