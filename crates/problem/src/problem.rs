//! A problem: a definition with the settings of a config.

use std::sync::Arc;

use level::{Look, Palette, Picture, Tile, TileSet, UNKNOWN, View};
use paths::sokoban::SolverSettings;
use pcg_benchmark::{Diversity, Trace};
use serde_json::{Map, Value};

use crate::control::asked_in_turn;
use crate::definition::Definition;
use crate::measure::{Means, PathMeasure};
use crate::outside::JudgeHandle;
use crate::{
    Condition, Control, Meter, Objective, OutsideFailure, OutsideJudges, ProblemError, Role, Wanted,
};

/// What to generate: the tiles, the size of the levels, and what counts as good.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) definition: Arc<Definition>,
    palette: Arc<Palette>,
    sizes: Vec<(usize, usize)>,
    pub(crate) weights: Vec<(String, u32)>,
    /// Those of the file, then those of the dials.
    pub(crate) objectives: Vec<Objective>,
    /// The controls that scripts have dials for, by their indices.
    pub(crate) dials: Vec<usize>,
    /// The requests for these dials, in turn.
    pub(crate) asked: Vec<Vec<f64>>,
    /// How its measures measure.
    pub means: Means,
    pub(crate) judges: Option<JudgeHandle>,
    /// The parts of `playable` and of `whole`, where explanations are to name them.
    pub(crate) parts: [Vec<Condition>; 2],
}

impl Problem {
    /// The problem as its definition has it.
    pub fn with_defaults(definition: Arc<Definition>) -> Self {
        let dials = definition.controls.iter().filter(|control| control.is_dial);
        let dials: Vec<String> = dials.map(|control| control.name.clone()).collect();
        let problem = Self {
            palette: Arc::clone(&definition.palette),
            sizes: definition.sizes.clone(),
            weights: definition.weights.clone(),
            objectives: definition.objectives.clone(),
            dials: Vec::new(),
            asked: asked_in_turn(&[]),
            means: definition.means,
            judges: None,
            parts: Default::default(),
            definition,
        };
        problem.with_dials(&dials).expect("a definition holds valid values")
    }

    /// The same problem with levels of other sizes, columns and rows, at least one.
    ///
    /// # Errors
    ///
    /// If a way through levels of a size cannot be searched.
    ///
    /// # Panics
    ///
    /// If there is no size.
    pub fn with_sizes(self, sizes: Vec<(usize, usize)>) -> Result<Self, ProblemError> {
        assert!(!sizes.is_empty(), "a problem has a size");
        match sizes.iter().find(|&&size| !self.definition.program.suits(size)) {
            Some(&size) => Err(ProblemError::of_size(size)),
            None => Ok(Self { sizes, ..self }),
        }
    }

    /// The same problem, for scripts with dials for these controls. How far a level is from what
    /// its dials say is an objective.
    ///
    /// # Errors
    ///
    /// If there is no such control, or it has one value only.
    pub fn with_dials(mut self, names: &[String]) -> Result<Self, ProblemError> {
        self.objectives.retain(|objective| !objective.is_dial);
        self.dials.clear();
        for name in names {
            let index = self.controls().iter().position(|control| control.name == *name);
            let index = index.ok_or_else(|| {
                let known = self.controls().iter().map(|control| control.name.as_str());
                let known = known.collect::<Vec<_>>().join(", ");
                let known = if known.is_empty() { "none" } else { &known };
                ProblemError(format!("it has no control `{name}`; there are: {known}"))
            })?;
            let control = &self.definition.controls[index];
            if control.high - control.low < 2 {
                let message = format!("the control `{name}` has one value; a dial needs several");
                return Err(ProblemError(message));
            }
            self.objectives.push(Objective {
                name: format!("dial_{name}"),
                band: control.band(),
                is_dial: true,
                text: name.clone(),
                node: self.definition.control_nodes[index].clone(),
            });
            self.dials.push(index);
        }
        self.asked = asked_in_turn(&self.dials().collect::<Vec<_>>());
        Ok(self)
    }

    /// The same problem, whose tile is drawn as this picture.
    #[must_use]
    pub fn with_picture(mut self, tile: &str, picture: Picture) -> Self {
        if let Some(tile) = self.palette.tile(tile) {
            let palette = (*self.palette).clone();
            self.palette = Arc::new(palette.with_look(tile, Look::Picture(Arc::new(picture))));
        }
        self
    }

    /// The same problem, whose levels are judged by these where its file names a judge
    /// from outside. All clones share what fails.
    #[must_use]
    pub fn judged_by(self, judges: Arc<dyn OutsideJudges>) -> Self {
        let outside = self.definition.outside.as_ref();
        let judges = outside.map(|outside| JudgeHandle::new(judges, outside.on_failure));
        Self { judges, ..self }
    }

    /// The diversity of levels with these traces by the PCG Benchmark; `None` for a problem that
    /// does not use it.
    pub fn benchmark_diversity(&self, traces: &[Trace]) -> Option<Diversity> {
        let game = &self.definition.program.games[self.definition.different?];
        Some(pcg_benchmark::diversity(&mut *game.begin(), traces))
    }

    /// Whether the judge from outside failed so that the work is to end. All that was
    /// measured since the failure means nothing.
    pub fn has_ended(&self) -> bool {
        self.judges.as_ref().is_some_and(JudgeHandle::has_ended)
    }

    /// Asks whether what was measured means something.
    ///
    /// # Errors
    ///
    /// The failure of the judge from outside that ends the work.
    pub fn check_judge(&self) -> Result<(), OutsideFailure> {
        match self.judge_failures() {
            Some((_, failure)) if self.has_ended() => Err(failure),
            _ => Ok(()),
        }
    }

    /// How many levels the judge from outside had no answer for, and the failure of one of them.
    pub fn judge_failures(&self) -> Option<(u64, OutsideFailure)> {
        self.judges.as_ref().and_then(JudgeHandle::failures)
    }

    /// The values of the external judge for one level, by name; `None` for no value. Empty without
    /// an external judge.
    ///
    /// # Errors
    ///
    /// If it has no answer.
    pub fn outside_values(
        &self,
        level: View<'_>,
    ) -> Result<Vec<(String, Option<f64>)>, OutsideFailure> {
        let (Some(judges), Some(outside)) = (&self.judges, &self.definition.outside) else {
            return Ok(Vec::new());
        };
        let mut values = vec![f64::NAN; outside.values.len()];
        judges.begin().judge(level, &mut values)?;
        let values = values.into_iter().map(|value| (!value.is_nan()).then_some(value));
        Ok(outside.values.iter().cloned().zip(values).collect())
    }

    /// The definition that it was made from.
    pub fn definition(&self) -> &Arc<Definition> {
        &self.definition
    }

    /// Name as in configs and on the command line.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// The entities in script order, which is by name; a tile is an index into it.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// How many of each tile a level should have, from the fewest to the most, in the order of the
    /// palette, where an objective counts that tile alone.
    pub fn wanted_counts(&self) -> Vec<Option<(u32, u32)>> {
        let mut wanted = vec![None; self.palette.len()];
        for objective in self.own_objectives() {
            let Some(tiles) = self.definition.program.counted(&objective.node) else { continue };
            for (tile, wanted) in wanted.iter_mut().enumerate() {
                let band = &objective.band;
                if tiles == TileSet::only(tile as Tile) && band.max() < f64::INFINITY {
                    *wanted = Some((band.min().ceil() as u32, band.max() as u32));
                }
            }
        }
        wanted
    }

    /// The role of each tile, in the order of the palette; see [`Definition::roles`].
    pub fn roles(&self) -> &[Role] {
        self.definition.roles()
    }

    /// Widths and heights of its levels, at least one.
    pub fn sizes(&self) -> &[(usize, usize)] {
        &self.sizes
    }

    /// Entities in the order of the grammar, with the weight by which the
    /// initial explorer draws each.
    pub fn initial_weights(&self) -> &[(String, u32)] {
        &self.weights
    }

    /// The objectives to maximize, in the order of the values of a meter. Figures show the
    /// generator that is best in the last one.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Whether something is asked of the level after the first explorer.
    pub fn compares_with_start(&self) -> bool {
        !self.definition.program.initial.is_empty()
    }

    /// Those of the file.
    pub(crate) fn own_objectives(&self) -> &[Objective] {
        &self.objectives[..self.objectives.len() - self.dials.len()]
    }

    /// Those of the dials.
    pub(crate) fn dial_objectives(&self) -> &[Objective] {
        &self.objectives[self.objectives.len() - self.dials.len()..]
    }

    /// Requirements on all levels of one generator together.
    pub fn wanted(&self) -> Wanted {
        self.definition.wanted
    }

    /// The controls of single levels, in the order of the values that [`Meter::controls`] writes;
    /// may be empty.
    pub fn controls(&self) -> &[Control] {
        &self.definition.controls
    }

    /// Those controls for which scripts have dials. How far each level is from what its dials
    /// say is an objective, behind those of the file.
    pub fn dials(&self) -> impl ExactSizeIterator<Item = &Control> {
        self.dials.iter().map(|&index| &self.definition.controls[index])
    }

    /// The tile that each dial is about, where it is about the number of one.
    pub fn counted_by_dials(&self) -> Vec<Option<Tile>> {
        let counted = |dial: &Objective| {
            let tiles = self.definition.program.counted(&dial.node)?;
            tiles.iter().next().filter(|_| tiles.len() == 1)
        };
        self.dial_objectives().iter().map(counted).collect()
    }

    /// The requests for the dials, in turn: a value for each. One empty list without dials.
    pub fn asked_in_turn(&self) -> &[Vec<f64>] {
        &self.asked
    }

    /// The request for level `map` of a script.
    pub(crate) fn asked(&self, map: u32) -> &[f64] {
        &self.asked[map as usize % self.asked.len()]
    }

    /// Which tile of the problem each entity of a script is; `None` if they are the same.
    ///
    /// # Errors
    ///
    /// If the script has an entity that the problem does not know.
    pub fn tiles_of<'n>(
        &self,
        entities: impl IntoIterator<Item = &'n String>,
    ) -> Result<Option<[Tile; 64]>, ProblemError> {
        let (mut names, mut is_same) = ([UNKNOWN; 64], true);
        for (index, (own, entity)) in names.iter_mut().zip(entities).enumerate() {
            *own = self.palette.tile(entity).ok_or_else(|| {
                let known = self.definition.tiles().collect::<Vec<_>>().join(", ");
                ProblemError(format!(
                    "the script has the entity `{entity}`, which {} does not know; its entities are {known}",
                    self.name()
                ))
            })?;
            is_same &= usize::from(*own) == index;
        }
        Ok((!is_same).then_some(names))
    }

    /// A measuring device with its own scratch memory, for one thread.
    pub fn meter(&self) -> Meter<'_> {
        Meter::new(self, self.means)
    }

    /// A measuring device for [`Meter::describe`]: longest paths are exact and Sokoban
    /// puzzles are solved by the fewest moves, whatever is set.
    pub fn describing_meter(&self) -> Meter<'_> {
        let solver = match self.means.solver {
            optimal @ SolverSettings::Optimal { .. } => optimal,
            SolverSettings::Released { .. } => SolverSettings::default(),
        };
        Meter::new(self, Means { solver, path: PathMeasure::Exact })
    }

    /// The result of [`Meter::describe`] for one level.
    pub fn describe(&self, level: View<'_>) -> Map<String, Value> {
        self.describing_meter().describe(level)
    }
}
