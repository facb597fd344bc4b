//! Measuring levels by a problem, one after the other.

use games::Trace;
use level::{UNKNOWN, View};

use crate::counts::cells;
use crate::definition::{Definition, Way};
use crate::measure::{Benchmark, Means, PathMeasure};
use crate::program::{Evaluator, Node};
use crate::{Condition, Differences, Problem, Signature};

/// Measures one level after the other.
#[derive(Debug)]
pub struct Meter<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) evaluator: Evaluator<'p>,
    /// What the next level is asked for by each dial; nothing if nobody says.
    asked: &'p [f64],
}

impl<'p> Meter<'p> {
    pub(crate) fn new(problem: &'p Problem, means: Means) -> Self {
        Self {
            problem,
            evaluator: Evaluator::new(&problem.definition.program, means, problem.lent.clone()),
            asked: &[],
        }
    }

    /// The number of the first of these conditions that a level does not fulfil, if there is
    /// one; the last one where the judge from outside has no answer.
    pub fn unfulfilled(&mut self, level: View<'_>, conditions: &[Condition]) -> Option<usize> {
        self.evaluator.next_level();
        let found = conditions.iter().position(|one| !self.evaluator.holds(&one.node, level));
        if found.is_none() && self.problem.lent.is_some() {
            self.ask_outside(level);
        }
        found.or_else(|| {
            self.evaluator.instruments.hearing.has_failed().then(|| conditions.len() - 1)
        })
    }

    /// Evaluates all objectives, so that the judge from outside is asked: a level that it has no
    /// answer for is not playable, whatever asks for the answer.
    pub(crate) fn ask_outside(&mut self, level: View<'_>) {
        for objective in self.problem.own_objectives() {
            self.evaluator.value(&objective.node, level);
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
        let objectives = problem.dial_objectives().iter().zip(problem.dials());
        for (index, (error, (objective, control))) in errors.iter_mut().zip(objectives).enumerate()
        {
            let value = self.exact(&objective.node, level);
            let nearest = value.clamp(f64::from(control.low), f64::from(control.high - 1));
            *error = (value - self.asked.get(index).copied().unwrap_or(nearest)).abs();
        }
    }

    /// The value of a control, for which longest paths are exact, whatever is set.
    fn exact(&mut self, node: &Node, level: View<'_>) -> f64 {
        let set = self.evaluator.instruments.means.path;
        self.evaluator.instruments.means.path = PathMeasure::Exact;
        let value = self.evaluator.value(node, level);
        self.evaluator.instruments.means.path = set;
        value
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
        let own = self.problem.own_objectives();
        let (own_values, dial_errors) = values.split_at_mut(own.len());
        for (value, objective) in own_values.iter_mut().zip(own) {
            *value = self.evaluator.value(&objective.node, level);
        }
        self.dial_errors(level, dial_errors);
        let is_playable = self.evaluator.holds(&definition.playable, level);
        if self.evaluator.instruments.hearing.has_failed() {
            values.fill(f64::NAN);
            return false;
        }
        is_playable
    }

    /// Nodes that the solvers of the PCG Benchmark looked at in the level that was measured
    /// last: what it costs to see that a puzzle has no solution.
    pub fn n_nodes(&self) -> u64 {
        self.evaluator.instruments.benchmarks.iter().map(Benchmark::n_nodes).sum()
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
        let nodes = &self.problem.definition.control_nodes;
        assert_eq!(values.len(), nodes.len(), "a value for each control");
        self.evaluator.next_level();
        for (value, node) in values.iter_mut().zip(nodes) {
            *value = self.exact(node, level);
        }
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

    /// What the PCG Benchmark compares of the level that was measured last, for
    /// [`Problem::benchmark_diversity`]; nothing where the problem is not judged by it, or
    /// levels have another size than the benchmark's.
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
            meter.measure(level.view(), &mut [0.0]);
            assert_eq!(meter.is_whole(level.view()), expected, "{rows:?}");
            level.set(3, 1, UNKNOWN);
            assert!(!meter.is_whole(level.view()), "{rows:?}");
        }
    }
}
