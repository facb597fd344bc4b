//! [`Meter`]: measures levels by a problem.

mod good;

use std::sync::atomic::Ordering;

use crate::pcg_benchmark::Trace;
use marahel_level::View;

use crate::counts::cells;
use crate::definition::{Definition, Way};
use crate::formulas::{Evaluator, Node};
use crate::measure::{Benchmark, MeasureSettings, PathMeasure};
use crate::{Condition, Differences, MadeLevel, Problem, Signature};

pub use good::Judged;

/// Measures levels, one after the other.
#[derive(Debug)]
pub struct Meter<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) evaluator: Evaluator<'p>,
    /// The requested value of each dial; empty without a request.
    pub(crate) request: &'p [f64],
    /// Raw values and scores of the objectives for the last judged level.
    values: Vec<f64>,
    scores: Vec<f64>,
}

impl<'p> Meter<'p> {
    pub(crate) fn new(problem: &'p Problem, measure_settings: MeasureSettings) -> Self {
        let n_objectives = problem.objectives.len();
        Self {
            problem,
            evaluator: Evaluator::new(
                &problem.definition.formulas,
                measure_settings,
                problem.judges.clone(),
            ),
            request: &[],
            values: vec![0.0; n_objectives],
            scores: vec![0.0; n_objectives],
        }
    }

    /// For levels that a person draws: one of the problem's drawings is no copy of itself.
    #[must_use]
    pub fn of_drawn(mut self) -> Self {
        self.evaluator.instruments.is_drawn = true;
        self
    }

    /// Call this before measuring a level: it stores the values after the first explorer, and the
    /// requested values of its dials.
    pub fn begin(&mut self, level: &MadeLevel<'_>) {
        self.request = level.map.map_or(&[], |map| self.problem.request(map));
        self.evaluator.start(level.start, level.draw_seed);
    }

    /// Index of the first of these conditions that a level does not fulfil; the last index if the
    /// external judge has no answer. `None` if it fulfils all.
    pub fn unfulfilled(&mut self, level: View<'_>, conditions: &[Condition]) -> Option<usize> {
        self.evaluator.next_level();
        let failed =
            conditions.iter().position(|condition| !self.evaluator.holds(&condition.node, level));
        if failed.is_none() && self.problem.judges.is_some() {
            // Without an answer of the external judge the level is not playable, even if the
            // conditions do not need it.
            self.judge_on(level);
        }
        self.note_given_up();
        failed.or_else(|| {
            self.evaluator.instruments.judge_state.has_failed().then(|| conditions.len() - 1)
        })
    }

    /// Number of states after which the solver of Sokoban gave up the last level, if the condition
    /// asks it.
    pub fn given_up(&self, condition: &Condition) -> Option<u32> {
        self.evaluator.given_up(&condition.node)
    }

    /// How nearly a level fulfils each of these conditions: 1 if it does, else at most a half, by
    /// how far apart the sides of a comparison are. All are 0 if the external judge has no answer.
    pub fn nearness(&mut self, level: View<'_>, conditions: &[Condition], each: &mut Vec<f64>) {
        self.evaluator.next_level();
        each.clear();
        each.extend(
            conditions.iter().map(|condition| self.evaluator.nearness(&condition.node, level)),
        );
        self.note_given_up();
        if self.problem.judges.is_some() {
            self.judge_on(level);
            if self.evaluator.instruments.judge_state.has_failed() {
                each.fill(0.0);
            }
        }
    }

    /// The values of expressions in a level, each measured as it is asked for; NaN for none.
    pub fn values_of(
        &mut self,
        level: View<'_>,
        expressions: &[Condition],
    ) -> impl Iterator<Item = f64> {
        self.evaluator.next_level();
        // The sum turns -0 into 0.
        let values = expressions
            .iter()
            .map(move |expression| self.evaluator.value(&expression.node, level) + 0.0);
        values.map(|value| if value.is_finite() { value } else { f64::NAN })
    }

    /// The value of a control; longest paths are exact here, whatever the settings.
    fn exact(&mut self, node: &Node, level: View<'_>) -> f64 {
        let set = self.evaluator.instruments.measure_settings.path;
        self.evaluator.instruments.measure_settings.path = PathMeasure::Exact;
        let value = self.evaluator.value(node, level);
        self.evaluator.instruments.measure_settings.path = set;
        value
    }

    /// Judges a finished level. Its [`values`](Self::values) and [`scores`](Self::scores) are
    /// available until the next call; without an answer of the external judge, the values are NaN.
    pub fn judge(&mut self, level: View<'_>) -> Judged {
        self.evaluator.next_level();
        self.judge_on(level)
    }

    pub(crate) fn judge_on(&mut self, level: View<'_>) -> Judged {
        let problem = self.problem;
        for (index, objective) in problem.own_objectives().iter().enumerate() {
            self.values[index] = self.evaluator.value(&objective.node, level);
        }
        // The distance of the level from the requested values, or else from the ranges of the
        // controls.
        let n_own = problem.own_objectives().len();
        let dials = problem.dial_objectives().iter().zip(problem.dials());
        for (index, (objective, control)) in dials.enumerate() {
            let value = self.exact(&objective.node, level);
            let nearest = value.clamp(f64::from(control.low), f64::from(control.high - 1));
            let target = self.request.get(index).copied().unwrap_or(nearest);
            self.values[n_own + index] = (value - target).abs();
        }
        self.verdict(level)
    }

    fn note_given_up(&self) {
        if let Some(states) = self.evaluator.instruments.given_up() {
            self.problem.given_up.store(states, Ordering::Relaxed);
        }
    }

    /// The raw value of each objective for the last judged level; NaN for none.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The scores of these values, in 0..=1.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Nodes that the solvers of the PCG Benchmark visited in the last judged level, which is the
    /// cost of proving that a puzzle has no solution.
    pub fn n_nodes(&self) -> u64 {
        self.evaluator.instruments.benchmarks.iter().map(Benchmark::n_nodes).sum()
    }

    /// The patterns of the last measured level, for comparison with the drawings of the problem.
    pub fn patterns(&mut self, level: View<'_>) -> &crate::likeness::Sample {
        self.evaluator.instruments.patterns(level)
    }

    /// Writes the data by which the last measured level differs from others to `signature`; the
    /// level should be playable.
    pub fn sign(&mut self, level: View<'_>, signature: &mut Signature) {
        let Definition { formulas, way, .. } = &*self.problem.definition;
        signature.begin(level, formulas.movements[0].over);
        match way {
            Way::None => (),
            Way::Trip { trip, by } => {
                mirror_into(self.evaluator.instruments.way((trip, *by), level), level, signature);
            }
            Way::Benchmark(game) => {
                let game = &mut self.evaluator.instruments.benchmarks[*game];
                game.trace_to(level, &mut signature.trace);
            }
            Way::Places(places) => {
                let n_cells = signature.n_cells();
                for (index, &tiles) in places.iter().enumerate() {
                    for cell in cells(level, tiles) {
                        signature.way.insert(index * n_cells + cell);
                    }
                }
            }
        }
    }

    /// The data by which the PCG Benchmark compares the last measured level, for
    /// [`Problem::benchmark_diversity`]. `None` if the problem does not use it, or the level has
    /// another size than the benchmark's.
    pub fn trace(&mut self, level: View<'_>) -> Option<Trace> {
        let game = self.problem.definition.different?;
        let game = &mut self.evaluator.instruments.benchmarks[game];
        let mut trace = Trace::default();
        game.trace_to(level, &mut trace).then_some(trace)
    }

    /// The differences of two levels by their signatures, see [`Signature::differences`]. If the
    /// PCG Benchmark compares levels, its difference replaces that of the paths; below 1 it counts
    /// half, because the benchmark drops levels that are even slightly similar to others.
    pub fn differences(&mut self, left: &Signature, right: &Signature) -> Differences {
        let differences = left.differences(right);
        match self.problem.definition.way {
            Way::None | Way::Trip { .. } | Way::Places(_) => differences,
            Way::Benchmark(game) => {
                let game = &mut self.evaluator.instruments.benchmarks[game];
                let way = game.distance(&left.trace, &right.trace);
                Differences { way: if way < 1.0 { way / 2.0 } else { way }, ..differences }
            }
        }
    }
}

/// Adds the cells of a path to a signature, mirrored so that the start is in the upper left
/// quarter, because mirrored levels play alike. The start is the last cell.
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
    use marahel_level::UNKNOWN;

    use crate::tests::{PIECES, file, level, problem};

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
            meter.judge(level.view());
            assert_eq!(meter.is_whole(level.view()), expected, "{rows:?}");
            level.set(3, 1, UNKNOWN);
            assert!(!meter.is_whole(level.view()), "{rows:?}");
        }
    }
}
