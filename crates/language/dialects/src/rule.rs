//! The words of rules of 2017: conditions with a name, distances of three kinds, `complete`, and
//! `@map`.

// A new variant must not fall into a wildcard unnoticed.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use marahel_script::parse::{Names, Piece, Reader, Vocabulary, parse_real, split_list};
use marahel_script::{Condition, EntityList, Estimator, Operator};

use crate::measures::{OldEstimator, Paths, Scope};
use crate::statistic::Statistic;

const CONDITIONS: [&str; 4] = ["isEven", "isOdd", "isSingular", "isConnected"];

pub(crate) struct OldWords {
    complete: Estimator,
}

pub(crate) static SEQUENTIAL: OldWords = OldWords { complete: Estimator::RepeatPercent };

pub(crate) static OTHERS: OldWords = OldWords { complete: Estimator::Percent };

impl Vocabulary for OldWords {
    fn names(&self) -> [Vec<&'static str>; 3] {
        let words = vec!["random", "noise", "noise@map", "complete"];
        [words, vec!["minDist", "avgDist", "maxDist"], CONDITIONS.to_vec()]
    }

    /// An estimator alone means above zero, so a neighborhood holds if at least one of its cells
    /// matches.
    fn bare(&self, reader: &mut Reader<'_>, condition: Piece<'_>) -> Option<Condition> {
        let (name, arguments) = match condition.text.split_once('(') {
            Some((name, arguments)) => (name.trim(), arguments.strip_suffix(')')),
            None => (condition.text, None),
        };
        let is_neighborhood = reader.names.is_neighborhood(name);
        let arguments = arguments.map(|arguments| condition.part(arguments).trim());
        match (name, arguments) {
            _ if is_neighborhood => {}
            ("isEven" | "isOdd", Some(estimator)) => {
                let is_even = name == "isEven";
                let estimator = reader.estimator(estimator)?;
                return Some(OldEstimator::Parity { estimator, is_even }.into());
            }
            ("isSingular", Some(estimator)) => {
                let (estimator, certain) = (reader.estimator(estimator)?, Estimator::Number(1.0));
                return Some(Condition::Compare(estimator, Operator::Equal, certain));
            }
            ("isConnected", Some(arguments)) => return connected(reader, arguments),
            ("isConnected", None) => {
                let neighborhood = reader.use_neighborhood("plus")?;
                return Some(OldEstimator::Connected { entities: None, neighborhood }.into());
            }
            _ => {}
        }
        let estimator = reader.estimator(condition)?;
        Some(Condition::Compare(estimator, Operator::Greater, Estimator::Number(0.0)))
    }

    fn word(&self, names: &Names, text: &str) -> Option<Estimator> {
        match text {
            "random" => Some(Estimator::Random),
            "noise" => Some(OldEstimator::UnitNoise(Scope::Region).into()),
            "noise@map" => Some(OldEstimator::UnitNoise(Scope::Map).into()),
            "complete" => Some(self.complete.clone()),
            _ => match text.strip_suffix("@map") {
                Some(name) => {
                    let tiles = names.tiles(name.trim())?;
                    let members = tiles.into_iter().map(|tile| (tile, 1)).collect();
                    Some(OldEstimator::MapTotal(EntityList { members }).into())
                }
                None => parse_real(text).map(Estimator::Number),
            },
        }
    }

    /// By a part of the name, as in the releases.
    fn is_distance(&self, name: &str) -> bool {
        name.contains("Dist")
    }

    /// `minDist(entities)`, or along paths `minDist(neighborhood, entities, allowed)`.
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
        let parts = split_list(&arguments);
        let (directions, entities, allowed) = match parts[..] {
            [entities] => {
                let entities = reader.entity_list(entities)?;
                return Some(match statistic {
                    Statistic::Min => Estimator::Distance(entities),
                    Statistic::Mean | Statistic::Max => {
                        OldEstimator::Distances(statistic, entities).into()
                    }
                });
            }
            [directions, entities] => (directions, entities, Some(any(&reader.names))),
            [directions, entities, allowed] => (directions, entities, reader.entity_list(allowed)),
            _ => {
                reader.report(arguments.range(), "this distance has too many arguments").help(
                    "write entities, as in `minDist(empty)`, or a neighborhood, entities and \
                     allowed entities, as in `minDist(plus, key, empty)`",
                );
                return None;
            }
        };
        let directions = reader.neighborhood(directions);
        let entities = reader.entity_list(entities);
        let paths = Paths { directions: directions?, entities: entities?, allowed: allowed? };
        Some(OldEstimator::Paths(statistic, paths).into())
    }

    /// Also a condition without its argument.
    fn is_condition_reported(&self, reader: &mut Reader<'_>, estimator: Piece<'_>) -> bool {
        let (name, is_call) = match estimator.text.split_once('(') {
            Some((name, rest)) if rest.ends_with(')') => (name.trim(), true),
            Some(_) => return false,
            None => (estimator.text, false),
        };
        let is_name = reader.names.is_neighborhood(name) || reader.names.tiles(name).is_some();
        if !CONDITIONS.contains(&name) || is_name {
            return false;
        }
        let range = estimator.range();
        if is_call || name == "isConnected" {
            reader
                .report(range, format!("`{name}` is a condition of its own, not a number"))
                .help("write it without an operator, and not within another");
        } else {
            reader
                .report(range, format!("`{name}` has no estimator"))
                .help(format!("write one in parentheses, as in `{name}(all(any))`"));
        }
        true
    }

    fn is_unknown_reported(&self, reader: &mut Reader<'_>, estimator: Piece<'_>) -> bool {
        let Some(name) = estimator.text.strip_suffix("@map") else { return false };
        let known = reader.entity_names();
        let known = known.iter().map(String::as_str).chain(["noise"]);
        reader.report_unknown(estimator.part(name), "entity", known);
        true
    }
}

fn connected(reader: &mut Reader<'_>, arguments: Piece<'_>) -> Option<Condition> {
    let parts = split_list(&arguments);
    let (list, neighborhood) = match parts[..] {
        [list] => (list, reader.use_neighborhood("plus")),
        [list, name] => (list, reader.neighborhood(name)),
        _ => {
            reader.report(arguments.range(), "`isConnected` has too many arguments").help(
                "write entities and perhaps a neighborhood, as in `isConnected(empty, plus)`",
            );
            return None;
        }
    };
    let entities = reader.entity_list(list);
    let (entities, neighborhood) = (Some(entities?), neighborhood?);
    Some(OldEstimator::Connected { entities, neighborhood }.into())
}

/// Every entity, and `unknown`.
pub(crate) fn any(names: &Names) -> EntityList {
    let tiles = names.tiles("any").unwrap_or_default();
    EntityList { members: tiles.into_iter().map(|tile| (tile, 1)).collect() }
}
