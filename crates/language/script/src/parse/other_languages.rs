//! Signs of other languages that people write in rules, and what they mean.

use std::ops::Range;

const ARROWS: [&str; 4] = ["- >", "=>", "→", "⇒"];

/// Operators of other languages, and what they mean here.
const OPERATORS: [(&str, &str); 5] =
    [("=>", ">="), ("=<", "<="), ("===", "=="), ("!==", "!="), ("><", "!=")];

pub(crate) fn operator(written: &str) -> Option<&'static str> {
    OPERATORS.iter().find(|(spelling, _)| *spelling == written).map(|(_, meant)| *meant)
}

/// Finds an arrow of another kind in a rule: its offset and spelling. There must be exactly one,
/// with something like an executer after it.
pub(crate) fn arrow(rule: &str) -> Option<(usize, &'static str)> {
    ARROWS.into_iter().find_map(|arrow| {
        let (left, right) = rule.split_once(arrow)?;
        let is_executer = right.trim_start().starts_with(char::is_alphabetic)
            && right.contains('(')
            && !right.contains(arrow);
        is_executer.then_some((left.len(), arrow))
    })
}

/// What stands after `!` or `not`, if a condition begins with that.
pub(crate) fn negated(condition: &str) -> Option<&str> {
    let by_word = || condition.strip_prefix("not").filter(|tail| tail.starts_with([' ', '(']));
    let inner = condition.strip_prefix('!').or_else(by_word)?.trim_start();
    (!inner.is_empty() && !inner.starts_with('=')).then_some(inner)
}

/// The first `&&`, or `and` as a word, outside of parentheses.
pub(crate) fn joint(text: &str) -> Option<Range<usize>> {
    sign_or_word(text, "&&", "and ")
}

/// The first `||`, or `or` as a word, outside of parentheses.
pub(crate) fn alternative(text: &str) -> Option<Range<usize>> {
    sign_or_word(text, "||", "or ")
}

fn sign_or_word(text: &str, sign: &str, word: &str) -> Option<Range<usize>> {
    let mut indices = outside_of_parentheses(text);
    indices.find_map(|index| {
        let tail = &text[index..];
        if tail.starts_with(sign) {
            return Some(index..index + sign.len());
        }
        let is_word = tail.starts_with(word) && text[..index].ends_with([' ', ')']);
        is_word.then(|| index..index + word.len() - 1)
    })
}

/// The first sign of arithmetic behind a count or a number, outside of parentheses.
pub(crate) fn arithmetic(text: &str) -> Option<Range<usize>> {
    let mut indices = outside_of_parentheses(text);
    indices.find_map(|index| {
        let is_sign = text[index..].starts_with(['+', '-', '*', '/']);
        let before = text[..index].trim_end();
        let is_behind = before.ends_with(|last: char| last == ')' || last.is_ascii_digit());
        // A number may have an exponent.
        let is_apart = text[..index].ends_with([' ', ')']);
        (is_sign && is_behind && is_apart).then(|| index..index + 1)
    })
}

fn outside_of_parentheses(text: &str) -> impl Iterator<Item = usize> {
    let mut depth = 0_i32;
    text.char_indices().filter_map(move |(index, character)| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        (depth <= 0).then_some(index)
    })
}

/// One call for `plus(wall)` and `plus(water)`: `plus(wall|water)`; `None` unless both have one
/// name and no tile is in both.
pub(crate) fn of_both(left: &str, right: &str) -> Option<String> {
    let call = |text: &str| {
        let (name, list) = text.trim().strip_suffix(')')?.split_once('(')?;
        let is_list = !list.contains(['(', ')', ',']) && !list.trim().is_empty();
        is_list.then(|| (name.trim().to_owned(), list.trim().to_owned()))
    };
    let ((name, list), (twin, second)) = (call(left)?, call(right)?);
    let mut tiles = second.split('|').map(str::trim);
    let is_apart = tiles.all(|tile| tile != "any" && list.split('|').all(|own| own.trim() != tile));
    (name == twin && is_apart && list != "any").then(|| format!("{name}({list}|{second})"))
}

/// A text such as `plus(solid>2`, `self(solid))` or `self((solid))` with one pair of parentheses;
/// `None` if it is not clear where they belong.
pub(crate) fn balanced(text: &str) -> Option<String> {
    let (name, tail) = text.split_once('(')?;
    if name.trim().is_empty() {
        return None;
    }
    let n_closed = tail.matches(')').count();
    if n_closed == 0 && !tail.contains('(') {
        let end = tail.find(['<', '>', '=', '!']).unwrap_or(tail.len());
        let (list, comparison) = tail.split_at(end);
        return Some(format!("{name}({}){comparison}", list.trim_end()));
    }
    let inner = tail.trim_start_matches('(').trim_end_matches(')');
    let is_flat = !inner.contains(['(', ')']) && n_closed > 0;
    is_flat.then(|| format!("{name}({inner})"))
}
