//! The parts of a script that can be removed.

use marahel_script::{
    Listed, Parameter, ParameterMut, Part, PartMut, Place, RegionSelector, Script,
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reduced {
    pub(crate) script: Script,
    /// By explorer the keys of parameters that are units although they have their default.
    defaults: Vec<Vec<&'static str>>,
}

/// A part of a script that can be removed, by its indices.
///
/// The derived order puts a part before its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    Divider,
    Neighborhood(usize),
    Explorer(usize),
    Rule(usize, usize),
    /// The region of an explorer; without it, it works on the whole map.
    Region(usize),
    Parameter(usize, &'static str),
    /// A condition, an executer or a heuristic.
    Phrase(Place),
    /// An entity of a list: the index of the list among the parts of the script, and of the entity.
    Entry(usize, usize),
    /// The weight of such an entity.
    Weight(usize, usize),
}

impl Unit {
    /// What it is, in a word or two.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Divider => "divider of regions",
            Self::Neighborhood(_) => "neighborhood",
            Self::Explorer(_) => "explorer",
            Self::Rule(..) => "rule",
            Self::Region(_) => "region",
            Self::Parameter(..) => "parameter",
            Self::Phrase(Place::Condition(..)) => "condition",
            Self::Phrase(Place::Executer(..)) => "executer",
            Self::Phrase(_) => "heuristic",
            Self::Entry(..) => "listed tile",
            Self::Weight(..) => "weight",
        }
    }
}

/// The depth of units in a script; delta debugging goes from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    Explorers,
    Rules,
    /// Conditions, executers, and the parameters and regions of explorers.
    Phrases,
    /// Entities of lists, and their weights.
    Entries,
    /// Neighborhoods and the divider, which others refer to.
    Declarations,
}

impl Depth {
    pub(crate) const ALL: [Self; 5] =
        [Self::Explorers, Self::Rules, Self::Phrases, Self::Entries, Self::Declarations];
}

impl Reduced {
    pub(crate) fn new(script: Script) -> Self {
        Self { defaults: vec![Vec::new(); script.explorers.len()], script }
    }

    /// Makes every parameter of a walk a unit, whether given or not.
    pub(crate) fn with_defaults(mut self) -> Self {
        for (keys, explorer) in self.defaults.iter_mut().zip(&self.script.explorers) {
            let parameters = explorer.walk.parameters().into_iter();
            // Skip costs that are not given.
            let parameters = parameters.filter(
                |(_, parameter)| !matches!(parameter, Parameter::Costs(all) if all.is_empty()),
            );
            keys.extend(parameters.map(|(key, _)| key));
        }
        self
    }

    pub(crate) fn units(&self, depth: Depth) -> Vec<Unit> {
        let explorers = self.script.explorers.iter().enumerate();
        match depth {
            Depth::Explorers => explorers.map(|(e, _)| Unit::Explorer(e)).collect(),
            Depth::Rules => explorers
                .flat_map(|(e, explorer)| (0..explorer.rules.len()).map(move |r| Unit::Rule(e, r)))
                .collect(),
            Depth::Phrases => {
                let mut units = Vec::new();
                for (e, explorer) in explorers {
                    let is_map = explorer.region == [RegionSelector::Map];
                    units.extend((!is_map).then_some(Unit::Region(e)));
                    for (key, is_given) in self.script.parameters_of(e) {
                        if is_given || self.defaults[e].contains(&key) {
                            units.push(Unit::Parameter(e, key));
                        }
                    }
                }
                units.extend(self.phrases().into_iter().map(Unit::Phrase));
                units
            }
            Depth::Entries => {
                let mut units = Vec::new();
                for (index, entries) in self.lists() {
                    if entries.len() > 1 {
                        units.extend((0..entries.len()).map(|i| Unit::Entry(index, i)));
                    }
                    let weights = entries.iter().enumerate();
                    let weights = weights.filter(|(_, entry)| entry.contains(':'));
                    units.extend(weights.map(|(i, _)| Unit::Weight(index, i)));
                }
                units
            }
            Depth::Declarations => {
                let n_neighborhoods = self.script.neighborhoods.0.len();
                let divider = self.script.regions.iter().map(|_| Unit::Divider);
                divider.chain((0..n_neighborhoods).map(Unit::Neighborhood)).collect()
            }
        }
    }

    /// The removable phrases: a rule needs an executer and a walk a heuristic, but a rule needs no
    /// condition.
    fn phrases(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (e, explorer) in self.script.explorers.iter().enumerate() {
            for (key, parameter) in explorer.walk.parameters() {
                let n = match parameter {
                    Parameter::Heuristics(all) => several(all.len()),
                    Parameter::Costs(all) => 0..all.len(),
                    _ => 0..0,
                };
                places.extend(n.map(|index| Place::Parameter(e, key, index)));
            }
            for (r, rule) in explorer.rules.iter().enumerate() {
                places.extend((0..rule.conditions.len()).map(|c| Place::Condition(e, r, c)));
                places.extend(several(rule.executers.len()).map(|x| Place::Executer(e, r, x)));
            }
        }
        places
    }

    /// The lists of entities that are read or written: index among the parts of the script, and
    /// entries.
    fn lists(&self) -> Vec<(usize, Vec<String>)> {
        let parts = self.script.parts().into_iter().enumerate();
        let lists = parts.filter_map(|(index, placed)| match placed.part {
            Part::List(list, Listed::Read | Listed::Written, weights) => {
                Some((index, self.script.entries(list, weights)))
            }
            _ => None,
        });
        lists.collect()
    }

    /// Whether another part refers to a unit, so that it has to stay.
    pub(crate) fn is_used(&self, unit: Unit) -> bool {
        let Unit::Neighborhood(n) = unit else { return false };
        let all = &self.script.neighborhoods.0;
        let is_first = |cells| all.iter().position(|(_, place)| place == cells) == Some(n);
        let mut parts = self.script.parts().into_iter();
        parts.any(|piece| matches!(piece.part, Part::Cells(cells, _) if is_first(cells)))
    }

    pub(crate) fn without(&self, units: &[Unit]) -> Self {
        let mut units = units.to_vec();
        units.sort_unstable();
        let mut reduced = self.clone();
        // Inner and later units go first, so that no index changes before its use.
        for &unit in units.iter().rev() {
            reduced.remove(unit);
        }
        reduced
    }

    fn remove(&mut self, unit: Unit) {
        let Self { script, defaults } = self;
        match unit {
            Unit::Divider => script.regions = None,
            Unit::Neighborhood(n) => drop(script.neighborhoods.0.remove(n)),
            Unit::Explorer(e) => {
                script.explorers.remove(e);
                defaults.remove(e);
            }
            Unit::Rule(e, r) => drop(script.explorers[e].rules.remove(r)),
            Unit::Region(e) => script.explorers[e].region = vec![RegionSelector::Map],
            Unit::Parameter(e, key) => {
                script.forget_parameter(e, key);
                defaults[e].retain(|default| *default != key);
            }
            Unit::Phrase(place) => remove_phrase(script, place),
            Unit::Entry(index, i) | Unit::Weight(index, i) => {
                let PartMut::List(list, _, weights) = script.parts_mut().swap_remove(index).part
                else {
                    unreachable!("units are places of lists")
                };
                let tile = list.members[i].0;
                if let Some(weights) = weights {
                    weights.retain(|&(weighted, _)| weighted != tile);
                }
                match unit {
                    Unit::Entry(..) => drop(list.members.remove(i)),
                    _ => list.members[i].1 = 1,
                }
            }
        }
    }
}

fn several(n: usize) -> std::ops::Range<usize> {
    0..if n > 1 { n } else { 0 }
}

fn remove_phrase(script: &mut Script, place: Place) {
    match place {
        Place::Condition(e, r, c) => drop(script.explorers[e].rules[r].conditions.remove(c)),
        Place::Executer(e, r, x) => drop(script.explorers[e].rules[r].executers.remove(x)),
        Place::Parameter(e, key, h) => {
            for (name, parameter) in script.explorers[e].walk.parameters_mut() {
                match parameter {
                    ParameterMut::Heuristics(all) if name == key => drop(all.remove(h)),
                    ParameterMut::Costs(all) if name == key => drop(all.remove(h)),
                    _ => (),
                }
            }
        }
        Place::Regions => (),
    }
}

#[cfg(test)]
mod tests;
