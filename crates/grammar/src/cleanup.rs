//! Clean-up: what has no effect is taken out of a decoded explorer.

mod text;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use self::text::{Comparison, call, distinct, entries, weighted};
use crate::{Explorer, UnknownName};

/// How decoded explorers are cleaned up.
///
/// Both ways drop parameters that the explorer's type does not use, conditions
/// that compare a value with itself, and repetitions: of rules, of conditions
/// and executers in a rule, of heuristics, and of entities in a condition.
/// Entities repeated in an executer become weights.
///
/// Source: the released code of Khalifa 2020 (`parser.js`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cleanup {
    /// As it was meant, in one form without stray spaces: conditions joined by
    /// `,`, then ` -> `, then executers joined by `,`. A rule left without
    /// conditions starts with `->`. What is clean stays as it is.
    #[default]
    Intended,
    /// As the released code does it, every space included. It takes all from
    /// the first bracket of a condition to the last for one list of entities
    /// and forgets what follows, so `plus(empty)>=3` becomes `plus(empty)`; and
    /// it leaves `horz` the parameters that `horz` does not use.
    Released,
}

impl Cleanup {
    /// All ways of cleaning up.
    pub const ALL: [Self; 2] = [Self::Intended, Self::Released];

    /// Its name in configurations and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Intended => "intended",
            Self::Released => "released",
        }
    }

    /// Cleans up `explorer`.
    ///
    /// Types are known by the names that the built-in grammar gives them; an
    /// explorer of any other type keeps all its parameters.
    pub fn apply(self, explorer: &mut Explorer) {
        let unused = self.unused_parameters(&explorer.kind);
        explorer.parameters.retain_mut(|(name, text)| {
            if name == "heuristics" {
                *text = distinct(text.split(',').map(|item| self.estimator(item))).join(",");
            }
            !unused.contains(&name.as_str())
        });
        explorer.rules = distinct(explorer.rules.iter().map(|rule| self.rule(rule)));
    }

    fn unused_parameters(self, kind: &str) -> &'static [&'static str] {
        match kind {
            "horz" if self == Self::Released => &[],
            "horz" | "vert" | "random" | "rorder" => {
                &["dirprob", "directions", "entities", "heuristics"]
            }
            "digger" => &["entities", "heuristics"],
            "connect" => &["dirprob", "heuristics"],
            "greedy" => &["dirprob", "entities"],
            "wide" => &["dirprob", "directions", "entities"],
            _ => &[],
        }
    }

    /// A rule, cleaned up. Text without an arrow is no rule and left to the
    /// parser of Marahel.
    fn rule(self, rule: &str) -> String {
        let Some((conditions, executers)) = rule.split_once("->") else {
            return rule.trim().to_owned();
        };
        let conditions = conditions.split(',').filter_map(|item| self.condition(item));
        let conditions = distinct(conditions).join(",");
        let executers = distinct(executers.split(',').map(executer)).join(",");
        if conditions.is_empty() && self == Self::Intended {
            return format!("-> {executers}");
        }
        format!("{conditions} -> {executers}")
    }

    /// A condition, cleaned up, or nothing if it is not worth keeping.
    fn condition(self, condition: &str) -> Option<String> {
        let comparison = Comparison::parse(condition);
        if comparison.is_some_and(|c| c.left == c.right) {
            return None;
        }
        match (self, comparison) {
            (Self::Released, _) => Some(self.estimator(condition)),
            (Self::Intended, None) => {
                Some(self.estimator(condition)).filter(|condition| !condition.is_empty())
            }
            (Self::Intended, Some(Comparison { left, operator, right })) => {
                let (left, right) = (self.estimator(left), self.estimator(right));
                (left != right).then(|| left + operator + &right)
            }
        }
    }

    /// An estimator without repeated entities; in the released way also a
    /// whole condition.
    fn estimator(self, text: &str) -> String {
        let list = match self {
            Self::Released => call(text),
            Self::Intended => call(text)
                .filter(|(_, inside, rest)| rest.is_empty() && !inside.contains(['(', ')'])),
        };
        match (self, list) {
            (_, Some((name, inside, _))) => {
                format!("{name}({})", distinct(entries(inside)).join("|"))
            }
            (Self::Released, None) => text.to_owned(),
            (Self::Intended, None) => text.trim().to_owned(),
        }
    }
}

/// An executer with repeated entities as weights.
fn executer(text: &str) -> String {
    match call(text) {
        Some((name, inside, _)) => format!("{name}({})", weighted(inside)),
        None => text.trim().to_owned(),
    }
}

impl fmt::Display for Cleanup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Cleanup {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.into_iter().find(|cleanup| cleanup.name() == name);
        known.ok_or_else(|| UnknownName::new("clean-up", name, &Self::ALL.map(Self::name)))
    }
}

#[cfg(test)]
mod tests;
