//! [`Candidate`]: an expression about levels that may hold in all drawings, with its words.

use marahel_level::Tile;

use super::scene::Group;

/// How to derive a bound from the values of an expression in all drawings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// All values must be this.
    Just(f64),
    /// All values must be equal and at most this.
    Same(f64),
    /// A range somewhat wider than the values.
    Range,
    /// The same for a share in 0..=1.
    Share,
    /// All values must be at most this.
    AtMost(f64),
    /// A minimum; all values must be at least the first number. No level reaches the second.
    Long(f64, f64),
}

/// The change that should break a demand, unless it holds by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaker {
    /// Shuffling the level.
    Shuffles,
    /// Moving all cells of a thing to other possible places.
    Moves(Tile),
    Any,
}

#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: String,
    pub(crate) expression: String,
    pub(crate) bound: Bound,
    /// Its description without a verb: `no junction of road`. A `#` stands for the value.
    pub(crate) description: String,
    /// Its importance to a person.
    pub(crate) weight: f64,
    /// The change that should break it.
    pub(crate) breaker: Breaker,
    /// What its expression uses that the file need not have.
    pub(crate) needs: Option<Need>,
}

/// A part of a file that only demands use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The movement of this name.
    Way(String),
    /// The neighborhood of a square of two by two cells.
    Block,
}

/// Minimum weight of core demands, which everybody who draws such levels would make.
pub(crate) const CORE_WEIGHT: f64 = 2.0;

/// Minimum weight of demands that are likelier than most others of their kind.
pub(crate) const LIKELY_WEIGHT: f64 = 1.8;

/// Minimum weight of demands that are kept even if others imply them.
pub(crate) const ALWAYS_WEIGHT: f64 = 5.0;

/// The texts of a candidate: its key, its expression, and its description. In those of [`Rows`], `$t`
/// stands for a tile, and `$g`, `$d` and `$k` for a group in expressions, descriptions and keys.
type Texts<T> = [T; 3];

#[derive(Default)]
pub(crate) struct List {
    pub(super) candidates: Vec<Candidate>,
}

impl List {
    pub(super) fn push(
        &mut self,
        breaker: Breaker,
        weight: f64,
        bound: Bound,
        [key, expression, description]: Texts<String>,
    ) -> &mut Candidate {
        let needs = None;
        let candidate = Candidate { key, expression, bound, description, weight, breaker, needs };
        self.candidates.push(candidate);
        self.candidates.last_mut().expect("it has one")
    }

    /// Candidates about a tile, a group, or a tile and a group.
    pub(super) fn rows<'l>(
        &'l mut self,
        breaker: Breaker,
        tile: &'l str,
        group: Option<&'l Group>,
    ) -> Rows<'l> {
        Rows { list: self, breaker, tile, group }
    }
}

/// Candidates about the same things, which the same change should break.
pub(super) struct Rows<'l> {
    list: &'l mut List,
    pub(super) breaker: Breaker,
    tile: &'l str,
    group: Option<&'l Group>,
}

impl Rows<'_> {
    pub(super) fn add(&mut self, weight: f64, bound: Bound, texts: Texts<&str>) -> &mut Candidate {
        let texts = texts.map(|text| self.filled(text));
        self.list.push(self.breaker, weight, bound, texts)
    }

    /// Adds the condition that an expression is 0.
    pub(super) fn none(&mut self, weight: f64, texts: Texts<&str>) -> &mut Candidate {
        self.add(weight, Bound::Just(0.0), texts)
    }

    /// Adds the condition that no cell meets some conditions.
    pub(super) fn nowhere(
        &mut self,
        weight: f64,
        [key, conditions, description]: Texts<&str>,
    ) -> &mut Candidate {
        self.none(weight, [key, &cells(conditions), description])
    }

    /// A text with names in place of `$` and a letter.
    fn filled(&self, text: &str) -> String {
        let of_group = |part: fn(&Group) -> &String| self.group.map_or("", |group| part(group));
        let mut parts = text.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (letter, rest) = part.split_at(1);
            filled += match letter {
                "t" => self.tile,
                "g" => of_group(|group| &group.text),
                "d" => of_group(|group| &group.description),
                _ => of_group(|group| &group.key),
            };
            filled += rest;
        }
        filled
    }
}

/// The expression that counts the cells with some conditions.
pub(super) fn cells(conditions: &str) -> String {
    format!("cells(\"{conditions}\")")
}

/// A count in words.
pub(crate) fn number(n: usize) -> String {
    let words =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
