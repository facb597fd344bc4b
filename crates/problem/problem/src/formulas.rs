//! Compiled expressions: names are resolved, and equal measures are shared.

mod bounds;
mod compile;
mod demands;

use std::sync::Arc;

use crate::likeness::Drawings;
use crate::paths::{Movement, Trip};
use marahel_level::{TileSet, View};
use marahel_script::{Condition, Neighborhood};

use crate::ProblemError;
use crate::case::Demanded;
use crate::catalogue::{Entry, Parameter, Search, Settings};
use crate::expression::Operator;
use crate::measure::{Arguments, GameOfFile, Instruments, MeasureSettings};
use crate::outside::JudgeHandle;

pub(crate) use compile::{Compiler, Names, Verdicts, suggestion, tile, tile_set};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Number(f64),
    Measure(usize),
    Named(usize),
    /// The value of an expression for the level after the initial explorer, by its index.
    Initial(usize),
    Operation(Operator, Vec<Node>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) entry: &'static Entry,
    pub(crate) arguments: Arguments,
}

impl Call {
    /// The movement of its path search, and the trip if there are stops; `None` if it does not
    /// search.
    pub(crate) fn search(&self) -> Option<(usize, Option<&Trip>)> {
        let Arguments { trip, by, .. } = &self.arguments;
        match self.entry.search {
            Search::None => None,
            Search::Trip => Some((*by, Some(trip))),
            Search::Flood | Search::Border => Some((*by, None)),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Formulas {
    pub(crate) movements: Vec<Movement>,
    pub(crate) measures: Vec<Call>,
    pub(crate) groups: Vec<(String, TileSet)>,
    pub(crate) neighborhoods: Vec<(String, Neighborhood)>,
    pub(crate) cells: Vec<Vec<Condition>>,
    pub(crate) games: Vec<GameOfFile>,
    pub(crate) n_outside: usize,
    pub(crate) drawings: Arc<Drawings>,
    pub(crate) named: Vec<Node>,
    /// Expressions about the level after the initial explorer.
    pub(crate) initial: Vec<Node>,
}

/// Maximum number of states of a path search, so that it fits into memory.
const N_STATES_MAX: usize = 1 << 26;

impl Formulas {
    /// Why levels of a size cannot be judged, if so: the states of a path search do not fit into
    /// memory, or a game of the PCG Benchmark has other levels, unless `plays_no_game`.
    pub(crate) fn misfit(
        &self,
        (width, height): (usize, usize),
        plays_no_game: bool,
    ) -> Option<ProblemError> {
        let is_large = self.measures.iter().filter_map(Call::search).any(|(by, trip)| {
            let n_stops = trip.map_or(1, |trip| trip.stops().len());
            self.movements[by].n_states(n_stops, width * height) > N_STATES_MAX
        });
        if is_large {
            return Some(ProblemError(format!(
                "ways through levels of {width}x{height} have too many states; make levels smaller, \
                 or take stops, doors or height and reach of jumps away"
            )));
        }
        let is_game = |call: &&Call| call.entry.parameters == [Parameter::Benchmark];
        let games = self.measures.iter().filter(|call| !plays_no_game && is_game(call));
        let mut games = games.map(|call| self.games[call.arguments.benchmark.0].definition);
        let game = games.find(|game| (game.width, game.height) != (width, height))?;
        let (name, width, height) = (game.name.replace('-', "_"), game.width, game.height);
        let message = format!("pcg_benchmark({name}, ...) judges levels of {width}x{height} alone");
        Some(ProblemError(message))
    }

    /// The tiles that an expression counts, if it is a plain count.
    pub(crate) fn counted(&self, node: &Node) -> Option<TileSet> {
        match node {
            Node::Named(index) => self.counted(&self.named[*index]),
            Node::Measure(index) => {
                let Call { entry, arguments } = &self.measures[*index];
                (entry.demanded == Some(Demanded::Count)).then(|| arguments.tiles[0])
            }
            _ => None,
        }
    }

    /// Whether an expression contains a call for which `is_so` is true.
    pub(crate) fn has_call(&self, node: &Node, is_so: &impl Fn(&Call) -> bool) -> bool {
        let mut has_call = false;
        self.each_measure(node, &mut |index| has_call |= is_so(&self.measures[index]));
        has_call
    }

    /// Calls `visit` with the index of each measure in an expression.
    pub(crate) fn each_measure(&self, node: &Node, visit: &mut impl FnMut(usize)) {
        match node {
            Node::Number(_) => (),
            Node::Measure(index) => visit(*index),
            Node::Named(index) => self.each_measure(&self.named[*index], visit),
            Node::Initial(index) => self.each_measure(&self.initial[*index], visit),
            Node::Operation(_, nodes) => {
                for node in nodes {
                    self.each_measure(node, visit);
                }
            }
        }
    }

    /// The trips of all measures, with the index of the movement.
    pub(crate) fn trips(&self) -> impl Iterator<Item = (&Trip, usize)> {
        let searches = self.measures.iter().filter_map(Call::search);
        searches.filter_map(|(by, trip)| Some((trip?, by)))
    }
}

/// Evaluates expressions on levels, in reused memory. It measures only what an expression needs,
/// and only once.
#[derive(Debug)]
pub(crate) struct Evaluator<'p> {
    formulas: &'p Formulas,
    pub(crate) instruments: Instruments<'p>,
    level: u64,
    /// For each measure the index of its last level, and its value.
    measured: Vec<(u64, f64)>,
    /// The same for the named expressions.
    named: Vec<(u64, f64)>,
    initial: Vec<f64>,
}

impl<'p> Evaluator<'p> {
    pub(crate) fn new(
        formulas: &'p Formulas,
        measure_settings: MeasureSettings,
        judges: Option<JudgeHandle>,
    ) -> Self {
        Self {
            formulas,
            instruments: Instruments::new(measure_settings, formulas, judges),
            level: 0,
            measured: vec![(0, 0.0); formulas.measures.len()],
            named: vec![(0, 0.0); formulas.named.len()],
            initial: vec![f64::NAN; formulas.initial.len()],
        }
    }

    /// Evaluates the expressions about the level after its initial explorer.
    pub(crate) fn start(&mut self, level: View<'_>, draw_seed: u64) {
        self.instruments.seed(draw_seed);
        if self.formulas.initial.is_empty() {
            return;
        }
        self.next_level();
        for index in 0..self.formulas.initial.len() {
            self.initial[index] = self.value(&self.formulas.initial[index], level);
        }
    }

    /// Starts another level.
    pub(crate) fn next_level(&mut self) {
        self.level += 1;
        self.instruments.forget();
    }

    /// Whether the value of an expression is neither 0 nor NaN.
    pub(crate) fn holds(&mut self, node: &Node, level: View<'_>) -> bool {
        is_true(self.value(node, level))
    }

    /// Whether a condition that does not hold might, had the solver of Sokoban not given up.
    pub(crate) fn is_unknown(&mut self, node: &Node, level: View<'_>) -> bool {
        match node {
            Node::Named(index) => self.is_unknown(&self.formulas.named[*index], level),
            Node::Operation(Operator::And, nodes) => {
                nodes.iter().all(|node| self.holds(node, level) || self.is_unknown(node, level))
            }
            _ => self.given_up(node).is_some(),
        }
    }

    /// Number of states after which the solver of Sokoban gave the level up, if an expression asks
    /// it.
    pub(crate) fn given_up(&self, node: &Node) -> Option<u32> {
        let asks = |call: &Call| call.entry.settings == Some(Settings::Solver);
        self.instruments.given_up().filter(|_| self.formulas.has_call(node, &asks))
    }

    /// How nearly a condition holds: 1 if it does, else at most a half, by how far apart the sides
    /// of its comparison are.
    pub(crate) fn nearness(&mut self, node: &Node, level: View<'_>) -> f64 {
        use Operator::{And, AtLeast, AtMost, Equal, Greater, Less, Or};
        if self.holds(node, level) {
            return 1.0;
        }
        match node {
            Node::Named(index) => self.nearness(&self.formulas.named[*index], level),
            Node::Operation(And, nodes) => {
                f64::midpoint(self.nearness(&nodes[0], level), self.nearness(&nodes[1], level))
                    / 2.0
            }
            Node::Operation(Or, nodes) => {
                self.nearness(&nodes[0], level).max(self.nearness(&nodes[1], level))
            }
            Node::Operation(Equal | Less | AtMost | Greater | AtLeast, nodes) => {
                let gap = self.value(&nodes[0], level) - self.value(&nodes[1], level);
                if gap.is_nan() { 0.0 } else { 0.5 / (1.0 + gap.abs()) }
            }
            _ => 0.0,
        }
    }

    /// The value of an expression; NaN for none. Between two calls of
    /// [`next_level`](Self::next_level) all calls must have the same level.
    pub(crate) fn value(&mut self, node: &Node, level: View<'_>) -> f64 {
        match node {
            Node::Number(number) => *number,
            Node::Measure(index) => {
                let (of, value) = self.measured[*index];
                if of == self.level {
                    return value;
                }
                let Call { entry, arguments } = &self.formulas.measures[*index];
                let value = (entry.value)(&mut self.instruments, arguments, level);
                self.measured[*index] = (self.level, value);
                value
            }
            Node::Named(index) => {
                let (of, value) = self.named[*index];
                if of == self.level {
                    return value;
                }
                let value = self.value(&self.formulas.named[*index], level);
                self.named[*index] = (self.level, value);
                value
            }
            Node::Initial(index) => self.initial[*index],
            Node::Operation(operator, nodes) => self.operation(*operator, nodes, level),
        }
    }

    fn operation(&mut self, operator: Operator, nodes: &[Node], level: View<'_>) -> f64 {
        let first = self.value(&nodes[0], level);
        let mut second = || self.value(&nodes[1], level);
        match operator {
            Operator::Else if first.is_nan() => second(),
            Operator::Else => first,
            Operator::Or => truth(is_true(first) || is_true(second())),
            Operator::And => truth(is_true(first) && is_true(second())),
            Operator::Equal => truth(first == second()),
            Operator::Unequal => {
                let second = second();
                truth(!first.is_nan() && !second.is_nan() && first != second)
            }
            Operator::Less => truth(first < second()),
            Operator::AtMost => truth(first <= second()),
            Operator::Greater => truth(first > second()),
            Operator::AtLeast => truth(first >= second()),
            Operator::Plus => first + second(),
            Operator::Minus => first - second(),
            Operator::Times => first * second(),
            Operator::Over | Operator::Modulo => match second() {
                // A ratio to 0 has no value, not an infinite one.
                0.0 => f64::NAN,
                second if operator == Operator::Over => first / second,
                second => first % second,
            },
            Operator::Negative => -first,
            Operator::Not => truth(!is_true(first)),
            Operator::Absolute => first.abs(),
            Operator::Least => self.fold(first, &nodes[1..], level, f64::min),
            Operator::Greatest => self.fold(first, &nodes[1..], level, f64::max),
            Operator::If => {
                let chosen = nodes.get(if is_true(first) { 1 } else { 2 });
                chosen.map_or(f64::NAN, |chosen| self.value(chosen, level))
            }
        }
    }

    /// Combines values; NaN if one of them is.
    fn fold(
        &mut self,
        mut joined: f64,
        operands: &[Node],
        level: View<'_>,
        join: fn(f64, f64) -> f64,
    ) -> f64 {
        for node in operands {
            if joined.is_nan() {
                break;
            }
            let value = self.value(node, level);
            joined = if value.is_nan() { value } else { join(joined, value) };
        }
        joined
    }
}

fn is_true(value: f64) -> bool {
    value != 0.0 && !value.is_nan()
}

fn truth(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}
