//! Edits that turn one script into another one: explorers and rules are matched by content.

use std::collections::BTreeMap;

use marahel_script::{Script, plain};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Alignment cost of an element without a counterpart. A pair costs its unlikeness, up to 1, so two
/// elements with hardly anything in common form no pair.
const ALONE: f64 = 0.45;

/// One edit of a document, with the indices of the old one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Inserts an explorer before the one with this index, or at the end.
    InsertExplorer(usize, Value),
    /// Removes an explorer.
    RemoveExplorer(usize),
    /// Inserts a rule of an explorer before the one with this index, or at the end.
    InsertRule(usize, usize, Value),
    /// Replaces a rule of an explorer.
    Rule(usize, usize, Value),
    /// Removes a rule of an explorer.
    RemoveRule(usize, usize),
    /// Sets a parameter of an explorer, or removes it.
    Parameter(usize, String, Option<Value>),
    /// Sets another entry of an explorer, or removes it.
    Entry(usize, String, Option<Value>),
    /// Sets a section of the script, or removes it.
    Section(String, Option<Value>),
    /// Names a neighborhood, which other edits use.
    Neighborhood(String, Value),
}

impl Edit {
    /// A key that orders edits as in the document.
    pub(crate) fn place(&self) -> (u8, usize, u8, usize) {
        match self {
            Self::Neighborhood(..) => (0, 0, 0, 0),
            Self::Section(..) => (1, 0, 0, 0),
            Self::InsertExplorer(at, _) => (2, *at, 0, 0),
            Self::Entry(at, ..) => (2, *at, 1, 0),
            Self::Parameter(at, ..) => (2, *at, 2, 0),
            Self::InsertRule(at, rule, _) => (2, *at, 3, 2 * rule),
            Self::Rule(at, rule, _) | Self::RemoveRule(at, rule) => (2, *at, 3, 2 * rule + 1),
            Self::RemoveExplorer(at) => (2, *at, 4, 0),
        }
    }
}

/// The edits from one script to another one, in the order of the document.
pub fn edits(old: &Script, new: &Script) -> Vec<Edit> {
    let [old, new] = [old, new].map(Script::to_json);
    let mut edits = Vec::new();
    let names =
        |document: &Value| document["neighborhoods"].as_object().cloned().unwrap_or_else(Map::new);
    let (old_names, new_names) = (names(&old), names(&new));
    for (name, cells) in &new_names {
        if old_names.get(name) != Some(cells) {
            edits.push(Edit::Neighborhood(name.clone(), cells.clone()));
        }
    }
    for (key, value) in changed_entries(&old, &new, &["explorers", "neighborhoods"]) {
        edits.push(Edit::Section(key, value));
    }
    let (old, new) = (list(&old["explorers"]), list(&new["explorers"]));
    let mut n_before = 0;
    for (before, after) in aligned(old, new, |old, new| unlikeness(lines(old), lines(new))) {
        match (before, after) {
            (Some(at), Some(to)) => edits.extend(edits_of_explorer(at, &old[at], &new[to])),
            (Some(at), None) => edits.push(Edit::RemoveExplorer(at)),
            (None, Some(to)) => edits.push(Edit::InsertExplorer(n_before, new[to].clone())),
            (None, None) => {}
        }
        n_before += usize::from(before.is_some());
    }
    edits
}

/// A script with some edits; `None` if it cannot be read then.
pub(crate) fn with_edits<'e>(
    original: &Script,
    edits: impl IntoIterator<Item = &'e Edit>,
) -> Option<Script> {
    let document = applied(&original.to_json(), edits);
    Script::parse(&document.to_string()).ok()
}

/// The place of a rule in a changed script, by its place in the old one: explorer, rule.
pub(crate) type Counterparts = BTreeMap<(usize, usize), (usize, usize)>;

/// The rules that an old script and a new one share.
pub(crate) fn counterparts(old: &Script, new: &Script) -> Counterparts {
    let [old, new] = [old, new].map(Script::to_json);
    let (old, new) = (list(&old["explorers"]), list(&new["explorers"]));
    let mut all = Counterparts::new();
    for pair in aligned(old, new, |old, new| unlikeness(lines(old), lines(new))) {
        let (Some(at), Some(to)) = pair else { continue };
        let (old, new) = (list(&old[at]["rules"]), list(&new[to]["rules"]));
        let rules = aligned(old, new, |old, new| unlikeness(words(old), words(new)));
        let both = rules.into_iter().filter_map(|(rule, new)| Some((rule?, new?)));
        all.extend(both.map(|(rule, new)| ((at, rule), (to, new))));
    }
    all
}

/// The places in a new script of the explorers that an old one has, too.
pub(crate) fn explorers_kept(old: &Script, new: &Script) -> Vec<usize> {
    let [old, new] = [old, new].map(Script::to_json);
    let (old, new) = (list(&old["explorers"]), list(&new["explorers"]));
    let pairs = aligned(old, new, |old, new| unlikeness(lines(old), lines(new)));
    pairs.into_iter().filter_map(|(at, to)| at.and(to)).collect()
}

/// Whether every explorer of the old script has a counterpart in the new one.
pub(crate) fn keeps_explorers(old: &Script, new: &Script) -> bool {
    new.explorers.len() >= old.explorers.len()
        && !edits(old, new).iter().any(|edit| matches!(edit, Edit::RemoveExplorer(_)))
}

fn edits_of_explorer(at: usize, old: &Value, new: &Value) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (key, value) in changed_entries(old, new, &["rules", "parameters"]) {
        edits.push(Edit::Entry(at, key, value));
    }
    for (key, value) in changed_entries(&old["parameters"], &new["parameters"], &[]) {
        edits.push(Edit::Parameter(at, key, value));
    }
    let (old, new) = (list(&old["rules"]), list(&new["rules"]));
    let mut n_before = 0;
    for (before, after) in aligned(old, new, |old, new| unlikeness(words(old), words(new))) {
        match (before, after) {
            (Some(rule), Some(to)) if old[rule] != new[to] => {
                edits.push(Edit::Rule(at, rule, new[to].clone()));
            }
            (Some(rule), None) => edits.push(Edit::RemoveRule(at, rule)),
            (None, Some(to)) => edits.push(Edit::InsertRule(at, n_before, new[to].clone())),
            (Some(_), Some(_)) | (None, None) => {}
        }
        n_before += usize::from(before.is_some());
    }
    edits
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The entries of the new object that differ, and those that are gone.
fn changed_entries(old: &Value, new: &Value, but: &[&str]) -> Vec<(String, Option<Value>)> {
    let empty = Map::new();
    let [old, new] = [old, new].map(|object| object.as_object().unwrap_or(&empty));
    let changed = new.iter().filter(|(key, value)| old.get(*key) != Some(value));
    let changed = changed.map(|(key, value)| (key.clone(), Some(value.clone())));
    let gone = old.keys().filter(|key| !new.contains_key(*key)).map(|key| (key.clone(), None));
    changed.chain(gone).filter(|(key, _)| !but.contains(&key.as_str())).collect()
}

/// The rules and the other entries of an explorer.
fn lines(explorer: &Value) -> Vec<String> {
    let entries = explorer.as_object().into_iter().flatten();
    entries
        .flat_map(|(key, value)| match (key.as_str(), value) {
            ("rules", Value::Array(rules)) => {
                rules.iter().flat_map(|rule| words(rule)).map(str::to_owned).collect()
            }
            ("parameters", Value::Object(parameters)) => {
                parameters.iter().map(|(key, value)| format!("{key}: {}", plain(value))).collect()
            }
            (key, value) => vec![format!("{key}: {}", plain(value))],
        })
        .collect()
}

fn words(rule: &Value) -> Vec<&str> {
    rule.as_str().unwrap_or_default().split_inclusive([',', '|', '>']).map(str::trim).collect()
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
            let best = steps.into_iter().min_by(|left, right| left.0.total_cmp(&right.0));
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
fn unlikeness<P: PartialEq>(parts: Vec<P>, mut unmatched: Vec<P>) -> f64 {
    let n = parts.len().max(unmatched.len()).max(1);
    let n_right = unmatched.len();
    for part in parts {
        if let Some(place) = unmatched.iter().position(|candidate| *candidate == part) {
            unmatched.swap_remove(place);
        }
    }
    1.0 - (n_right - unmatched.len()) as f64 / n as f64
}

pub(crate) fn applied<'e>(document: &Value, edits: impl IntoIterator<Item = &'e Edit>) -> Value {
    let mut document = document.clone();
    let edits: Vec<&Edit> = edits.into_iter().collect();
    // Later places go first, so that no index changes before its use.
    for edit in edits.iter().rev() {
        match edit {
            Edit::Section(key, value) => set(&mut document, key, value.as_ref()),
            Edit::Neighborhood(name, cells) => {
                if !document["neighborhoods"].is_object() {
                    document["neighborhoods"] = Value::Object(Map::new());
                }
                document["neighborhoods"][name] = cells.clone();
            }
            Edit::InsertExplorer(at, explorer) => {
                insert(&mut document["explorers"], *at, explorer.clone());
            }
            Edit::RemoveExplorer(at) => remove(&mut document["explorers"], *at),
            Edit::Entry(at, key, value) => {
                set(&mut document["explorers"][at], key, value.as_ref());
            }
            Edit::Parameter(at, key, value) => {
                let explorer = &mut document["explorers"][at];
                if !explorer["parameters"].is_object() {
                    explorer["parameters"] = Value::Object(Map::new());
                }
                set(&mut explorer["parameters"], key, value.as_ref());
            }
            Edit::Rule(at, rule, text) => document["explorers"][at]["rules"][rule] = text.clone(),
            Edit::InsertRule(at, rule, text) => {
                insert(&mut document["explorers"][at]["rules"], *rule, text.clone());
            }
            Edit::RemoveRule(at, rule) => remove(&mut document["explorers"][at]["rules"], *rule),
        }
    }
    document
}

fn set(object: &mut Value, key: &str, value: Option<&Value>) {
    match value {
        Some(value) => object[key] = value.clone(),
        None => {
            object.as_object_mut().map(|entries| entries.shift_remove(key));
        }
    }
}

fn insert(list: &mut Value, at: usize, element: Value) {
    if let Some(all) = list.as_array_mut() {
        all.insert(at.min(all.len()), element);
    }
}

fn remove(list: &mut Value, at: usize) {
    if let Some(all) = list.as_array_mut().filter(|all| at < all.len()) {
        all.remove(at);
    }
}

#[cfg(test)]
mod tests;
