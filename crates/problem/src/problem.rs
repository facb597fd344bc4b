//! A problem: a definition with the settings of a config.

use std::sync::Arc;

use ::sokoban::SolverSettings;
use games::{Diversity, Trace};
use level::{Look, Palette, Picture, Tile, TileSet, UNKNOWN, View};
use serde_json::{Map, Number, Value};

use crate::control::asked_in_turn;
use crate::definition::{Definition, Way};
use crate::measure::{Means, PathMeasure};
use crate::outside::Lent;
use crate::program::Evaluator;
use crate::settings::Settings;
use crate::{
    Band, Condition, Control, Counts, Differences, Objective, OutsideFailure, OutsideJudges,
    ProblemError, Role, Signature, Wanted, positions,
};

/// What to generate: the tiles, the size of the levels, and what counts as good.
///
/// Two are equal if their definitions and settings are, whoever judges from outside.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) definition: Arc<Definition>,
    palette: Arc<Palette>,
    sizes: Vec<(usize, usize)>,
    weights: Vec<(String, u32)>,
    objectives: Vec<Objective>,
    controls: Vec<Control>,
    /// Those of them that scripts have dials for, by their indices.
    dials: Vec<usize>,
    /// What levels are asked for by these dials, in turn.
    asked: Vec<Vec<f64>>,
    means: Means,
    lent: Option<Lent>,
}

impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            definition,
            palette,
            sizes,
            weights,
            objectives,
            controls,
            dials,
            asked: _,
            means,
            lent: _,
        } = self;
        *definition == other.definition
            && *palette == other.palette
            && *sizes == other.sizes
            && *weights == other.weights
            && *objectives == other.objectives
            && *controls == other.controls
            && *dials == other.dials
            && *means == other.means
    }
}

impl Problem {
    /// The problem of a definition with settings.
    ///
    /// # Errors
    ///
    /// If the settings make no sense.
    pub fn new(definition: Arc<Definition>, settings: Settings) -> Result<Self, ProblemError> {
        let Settings { path, solver, weights, objectives } = settings;
        if weights.iter().all(|&(_, weight)| weight == 0) {
            let message =
                "all weights of the initial explorer are 0; give some entity a positive weight";
            return Err(ProblemError(message.to_owned()));
        }
        let means = Means { path: path.unwrap_or_default(), solver: solver.unwrap_or_default() };
        if !means.solver.is_possible() {
            let message = "the solver has `states` = 0; give the number of states it may keep";
            return Err(ProblemError(message.to_owned()));
        }
        let controls: Vec<Control> =
            definition.controls.iter().map(|(control, _)| control.clone()).collect();
        let objectives =
            objectives.into_iter().map(|(name, band)| Objective::new(name, band)).collect();
        let sizes = definition.sizes.clone();
        let palette = Arc::clone(&definition.palette);
        let dials = controls.iter().filter(|control| control.is_dial);
        let dials: Vec<String> = dials.map(|control| control.name.clone()).collect();
        let problem = Self {
            definition,
            palette,
            sizes,
            weights,
            objectives,
            controls,
            dials: Vec::new(),
            asked: asked_in_turn(&[]),
            means,
            lent: None,
        };
        problem.with_dials(&dials)
    }

    /// The problem as its definition has it.
    pub fn with_defaults(definition: Arc<Definition>) -> Self {
        let settings = Settings::of(&definition);
        Self::new(definition, settings).expect("a definition holds valid values")
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
        let n_own = self.definition.objectives.len();
        self.objectives.truncate(n_own);
        self.dials.clear();
        for name in names {
            let index = self.controls.iter().position(|control| control.name == *name);
            let index = index.ok_or_else(|| {
                let known = self.controls.iter().map(|control| control.name.as_str());
                let known = known.collect::<Vec<_>>().join(", ");
                let known = if known.is_empty() { "none" } else { &known };
                ProblemError(format!("it has no control `{name}`; there are: {known}"))
            })?;
            let control = &self.controls[index];
            if control.high - control.low < 2 {
                let message = format!("the control `{name}` has one value; a dial needs several");
                return Err(ProblemError(message));
            }
            let objective = Objective::new(format!("dial_{name}"), control.band());
            self.objectives.push(Objective { is_dial: true, ..objective });
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
        let lent = outside.map(|outside| Lent::new(judges, outside.on_failure));
        Self { lent, ..self }
    }

    /// How diverse the PCG Benchmark finds levels of which these are the traces; nothing
    /// for a problem whose levels do not differ by it.
    pub fn benchmark_diversity(&self, traces: &[Trace]) -> Option<Diversity> {
        let of_file = &self.definition.program.games[self.definition.different?];
        let mut game = of_file.definition.game(&of_file.tiles).expect("it was tried before");
        Some(games::diversity(&mut *game, traces))
    }

    /// Whether the judge from outside failed so that the work is to end. All that was
    /// measured since the failure means nothing.
    pub fn has_ended(&self) -> bool {
        self.lent.as_ref().is_some_and(Lent::has_ended)
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

    /// How many levels the judge from outside had no answer for, and the failure of
    /// one of them.
    pub fn judge_failures(&self) -> Option<(u64, OutsideFailure)> {
        self.lent.as_ref().and_then(Lent::failures)
    }

    /// What the judge from outside says of one level, by the names of its values; `None`
    /// for none. Nothing where nobody judges from outside.
    ///
    /// # Errors
    ///
    /// If it has no answer.
    pub fn outside_values(
        &self,
        level: View<'_>,
    ) -> Result<Vec<(String, Option<f64>)>, OutsideFailure> {
        let (Some(lent), Some(outside)) = (&self.lent, &self.definition.outside) else {
            return Ok(Vec::new());
        };
        let mut values = vec![f64::NAN; outside.values.len()];
        lent.begin().judge(level, &mut values)?;
        let values = values.into_iter().map(|value| (!value.is_nan()).then_some(value));
        Ok(outside.values.iter().cloned().zip(values).collect())
    }

    /// What it was made from.
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
        for (goal, objective) in self.definition.objectives.iter().zip(&self.objectives) {
            let Some(tiles) = self.definition.program.counted(&goal.node) else { continue };
            for (tile, wanted) in wanted.iter_mut().enumerate() {
                let band = &objective.band;
                if tiles == TileSet::only(tile as Tile) && band.max() < f64::INFINITY {
                    *wanted = Some((band.min().ceil() as u32, band.max() as u32));
                }
            }
        }
        wanted
    }

    /// What each tile is for, in the order of the palette; see [`Definition::roles`].
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

    /// What is maximized, in the order of the values that a meter measures.
    /// Figures show the generator that is best in the last one.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// What is wanted of all levels of one generator together.
    pub fn wanted(&self) -> Wanted {
        self.definition.wanted
    }

    /// What a single level can be asked for, in the order of the values that
    /// [`Meter::controls`] writes; may be nothing.
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// Those controls for which scripts have dials. How far each level is from what its dials
    /// say is an objective, behind those of the file.
    pub fn dials(&self) -> impl ExactSizeIterator<Item = &Control> {
        self.dials.iter().map(|&index| &self.controls[index])
    }

    /// The tile that each dial is about, where it is about the number of one.
    pub fn counted_by_dials(&self) -> Vec<Option<Tile>> {
        let counted = |&dial: &usize| {
            let tiles = self.definition.program.counted(&self.definition.controls[dial].1)?;
            tiles.iter().next().filter(|_| tiles.len() == 1)
        };
        self.dials.iter().map(counted).collect()
    }

    /// What levels are asked for by the dials, in turn: a value for each. One empty list where
    /// there are no dials.
    pub fn asked_in_turn(&self) -> &[Vec<f64>] {
        &self.asked
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

    /// What [`Meter::describe`] says of one level.
    pub fn describe(&self, level: View<'_>) -> Map<String, Value> {
        self.describing_meter().describe(level)
    }
}

/// A number as JSON: whole ones without a fraction, none as `null`.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return (value as i64).into();
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// Measures one level after the other.
#[derive(Debug)]
pub struct Meter<'p> {
    problem: &'p Problem,
    evaluator: Evaluator<'p>,
    /// What the next level is asked for by each dial; nothing if nobody says.
    asked: &'p [f64],
}

impl<'p> Meter<'p> {
    fn new(problem: &'p Problem, means: Means) -> Self {
        Self {
            problem,
            evaluator: Evaluator::new(&problem.definition.program, means, problem.lent.clone()),
            asked: &[],
        }
    }

    /// All that can be said about one level, as `evolve score` prints it: the number
    /// of each tile, the measures that the file names (but for names that begin with `_`),
    /// and whether the level is playable, whole, where the file says what that is, and good.
    pub fn describe(&mut self, level: View<'_>) -> Map<String, Value> {
        self.evaluator.next_level();
        if self.problem.lent.is_some() {
            self.ask_outside(level);
        }
        let Self { problem, evaluator, asked: _ } = self;
        let definition = &*problem.definition;
        let counts = Counts::of(level).by_name(problem.palette());
        let mut described = Map::from_iter([("counts".to_owned(), counts.into())]);
        let named = definition.named.iter().zip(&definition.program.named);
        for ((name, words), node) in named.filter(|((name, _), _)| !name.starts_with('_')) {
            let value = evaluator.value(node, level);
            let word = words.get(value as usize).filter(|_| !value.is_nan());
            let json = word.map_or_else(|| number(value), |&word| word.into());
            described.insert(name.clone(), json);
        }
        let is_playable = evaluator.holds(&definition.playable, level) && !evaluator.has_failed();
        described.entry("playable").or_insert(is_playable.into());
        if let Some((_, whole)) = &definition.whole {
            described.entry("whole").or_insert(evaluator.holds(whole, level).into());
        }
        let objectives = definition.objectives.iter().zip(&problem.objectives);
        let mut counts = objectives.filter(|(_, objective)| !objective.is_open());
        let is_good = is_playable
            && counts.all(|(goal, objective)| {
                objective.band.score(evaluator.value(&goal.node, level)) == 1.0
            })
            && self.is_whole(level);
        described.entry("good").or_insert(is_good.into());
        described
    }

    /// The number of the first of these conditions that a level does not fulfil, if there is
    /// one; the last one where the judge from outside has no answer.
    pub fn unfulfilled(&mut self, level: View<'_>, conditions: &[Condition]) -> Option<usize> {
        self.evaluator.next_level();
        let found = conditions.iter().position(|one| !self.evaluator.holds(&one.node, level));
        if found.is_none() && self.problem.lent.is_some() {
            self.ask_outside(level);
        }
        found.or_else(|| self.evaluator.has_failed().then(|| conditions.len() - 1))
    }

    /// Evaluates all objectives, so that the judge from outside is asked: a level that it has no
    /// answer for is not playable, whatever asks for the answer.
    fn ask_outside(&mut self, level: View<'_>) {
        for goal in &self.problem.definition.objectives {
            self.evaluator.value(&goal.node, level);
        }
    }

    /// Looks at a level after its initial explorer, before the others change it.
    ///
    /// Comes before the [`measure`](Self::measure) of the same level.
    /// `draw_seed` seeds the measures that draw random cells.
    pub fn start(&mut self, initial: View<'_>, draw_seed: u64) {
        self.evaluator.start(initial, draw_seed);
    }

    /// Says that the next levels are number `map` of their generator, whose dials are turned.
    pub fn ask(&mut self, map: u32) {
        let asked = &self.problem.asked;
        self.asked = &asked[map as usize % asked.len()];
    }

    /// Writes how far a level is from what its dials say; from their ranges if nobody says.
    fn dial_errors(&mut self, level: View<'_>, errors: &mut [f64]) {
        let problem = self.problem;
        let set = self.evaluator.instruments().measure_paths(PathMeasure::Exact);
        for (index, (error, &dial)) in errors.iter_mut().zip(&problem.dials).enumerate() {
            let (control, node) = &problem.definition.controls[dial];
            let value = self.evaluator.value(node, level);
            let nearest = value.clamp(f64::from(control.low), f64::from(control.high - 1));
            *error = (value - self.asked.get(index).copied().unwrap_or(nearest)).abs();
        }
        self.evaluator.instruments().measure_paths(set);
    }

    /// Writes the raw value of each objective of a finished level to `values`, NaN
    /// where it has none, and returns whether the level is playable. A level that the
    /// judge from outside has no answer for has no values, and is not playable.
    ///
    /// # Panics
    ///
    /// If `values` is not as long as [`Problem::objectives`].
    pub fn measure(&mut self, level: View<'_>, values: &mut [f64]) -> bool {
        let definition = &*self.problem.definition;
        assert_eq!(values.len(), self.problem.objectives.len(), "a value for each objective");
        self.evaluator.next_level();
        for (value, goal) in values.iter_mut().zip(&definition.objectives) {
            *value = self.evaluator.value(&goal.node, level);
        }
        self.dial_errors(level, &mut values[definition.objectives.len()..]);
        let is_playable = self.evaluator.holds(&definition.playable, level);
        if self.evaluator.has_failed() {
            values.fill(f64::NAN);
            return false;
        }
        is_playable
    }

    /// Nodes that the solvers of the PCG Benchmark looked at in the level that was measured
    /// last: what it costs to see that a puzzle has no solution.
    pub fn n_nodes(&mut self) -> u64 {
        self.evaluator.instruments().n_nodes()
    }

    /// How nearly the level that was measured last is playable, in 0..=1: the share of the
    /// conditions of `playable` that hold, with something for those that nearly do.
    pub fn nearly_playable(&mut self, level: View<'_>) -> f64 {
        self.evaluator.nearness(&self.problem.definition.playable, level)
    }

    /// Whether all tiles of a playable level were set, and nothing of it is cut off from the
    /// rest, where the problem asks for that. Comes behind the [`measure`](Self::measure) of the
    /// same level.
    pub fn is_whole(&mut self, level: View<'_>) -> bool {
        if level.rows().flatten().any(|&tile| tile == UNKNOWN) {
            return false;
        }
        let whole = self.problem.definition.whole.as_ref();
        whole.is_none_or(|(_, whole)| self.evaluator.holds(whole, level))
    }

    /// Writes the value of each control of a finished level to `values`, NaN
    /// where the level has none. Longest paths are exact, whatever is set.
    ///
    /// # Panics
    ///
    /// If `values` is not as long as [`Problem::controls`].
    pub fn controls(&mut self, level: View<'_>, values: &mut [f64]) {
        let controls = &self.problem.definition.controls;
        assert_eq!(values.len(), controls.len(), "a value for each control");
        self.evaluator.next_level();
        let set = self.evaluator.instruments().measure_paths(PathMeasure::Exact);
        for (value, (_, node)) in values.iter_mut().zip(controls) {
            *value = self.evaluator.value(node, level);
        }
        self.evaluator.instruments().measure_paths(set);
    }

    /// Writes what sets a playable level, the one that was measured last, apart from others
    /// to `signature`.
    pub fn sign(&mut self, level: View<'_>, signature: &mut Signature) {
        let Definition { program, way, .. } = &*self.problem.definition;
        signature.begin(level, program.movements[0].over);
        match way {
            Way::None => (),
            Way::Trip { trip, by } => {
                let instruments = self.evaluator.instruments();
                let way = instruments.way((trip, *by), &program.movements, level);
                mirror_into(way, level, signature);
            }
            Way::Benchmark(game) => {
                self.evaluator.instruments().trace_to(*game, level, &mut signature.trace);
            }
            Way::Places(places) => {
                let n_cells = signature.n_cells();
                for (index, &tiles) in places.iter().enumerate() {
                    for (x, y) in tiles.iter().flat_map(|tile| positions(level, tile)) {
                        signature.way.insert(index * n_cells + y * level.width() + x);
                    }
                }
            }
        }
    }

    /// What the PCG Benchmark compares of the level that was measured last, for
    /// [`Problem::benchmark_diversity`]; nothing where the problem is not judged by it, or
    /// levels have another size than the benchmark's.
    pub fn trace(&mut self, level: View<'_>) -> Option<Trace> {
        let game = self.problem.definition.different?;
        let mut trace = Trace::default();
        self.evaluator.instruments().trace_to(game, level, &mut trace).then_some(trace)
    }

    /// How much two levels differ by their signatures, see [`Signature::differences`]. Where
    /// levels differ by the PCG Benchmark, its word stands for the difference of their ways; less
    /// than unlike counts half, since the benchmark takes out who is like others by ever so little.
    pub fn differences(&mut self, one: &Signature, other: &Signature) -> Differences {
        let found = one.differences(other);
        match self.problem.definition.way {
            Way::None | Way::Trip { .. } | Way::Places(_) => found,
            Way::Benchmark(game) => {
                let instruments = self.evaluator.instruments();
                let way = instruments.distance(game, &one.trace, &other.trace);
                Differences { way: if way < 1.0 { way / 2.0 } else { way }, ..found }
            }
        }
    }

    /// The value of each objective with its band and the score, and the cells of the
    /// longest way that some objective measures, the last one first.
    pub fn explain(&mut self, level: View<'_>) -> Explanation {
        let definition = &*self.problem.definition;
        self.evaluator.next_level();
        let goals = definition.objectives.iter().zip(&self.problem.objectives);
        let objectives = goals
            .map(|(goal, objective)| {
                let value = self.evaluator.value(&goal.node, level);
                ExplainedObjective {
                    name: objective.name.clone(),
                    text: goal.text.clone(),
                    value: (!value.is_nan()).then_some(value),
                    band: objective.band,
                    score: objective.band.score(value),
                }
            })
            .collect();
        let is_playable =
            self.evaluator.holds(&definition.playable, level) && !self.evaluator.has_failed();
        let mut way = Vec::new();
        for (trip, by) in definition.program.trips() {
            let movements = &definition.program.movements;
            let found = self.evaluator.instruments().way((trip, by), movements, level);
            if found.len() > way.len() {
                way = found.to_vec();
            }
        }
        let whole = definition.whole.as_ref();
        let whole = whole.map(|(text, node)| (text.clone(), self.evaluator.holds(node, level)));
        let is_set = level.rows().flatten().all(|&tile| tile != UNKNOWN);
        Explanation { objectives, is_playable, whole, is_set, way }
    }
}

/// Why a level has the scores that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The objectives, in the order of the problem.
    pub objectives: Vec<ExplainedObjective>,
    /// Whether the level is playable.
    pub is_playable: bool,
    /// The expression of `whole`, and whether it holds, where the file has one.
    pub whole: Option<(String, bool)>,
    /// Whether all tiles of the level are set.
    pub is_set: bool,
    /// Cells of the longest way that the problem asks for, numbered row by row, the last
    /// one first; empty where there is none.
    pub way: Vec<usize>,
}

impl Explanation {
    /// What keeps the level from being good, in words; nothing if it is good.
    pub fn lacks(&self) -> Vec<String> {
        let mut lacks = Vec::new();
        if !self.is_playable {
            lacks.push("it is not playable".to_owned());
        }
        let counts = self.objectives.iter().filter(|one| one.band.max() < f64::INFINITY);
        let missed = counts.filter(|one| one.score < 1.0);
        lacks.extend(missed.map(|one| format!("{} is out of range", one.name)));
        if self.whole.as_ref().is_some_and(|(_, holds)| !holds) {
            lacks.push("`whole` does not hold".to_owned());
        }
        if !self.is_set {
            lacks.push("some tiles are not set".to_owned());
        }
        lacks
    }
}

/// One objective of an [`Explanation`].
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedObjective {
    /// Its name.
    pub name: String,
    /// Its expression as the file has it.
    pub text: String,
    /// Its raw value; `None` where the level has none.
    pub value: Option<f64>,
    /// Which values are good.
    pub band: Band,
    /// Its score in 0..=1.
    pub score: f64,
}

/// Writes the cells of a way, mirrored so that it begins in the upper left quarter:
/// mirrored levels play alike. The start is the last cell.
fn mirror_into(way: &[usize], level: View<'_>, signature: &mut Signature) {
    let Some(&start) = way.last() else { return };
    let (width, height) = (level.width(), level.height());
    let (is_right, is_low) = (2 * (start % width) > width, 2 * (start / width) > height);
    for &cell in way {
        let (x, y) = (cell % width, cell / width);
        let x = if is_right { width - 1 - x } else { x };
        let y = if is_low { height - 1 - y } else { y };
        signature.way.insert(y * width + x);
    }
}

#[cfg(test)]
mod tests {
    use level::UNKNOWN;

    use crate::testing::{PIECES, file, level, problem};

    #[test]
    fn a_level_is_whole_where_all_is_set_and_nothing_cut_off() {
        let asks =
            file(PIECES, "regions()").replace("[measures]", "whole = \"value == 1\"\n[measures]");
        for (text, rows, expected) in [
            (&asks, ["..#.", "..#."], false),
            (&asks, ["..#.", "...."], true),
            (&file(PIECES, "regions()"), ["..#.", "..#."], true),
        ] {
            let problem = problem(text);
            let mut level = level(problem.palette(), &rows);
            let mut meter = problem.meter();
            meter.measure(level.view(), &mut [0.0]);
            assert_eq!(meter.is_whole(level.view()), expected, "{rows:?}");
            level.set(3, 1, UNKNOWN);
            assert!(!meter.is_whole(level.view()), "{rows:?}");
        }
    }
}
