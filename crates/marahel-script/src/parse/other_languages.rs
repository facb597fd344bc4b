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
    let mut depth = 0_i32;
    for (index, character) in text.char_indices() {
        depth += i32::from(character == '(') - i32::from(character == ')');
        if depth > 0 || !matches!(character, '&' | 'a') {
            continue;
        }
        let tail = &text[index..];
        if tail.starts_with("&&") {
            return Some(index..index + 2);
        }
        if tail.starts_with("and ") && text[..index].ends_with([' ', ')']) {
            return Some(index..index + 3);
        }
    }
    None
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
