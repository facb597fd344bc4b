//! Measuring levels by a problem, one after the other.

use level::{UNKNOWN, View};
use pcg_benchmark::Trace;

use crate::counts::cells;
use crate::definition::{Definition, Way};
use crate::measure::{Benchmark, Means, PathMeasure};
use crate::program::{Evaluator, Node};
use crate::{Condition, Differences, Judged, Made, ObjectiveKind, Problem, Signature};

/// Measures one level after the other.
#[derive(Debug)]
pub struct Meter<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) evaluator: Evaluator<'p>,
    /// The requested value of each dial; empty if nothing was requested.
    pub(crate) asked: &'p [f64],
    /// Raw values and scores of the objectives of the level that was judged last.
    values: Vec<f64>,
    scores: Vec<f64>,
}

impl<'p> Meter<'p> {
    pub(crate) fn new(problem: &'p Problem, means: Means) -> Self {
        let n_objectives = problem.objectives.len();
        Self {
            problem,
            evaluator: Evaluator::new(&problem.definition.program, means, problem.judges.clone()),
            asked: &[],
            values: vec![0.0; n_objectives],
            scores: vec![0.0; n_objectives],
        }
    }

    /// Looks at how a level came about, before it is measured: what it was after its first
    /// explorer, and what its dials are asked for.
    pub fn begin(&mut self, made: &Made<'_>) {
        self.asked = made.map.map_or(&[], |map| self.problem.asked(map));
        self.evaluator.start(made.start, made.draw_seed);
    }

    /// The number of the first of these conditions that a level does not fulfil, if there is
    /// one; the last one where the judge from outside has no answer.
    pub fn unfulfilled(&mut self, level: View<'_>, conditions: &[Condition]) -> Option<usize> {
        self.evaluator.next_level();
        let found = conditions.iter().position(|one| !self.evaluator.holds(&one.node, level));
        if found.is_none() && self.problem.judges.is_some() {
            // Without an answer from outside it is not playable, whatever asks for the answer.
            self.judge_on(level);
        }
        found.or_else(|| {
            self.evaluator.instruments.judge_state.has_failed().then(|| conditions.len() - 1)
        })
    }

    /// The value of a control, for which longest paths are exact, whatever is set.
    fn exact(&mut self, node: &Node, level: View<'_>) -> f64 {
        let set = self.evaluator.instruments.means.path;
        self.evaluator.instruments.means.path = PathMeasure::Exact;
        let value = self.evaluator.value(node, level);
        self.evaluator.instruments.means.path = set;
        value
    }

    /// Judges a finished level: its [`values`](Self::values) and [`scores`](Self::scores) are there
    /// until the next one. One that the judge from outside has no answer for has no values.
    pub fn judge(&mut self, level: View<'_>) -> Judged {
        self.evaluator.next_level();
        self.judge_on(level)
    }

    /// Judges the level at hand.
    pub(crate) fn judge_on(&mut self, level: View<'_>) -> Judged {
        let problem = self.problem;
        let definition = &*problem.definition;
        for (index, objective) in problem.own_objectives().iter().enumerate() {
            self.values[index] = self.evaluator.value(&objective.node, level);
        }
        // The distance of the level from the values of its dials, or else from their ranges.
        let n_own = problem.own_objectives().len();
        let dials = problem.dial_objectives().iter().zip(problem.dials());
        for (index, (objective, control)) in dials.enumerate() {
            let value = self.exact(&objective.node, level);
            let nearest = value.clamp(f64::from(control.low), f64::from(control.high - 1));
            let asked = self.asked.get(index).copied().unwrap_or(nearest);
            self.values[n_own + index] = (value - asked).abs();
        }
        let mut is_playable = self.evaluator.holds(&definition.playable, level);
        if self.evaluator.instruments.judge_state.has_failed() {
            self.values.fill(f64::NAN);
            is_playable = false;
        }
        let (mut counts_are_right, mut ends_are_met) = (true, true);
        let (mut length, mut n_lengths) = (0.0, 0.0);
        let objectives = problem.objectives().iter().zip(&self.values);
        for (score, (objective, &value)) in self.scores.iter_mut().zip(objectives) {
            *score = objective.band.score(value);
            match objective.kind() {
                ObjectiveKind::Open => {
                    (length, n_lengths) = (length + *score, n_lengths + 1.0);
                    ends_are_met &= *score == 1.0;
                }
                ObjectiveKind::Dial if self.asked.is_empty() => {}
                ObjectiveKind::Count | ObjectiveKind::Dial => counts_are_right &= *score == 1.0,
            }
        }
        let is_good = is_playable && counts_are_right && self.is_whole(level);
        let length = if is_good { length / f64::max(n_lengths, 1.0) } else { 0.0 };
        Judged {
            is_playable,
            is_good,
            has_quality: is_good && ends_are_met,
            length,
            is_long: is_good && length >= problem.wanted().length,
        }
    }

    /// The raw value of each objective of the level that was judged last, NaN where it has none.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their scores in 0..=1.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Nodes that the solvers of the PCG Benchmark looked at in the level that was judged
    /// last: what it costs to see that a puzzle has no solution.
    pub fn n_nodes(&self) -> u64 {
        self.evaluator.instruments.benchmarks.iter().map(Benchmark::n_nodes).sum()
    }

    /// Whether all tiles of a playable level were set, and nothing of it is cut off from the
    /// rest, where the problem asks for that. Comes behind the measuring of
    /// the same level.
    pub(crate) fn is_whole(&mut self, level: View<'_>) -> bool {
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
        let nodes = &self.problem.definition.control_nodes;
        assert_eq!(values.len(), nodes.len(), "a value for each control");
        self.evaluator.next_level();
        for (value, node) in values.iter_mut().zip(nodes) {
            *value = self.exact(node, level);
        }
    }

    /// The patterns of the level that was measured last, to be compared with the drawings of the
    /// problem.
    pub fn patterns(&mut self, level: View<'_>) -> &crate::likeness::Sample {
        self.evaluator.instruments.patterns(level)
    }

    /// Writes what sets a playable level, the one that was measured last, apart from others
    /// to `signature`.
    pub fn sign(&mut self, level: View<'_>, signature: &mut Signature) {
        let Definition { program, way, .. } = &*self.problem.definition;
        signature.begin(level, program.movements[0].over);
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

    /// The data by which the PCG Benchmark compares the level measured last, for
    /// [`Problem::benchmark_diversity`]; empty if it does not judge the problem or the level size
    /// differs from the benchmark's.
    pub fn trace(&mut self, level: View<'_>) -> Option<Trace> {
        let game = self.problem.definition.different?;
        let game = &mut self.evaluator.instruments.benchmarks[game];
        let mut trace = Trace::default();
        game.trace_to(level, &mut trace).then_some(trace)
    }

    /// How much two levels differ by their signatures, see [`Signature::differences`]. Where
    /// levels differ by the PCG Benchmark, its word stands for the difference of their ways; less
    /// than unlike counts half, since the benchmark takes out who is like others by ever so little.
    pub fn differences(&mut self, one: &Signature, other: &Signature) -> Differences {
        let found = one.differences(other);
        match self.problem.definition.way {
            Way::None | Way::Trip { .. } | Way::Places(_) => found,
            Way::Benchmark(game) => {
                let game = &mut self.evaluator.instruments.benchmarks[game];
                let way = game.distance(&one.trace, &other.trace);
                Differences { way: if way < 1.0 { way / 2.0 } else { way }, ..found }
            }
        }
    }
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
            meter.judge(level.view());
            assert_eq!(meter.is_whole(level.view()), expected, "{rows:?}");
            level.set(3, 1, UNKNOWN);
            assert!(!meter.is_whole(level.view()), "{rows:?}");
        }
    }
}
