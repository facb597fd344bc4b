//! What rules of 2017 have beside those of today: conditions with a name,
//! distances of three kinds, `complete`, and `@map`.

// A new variant must not be mistaken in silence.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use script::parse::{Names, Piece, Reader, Vocabulary, parse_real, split_list};
use script::{Condition, EntityList, Estimator, Neighborhood, Operator, Paths, Scope, Statistic};

use crate::document::OldReader;

/// Conditions that have a name.
const CONDITIONS: [&str; 4] = ["isEven", "isOdd", "isSingular", "isConnected"];

/// The words of rules of 2017.
pub(crate) struct OldWords {
    /// What `complete` means.
    complete: Estimator,
}

/// Those of the sequential explorer.
pub(crate) static SEQUENTIAL: OldWords = OldWords { complete: Estimator::RepeatPercent };

/// Those of all others.
pub(crate) static OTHERS: OldWords = OldWords { complete: Estimator::Percent };

impl Vocabulary for OldWords {
    fn words(&self) -> &'static [&'static str] {
        &["random", "noise", "noise@map", "complete"]
    }

    fn distances(&self) -> &'static [&'static str] {
        &["minDist", "avgDist", "maxDist"]
    }

    fn conditions(&self) -> &'static [&'static str] {
        &CONDITIONS
    }

    fn bare(&self, reader: &mut Reader<'_>, condition: Piece<'_>) -> Option<Condition> {
        OldReader(reader).bare(condition)
    }

    fn word(&self, names: &Names, text: &str) -> Option<Estimator> {
        match text {
            "random" => Some(Estimator::Random),
            "noise" => Some(Estimator::UnitNoise(Scope::Region)),
            "noise@map" => Some(Estimator::UnitNoise(Scope::Map)),
            "complete" => Some(self.complete.clone()),
            _ => match text.strip_suffix("@map") {
                Some(name) => {
                    let tiles = names.tiles(name.trim())?;
                    let members = tiles.into_iter().map(|tile| (tile, 1)).collect();
                    Some(Estimator::MapTotal(EntityList { members }))
                }
                None => parse_real(text).map(Estimator::Number),
            },
        }
    }

    /// As the releases did, by the words in the name.
    fn is_distance(&self, names: &Names, name: &str) -> bool {
        name.contains("Dist") && !names.is_neighborhood(name)
    }

    fn distance(
        &self,
        reader: &mut Reader<'_>,
        name: &str,
        arguments: Piece<'_>,
    ) -> Option<Estimator> {
        let statistic = if name.contains("max") {
            Statistic::Max
        } else if name.contains("min") {
            Statistic::Min
        } else {
            Statistic::Mean
        };
        OldReader(reader).distance(statistic, arguments)
    }

    fn is_condition_reported(&self, reader: &mut Reader<'_>, estimator: Piece<'_>) -> bool {
        OldReader(reader).is_condition_reported(estimator)
    }

    fn is_unknown_reported(&self, reader: &mut Reader<'_>, estimator: Piece<'_>) -> bool {
        let Some(name) = estimator.text.strip_suffix("@map") else { return false };
        let known = reader.entity_names();
        let known = known.iter().map(String::as_str).chain(["noise"]);
        reader.report_unknown(estimator.part(name), "entity", known);
        true
    }
}

impl OldReader<'_, '_> {
    /// A condition without an operator between two estimators. An estimator
    /// alone is above zero, a neighborhood thus has at least one cell.
    fn bare(&mut self, condition: Piece<'_>) -> Option<Condition> {
        let (name, arguments) = match condition.text.split_once('(') {
            Some((name, rest)) => (name.trim(), rest.strip_suffix(')')),
            None => (condition.text, None),
        };
        let is_neighborhood = self.names.is_neighborhood(name);
        let arguments = arguments.map(|arguments| condition.part(arguments).trim());
        match (name, arguments) {
            _ if is_neighborhood => {}
            ("isEven" | "isOdd", Some(estimator)) => {
                let is_even = name == "isEven";
                let estimator = self.estimator(estimator)?;
                return Some(Condition::Parity { estimator, is_even });
            }
            ("isSingular", Some(estimator)) => {
                let estimator = self.estimator(estimator)?;
                return Some(equals(estimator, 1.0));
            }
            ("isConnected", Some(arguments)) => return self.connected(arguments),
            ("isConnected", None) => {
                let neighborhood = self.use_neighborhood("plus")?;
                return Some(Condition::Connected { entities: None, neighborhood });
            }
            _ => {}
        }
        let estimator = self.estimator(condition)?;
        Some(Condition::Compare(estimator, Operator::Greater, Estimator::Number(0.0)))
    }

    /// Reports a condition where an estimator should be, or one without its
    /// argument; whether that is so.
    fn is_condition_reported(&mut self, estimator: Piece<'_>) -> bool {
        let (name, is_call) = match estimator.text.split_once('(') {
            Some((name, rest)) if rest.ends_with(')') => (name.trim(), true),
            Some(_) => return false,
            None => (estimator.text, false),
        };
        let is_name = self.names.is_neighborhood(name) || self.names.tiles(name).is_some();
        if !CONDITIONS.contains(&name) || is_name {
            return false;
        }
        let range = estimator.range();
        if is_call || name == "isConnected" {
            self.report(range, format!("`{name}` is a condition of its own, not a number"))
                .help("write it without an operator, and not within another");
        } else {
            self.report(range, format!("`{name}` has no estimator"))
                .help(format!("write one in parentheses, as in `{name}(all(any))`"));
        }
        true
    }

    /// `isConnected(list)` or `isConnected(list, neighborhood)`.
    fn connected(&mut self, arguments: Piece<'_>) -> Option<Condition> {
        let parts = split_list(&arguments);
        let (list, neighborhood) = match parts[..] {
            [list] => (list, self.use_neighborhood("plus")),
            [list, name] => (list, self.neighborhood(name)),
            _ => {
                self.report(arguments.range(), "`isConnected` has too many arguments").help(
                    "write entities and perhaps a neighborhood, as in `isConnected(empty, plus)`",
                );
                return None;
            }
        };
        let entities = self.entity_list(list);
        Some(Condition::Connected { entities: Some(entities?), neighborhood: neighborhood? })
    }

    /// `minDist(entities)`, or, along paths, `minDist(neighborhood, entities, allowed)`.
    fn distance(&mut self, statistic: Statistic, arguments: Piece<'_>) -> Option<Estimator> {
        let parts = split_list(&arguments);
        let (directions, entities, allowed) = match parts[..] {
            [entities] => {
                let entities = self.entity_list(entities)?;
                return Some(match statistic {
                    Statistic::Min => Estimator::Distance(entities),
                    Statistic::Mean | Statistic::Max => Estimator::Distances(statistic, entities),
                });
            }
            [directions, entities] => (directions, entities, Some(self.any())),
            [directions, entities, allowed] => (directions, entities, self.entity_list(allowed)),
            _ => {
                self.report(arguments.range(), "this distance has too many arguments").help(
                    "write entities, as in `minDist(empty)`, or a neighborhood, entities and \
                     allowed entities, as in `minDist(plus, key, empty)`",
                );
                return None;
            }
        };
        let directions: Option<Neighborhood> = self.neighborhood(directions);
        let entities = self.entity_list(entities);
        let paths = Paths { directions: directions?, entities: entities?, allowed: allowed? };
        Some(Estimator::Paths(statistic, paths))
    }

    /// Every entity, and unknown.
    pub(super) fn any(&self) -> EntityList {
        let tiles = self.names.tiles("any").unwrap_or_default();
        EntityList { members: tiles.into_iter().map(|tile| (tile, 1)).collect() }
    }
}

fn equals(estimator: Estimator, number: f64) -> Condition {
    Condition::Compare(estimator, Operator::Equal, Estimator::Number(number))
}
