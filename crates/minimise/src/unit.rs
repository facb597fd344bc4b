//! What can be taken out of a script.

use crate::draft::{Draft, ExplorerDraft, RuleDraft};
use crate::phrase::{Phrase, Token};

/// A part of a draft that can be taken out, by its indices there.
///
/// The order is that of the levels of a script: a part comes before what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    /// How the level is divided.
    Divider,
    Neighborhood(usize),
    Explorer(usize),
    Rule(usize, usize),
    /// Where an explorer works; without it on the map.
    Region(usize),
    Parameter(usize, usize),
    Phrase(At),
    /// An entity of a list: the phrase, the list and the entity.
    Entry(At, usize, usize),
    /// Its weight.
    Weight(At, usize, usize),
}

/// Where a phrase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum At {
    /// Explorer, rule, condition.
    Condition(usize, usize, usize),
    /// Explorer, rule, executer.
    Executer(usize, usize, usize),
    /// Explorer, parameter, and the value among those of the parameter.
    Value(usize, usize, usize),
}

/// How deep in a script units lie; delta debugging goes from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Explorers.
    Explorers,
    /// Rules.
    Rules,
    /// Conditions, executers, parameters and regions of explorers.
    Phrases,
    /// Entities of lists, and their weights.
    Entries,
    /// Neighborhoods and the divider: what others refer to.
    Declarations,
}

impl Depth {
    /// All of them, the outermost first.
    pub(crate) const ALL: [Self; 5] =
        [Self::Explorers, Self::Rules, Self::Phrases, Self::Entries, Self::Declarations];
}

impl Draft {
    /// The units of one depth, in the order of the script.
    pub(crate) fn units(&self, depth: Depth) -> Vec<Unit> {
        let explorers = self.explorers.iter().enumerate();
        match depth {
            Depth::Explorers => (0..self.explorers.len()).map(Unit::Explorer).collect(),
            Depth::Rules => explorers
                .flat_map(|(e, explorer)| (0..explorer.rules.len()).map(move |r| Unit::Rule(e, r)))
                .collect(),
            Depth::Phrases => {
                let mut units = Vec::new();
                for (e, explorer) in explorers {
                    units.extend(explorer.region.as_ref().map(|_| Unit::Region(e)));
                    units.extend((0..explorer.parameters.len()).map(|p| Unit::Parameter(e, p)));
                }
                let phrases = self.phrases().into_iter().map(|(at, _)| at);
                units.extend(phrases.filter(|&at| self.has_others(at)).map(Unit::Phrase));
                units
            }
            Depth::Entries => {
                let mut units = Vec::new();
                for (at, phrase) in self.phrases() {
                    for (t, token) in phrase.0.iter().enumerate() {
                        let Token::List { entries, .. } = token else { continue };
                        if entries.len() > 1 {
                            units.extend((0..entries.len()).map(|i| Unit::Entry(at, t, i)));
                        }
                        let weights = entries.iter().enumerate();
                        let weights = weights.filter(|(_, entry)| entry.weight.is_some());
                        units.extend(weights.map(|(i, _)| Unit::Weight(at, t, i)));
                    }
                }
                units
            }
            Depth::Declarations => {
                let shapes = (0..self.neighborhoods.len()).map(Unit::Neighborhood);
                self.regions.iter().map(|_| Unit::Divider).chain(shapes).collect()
            }
        }
    }

    /// The draft without some of its units.
    pub(crate) fn without(&self, units: &[Unit]) -> Self {
        let mut units = units.to_vec();
        units.sort_unstable();
        let mut draft = self.clone();
        // What is inside goes first, and what is behind: no index changes before its use.
        for &unit in units.iter().rev() {
            draft.remove(unit);
        }
        draft
    }

    fn remove(&mut self, unit: Unit) {
        match unit {
            Unit::Divider => self.regions = None,
            Unit::Neighborhood(n) => drop(self.neighborhoods.remove(n)),
            Unit::Explorer(e) => drop(self.explorers.remove(e)),
            Unit::Rule(e, r) => drop(self.explorers[e].rules.remove(r)),
            Unit::Region(e) => self.explorers[e].region = None,
            Unit::Parameter(e, p) => drop(self.explorers[e].parameters.remove(p)),
            Unit::Phrase(at) => {
                let (phrases, index) = self.phrases_at_mut(at);
                phrases.remove(index);
            }
            Unit::Entry(at, t, i) => drop(self.phrase_mut(at).entries_mut(t).remove(i)),
            Unit::Weight(at, t, i) => self.phrase_mut(at).entries_mut(t)[i].weight = None,
        }
    }

    /// All phrases with their places, in the order of the script.
    pub(crate) fn phrases(&self) -> Vec<(At, &Phrase)> {
        let mut all = Vec::new();
        for (e, explorer) in self.explorers.iter().enumerate() {
            for (p, parameter) in explorer.parameters.iter().enumerate() {
                let values = parameter.values.iter().enumerate();
                all.extend(values.map(|(v, phrase)| (At::Value(e, p, v), phrase)));
            }
            for (r, rule) in explorer.rules.iter().enumerate() {
                let conditions = rule.conditions.iter().enumerate();
                all.extend(conditions.map(|(c, phrase)| (At::Condition(e, r, c), phrase)));
                let executers = rule.executers.iter().enumerate();
                all.extend(executers.map(|(x, phrase)| (At::Executer(e, r, x), phrase)));
            }
        }
        all
    }

    /// Whether something is left when a phrase goes: a rule needs an executer,
    /// a parameter a value, but no rule needs a condition.
    fn has_others(&self, at: At) -> bool {
        match at {
            At::Condition(..) => true,
            At::Executer(e, r, _) => self.explorers[e].rules[r].executers.len() > 1,
            At::Value(e, p, _) => self.explorers[e].parameters[p].values.len() > 1,
        }
    }

    /// A phrase by its place.
    pub(crate) fn phrase(&self, at: At) -> &Phrase {
        match at {
            At::Condition(e, r, c) => &self.explorers[e].rules[r].conditions[c],
            At::Executer(e, r, x) => &self.explorers[e].rules[r].executers[x],
            At::Value(e, p, v) => &self.explorers[e].parameters[p].values[v],
        }
    }

    /// A phrase by its place.
    pub(crate) fn phrase_mut(&mut self, at: At) -> &mut Phrase {
        let (phrases, index) = self.phrases_at_mut(at);
        &mut phrases[index]
    }

    fn phrases_at_mut(&mut self, at: At) -> (&mut Vec<Phrase>, usize) {
        match at {
            At::Condition(e, r, c) => (&mut self.explorers[e].rules[r].conditions, c),
            At::Executer(e, r, x) => (&mut self.explorers[e].rules[r].executers, x),
            At::Value(e, p, v) => (&mut self.explorers[e].parameters[p].values, v),
        }
    }

    /// What a unit is, by the numbers that explorers and rules had in the
    /// script as it was read.
    pub(crate) fn name(&self, unit: Unit) -> String {
        let at_explorer = |e: usize| explorer_name(&self.explorers[e]);
        match unit {
            Unit::Divider => "the regions".to_owned(),
            Unit::Neighborhood(n) => format!("the neighborhood {}", self.neighborhoods[n].0),
            Unit::Explorer(e) => at_explorer(e),
            Unit::Rule(e, r) => {
                format!("{}: `{}`", self.place_of_rule(e, r), self.explorers[e].rules[r])
            }
            Unit::Region(e) => {
                let region = self.explorers[e].region.as_ref();
                let region = region.map(ToString::to_string).unwrap_or_default();
                format!("{}: region {region}", at_explorer(e))
            }
            Unit::Parameter(e, p) => {
                let parameter = &self.explorers[e].parameters[p];
                format!("{}: {}={}", at_explorer(e), parameter.name, parameter.value())
            }
            Unit::Phrase(at) => format!("{}: `{}`", self.place(at), self.phrase(at)),
            Unit::Entry(at, t, i) | Unit::Weight(at, t, i) => {
                let phrase = self.phrase(at);
                let Token::List { entries, .. } = &phrase.0[t] else { return phrase.to_string() };
                let part = match (unit, &entries[i].weight) {
                    (Unit::Weight(..), Some(weight)) => {
                        format!("the weight {weight} of {}", entries[i].name)
                    }
                    _ => entries[i].to_string(),
                };
                format!("{}: {part} in `{phrase}`", self.place(at))
            }
        }
    }

    /// Where a phrase stands, in words.
    pub(crate) fn place(&self, at: At) -> String {
        match at {
            At::Condition(e, r, _) | At::Executer(e, r, _) => self.place_of_rule(e, r),
            At::Value(e, p, _) => {
                let explorer = &self.explorers[e];
                format!("{}: {}", explorer_name(explorer), explorer.parameters[p].name)
            }
        }
    }

    fn place_of_rule(&self, e: usize, r: usize) -> String {
        let rule: &RuleDraft = &self.explorers[e].rules[r];
        format!("{}, rule {}", explorer_name(&self.explorers[e]), rule.number)
    }
}

fn explorer_name(explorer: &ExplorerDraft) -> String {
    format!("explorer {} ({})", explorer.number, explorer.name())
}

#[cfg(test)]
mod tests;
