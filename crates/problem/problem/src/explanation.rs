//! Descriptions of a level: all its measures, and the reasons for its scores.

use std::fmt;

use marahel_level::{UNKNOWN, View};
use serde_json::{Map, Number, Value};

use crate::formulas::Node;
use crate::{Band, Condition, Counts, Meter};

impl Meter<'_> {
    /// The description of a level that `evolve score` prints: the number of each tile, the named
    /// measures (without those that begin with `_`), and whether the level is playable, whole (if
    /// the file defines that) and good; `playable` is `null` if it would need a solution that the solver
    /// of Sokoban did not find, and `given_up` is the number of states after which it gave up a
    /// level that is not good.
    pub fn describe(&mut self, level: View<'_>) -> Map<String, Value> {
        self.evaluator.next_level();
        // The measures of a drawing are those of any level; it is judged without itself.
        let is_drawn = std::mem::take(&mut self.evaluator.instruments.is_drawn);
        let is_drawing = is_drawn && self.problem.definition.drawings().has(level);
        let (problem, evaluator) = (self.problem, &mut self.evaluator);
        let definition = &*problem.definition;
        let counts = Counts::of(level).by_name(problem.palette());
        let mut described = Map::from_iter([("counts".to_owned(), counts.into())]);
        let named = definition.texts.iter().zip(&definition.formulas.named);
        for ((name, _), node) in named.filter(|((name, _), _)| !name.starts_with('_')) {
            let value = evaluator.value(node, level);
            // Only a plain measure has words; a calculation with it is a number.
            let words = match node {
                Node::Measure(index) => definition.formulas.measures[*index].entry.range.words(),
                _ => &[],
            };
            let word = words.get(value as usize).filter(|_| !value.is_nan());
            let json = word.map_or_else(|| number(value), |&word| word.into());
            described.insert(name.clone(), json);
        }
        if is_drawing {
            self.evaluator.next_level();
        }
        self.evaluator.instruments.is_drawn = is_drawn;
        let judged = self.judge_on(level);
        let is_unknown =
            !judged.is_playable && self.evaluator.is_unknown(&definition.playable, level);
        let playable = if is_unknown { Value::Null } else { judged.is_playable.into() };
        described.entry("playable").or_insert(playable);
        if let Some((_, whole)) = &definition.whole {
            described.entry("whole").or_insert(self.evaluator.holds(whole, level).into());
        }
        described.entry("good").or_insert(judged.is_good.into());
        if let Some(states) = self.evaluator.instruments.given_up().filter(|_| !judged.is_good) {
            described.entry("given_up").or_insert(states.into());
        }
        described
    }

    /// The value of each objective with its band and score, the missed parts of `playable` and
    /// `whole`, and the cells of the longest path that an objective measures, from its end. A dial
    /// counts as an objective only if a value was requested.
    pub fn explain(&mut self, level: View<'_>) -> Explanation {
        self.evaluator.next_level();
        let is_playable = self.judge_on(level).is_playable;
        let problem = self.problem;
        let definition = &*problem.definition;
        let n_asked = problem.own_objectives().len() + self.request.len();
        let measured: Vec<_> = self.values().iter().copied().zip(self.scores().to_vec()).collect();
        let objectives = problem.objectives.iter().take(n_asked).zip(measured);
        let objectives = objectives.map(|(objective, (value, score))| ExplainedObjective {
            name: objective.name.clone(),
            text: objective.text.clone(),
            // The sums turn -0 into 0.
            value: (!value.is_nan()).then_some(value + 0.0),
            band: objective.band,
            is_open: objective.is_open(),
            score: score + 0.0,
            is_unknown: score < 1.0 && self.evaluator.is_unknown(&objective.node, level),
        });
        let objectives = objectives.collect();
        let mut way = Vec::new();
        for (trip, by) in definition.formulas.trips() {
            let shortest = self.evaluator.instruments.way((trip, by), level);
            if shortest.len() > way.len() {
                way = shortest.to_vec();
            }
        }
        let whole = definition.whole.as_ref().map(|(text, node)| {
            let holds = self.evaluator.holds(node, level);
            self.condition((text, node), holds, &problem.parts[1], level)
        });
        let playable = (&*definition.playable_text, &definition.playable);
        let playable = self.condition(playable, is_playable, &problem.parts[0], level);
        let is_set = level.rows().flatten().all(|&tile| tile != UNKNOWN);
        let given_up = self.evaluator.instruments.given_up();
        Explanation { objectives, playable, whole, is_set, given_up, way }
    }

    fn condition(
        &mut self,
        (text, node): (&str, &Node),
        holds: bool,
        parts: &[Condition],
        level: View<'_>,
    ) -> ExplainedCondition {
        let mut lacking: Vec<(&str, &Node)> = Vec::new();
        if !holds {
            let parts = parts.iter().filter(|part| !self.evaluator.holds(&part.node, level));
            lacking.extend(parts.map(|part| (part.text(), &part.node)));
            if lacking.is_empty() {
                lacking.push((text, node));
            }
        }
        let is_unknown = |(_, node): &(&str, &Node)| self.evaluator.is_unknown(node, level);
        let (unknown, missed): (Vec<_>, Vec<_>) = lacking.into_iter().partition(is_unknown);
        let [missed, unknown] = [missed, unknown]
            .map(|parts| parts.into_iter().map(|(text, _)| text.to_owned()).collect());
        ExplainedCondition { text: text.to_owned(), missed, unknown }
    }
}

/// A number as JSON: without a fraction if it is whole, `null` for NaN.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return (value as i64).into();
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// Something that a level lacks; it displays as words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lack {
    /// This part of `playable` does not hold.
    Playable(String),
    /// The objective of this name does not have these good values, told in words.
    Count(String, String),
    /// The same of an open-ended objective: a good level can lack it, one of quality does not.
    Open(String, String),
    /// This part of `whole` does not hold.
    Whole(String),
    /// Some tiles are not set.
    Unset,
    /// The solver of Sokoban gave up after so many states, so that nobody knows whether this part
    /// of a condition holds, or whether the objective of this name has a good value.
    Unknown(String, u32),
}

impl Lack {
    /// Whether a good level can lack it.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open(..))
    }

    /// The text of the [`Case`](crate::Case) that it is about, or the name of the objective.
    pub fn case(&self) -> Option<&str> {
        match self {
            Self::Playable(text) | Self::Whole(text) | Self::Unknown(text, _) => Some(text),
            Self::Count(name, _) | Self::Open(name, _) => Some(name),
            Self::Unset => None,
        }
    }

    /// Some of them in words.
    pub fn listed(lacks: &[Self]) -> String {
        lacks.iter().map(Self::to_string).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Playable(part) => write!(formatter, "not playable: {part}"),
            Self::Count(name, good) | Self::Open(name, good) => {
                write!(formatter, "{name} is not {good}")
            }
            Self::Whole(part) => write!(formatter, "not whole: {part}"),
            Self::Unset => formatter.write_str("some tiles are not set"),
            Self::Unknown(what, states) => write!(
                formatter,
                "unknown: {what}; the solver of Sokoban gave up after {states} states, and with more `states` in \
                 `solver` it may find a solution",
            ),
        }
    }
}

/// Why a level has its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The objectives, in the order of the problem.
    pub objectives: Vec<ExplainedObjective>,
    /// The condition for playable levels.
    pub playable: ExplainedCondition,
    /// The condition for whole levels, if stated.
    pub whole: Option<ExplainedCondition>,
    /// Whether all tiles of the level are set.
    pub is_set: bool,
    /// Number of states after which the solver of Sokoban gave up, so that nobody knows whether
    /// there is a solution.
    pub given_up: Option<u32>,
    /// Cells of the longest path that an objective measures, in row-major order, from its end;
    /// empty if there is none.
    pub way: Vec<usize>,
}

impl Explanation {
    /// Why the level is not good; empty if it is good.
    pub fn lacks(&self) -> Vec<Lack> {
        let missed = self.playable.missed.iter().cloned();
        let mut lacks: Vec<Lack> = missed.map(Lack::Playable).collect();
        lacks.extend(self.missed(false, Lack::Count));
        let missed = self.whole.iter().flat_map(|whole| &whole.missed).cloned();
        lacks.extend(missed.map(Lack::Whole));
        if !self.is_set {
            lacks.push(Lack::Unset);
        }
        if let Some(states) = self.given_up {
            let conditions = [Some(&self.playable), self.whole.as_ref()].into_iter().flatten();
            let unknown = conditions.flat_map(|condition| condition.unknown.iter().cloned());
            lacks.extend(unknown.map(|part| Lack::Unknown(part, states)));
        }
        lacks
    }

    /// The open-ended objectives with a score below 1.
    pub fn short_of(&self) -> impl Iterator<Item = Lack> {
        self.missed(true, Lack::Open)
    }

    /// The objectives, open-ended or not, with a score below 1.
    fn missed(
        &self,
        is_open: bool,
        lack: fn(String, String) -> Lack,
    ) -> impl Iterator<Item = Lack> {
        let missed = self.objectives.iter().filter(move |goal| goal.is_open == is_open);
        let missed = missed.filter(|goal| goal.score < 1.0);
        missed.map(move |goal| match self.given_up.filter(|_| goal.is_unknown && !is_open) {
            Some(states) => Lack::Unknown(goal.name.clone(), states),
            None => lack(goal.name.clone(), goal.band.in_words()),
        })
    }
}

/// A condition of an [`Explanation`].
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedCondition {
    /// Its text in the file.
    pub text: String,
    /// The parts that do not hold, from [`with_named_parts`](crate::Problem::with_named_parts), or
    /// else the whole text; empty if the condition holds.
    pub missed: Vec<String>,
    /// The parts that the solver of Sokoban gave up.
    pub unknown: Vec<String>,
}

impl ExplainedCondition {
    /// Whether the condition is known to hold, or not to; `None` if nobody knows, because the
    /// solver of Sokoban gave up.
    pub fn holds(&self) -> Option<bool> {
        let is_known = !self.missed.is_empty() || self.unknown.is_empty();
        is_known.then_some(self.missed.is_empty())
    }
}

/// An objective of an [`Explanation`].
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedObjective {
    /// Its name.
    pub name: String,
    /// Its text in the file.
    pub text: String,
    /// Its raw value; `None` if the level has none.
    pub value: Option<f64>,
    /// Its good values.
    pub band: Band,
    /// Whether good levels may lack it.
    pub is_open: bool,
    /// Its score in 0..=1.
    pub score: f64,
    /// Whether the score is below 1 because the solver of Sokoban gave up.
    pub is_unknown: bool,
}
