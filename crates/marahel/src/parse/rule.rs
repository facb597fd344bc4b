//! Rules: `conditions -> executers`, and the estimators in them.
//!
//! ```text
//! rule       := [ condition { "," condition } ] "->" executer { "," executer }
//! condition  := estimator [ operator estimator ]
//! executer   := neighborhood "(" entity-list ")"
//! ```

use super::aiide17;
use super::reader::{Piece, Reader, parse_real};
use crate::script::{
    Condition, Dialect, EntityList, Estimator, Executer, Operator, Rule, Spelling,
};

/// The estimators that are a word of their own, distances aside.
const WORDS: [&str; 5] = ["random", "noise", "percent", "cpercent", "rpercent"];

impl Reader<'_> {
    /// Reads one rule; `None` only if something was reported.
    pub(super) fn read_rule(&mut self, rule: Piece<'_>) -> Option<Rule> {
        let Some((left, right)) = rule.text.split_once("->") else {
            let message = "a rule needs `->` between its conditions and its executers";
            self.report(rule.range(), message);
            return None;
        };
        if right.contains("->") {
            self.report(rule.part(right).range(), "a rule has only one `->`");
            return None;
        }
        let (left, right) = (rule.part(left).trim(), rule.part(right).trim());
        let conditions = if left.text.is_empty() {
            Some(Vec::new())
        } else {
            self.all_of(left, Self::condition)
        };
        let executers = if right.text.is_empty() {
            let message = "what to write is missing after `->`, as in `-> self(solid)`";
            self.report(rule.range(), message);
            None
        } else {
            self.all_of(right, Self::executer)
        };
        let text = Spelling::of(rule.text);
        Some(Rule { text, conditions: conditions?, executers: executers? })
    }

    /// Reads every part of a comma-separated list, also after a mistake.
    fn all_of<T>(
        &mut self,
        list: Piece<'_>,
        read: fn(&mut Self, Piece<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let parts = split_list(&list);
        let read: Vec<Option<T>> = parts.into_iter().map(|part| read(self, part)).collect();
        read.into_iter().collect()
    }

    fn condition(&mut self, condition: Piece<'_>) -> Option<Condition> {
        if condition.text.is_empty() {
            self.report(condition.range(), "a condition is missing between two commas");
            return None;
        }
        let Some((left, operator, right)) = split_comparison(condition.text) else {
            return match self.dialect {
                Dialect::Current => self.estimator(condition).map(Condition::Bare),
                Dialect::Aiide17 => self.aiide17_bare(condition),
            };
        };
        if right.starts_with(['<', '>', '=', '!']) {
            let from_operator = &condition.text[left.len()..];
            let n_bytes = from_operator.find(|next| !"<>=!".contains(next));
            let found = &from_operator[..n_bytes.unwrap_or(from_operator.len())];
            let message = format!("`{found}` is no operator; there are >, <, >=, <=, == and !=");
            self.report(condition.part(found).range(), message);
            return None;
        }
        if split_comparison(right).is_some() {
            let message = "a condition has only one operator; separate conditions by commas";
            self.report(condition.range(), message);
            return None;
        }
        let left = self.estimator(condition.part(left).trim());
        let right = self.estimator(condition.part(right).trim());
        Some(Condition::Compare(left?, operator, right?))
    }

    /// Reads an estimator: a name of the script first, then a word of the language, then a number.
    pub(super) fn estimator(&mut self, estimator: Piece<'_>) -> Option<Estimator> {
        let text = estimator.text;
        if text.is_empty() {
            self.report(estimator.range(), "an estimator is missing");
            return None;
        }
        if text.contains('(') || text.contains(')') {
            return self.call(estimator);
        }
        if let Some(tiles) = self.names.tiles(text) {
            let members = tiles.into_iter().map(|tile| (tile, 1)).collect();
            return Some(Estimator::Total(EntityList { members }));
        }
        let word = match self.dialect {
            Dialect::Current => parse_word(text),
            Dialect::Aiide17 => self.aiide17_word(text),
        };
        if word.is_none() {
            self.report_estimator(estimator);
        }
        word
    }

    /// A distance, or `neighborhood(list)`.
    fn call(&mut self, call: Piece<'_>) -> Option<Estimator> {
        let (name, list) = self.call_parts(call)?;
        match (self.dialect, self.distance_kind(name.text)) {
            (Dialect::Current, _) if name.text == "dist" && !self.names.is_neighborhood("dist") => {
                return self.entity_list(list).map(Estimator::Distance);
            }
            (Dialect::Aiide17, Some(kind)) => return self.aiide17_distance(kind, list),
            _ => {}
        }
        if !self.names.is_neighborhood(name.text) {
            let mut known = self.neighborhood_names();
            let words = self.distance_names().iter().chain(self.condition_names());
            known.extend(words.map(|&name| name.to_owned()));
            let known = known.iter().map(String::as_str);
            self.report_unknown(name.range(), "estimator", name.text, known);
            self.entity_list(list);
            return None;
        }
        let (neighborhood, list) = (self.neighborhood(name), self.entity_list(list));
        Some(Estimator::Neighborhood(neighborhood?, list?))
    }

    fn executer(&mut self, executer: Piece<'_>) -> Option<Executer> {
        if !executer.text.contains('(') {
            let message = "an executer is a neighborhood with entities, as in `self(solid)`";
            self.report(executer.range(), message);
            return None;
        }
        let (name, list) = self.call_parts(executer)?;
        let neighborhood = self.neighborhood(name);
        let entities = self.weighted_list(list);
        let (neighborhood, entities) = neighborhood.zip(entities)?;
        if entities.members.iter().any(|&(tile, _)| tile == level::OUT) {
            self.report(list.range(), "`out` cannot be written");
            return None;
        }
        if entities.members.iter().any(|&(tile, _)| tile == level::UNKNOWN)
            && list.text.split('|').any(|item| item.trim().starts_with("any"))
        {
            let message = "`any` may also write unknown; `entity` stands for the entities alone";
            self.warn(list.range(), message);
        }
        Some(Executer { neighborhood, entities })
    }

    /// Splits `name(list)`.
    fn call_parts<'v>(&mut self, call: Piece<'v>) -> Option<(Piece<'v>, Piece<'v>)> {
        let parts = call.text.split_once('(').and_then(|(name, rest)| {
            let list = rest.strip_suffix(')')?;
            let is_flat = !list.contains(['(', ')']);
            (is_flat && !name.trim().is_empty()).then_some((name, list))
        });
        if parts.is_none() {
            let message = format!(
                "`{}` should look like `name(entities)`; commas separate one from the next",
                call.text
            );
            self.report(call.range(), message);
        }
        parts.map(|(name, list)| (call.part(name).trim(), call.part(list)))
    }

    fn report_estimator(&mut self, estimator: Piece<'_>) {
        if self.dialect == Dialect::Aiide17
            && let Some(name) = estimator.text.strip_suffix("@map")
        {
            let known = self.entity_names();
            let known = known.iter().map(String::as_str).chain(["noise"]);
            self.report_unknown(estimator.part(name).range(), "entity", name, known);
            return;
        }
        let is_distance = self.distance_names().contains(&estimator.text);
        if self.names.is_neighborhood(estimator.text) || is_distance {
            let message = format!("`{0}` needs entities, as in `{0}(any)`", estimator.text);
            self.report(estimator.range(), message);
            return;
        }
        let words = match self.dialect {
            Dialect::Current => &WORDS[..],
            Dialect::Aiide17 => &aiide17::WORDS[..],
        };
        let known = self.entity_names();
        let words =
            words.iter().chain(self.condition_names()).chain(self.distance_names()).copied();
        let known = known.iter().map(String::as_str).chain(words);
        self.report_unknown(estimator.range(), "estimator", estimator.text, known);
    }

    /// The conditions that are called like estimators.
    fn condition_names(&self) -> &'static [&'static str] {
        match self.dialect {
            Dialect::Current => &[],
            Dialect::Aiide17 => &aiide17::CONDITIONS,
        }
    }

    /// The estimators that measure distances.
    fn distance_names(&self) -> &'static [&'static str] {
        match self.dialect {
            Dialect::Current => &["dist"],
            Dialect::Aiide17 => &["minDist", "avgDist", "maxDist"],
        }
    }
}

/// Splits a list at the commas outside of parentheses and trims the parts.
pub(super) fn split_list<'v>(list: &Piece<'v>) -> Vec<Piece<'v>> {
    let mut depth = 0_i32;
    let is_separator = |character: char| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        character == ',' && depth <= 0
    };
    list.text.split(is_separator).map(|part| list.part(part).trim()).collect()
}

/// Splits at the first operator outside of parentheses.
fn split_comparison(text: &str) -> Option<(&str, Operator, &str)> {
    let mut depth = 0_i32;
    for (index, character) in text.char_indices() {
        depth += i32::from(character == '(') - i32::from(character == ')');
        if depth > 0 {
            continue;
        }
        let rest = &text[index..];
        let found = Operator::SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling));
        if let Some(&(spelling, operator)) = found {
            return Some((&text[..index], operator, &rest[spelling.len()..]));
        }
    }
    None
}

/// A word or number that is an estimator.
fn parse_word(text: &str) -> Option<Estimator> {
    match text {
        "random" => Some(Estimator::Random),
        "percent" => Some(Estimator::Percent),
        "cpercent" => Some(Estimator::ChangePercent),
        "rpercent" => Some(Estimator::RepeatPercent),
        _ => parse_noise(text).or_else(|| parse_real(text).map(Estimator::Number)),
    }
}

/// `noise`, or `noise` with a scale; scale 0 counts as 1.
fn parse_noise(text: &str) -> Option<Estimator> {
    let scale = match text.strip_prefix("noise")? {
        "" => 1,
        digits if digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    Some(Estimator::Noise { scale: u32::max(scale, 1) })
}
