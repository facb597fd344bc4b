//! The differences between two scripts, line by line below the explorers' names.

use script::{Script, plain};
use serde_json::Value;

/// Alignment cost of an element without a counterpart. A pair costs its unlikeness, up to 1, so two
/// elements with hardly anything in common do not form a pair.
const ALONE: f64 = 0.45;

/// The differences between two scripts: removed lines begin with `-`, new ones with `+`, and
/// context with a space.
///
/// Each section, parameter and rule is a line. Explorers are numbered from 1; removed ones keep the
/// number of the old script.
pub fn changes(old: &Script, new: &Script) -> Vec<String> {
    let [old, new] = [old, new].map(Script::to_json);
    let [old_head, new_head] = [&old, &new].map(|script| lines_of(script, &["explorers"]));
    let mut changes = changed_lines(&old_head, &new_head, "");
    let [old, new] = [&old, &new].map(|script| {
        let explorers = script["explorers"].as_array().into_iter().flatten();
        explorers.map(Outline::of).collect::<Vec<_>>()
    });
    let pairs = aligned(&old, &new, |one, other| unlikeness(one.parts(), other.parts()));
    for &pair in &pairs {
        match pair {
            (Some(at), Some(to)) if old[at] == new[to] => {}
            (Some(at), Some(to)) => {
                if old[at].head == new[to].head {
                    changes.push(new[to].name(' ', to));
                } else {
                    changes.extend([old[at].name('-', at), new[to].name('+', to)]);
                }
                changes.extend(changed_lines(&old[at].lines, &new[to].lines, "  "));
            }
            (Some(at), None) => {
                let is_it = |to: &usize| new[*to] == old[at] && pairs.contains(&(None, Some(*to)));
                match (0..new.len()).find(is_it) {
                    Some(to) => {
                        changes.push(format!(
                            "{} is now at place {}",
                            old[at].name(' ', at),
                            to + 1
                        ));
                    }
                    None => changes.extend(old[at].all('-', at)),
                }
            }
            (None, Some(to)) => {
                let is_it = |at: usize| old[at] == new[to] && pairs.contains(&(Some(at), None));
                if !(0..old.len()).any(is_it) {
                    changes.extend(new[to].all('+', to));
                }
            }
            (None, None) => {}
        }
    }
    changes
}

#[derive(PartialEq)]
struct Outline {
    /// Its type and description.
    head: String,
    lines: Vec<String>,
}

impl Outline {
    fn of(explorer: &Value) -> Self {
        let about = explorer.get("description").map(|text| format!(": {}", plain(text)));
        let head = format!("({}){}", plain(&explorer["type"]), about.unwrap_or_default());
        Self { head, lines: lines_of(explorer, &["type", "description"]) }
    }

    fn parts(&self) -> Vec<&String> {
        std::iter::once(&self.head).chain(&self.lines).collect()
    }

    fn name(&self, sign: char, index: usize) -> String {
        format!("{sign} explorer {} {}", index + 1, self.head)
    }

    fn all(&self, sign: char, index: usize) -> impl Iterator<Item = String> {
        let lines = self.lines.iter().map(move |line| format!("{sign}   {line}"));
        std::iter::once(self.name(sign, index)).chain(lines)
    }
}

/// The entries of an object except `but`; each neighborhood, parameter and rule is a line.
fn lines_of(object: &Value, but: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for (key, value) in object.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            (key, _) if but.contains(&key) => {}
            ("parameters", value) => lines.extend(lines_of(value, &[])),
            ("neighborhoods", value) => {
                let named = lines_of(value, &[]).into_iter();
                lines.extend(named.map(|line| format!("neighborhood {line}")));
            }
            ("rules", Value::Array(rules)) => lines.extend(rules.iter().map(plain)),
            (key, value) => lines.push(format!("{key}: {}", plain(value))),
        }
    }
    lines
}

fn changed_lines(old: &[String], new: &[String], indent: &str) -> Vec<String> {
    fn words(line: &str) -> Vec<&str> {
        line.split_inclusive([' ', ',', '|', '(']).collect()
    }
    let pairs = aligned(old, new, |one, other| unlikeness(words(one), words(other)));
    let changed = pairs.into_iter().map(|(at, to)| (at.map(|at| &old[at]), to.map(|to| &new[to])));
    let changed = changed.filter(|(one, other)| one != other).flat_map(|(one, other)| {
        let gone = one.map(|line| format!("- {indent}{line}"));
        gone.into_iter().chain(other.map(|line| format!("+ {indent}{line}")))
    });
    changed.collect()
}

/// The cheapest alignment of two lists: pairs of indices in the old and the new one, in order.
fn aligned<T>(
    old: &[T],
    new: &[T],
    cost: impl Fn(&T, &T) -> f64,
) -> Vec<(Option<usize>, Option<usize>)> {
    // The cost from these indices on, and the first step of the cheapest alignment.
    let mut ways = vec![vec![(0.0, (0, 0)); new.len() + 1]; old.len() + 1];
    for i in (0..=old.len()).rev() {
        for j in (0..=new.len()).rev() {
            let mut steps = Vec::new();
            if i < old.len() && j < new.len() {
                steps.push((cost(&old[i], &new[j]) + ways[i + 1][j + 1].0, (1, 1)));
            }
            if i < old.len() {
                steps.push((ALONE + ways[i + 1][j].0, (1, 0)));
            }
            if j < new.len() {
                steps.push((ALONE + ways[i][j + 1].0, (0, 1)));
            }
            let best = steps.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
            ways[i][j] = best.unwrap_or_default();
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while (i, j) != (old.len(), new.len()) {
        let (down, right) = ways[i][j].1;
        pairs.push(((down > 0).then_some(i), (right > 0).then_some(j)));
        (i, j) = (i + down, j + right);
    }
    pairs
}

/// The share of parts that two lists do not have in common, in 0..=1.
fn unlikeness<P: PartialEq>(parts: Vec<P>, mut others: Vec<P>) -> f64 {
    let n = parts.len().max(others.len()).max(1);
    let n_others = others.len();
    for part in parts {
        if let Some(place) = others.iter().position(|other| *other == part) {
            others.swap_remove(place);
        }
    }
    1.0 - (n_others - others.len()) as f64 / n as f64
}

#[cfg(test)]
mod tests;
