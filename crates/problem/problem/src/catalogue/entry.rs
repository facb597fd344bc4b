//! [`Entry`]: what is known of a measure.

use std::fmt;

use crate::case::Demanded;
use crate::measure::conditions::CellCondition;
use crate::measure::{Computation, Marking};
use crate::unruled::Near;
use crate::wishes::WishedBy;

/// A measure in problem files. Two are equal if their names are.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name in expressions.
    pub name: &'static str,
    /// Its arguments.
    pub parameters: &'static [Parameter],
    /// Its meaning.
    pub about: &'static str,
    /// Values for a drawn level.
    pub example: Example,
    pub(crate) value: Computation,
    pub(crate) range: Range,
    pub(crate) search: Search,
    /// The property of its tiles that a goal for it demands.
    pub(crate) demanded: Option<Demanded>,
    pub(crate) counted: Counted,
    /// The settings of the file that say how it is measured.
    pub(crate) settings: Option<Settings>,
    /// Whether it compares levels with the drawings of `like`.
    pub(crate) compares: bool,
    /// The cells that a missed requirement for it is about, if rules do not say them.
    pub(crate) marked: Option<Marking>,
    /// What says something near to it to rules. It holds for it in some sense, which a test states.
    pub(crate) also: Option<fn(&Near<'_>) -> Option<String>>,
    /// The form of a wish for it, from which explorers can be written.
    pub(crate) wished: WishedBy,
}

impl PartialEq for Entry {
    fn eq(&self, entry: &Self) -> bool {
        self.name == entry.name
    }
}

/// Settings that belong to some measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Settings {
    /// `path`: how a longest path is measured.
    Path,
    /// `solver`: how a Sokoban is solved.
    Solver,
}

/// The values that a measure can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Range {
    /// From 0 to the number of cells.
    Cells,
    /// From 1 to the number of cells.
    Positive,
    /// In 0..=1.
    Share,
    /// The entropy of tiles.
    Bits,
    /// Steps of a path that visits no cell again.
    Diameter,
    /// Steps of a walk, which can visit a cell again on each leg, with each key and in each jump.
    Steps,
    /// Any number of moves, since crates stand elsewhere after each.
    Moves,
    /// In columns plus rows.
    Distance,
    /// Between two different cells.
    PositiveDistance,
    /// The index of one of these words.
    Words(&'static [&'static str]),
    Any,
}

impl Range {
    pub(crate) fn words(self) -> &'static [&'static str] {
        if let Self::Words(words) = self { words } else { &[] }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Search {
    None,
    /// Over the stops of its trip.
    Trip,
    /// From all first cells at once.
    Flood,
    /// The same, to where no way should lead.
    Border,
}

/// What a measure counts, as far as rules can say it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counted {
    /// Nothing that a rule can say.
    Nothing,
    /// Cells or regions: other terms can be penalties that are added to their number.
    Amount,
    /// Cells where its conditions hold.
    Conditions,
    /// Cells with its tiles that have something around them.
    Around(CellCondition),
    /// Cells with its tiles in a part of the level.
    Along(CellCondition),
    /// No cells: it is the least distance of its tiles from those of the argument with this index.
    Distance(usize),
}

/// A level with a player `@`, key `k`, door `d`, enemy `e`, floor `.`, wall `#`, crate `$` and
/// target `x`, and the values of expressions. The rows `..#` and `#..` are the drawings of `like`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The rows of the level.
    pub level: &'static [&'static str],
    /// Expressions with their values: at least one, and at most one for each row.
    pub values: &'static [(&'static str, f64)],
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parameter {
    /// Tiles, as in `a|b`.
    Tiles(&'static str),
    /// Tiles; by default all that the movement enters.
    Floor(&'static str),
    /// Two to eight arguments of tiles: the stops of a trip.
    Stops,
    /// A mirror, then tiles. By default all cells, and the better one of two mirrors.
    Mirror,
    /// Conditions of a rule, in quotes.
    Conditions,
    /// A whole number in 0..=1000.
    Number(&'static str),
    /// As `Number`, at least the number before it; by default there is no limit.
    Most(&'static str),
    /// `by = NAME`, a movement of the file; by default the first one.
    By,
    /// A definition of the PCG Benchmark, and the name of one of its values.
    Benchmark,
    /// The name of a value of the external judge.
    Outside,
}

impl Entry {
    /// Its call: `path(stop, stop, ..., by)`.
    pub fn usage(&self) -> String {
        let parameters: Vec<&str> = self.parameters.iter().map(Parameter::usage).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// Its call and the first sentence of its meaning.
    pub fn row(&self) -> String {
        let is_end =
            |&(at, _): &(usize, &str)| self.about[at + 2..].starts_with(char::is_uppercase);
        let end = self.about.match_indices(". ").find(is_end);
        format!(
            "{}: {}",
            self.usage(),
            &self.about[..end.map_or(self.about.len(), |(at, _)| at + 1)]
        )
    }
}

/// The call, the meaning, and the example with an expression next to each row.
impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Example { level, values } = self.example;
        writeln!(formatter, "{}\n    {}", self.usage(), self.about)?;
        for (index, row) in level.iter().enumerate() {
            let value = values.get(index);
            let value = value.map(|(expression, value)| format!("   {expression} is {value}"));
            writeln!(formatter, "        {row}{}", value.unwrap_or_default())?;
        }
        Ok(())
    }
}

impl Parameter {
    fn usage(&self) -> &'static str {
        match self {
            Self::Tiles(name) | Self::Floor(name) | Self::Number(name) | Self::Most(name) => name,
            Self::Stops => "stop, stop, ...",
            Self::Conditions => "\"conditions\"",
            Self::By => "by = movement",
            Self::Mirror => "mirror, tiles",
            Self::Benchmark => "definition, value",
            Self::Outside => "value",
        }
    }
}
