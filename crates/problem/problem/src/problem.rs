//! [`Problem`]: a definition with the settings of a config.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::paths::sokoban::SolverSettings;
use crate::pcg_benchmark::{Diversity, Trace};
use marahel::Semantics;
use marahel_level::{Look, Palette, Picture, Role, Tile, TileSet, UNKNOWN, View};
use serde_json::{Map, Value};

use crate::control::dial_requests;
use crate::definition::Definition;
use crate::measure::{MeasureSettings, PathMeasure};
use crate::outside::JudgeHandle;
use crate::{
    Condition, Control, Meter, Objective, ObjectiveKind, OutsideFailure, OutsideJudges,
    ProblemError, VarietyGoals,
};

/// Columns and rows of levels that are made by a file that asks for no size.
pub(crate) const SIZE_UNSAID: (usize, usize) = (20, 15);

/// What to generate: the tiles, the sizes of levels, and which levels are good.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) definition: Arc<Definition>,
    palette: Arc<Palette>,
    sizes: Vec<(usize, usize)>,
    pub(crate) weights: Vec<(String, u32)>,
    /// Those of the file, then those of the dials.
    pub(crate) objectives: Vec<Objective>,
    /// Indices of the controls with dials in scripts.
    pub(crate) dials: Vec<usize>,
    /// The requests for these dials, in turn.
    pub(crate) requests: Vec<Vec<f64>>,
    /// The reading of the language in which levels are made, and after it the other one if a
    /// search should hold in both.
    readings: Vec<Semantics>,
    /// Settings of its measures.
    pub measure_settings: MeasureSettings,
    pub(crate) judges: Option<JudgeHandle>,
    /// Number of states after which the solver of Sokoban gave up a level of this problem or of a
    /// clone, else 0.
    pub(crate) given_up: Arc<AtomicU32>,
    /// The parts of `playable` and of `whole`, if explanations should name them.
    pub(crate) parts: [Vec<Condition>; 2],
}

impl Problem {
    /// A problem with the settings of its definition.
    pub fn with_defaults(definition: Arc<Definition>) -> Self {
        let dials = definition.controls.iter().filter(|control| control.is_dial);
        let dials: Vec<String> = dials.map(|control| control.name.clone()).collect();
        let problem = Self {
            palette: Arc::clone(&definition.palette),
            sizes: if definition.has_sizes() {
                definition.sizes.clone()
            } else {
                vec![SIZE_UNSAID]
            },
            weights: definition.weights.clone(),
            objectives: definition.objectives.clone(),
            dials: Vec::new(),
            requests: dial_requests(&[]),
            readings: vec![Semantics::default()],
            measure_settings: definition.measure_settings,
            judges: None,
            given_up: Arc::default(),
            parts: Default::default(),
            definition,
        };
        problem.with_dials(&dials).expect("a definition holds valid values")
    }

    /// Sets the sizes of levels, as columns and rows.
    ///
    /// # Errors
    ///
    /// If a path search in levels of a size would need too much memory, or it judges them by a game
    /// whose levels have another size.
    ///
    /// # Panics
    ///
    /// If there is no size.
    pub fn with_sizes(self, sizes: Vec<(usize, usize)>) -> Result<Self, ProblemError> {
        self.sized(sizes, false)
    }

    /// The same for levels that only conditions of somebody else judge.
    pub fn with_sizes_unplayed(self, sizes: Vec<(usize, usize)>) -> Result<Self, ProblemError> {
        self.sized(sizes, true)
    }

    fn sized(self, sizes: Vec<(usize, usize)>, plays_no_game: bool) -> Result<Self, ProblemError> {
        assert!(!sizes.is_empty(), "a problem has a size");
        let misfit = |&size| self.definition.formulas.misfit(size, plays_no_game);
        sizes.iter().find_map(misfit).map_or(Ok(Self { sizes, ..self }), Err)
    }

    /// Whether somebody says for levels of which size it is.
    pub fn asks_for_sizes(&self) -> bool {
        self.definition.has_sizes() || self.sizes != [SIZE_UNSAID]
    }

    /// Sets the controls with dials in scripts. For each, the distance of a level from the
    /// requested value is an objective.
    pub fn with_dials(mut self, names: &[String]) -> Result<Self, ProblemError> {
        self.objectives.retain(|objective| objective.kind != ObjectiveKind::Dial);
        self.dials.clear();
        for name in names {
            let index = self.controls().iter().position(|control| control.name == *name);
            let index = index.ok_or_else(|| {
                let names = self.controls().iter().map(|control| control.name.as_str());
                let names = names.collect::<Vec<_>>().join(", ");
                let names = if names.is_empty() { "none" } else { &names };
                ProblemError(format!("it has no control `{name}`; there are: {names}"))
            })?;
            let control = &self.definition.controls[index];
            if control.high - control.low < 2 {
                let message = format!("the control `{name}` has one value; a dial needs several");
                return Err(ProblemError(message));
            }
            self.objectives.push(Objective {
                name: format!("dial_{name}"),
                band: control.band(),
                kind: ObjectiveKind::Dial,
                text: name.clone(),
                node: self.definition.control_nodes[index].clone(),
            });
            self.dials.push(index);
        }
        self.requests = dial_requests(&self.dials().collect::<Vec<_>>());
        Ok(self)
    }

    /// Sets the picture of a tile.
    #[must_use]
    pub fn with_picture(mut self, tile: &str, picture: Picture) -> Self {
        if let Some(tile) = self.palette.tile(tile) {
            let palette = (*self.palette).clone();
            self.palette = Arc::new(palette.with_look(tile, Look::Picture(Arc::new(picture))));
        }
        self
    }

    /// Sets the reading of the language in which levels are made, and whether a search should hold
    /// in the other one too.
    pub fn read_as(&mut self, semantics: Semantics, also_other: bool) {
        self.readings = vec![semantics];
        self.readings.extend(also_other.then(|| semantics.other()));
    }

    /// The reading of the language in which levels are made.
    pub fn reading(&self) -> Semantics {
        self.readings[0]
    }

    /// This problem in each of its readings.
    pub fn in_each_reading(&self) -> impl Iterator<Item = Self> {
        self.readings.iter().map(|&reading| Self { readings: vec![reading], ..self.clone() })
    }

    /// This reading, and the other one if a search should hold in both.
    pub fn readings(&self) -> &[Semantics] {
        &self.readings
    }

    /// Attaches external judges, if the definition names one. All clones share the failures.
    #[must_use]
    pub fn judged_by(self, judges: Arc<dyn OutsideJudges>) -> Self {
        let outside = self.definition.outside.as_ref();
        let judges = outside.map(|outside| JudgeHandle::new(judges, outside.on_failure));
        Self { judges, ..self }
    }

    /// The same without external judges: no level has values of them.
    #[must_use]
    pub fn unjudged(self) -> Self {
        Self { judges: None, ..self }
    }

    /// The diversity of levels with these traces by the PCG Benchmark; `None` if the problem does
    /// not use it.
    pub fn benchmark_diversity(&self, traces: &[Trace]) -> Option<Diversity> {
        let game = &self.definition.formulas.games[self.definition.different?];
        Some(crate::pcg_benchmark::diversity(&mut *game.begin(), traces))
    }

    /// Whether a failure of the external judge ends the work. All measurements after the failure
    /// are invalid.
    pub fn has_ended(&self) -> bool {
        self.judges.as_ref().is_some_and(JudgeHandle::has_ended)
    }

    /// Checks that measurements are valid.
    ///
    /// # Errors
    ///
    /// The failure of the external judge that ends the work.
    pub fn check_judge(&self) -> Result<(), OutsideFailure> {
        match self.judge_failures() {
            Some((_, failure)) if self.has_ended() => Err(failure),
            _ => Ok(()),
        }
    }

    /// Number of levels without an answer of the external judge, and one failure.
    pub fn judge_failures(&self) -> Option<(u64, OutsideFailure)> {
        self.judges.as_ref().and_then(JudgeHandle::failures)
    }

    /// In words that the solver of Sokoban gave up levels since the last call, if it did.
    pub fn given_up(&self) -> Option<String> {
        let states = self.given_up.swap(0, Ordering::Relaxed);
        (states > 0).then(|| {
            format!(
                "it is unknown whether some levels are playable: the solver of Sokoban gave up after {states} \
                 states; they count as not playable, and more `states` in `solver` decide more of them"
            )
        })
    }

    /// The values of the external judge for a level, with names; `None` for no value. Empty without
    /// such a judge.
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

    /// The definition.
    pub fn definition(&self) -> &Arc<Definition> {
        &self.definition
    }

    /// Name in configs and on the command line.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// The tiles, ordered by name.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// The fewest and most cells of each tile, in the order of the palette, if an objective counts
    /// only this tile.
    pub fn wanted_counts(&self) -> Vec<Option<(u32, u32)>> {
        let mut counts = vec![None; self.palette.len()];
        for objective in self.own_objectives() {
            let Some(tiles) = self.definition.formulas.counted(&objective.node) else { continue };
            for (tile, counts) in counts.iter_mut().enumerate() {
                let band = &objective.band;
                if tiles == TileSet::only(tile as Tile) && band.max() < f64::INFINITY {
                    *counts = Some((band.min().ceil() as u32, band.max() as u32));
                }
            }
        }
        counts
    }

    /// The role of each tile, in the order of the palette; see [`Definition::roles`].
    pub fn roles(&self) -> &[Role] {
        self.definition.roles()
    }

    /// Widths and heights of its levels; at least one. If [any are checked](Definition::has_sizes), that
    /// of levels that are made all the same.
    pub fn sizes(&self) -> &[(usize, usize)] {
        &self.sizes
    }

    /// The tiles in the order of the file, with the weight by which the initial explorer draws
    /// each.
    pub fn initial_weights(&self) -> &[(String, u32)] {
        &self.weights
    }

    /// The objectives to maximize, in the order of [`Meter::values`]. Figures show the generator
    /// that is best in the last one.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Whether an expression uses the level after the first explorer.
    pub fn compares_with_start(&self) -> bool {
        !self.definition.formulas.initial.is_empty()
    }

    pub(crate) fn own_objectives(&self) -> &[Objective] {
        &self.objectives[..self.objectives.len() - self.dials.len()]
    }

    pub(crate) fn dial_objectives(&self) -> &[Objective] {
        &self.objectives[self.objectives.len() - self.dials.len()..]
    }

    /// The required variety of the levels of one generator.
    pub fn variety_goals(&self) -> VarietyGoals {
        self.definition.variety_goals
    }

    /// The controls, in the order of the file; can be empty.
    pub fn controls(&self) -> &[Control] {
        &self.definition.controls
    }

    /// The controls with dials in scripts. For each, the distance of a level from the request is an
    /// objective, behind those of the file.
    pub fn dials(&self) -> impl ExactSizeIterator<Item = &Control> {
        self.dials.iter().map(|&index| &self.definition.controls[index])
    }

    /// For each dial the tile that it counts, if it counts a single one.
    pub fn counted_by_dials(&self) -> Vec<Option<Tile>> {
        let tiles = self
            .dial_objectives()
            .iter()
            .map(|dial| self.definition.formulas.counted(&dial.node)?.single());
        tiles.collect()
    }

    /// The requests for the dials, in turn, each with one value for each dial. Without dials, one
    /// empty request.
    pub fn dial_requests(&self) -> &[Vec<f64>] {
        &self.requests
    }

    /// The request for level `map` of a script.
    pub(crate) fn request(&self, map: u32) -> &[f64] {
        &self.requests[map as usize % self.requests.len()]
    }

    /// The problem's tile for each entity of a script; `None` if they are the same.
    pub fn tiles_of<'n>(
        &self,
        entities: impl IntoIterator<Item = &'n String>,
    ) -> Result<Option<[Tile; 64]>, ProblemError> {
        let (mut names, mut is_same) = ([UNKNOWN; 64], true);
        for (index, (own, entity)) in names.iter_mut().zip(entities).enumerate() {
            *own = self.palette.tile(entity).ok_or_else(|| {
                let names = self.definition.tiles().collect::<Vec<_>>().join(", ");
                ProblemError(format!(
                    "the script has the entity `{entity}`, which {} does not know; its entities are {names}",
                    self.name()
                ))
            })?;
            is_same &= usize::from(*own) == index;
        }
        Ok((!is_same).then_some(names))
    }

    /// A meter with its own memory, for one thread.
    pub fn meter(&self) -> Meter<'_> {
        Meter::new(self, self.measure_settings)
    }

    /// A meter for [`Meter::describe`]: longest paths are exact, and Sokoban puzzles are solved by
    /// the fewest moves, whatever the settings.
    pub fn describing_meter(&self) -> Meter<'_> {
        let solver = match self.measure_settings.solver {
            optimal @ SolverSettings::Optimal { .. } => optimal,
            SolverSettings::Released { .. } => SolverSettings::default(),
        };
        Meter::new(self, MeasureSettings { solver, path: PathMeasure::Exact })
    }

    /// As [`Meter::describe`], with its own meter.
    pub fn describe(&self, level: View<'_>) -> Map<String, Value> {
        self.describing_meter().describe(level)
    }
}
