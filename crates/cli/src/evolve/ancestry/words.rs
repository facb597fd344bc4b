//! What is new in a script, in words.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::terminal::counted;

/// What an explorer or rule without a counterpart costs in a comparison; a pair
/// of unlike ones costs up to 1, and so is preferred to two of these.
const ALONE: f64 = 0.75;

/// An explorer with more changes than this is another one.
const N_CHANGES_MAX: usize = 4;

/// Texts are shown whole up to this length, in characters.
const N_CHARACTERS_WHOLE: usize = 40;

/// What differs between two scripts, one text for each difference. Explorers and
/// rules are numbered from 1, removed ones as in the old script.
pub(super) fn changes(old: Option<&Value>, new: Option<&Value>) -> Vec<String> {
    let (Some(old), Some(new)) = (old, new) else {
        return match (old, new) {
            (None, Some(_)) => vec!["its expansion ends now".to_owned()],
            (Some(_), None) => vec!["its expansion never ends".to_owned()],
            _ => Vec::new(),
        };
    };
    let mut changes = Vec::new();
    if old.get("regions") != new.get("regions") {
        let text = |script: &Value| script.get("regions").map_or("none".to_owned(), plain);
        changes.push(format!("regions: {}", arrow(&text(old), &text(new))));
    }
    changes.extend(changed_explorers(list(old, "explorers"), list(new, "explorers")));
    changes
}

fn changed_explorers(old: &[Value], new: &[Value]) -> Vec<String> {
    let pairs = align(old.len(), new.len(), |one, other| unlikeness(&old[one], &new[other]));
    let is_removed = |at: usize| pairs.contains(&(Some(at), None));
    let is_added = |at: usize| pairs.contains(&(None, Some(at)));
    let mut changes = Vec::new();
    for &pair in &pairs {
        match pair {
            (Some(one), Some(other)) => {
                changes.extend(changed_explorer(&old[one], &new[other], other + 1));
            }
            (Some(one), None) => {
                let place = (0..new.len()).find(|&at| is_added(at) && new[at] == old[one]);
                changes.push(match place {
                    Some(place) => format!("explorer {} moved to place {}", one + 1, place + 1),
                    None => format!("explorer {} removed ({})", one + 1, described(&old[one])),
                });
            }
            (None, Some(other)) => {
                if !(0..old.len()).any(|at| is_removed(at) && old[at] == new[other]) {
                    let number = other + 1;
                    changes.push(format!("explorer {number} added ({})", described(&new[other])));
                }
            }
            (None, None) => {}
        }
    }
    changes
}

/// What changed in an explorer, whose number is that in the new script.
fn changed_explorer(old: &Value, new: &Value, number: usize) -> Vec<String> {
    let mut changes = Vec::new();
    for key in ["type", "region"] {
        if old.get(key) != new.get(key) {
            changes.push(format!("{key} {}", arrow(&plain(&old[key]), &plain(&new[key]))));
        }
    }
    changes.extend(changed_parameters(old, new));
    changes.extend(changed_rules(list(old, "rules"), list(new, "rules")));
    if changes.len() > N_CHANGES_MAX || unlikeness(old, new) == 1.0 {
        return vec![format!("explorer {number} replaced ({})", described(new))];
    }
    changes.into_iter().map(|change| format!("explorer {number}: {change}")).collect()
}

fn changed_parameters(old: &Value, new: &Value) -> Vec<String> {
    let none = Map::new();
    let [old, new] = [old, new]
        .map(|explorer| explorer.get("parameters").and_then(Value::as_object).unwrap_or(&none));
    let mut changes = Vec::new();
    for (name, value) in old {
        match new.get(name) {
            Some(other) if other == value => {}
            Some(other) => changes.push(format!("{name} {}", arrow(&plain(value), &plain(other)))),
            None => changes.push(format!("{name} removed, it was `{}`", plain(value))),
        }
    }
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    changes.extend(added.map(|(name, value)| format!("{name} added: `{}`", plain(value))));
    changes
}

fn changed_rules(old: &[Value], new: &[Value]) -> Vec<String> {
    let cost = |one: usize, other: usize| f64::from(u8::from(old[one] != new[other]));
    let changes = align(old.len(), new.len(), cost).into_iter().filter_map(|pair| match pair {
        (Some(one), Some(other)) if old[one] == new[other] => None,
        (Some(one), Some(other)) => {
            let number = other + 1;
            Some(format!("rule {number}: {}", arrow(&plain(&old[one]), &plain(&new[other]))))
        }
        (Some(one), None) => Some(format!("rule {} removed: `{}`", one + 1, plain(&old[one]))),
        (None, Some(other)) => Some(format!("rule {} added: `{}`", other + 1, plain(&new[other]))),
        (None, None) => None,
    });
    changes.collect()
}

/// The cheapest way to turn one list into another, as pairs of places in the old
/// and the new one, in their order; who is alone costs [`ALONE`].
fn align(
    n_old: usize,
    n_new: usize,
    cost: impl Fn(usize, usize) -> f64,
) -> Vec<(Option<usize>, Option<usize>)> {
    // What it costs from these places on.
    let mut costs = vec![vec![0.0; n_new + 1]; n_old + 1];
    for i in (0..=n_old).rev() {
        for j in (0..=n_new).rev() {
            costs[i][j] = match (i < n_old, j < n_new) {
                (true, true) => {
                    let alone = ALONE + f64::min(costs[i + 1][j], costs[i][j + 1]);
                    f64::min(cost(i, j) + costs[i + 1][j + 1], alone)
                }
                (true, false) => ALONE + costs[i + 1][j],
                (false, true) => ALONE + costs[i][j + 1],
                (false, false) => 0.0,
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < n_old || j < n_new {
        let is_pair = i < n_old && j < n_new && costs[i][j] == cost(i, j) + costs[i + 1][j + 1];
        let is_removed = i < n_old && costs[i][j] == ALONE + costs[i + 1][j];
        let pair = match (is_pair, is_removed) {
            (true, _) => (Some(i), Some(j)),
            (false, true) => (Some(i), None),
            (false, false) => (None, Some(j)),
        };
        i += usize::from(pair.0.is_some());
        j += usize::from(pair.1.is_some());
        pairs.push(pair);
    }
    pairs
}

/// The share of their parts that two explorers do not have in common, in 0..=1.
/// Where they work does not count, for nearly all work on the whole map.
fn unlikeness(one: &Value, other: &Value) -> f64 {
    if one == other {
        return 0.0;
    }
    let (parts, mut others) = (parts(one), parts(other));
    let n = parts.len().max(others.len()).max(1);
    let mut n_common = 0;
    for part in parts {
        if let Some(place) = others.iter().position(|other| *other == part) {
            others.swap_remove(place);
            n_common += 1;
        }
    }
    1.0 - f64::from(n_common) / n as f64
}

fn parts(explorer: &Value) -> Vec<String> {
    let parameters = explorer.get("parameters").and_then(Value::as_object);
    let parameters =
        parameters.into_iter().flatten().map(|(name, value)| format!("{name}: {}", plain(value)));
    let rules = list(explorer, "rules").iter().map(plain);
    std::iter::once(plain(&explorer["type"])).chain(parameters).chain(rules).collect()
}

/// An explorer in a few words.
fn described(explorer: &Value) -> String {
    let rules = counted(list(explorer, "rules").len(), "rule");
    format!("{}, {rules}", plain(&explorer["type"]))
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A value as a script has it, but a text without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// An old text and a new one; of long ones what they have in common is left out.
fn arrow(old: &str, new: &str) -> String {
    if old.chars().count().max(new.chars().count()) <= N_CHARACTERS_WHOLE {
        return format!("`{old}` -> `{new}`");
    }
    let [old, new] =
        [old, new].map(|text| text.split_inclusive([' ', ',', '|', '(']).collect::<Vec<_>>());
    let n_begin = n_equal(old.iter().zip(&new));
    let n_end = n_equal(old[n_begin..].iter().rev().zip(new[n_begin..].iter().rev()));
    let [old, new] = [old, new].map(|words| {
        let mut text = String::from(if n_begin > 0 { "… " } else { "" });
        let middle = words[n_begin..words.len() - n_end].concat();
        let rest = if n_end > 0 { " …" } else { "" };
        write!(text, "{}{rest}", middle.trim()).expect("text can be written to");
        text
    });
    format!("`{old}` -> `{new}`")
}

/// Number of pairs of equals that a list of pairs begins with.
fn n_equal<T: PartialEq>(pairs: impl Iterator<Item = (T, T)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::changes;

    fn explorer(kind: &str, repeats: &str, rules: &[&str]) -> Value {
        json!({"type": kind, "region": "map", "parameters": {"repeats": repeats}, "rules": rules})
    }

    #[track_caller]
    fn check(old: &[&Value], new: &[&Value], expected: &[&str]) {
        let [old, new] = [old, new].map(|explorers| json!({"explorers": explorers}));
        assert_eq!(changes(Some(&old), Some(&new)), expected);
    }

    #[test]
    fn changes_have_words() {
        let a = &explorer("horz", "1", &["self(any) -> self(solid)"]);
        let b = &explorer("digger", "2", &["x -> y", "z -> w"]);
        check(&[a, b], &[a, b], &[]);
        check(
            &[a, b],
            &[a, &explorer("digger", "2", &["x -> y", "z -> v"])],
            &["explorer 2: rule 2: `z -> w` -> `z -> v`"],
        );
        check(
            &[a, b],
            &[a, &explorer("wide", "3", &["x -> y", "z -> w"])],
            &["explorer 2: type `digger` -> `wide`", "explorer 2: repeats `2` -> `3`"],
        );
        check(
            &[a, b],
            &[a, &explorer("digger", "2", &["new -> rule", "x -> y", "z -> w"])],
            &["explorer 2: rule 1 added: `new -> rule`"],
        );
        check(&[a, b], &[b], &["explorer 1 removed (horz, 1 rule)"]);
        check(&[b], &[a, b], &["explorer 1 added (horz, 1 rule)"]);
        check(&[a, b], &[b, a], &["explorer 1 moved to place 2"]);
        check(&[a], &[b], &["explorer 1 replaced (digger, 2 rules)"]);
    }

    #[test]
    fn of_long_rules_the_difference_is_told() {
        let rule =
            |n: u32| format!("self(any) -> self(solid:15|empty:{n}|player:1|enemy:5|key:1|door:1)");
        check(
            &[&explorer("horz", "1", &[&rule(3)])],
            &[&explorer("horz", "1", &[&rule(7)])],
            &["explorer 1: rule 1: `… empty:3| …` -> `… empty:7| …`"],
        );
    }

    #[test]
    fn regions_and_what_never_ends_have_words() {
        let script = |regions: Value| json!({"regions": regions, "explorers": []});
        let (old, new) = (script(json!("a")), script(json!("b")));
        assert_eq!(changes(Some(&old), Some(&new)), ["regions: `a` -> `b`"]);
        assert_eq!(changes(None, Some(&new)), ["its expansion ends now"]);
        assert_eq!(changes(Some(&old), None), ["its expansion never ends"]);
    }
}
