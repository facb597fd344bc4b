//! Edits that turn one script into another one: explorers and rules are matched by content.

use std::collections::BTreeMap;

use marahel_script::{Script, plain};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text::edited;

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

/// A step from a value of a document to one inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step<'e> {
    Index(usize),
    Key(&'e str),
}

/// What happens to the value at a place of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<'e> {
    Insert(&'e Value),
    Set(&'e Value),
    Remove,
}

impl Edit {
    /// The steps from the whole document to the place.
    pub(crate) fn place(&self) -> Vec<Step<'_>> {
        let explorers = Step::Key("explorers");
        match self {
            Self::Neighborhood(name, _) => vec![Step::Key("neighborhoods"), Step::Key(name)],
            Self::Section(key, _) => vec![Step::Key(key)],
            Self::InsertExplorer(at, _) | Self::RemoveExplorer(at) => {
                vec![explorers, Step::Index(*at)]
            }
            Self::Entry(at, key, _) => vec![explorers, Step::Index(*at), Step::Key(key)],
            Self::Parameter(at, key, _) => {
                vec![explorers, Step::Index(*at), Step::Key("parameters"), Step::Key(key)]
            }
            Self::InsertRule(at, rule, _)
            | Self::Rule(at, rule, _)
            | Self::RemoveRule(at, rule) => {
                vec![explorers, Step::Index(*at), Step::Key("rules"), Step::Index(*rule)]
            }
        }
    }

    /// A key that orders edits as in the document: what comes in stands before what is there. The
    /// entries of an object have no order.
    pub(crate) fn order(&self) -> (Vec<Step<'_>>, bool) {
        let mut place = self.place();
        place.pop_if(|last| matches!(last, Step::Key(_)));
        (place, !matches!(self.change(), Change::Insert(_)))
    }

    pub(crate) fn change(&self) -> Change<'_> {
        match self {
            Self::InsertExplorer(_, value) | Self::InsertRule(.., value) => Change::Insert(value),
            Self::Rule(.., value) | Self::Neighborhood(_, value) => Change::Set(value),
            Self::Parameter(.., value) | Self::Entry(.., value) | Self::Section(_, value) => {
                value.as_ref().map_or(Change::Remove, Change::Set)
            }
            Self::RemoveExplorer(_) | Self::RemoveRule(..) => Change::Remove,
        }
    }
}

/// The edits from one script to another one, in the order of the document.
pub(crate) fn edits(old: &Script, new: &Script) -> Vec<Edit> {
    let [old, new] = [old, new].map(Script::to_json);
    let names = changed_entries(&old["neighborhoods"], &new["neighborhoods"]);
    let names = names.filter_map(|(name, cells)| Some(Edit::Neighborhood(name, cells?)));
    let sections = changed_entries(&old, &new);
    let sections =
        sections.filter(|(key, _)| !["explorers", "neighborhoods"].contains(&key.as_str()));
    let mut edits: Vec<Edit> =
        names.chain(sections.map(|(key, value)| Edit::Section(key, value))).collect();
    for pair in explorer_pairs(&old, &new) {
        match pair {
            Pair::Both(at, to) => {
                edits_of_explorer(at, &old["explorers"][at], &new["explorers"][to], &mut edits);
            }
            Pair::Gone(at) => edits.push(Edit::RemoveExplorer(at)),
            Pair::New(at, to) => {
                edits.push(Edit::InsertExplorer(at, new["explorers"][to].clone()));
            }
        }
    }
    edits
}

fn edits_of_explorer(at: usize, old: &Value, new: &Value, edits: &mut Vec<Edit>) {
    let entries = changed_entries(old, new);
    let entries = entries.filter(|(key, _)| !["rules", "parameters"].contains(&key.as_str()));
    edits.extend(entries.map(|(key, value)| Edit::Entry(at, key, value)));
    let parameters = changed_entries(&old["parameters"], &new["parameters"]);
    edits.extend(parameters.map(|(key, value)| Edit::Parameter(at, key, value)));
    let (old, new) = (&old["rules"], &new["rules"]);
    for pair in rule_pairs(old, new) {
        match pair {
            Pair::Both(rule, to) if old[rule] == new[to] => (),
            Pair::Both(rule, to) => edits.push(Edit::Rule(at, rule, new[to].clone())),
            Pair::Gone(rule) => edits.push(Edit::RemoveRule(at, rule)),
            Pair::New(rule, to) => edits.push(Edit::InsertRule(at, rule, new[to].clone())),
        }
    }
}

/// The entries of the new object that differ, and those that are gone.
fn changed_entries(old: &Value, new: &Value) -> impl Iterator<Item = (String, Option<Value>)> {
    let changed = entries(new).filter(|(key, value)| old.get(key) != Some(value));
    let gone = entries(old).filter(|(key, _)| new.get(key).is_none());
    changed
        .map(|(key, value)| (key.clone(), Some(value.clone())))
        .chain(gone.map(|(key, _)| (key.clone(), None)))
}

fn entries(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

/// A script with some edits; `None` if it cannot be read then.
pub(crate) fn with_edits<'e>(
    original: &Script,
    edits: impl IntoIterator<Item = &'e Edit>,
) -> Option<Script> {
    Script::parse(&edited(&original.to_json().to_string(), edits)?).ok()
}

/// The place of a rule in a changed script, by its place in the old one: explorer, rule.
pub(crate) type Counterparts = BTreeMap<(usize, usize), (usize, usize)>;

/// The rules that an old script and a new one share.
pub(crate) fn counterparts(old: &Script, new: &Script) -> Counterparts {
    let [old, new] = [old, new].map(Script::to_json);
    let explorers = explorer_pairs(&old, &new).into_iter().filter_map(Pair::both);
    let rules = explorers.flat_map(|(at, to)| {
        let rules = rule_pairs(&old["explorers"][at]["rules"], &new["explorers"][to]["rules"]);
        let rules = rules.into_iter().filter_map(Pair::both);
        rules.map(move |(rule, new)| ((at, rule), (to, new)))
    });
    rules.collect()
}

/// The places in a new script of the explorers that an old one has, too.
pub(crate) fn explorers_kept(old: &Script, new: &Script) -> Vec<usize> {
    let pairs = explorer_pairs(&old.to_json(), &new.to_json()).into_iter();
    pairs.filter_map(Pair::both).map(|(_, to)| to).collect()
}

/// Whether every explorer of the old script has a counterpart in the new one.
pub(crate) fn keeps_explorers(old: &Script, new: &Script) -> bool {
    explorers_kept(old, new).len() == old.explorers.len()
}

/// Two elements of an old and a new list that belong together, or one alone, by their indices.
#[derive(Clone, Copy, Debug)]
enum Pair {
    Both(usize, usize),
    Gone(usize),
    /// It stands before an old one.
    New(usize, usize),
}

impl Pair {
    fn both(self) -> Option<(usize, usize)> {
        if let Self::Both(old, new) = self { Some((old, new)) } else { None }
    }
}

fn explorer_pairs(old: &Value, new: &Value) -> Vec<Pair> {
    aligned(&old["explorers"], &new["explorers"], lines)
}

fn rule_pairs(old: &Value, new: &Value) -> Vec<Pair> {
    aligned(old, new, words)
}

/// The entries of an explorer, its parameters, and the words of its rules.
fn lines(explorer: &Value) -> Vec<String> {
    let own = entries(explorer).filter(|(key, _)| !["rules", "parameters"].contains(&key.as_str()));
    let own = own.chain(entries(&explorer["parameters"]));
    let own = own.map(|(key, value)| format!("{key}: {}", plain(value)));
    own.chain(explorer["rules"].as_array().into_iter().flatten().flat_map(words)).collect()
}

fn words(rule: &Value) -> Vec<String> {
    let rule = rule.as_str().unwrap_or_default();
    rule.split_inclusive([',', '|', '>']).map(|word| word.trim().to_owned()).collect()
}

/// The cheapest alignment of two lists, in order; elements are like each other by their parts.
fn aligned(old: &Value, new: &Value, parts: fn(&Value) -> Vec<String>) -> Vec<Pair> {
    let [old, new] = [old, new].map(|list| -> Vec<Vec<String>> {
        list.as_array().into_iter().flatten().map(parts).collect()
    });
    // The cost from these indices on, and the first step of the cheapest alignment.
    let mut ways = vec![vec![(0.0, Pair::Gone(0)); new.len() + 1]; old.len() + 1];
    for i in (0..=old.len()).rev() {
        for j in (0..=new.len()).rev() {
            let both = (i < old.len() && j < new.len())
                .then(|| (unlikeness(&old[i], &new[j]) + ways[i + 1][j + 1].0, Pair::Both(i, j)));
            let gone = (i < old.len()).then(|| (ALONE + ways[i + 1][j].0, Pair::Gone(i)));
            let added = (j < new.len()).then(|| (ALONE + ways[i][j + 1].0, Pair::New(i, j)));
            let steps = [both, gone, added].into_iter().flatten();
            if let Some(best) = steps.min_by(|left, right| left.0.total_cmp(&right.0)) {
                ways[i][j] = best;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while (i, j) != (old.len(), new.len()) {
        let pair = ways[i][j].1;
        pairs.push(pair);
        (i, j) = match pair {
            Pair::Both(..) => (i + 1, j + 1),
            Pair::Gone(_) => (i + 1, j),
            Pair::New(..) => (i, j + 1),
        };
    }
    pairs
}

/// The share of parts that two lists do not have in common, in 0..=1.
fn unlikeness(left: &[String], right: &[String]) -> f64 {
    let mut unmatched: Vec<&String> = right.iter().collect();
    for part in left {
        if let Some(place) = unmatched.iter().position(|candidate| *candidate == part) {
            unmatched.swap_remove(place);
        }
    }
    let n = left.len().max(right.len()).max(1);
    1.0 - (right.len() - unmatched.len()) as f64 / n as f64
}

#[cfg(test)]
mod tests;
