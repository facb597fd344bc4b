//! Parsing conditions and executers: comparisons, calls, lists of entities.

/// A condition with an operator; its sides are trimmed.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'t> {
    pub(super) left: &'t str,
    pub(super) operator: &'t str,
    pub(super) right: &'t str,
}

impl<'t> Comparison<'t> {
    /// Splits a condition at its operator, if there is exactly one with text on both sides.
    pub(super) fn parse(condition: &'t str) -> Option<Self> {
        let start = condition.find(is_operator)?;
        let (left, tail) = condition.split_at(start);
        let end = tail.find(|c| !is_operator(c))?;
        let (operator, right) = tail.split_at(end);
        let (left, right) = (left.trim(), right.trim());
        let complete = !left.is_empty() && !right.is_empty() && !right.contains(is_operator);
        complete.then_some(Self { left, operator, right })
    }
}

fn is_operator(sign: char) -> bool {
    matches!(sign, '<' | '>' | '=' | '!')
}

/// The parts of `name(inside) rest`, with the first opening and the last closing bracket. Name and
/// rest are trimmed.
pub(super) fn call(text: &str) -> Option<(&str, &str, &str)> {
    let (name, after) = text.split_once('(')?;
    let (inside, after) = after.rsplit_once(')')?;
    Some((name.trim(), inside, after.trim()))
}

/// The items without repetitions, in the order of first occurrence.
pub(super) fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    distinct
}

/// Appends the items as written by `write`, joined by a separator that occurs in none of them,
/// without repetitions and in the order of first occurrence. Skips items for which `write` returns
/// false.
pub(super) fn join_distinct<'t>(
    joined: &mut String,
    separator: char,
    items: impl Iterator<Item = &'t str>,
    mut write: impl FnMut(&mut String, &'t str) -> bool,
) {
    let start = joined.len();
    let mut is_first = true;
    for item in items {
        let end = joined.len();
        if !is_first {
            joined.push(separator);
        }
        let start_item = joined.len();
        let is_kept = write(joined, item);
        let (mut items, item) = (joined[start..end].split(separator), &joined[start_item..]);
        if !is_kept || (!is_first && items.any(|sibling| sibling == item)) {
            joined.truncate(end);
        } else {
            is_first = false;
        }
    }
}

/// Appends a list of entities with each name once, followed by its number if greater than one. A
/// single name needs no number.
pub(super) fn join_weighted(joined: &mut String, list: &str) {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for (name, count) in list.split('|').map(|entry| counted(entry.trim())) {
        match counts.iter_mut().find(|(counted, _)| *counted == name) {
            Some((_, total)) => *total = total.saturating_add(count),
            None => counts.push((name, count)),
        }
    }
    let is_alone = counts.len() == 1;
    for (index, (name, count)) in counts.into_iter().enumerate() {
        *joined += if index == 0 { "" } else { "|" };
        *joined += name;
        if count != 1 && !is_alone {
            joined.push(':');
            *joined += &count.to_string();
        }
    }
}

/// The name and the number of an entry `name:number`; the default number is 1.
fn counted(entry: &str) -> (&str, u64) {
    let split = entry.split_once(':').and_then(|(name, number)| {
        let number = number.trim().parse().ok()?;
        Some((name.trim(), number))
    });
    split.unwrap_or((entry, 1))
}
