//! Rules: `conditions -> executers`, and the estimators in them.
//!
//! ```text
//! rule       := [ condition { "," condition } ] "->" executer { "," executer }
//! condition  := estimator [ operator estimator ]
//! executer   := neighborhood "(" entity-list ")"
//! ```

use std::ops::Range;

use super::names::{Names, closest};
use super::other_languages;
use super::outline::RuleOutline;
use super::piece::{Piece, n_empty_first};
use super::reader::{Reader, parse_real};
use crate::spelling::{OF_LISTS, WORDS};
use crate::{Condition, EntityList, Estimator, Executer, Operator, Rule, Severity, Spelling};

/// The words of a dialect for conditions and estimators.
pub trait Vocabulary: Sync {
    /// Three lists: estimators of one word, distances, and conditions that look like estimators.
    fn names(&self) -> [Vec<&'static str>; 3];

    /// Reads a condition that is not a comparison.
    fn bare(&self, reader: &mut Reader<'_>, condition: Piece<'_>) -> Option<Condition>;

    /// Reads an estimator that is a word or a number.
    fn word(&self, names: &Names, text: &str) -> Option<Estimator>;

    /// Whether a name, which is not a neighborhood, is that of a distance.
    fn is_distance(&self, name: &str) -> bool;

    /// Reads a distance; `arguments` are between its parentheses.
    fn distance(
        &self,
        reader: &mut Reader<'_>,
        name: &str,
        arguments: Piece<'_>,
    ) -> Option<Estimator>;

    /// Reports a condition in the place of an estimator; returns whether it was one.
    fn is_condition_reported(&self, _reader: &mut Reader<'_>, _estimator: Piece<'_>) -> bool {
        false
    }

    /// Reports an unknown estimator with a special message; returns whether there was one.
    fn is_unknown_reported(&self, _reader: &mut Reader<'_>, _estimator: Piece<'_>) -> bool {
        false
    }
}

/// The words of today's dialect.
pub(crate) struct Today;

impl Vocabulary for Today {
    fn names(&self) -> [Vec<&'static str>; 3] {
        let words = WORDS.iter().map(|(word, _)| *word).collect();
        [words, OF_LISTS.iter().map(|(word, _)| *word).collect(), Vec::new()]
    }

    fn bare(&self, reader: &mut Reader<'_>, condition: Piece<'_>) -> Option<Condition> {
        reader.estimator(condition).map(Condition::Bare)
    }

    fn word(&self, _names: &Names, text: &str) -> Option<Estimator> {
        if text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) {
            return parse_real(text).map(Estimator::Number);
        }
        let word =
            WORDS.iter().find(|(word, _)| *word == text).map(|(_, estimator)| estimator.clone());
        let word = word.or_else(|| parse_noise(text)).or_else(|| parse_remainder(text));
        word.or_else(|| parse_real(text).map(Estimator::Number))
    }

    fn is_distance(&self, name: &str) -> bool {
        OF_LISTS.iter().any(|(word, _)| *word == name)
    }

    fn distance(
        &self,
        reader: &mut Reader<'_>,
        name: &str,
        arguments: Piece<'_>,
    ) -> Option<Estimator> {
        let (_, make) = OF_LISTS.iter().find(|(word, _)| *word == name)?;
        reader.entity_list(arguments).map(make)
    }

    fn is_unknown_reported(&self, reader: &mut Reader<'_>, estimator: Piece<'_>) -> bool {
        let (fix, help) = match meant_place(estimator.text) {
            Some(meant) => (estimator.fix(&meant), format!("did you mean `{meant}`?")),
            None if names_place(estimator.text) => (None, NO_SUMS.to_owned()),
            None => return false,
        };
        let message = format!("unknown estimator `{}`", estimator.text);
        reader.report(estimator.range(), message).help(help).fix(fix);
        true
    }
}

const NO_SUMS: &str = "a remainder is written `column2`, by 2 or more; there are no sums, so compare with another number";

fn places() -> impl Iterator<Item = &'static str> {
    let places = WORDS.iter().filter(|(_, estimator)| matches!(estimator, Estimator::Place(..)));
    places.map(|(word, _)| *word)
}

fn without_divisor(text: &str) -> &str {
    text.trim_end_matches(|character: char| character.is_ascii_digit())
}

/// The place that a text probably means, if that is clear. A misspelt place keeps its divisor, as
/// in `column % 2`.
fn meant_place(text: &str) -> Option<String> {
    match text {
        "from_left" => return Some("column".to_owned()),
        "from_top" => return Some("row".to_owned()),
        _ => (),
    }
    let (word, divisor) = text.split_at(without_divisor(text).len());
    let is_sum = word.contains(['+', '-', '*', '/']);
    if divisor.is_empty() || is_sum || places().any(|place| place == word) {
        return None;
    }
    closest(word, places()).map(|place| format!("{place}{divisor}"))
}

fn names_place(text: &str) -> bool {
    let mut parts = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    parts.any(|part| places().any(|place| place == without_divisor(part)))
}

impl Reader<'_> {
    /// Reads one rule; `None` only if it reported a mistake.
    pub(crate) fn read_rule(&mut self, rule: Piece<'_>) -> Option<Rule> {
        let Some((left, right)) = self.sides(rule) else {
            let message = "there is no `->` between conditions and executers";
            self.report(rule.range(), message).help("write it as in `self(any) -> self(solid)`");
            return None;
        };
        let (left, right) = (left.trim(), right.trim());
        let parts = if left.text.is_empty() { Vec::new() } else { split_list(&left) };
        let conditions = self.all_of(&parts, "a condition is missing", Self::condition);
        let executers = if right.text.is_empty() {
            self.report(rule.range(), "there is nothing to write after `->`")
                .help("add an executer, as in `-> self(solid)`");
            None
        } else {
            self.all_of(&split_list(&right), "an executer is missing", Self::executer)
        };
        self.outline_explorer(|outline| {
            outline.rules.push(RuleOutline {
                text: rule.range(),
                literal: rule.literal(),
                conditions: parts.iter().map(Piece::range).collect(),
                is_exact: rule.verbatim,
            });
        });
        let text = Spelling::of(rule.text);
        Some(Rule { text, conditions: conditions?, executers: executers? })
    }

    /// Both sides of the arrow, even if the arrow is misspelt.
    pub(super) fn sides<'v>(&mut self, rule: Piece<'v>) -> Option<(Piece<'v>, Piece<'v>)> {
        if let Some((left, right)) = rule.text.split_once("->") {
            if let Some(index) = right.find("->") {
                let arrow = rule.part(&right[index..index + 2]);
                let fix = arrow.fix(",");
                self.report(arrow.range(), "this is a second `->`")
                    .help("a rule has only one; separate executers by commas")
                    .fix(fix);
                let executers = split_list(&rule.part(&right[index + 2..]));
                self.all_of(&executers, "an executer is missing", Self::executer);
                return Some((rule.part(left), rule.part(&right[..index])));
            }
            return Some((rule.part(left), rule.part(right)));
        }
        let (index, spelling) = other_languages::arrow(rule.text)?;
        let arrow = rule.part(&rule.text[index..index + spelling.len()]);
        let fix = arrow.fix("->");
        self.report(arrow.range(), format!("`{spelling}` is not an arrow"))
            .help("write `->`")
            .fix(fix);
        let right = &rule.text[index + spelling.len()..];
        Some((rule.part(&rule.text[..index]), rule.part(right)))
    }

    /// Reads every part of a comma-separated list, even after a mistake.
    pub(super) fn all_of<T>(
        &mut self,
        parts: &[Piece<'_>],
        missing: &str,
        read: fn(&mut Self, Piece<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut all = Some(Vec::with_capacity(parts.len()));
        let n_first = n_empty_first(parts);
        for (index, &part) in parts.iter().enumerate() {
            let item = if part.text.is_empty() {
                self.report_empty_slot(parts, index, n_first, missing);
                None
            } else {
                read(self, part)
            };
            all = all.zip(item).map(|(mut all, item)| {
                all.push(item);
                all
            });
        }
        all
    }

    pub(super) fn condition(&mut self, condition: Piece<'_>) -> Option<Condition> {
        if let Some(parts) = self.joined_by_words(condition) {
            self.all_of(&parts, "a condition is missing", Self::condition);
            return None;
        }
        if let Some(sign) = other_languages::alternative(condition.text)
            && !self.is_in_a_name(&condition.text[sign.clone()])
        {
            return self.report_alternative(condition, sign);
        }
        if let Some(sign) = other_languages::arithmetic(condition.text)
            && !self.is_in_a_name(&condition.text[sign.clone()])
        {
            return self.report_arithmetic(condition, sign);
        }
        if let Some(inner) = other_languages::negated(condition.text)
            && self.names.tiles(condition.text).is_none()
        {
            return self.report_negation(condition, inner);
        }
        let Some((left, operator, right)) = split_comparison(condition.text) else {
            return self.vocabulary.bare(self, condition);
        };
        if right.starts_with(['<', '>', '=', '!']) {
            return self.report_operator(condition, left);
        }
        if let Some((middle, _, end)) = split_comparison(right) {
            // `0<noise<0.5` means two conditions.
            let is_chain = split_comparison(end).is_none();
            let first = &condition.text[..condition.text.len() - right.len()];
            let two = format!("{first}{}, {}", middle.trim_end(), right.trim_start());
            let fix = if is_chain { condition.fix(&two) } else { None };
            self.report(condition.range(), "this condition has two operators")
                .help("write two conditions, separated by a comma")
                .fix(fix);
            for operand in [left, middle, end].map(|operand| condition.part(operand).trim()) {
                self.estimator(operand);
            }
            return None;
        }
        let left = self.estimator(condition.part(left).trim());
        let right = self.estimator(condition.part(right).trim());
        Some(Condition::Compare(left?, operator, right?))
    }

    /// Reports `&&` and `and` between conditions, and returns the conditions; `None` if there are
    /// none.
    fn joined_by_words<'v>(&mut self, condition: Piece<'v>) -> Option<Vec<Piece<'v>>> {
        let mut parts = Vec::new();
        let mut tail = condition.text;
        let mut joint_word = "";
        while let Some(joint) = other_languages::joint(tail) {
            let word = &tail[joint.clone()];
            if word != joint_word {
                if self.is_in_a_name(word) {
                    return None;
                }
                joint_word = word;
            }
            let piece = condition.part(word);
            self.report(piece.range(), format!("`{word}` does not join conditions"))
                .help("separate them by a comma")
                .fix(piece.fix(","));
            parts.push(condition.part(&tail[..joint.start]).trim());
            tail = &tail[joint.end..];
        }
        if parts.is_empty() {
            return None;
        }
        parts.push(condition.part(tail).trim());
        Some(parts)
    }

    /// Whether the name of an entity or a neighborhood has this sign, or this word by itself.
    fn is_in_a_name(&self, part: &str) -> bool {
        let is_word = part.starts_with(char::is_alphabetic);
        let part = if is_word { format!(" {part} ") } else { part.to_owned() };
        let names = [self.entity_names(), self.neighborhood_names()];
        names.iter().flatten().any(|name| name.contains(&part))
    }

    /// Reports `or`, and what says it here: one list of entities, or a rule for each.
    fn report_alternative(
        &mut self,
        condition: Piece<'_>,
        sign: Range<usize>,
    ) -> Option<Condition> {
        let (left, right) = (&condition.text[..sign.start], &condition.text[sign.end..]);
        let word = condition.part(&condition.text[sign]);
        // One cell has one of both if it has one of either.
        let together =
            other_languages::of_both(left, right).filter(|text| text.starts_with("self("));
        let fix = together.as_ref().and_then(|text| condition.fix(text));
        let help = match together {
            Some(text) => format!("write `{text}`"),
            None => "write a rule for each, one below the other, with the same executers; for the \
                     tiles of one neighborhood, as in `plus(wall|water) > 0`"
                .to_owned(),
        };
        self.report(word.range(), format!("`{}` does not join conditions", word.text))
            .help(help)
            .fix(fix);
        for side in [left, right] {
            self.condition(condition.part(side).trim());
        }
        None
    }

    /// Reports a sum and the like, and what says it here if there is something.
    fn report_arithmetic(&mut self, condition: Piece<'_>, sign: Range<usize>) -> Option<Condition> {
        let (left, right) = (&condition.text[..sign.start], &condition.text[sign.end..]);
        let sign = condition.part(&condition.text[sign]);
        let (summand, comparison) = match split_comparison(right) {
            Some((summand, ..)) => right.split_at(summand.len()),
            None => (right, ""),
        };
        let sum = other_languages::of_both(left, summand.trim_end());
        // Of counts alone: the distance to one of two tiles is no sum.
        let is_count = |name: &str| self.names.is_neighborhood(name.trim());
        let is_sum =
            sign.text == "+" && left.split_once('(').is_some_and(|(name, _)| is_count(name));
        let sum = sum.filter(|_| is_sum);
        let whole =
            sum.map(|sum| format!("{sum} {}", comparison.trim_start()).trim_end().to_owned());
        let fix = whole.as_ref().and_then(|text| condition.fix(text));
        let help = match whole {
            Some(text) => format!("write `{text}`, which counts both"),
            None => "compare one number with another; what is in two neighborhoods is counted by a \
                     neighborhood of the cells of both, and several tiles as in `plus(wall|water) > 3`"
                .to_owned(),
        };
        self.report(sign.range(), format!("conditions do not calculate, as by `{}`", sign.text))
            .help(help)
            .fix(fix);
        None
    }

    /// Reports `!` or `not` before a condition. The fix says the opposite, too: it is offered only if
    /// there is no doubt about what is denied.
    fn report_negation(&mut self, condition: Piece<'_>, inner: &str) -> Option<Condition> {
        let in_parentheses = inner.strip_prefix('(').and_then(|tail| tail.strip_suffix(')'));
        let (opposite, denied) = match (split_comparison(inner), in_parentheses) {
            // `!self(wall)`: a number of cells, which is zero.
            (None, None) => {
                let is_count = inner.ends_with(')')
                    && inner.split_once('(').is_some_and(|(name, list)| {
                        self.names.is_neighborhood(name.trim()) && list.matches(')').count() == 1
                    });
                (is_count.then(|| format!("{inner} == 0")), inner)
            }
            // `!(all(wall) > 2)`: the other half of the numbers.
            (None, Some(whole)) => {
                let opposite = split_comparison(whole).filter(|(_, _, right)| {
                    split_comparison(right).is_none() && !right.starts_with(['<', '>', '=', '!'])
                });
                let opposite = opposite.map(|(left, operator, right)| {
                    format!("{} {} {}", left.trim(), operator.opposite().sign(), right.trim())
                });
                (opposite, whole.trim())
            }
            // `!self(wall) > 2` may deny the number, or the whole.
            (Some(_), _) => (None, inner),
        };
        let help = match &opposite {
            Some(opposite) => format!("write `{opposite}`"),
            None => "ask for the opposite: `== 0` instead of `> 0`, `<=` instead of `>`".to_owned(),
        };
        let fix = opposite.and_then(|opposite| condition.fix(&opposite));
        let n_bytes = condition.text.len() - inner.len();
        let sign = condition.part(&condition.text[..n_bytes]).trim();
        self.report(sign.range(), format!("`{}` denies nothing here", sign.text))
            .help(help)
            .fix(fix);
        self.condition(condition.part(denied));
        None
    }

    /// Reports an operator of another language; `left` is the text before it.
    fn report_operator(&mut self, condition: Piece<'_>, left: &str) -> Option<Condition> {
        let from_operator = &condition.text[left.len()..];
        let n_bytes = from_operator.find(|next| !"<>=!".contains(next));
        let (sign, right) = from_operator.split_at(n_bytes.unwrap_or(from_operator.len()));
        let operator = condition.part(sign);
        let meant = other_languages::operator(sign);
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "there are >, <, >=, <=, == and !=".to_owned(),
        };
        let fix = meant.and_then(|meant| operator.fix(meant));
        self.report(operator.range(), format!("`{sign}` is not an operator")).help(help).fix(fix);
        for operand in [left, right].map(|operand| condition.part(operand).trim()) {
            self.estimator(operand);
        }
        None
    }

    /// Reads an estimator: names of the script come first, then words of the language, then
    /// numbers.
    pub fn estimator(&mut self, estimator: Piece<'_>) -> Option<Estimator> {
        let text = estimator.text;
        if text.is_empty() {
            self.report(estimator.range(), "an estimator is missing")
                .help("write one on each side of the operator, such as a number");
            return None;
        }
        if self.vocabulary.is_condition_reported(self, estimator) {
            return None;
        }
        if text.contains('(') || text.contains(')') {
            return self.call(estimator);
        }
        if let Some(tiles) = self.names.tiles(text) {
            let members = tiles.into_iter().map(|tile| (tile, 1)).collect();
            return Some(Estimator::Total(EntityList { members }));
        }
        // The value is set once the whole script is read.
        let dial = self.dialled(text).map(|dialled| Estimator::Dial(dialled, 0.0));
        let word = dial.or_else(|| self.vocabulary.word(&self.names, text));
        if word.is_none() {
            self.report_estimator(estimator);
        }
        word
    }

    /// Reads a distance, or `neighborhood(list)`.
    fn call(&mut self, call: Piece<'_>) -> Option<Estimator> {
        let (name, list) = self.call_parts(call)?;
        let vocabulary = self.vocabulary;
        if !self.names.is_neighborhood(name.text) {
            if vocabulary.is_distance(name.text) {
                return vocabulary.distance(self, name.text, list);
            }
            if !self.said.is_told(Severity::Error) {
                self.report(name.range(), String::new());
                self.entity_list(list);
                return None;
            }
            let mut names = self.neighborhood_names();
            let [_, distances, conditions] = vocabulary.names();
            // Measures of problem files.
            let is_entity = self.names.tiles(list.text).is_some();
            let help = match name.text {
                "count" if is_entity => Some(format!("write `{}`", list.text)),
                "count" => Some("write the name of one entity alone".to_owned()),
                "distance" | "nearest" | "path" => {
                    Some(format!("write `{}({})`", distances[0], list.text))
                }
                _ => None,
            };
            if let Some(help) = help {
                let message = format!("`{}` is for problem files", name.text);
                self.report(name.range(), message).help(help);
                return None;
            }
            names.extend(distances.iter().chain(&conditions).map(|&name| name.to_owned()));
            self.report_unknown(name, "estimator", names.iter().map(String::as_str));
            self.entity_list(list);
            return None;
        }
        let (neighborhood, list) = (self.neighborhood(name), self.entity_list(list));
        Some(Estimator::Neighborhood(neighborhood?, list?))
    }

    fn executer(&mut self, executer: Piece<'_>) -> Option<Executer> {
        if !executer.text.contains(['(', ')']) {
            let is_entity = self.names.tiles(executer.text).is_some();
            let fix = is_entity.then(|| format!("self({})", executer.text));
            let fix = fix.and_then(|text| executer.fix(&text));
            self.report(executer.range(), format!("`{}` is not an executer", executer.text))
                .help("write a neighborhood with entities, as in `self(solid)`")
                .fix(fix);
            return None;
        }
        let (name, list) = self.call_parts(executer)?;
        let neighborhood = self.neighborhood(name);
        let entities = self.weighted_list(list);
        let (neighborhood, (entities, dialled)) = neighborhood.zip(entities)?;
        if entities.members.iter().any(|&(tile, _)| tile == marahel_level::OUT) {
            self.report(list.range(), "`out` cannot be written")
                .help("take it out of the list; nothing can be put outside");
            return None;
        }
        if entities.members.iter().any(|&(tile, _)| tile == marahel_level::UNKNOWN)
            && list.text.split('|').any(|item| item.trim().starts_with("any"))
        {
            let is_alone = list.text.trim() == "any";
            let fix = if is_alone { list.trim().fix("entity") } else { None };
            self.warn(list.range(), "`any` may also write unknown")
                .help("write `entity`, which stands for the entities alone, unless you mean it")
                .fix(fix);
        }
        Some(Executer { neighborhood, entities, dialled })
    }

    /// Splits `name(list)`; suggests a fix if a parenthesis is missing or one too many.
    fn call_parts<'v>(&mut self, call: Piece<'v>) -> Option<(Piece<'v>, Piece<'v>)> {
        let parts = call.text.split_once('(').and_then(|(name, arguments)| {
            let list = arguments.strip_suffix(')')?;
            let is_flat = !list.contains(['(', ')']);
            (is_flat && !name.trim().is_empty()).then_some((name, list))
        });
        if let Some((name, list)) = parts {
            return Some((call.part(name).trim(), call.part(list)));
        }
        let message = format!("`{}` is not a name with entities", call.text);
        let (help, fix) = match other_languages::balanced(call.text) {
            Some(text) => (format!("did you mean `{text}`?"), call.fix(&text)),
            None => {
                ("write it as in `self(solid)`; commas separate one from the next".to_owned(), None)
            }
        };
        self.report(call.range(), message).help(help).fix(fix);
        None
    }

    fn report_estimator(&mut self, estimator: Piece<'_>) {
        let vocabulary = self.vocabulary;
        if vocabulary.is_unknown_reported(self, estimator) {
            return;
        }
        let [words, distances, conditions] = vocabulary.names();
        let is_distance = distances.contains(&estimator.text);
        if self.names.is_neighborhood(estimator.text) || is_distance {
            self.report(estimator.range(), format!("`{}` has no entities", estimator.text))
                .help(format!("write them as in `{}(any)`", estimator.text));
            return;
        }
        let mut names = self.entity_names();
        names.extend(self.names.dials.iter().map(|declared| declared.dial.name.clone()));
        let words = words.into_iter().chain(conditions).chain(distances);
        let names = names.iter().map(String::as_str).chain(words);
        self.report_unknown(estimator, "estimator", names);
    }
}

/// Splits a list at commas outside of parentheses, and trims the parts.
pub fn split_list<'v>(list: &Piece<'v>) -> Vec<Piece<'v>> {
    let mut depth = 0_i32;
    let parts = list.text.split(|character: char| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        character == ',' && depth <= 0
    });
    parts.map(|part| list.part(part).trim()).collect()
}

/// Splits at the first operator outside of parentheses.
fn split_comparison(text: &str) -> Option<(&str, Operator, &str)> {
    let mut depth = 0_i32;
    for (index, character) in text.char_indices() {
        depth += i32::from(character == '(') - i32::from(character == ')');
        if depth > 0 || !matches!(character, '<' | '>' | '=' | '!') {
            continue;
        }
        let tail = &text[index..];
        let spelled = Operator::SPELLINGS.iter().find(|(spelling, _)| tail.starts_with(spelling));
        if let Some(&(spelling, operator)) = spelled {
            return Some((&text[..index], operator, &tail[spelling.len()..]));
        }
    }
    None
}

/// Reads a place with a divisor of at least 2.
fn parse_remainder(text: &str) -> Option<Estimator> {
    let (place, digits) = text.split_at(text.find(|character: char| character.is_ascii_digit())?);
    let is_number = !place.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let divisor = digits.parse().ok().filter(|&divisor| is_number && divisor > 1)?;
    let (_, estimator) = WORDS.iter().find(|(word, _)| *word == place)?;
    let Estimator::Place(edge, _) = estimator else { return None };
    Some(Estimator::Place(*edge, Some(divisor)))
}

/// Reads `noise` with a scale; scale 0 counts as 1.
fn parse_noise(text: &str) -> Option<Estimator> {
    let digits = text.strip_prefix("noise")?;
    let is_scale = digits.bytes().all(|digit| digit.is_ascii_digit());
    let scale = digits.parse().ok().filter(|_| is_scale)?;
    Some(Estimator::Noise { scale: u32::max(scale, 1) })
}
