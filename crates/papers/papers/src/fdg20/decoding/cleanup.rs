//! Removing ineffective parts of a decoded explorer.

mod text;

use serde::{Deserialize, Serialize};

use self::text::{Comparison, call, distinct, join_distinct, join_weighted};
use crate::fdg20::decoding::Explorer;

/// How decoded explorers are cleaned up.
///
/// Both ways drop parameters that the explorer's type does not use, conditions that compare a value
/// with itself, and repetitions: of rules, of conditions and executers in a rule, of heuristics,
/// and of entities in a condition. Repeated entities in an executer become weights.
///
/// Source: the released code of Khalifa 2020 (`parser.js`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cleanup {
    /// As intended, in a normal form without stray spaces: conditions joined by `,`, then ` -> `,
    /// then executers joined by `,`. A rule left without conditions starts with `->`. It is
    /// idempotent.
    #[default]
    Intended,
    /// As in the released code, including every space. This treats everything between the first and
    /// the last bracket of a condition as one list of entities and drops the rest, so
    /// `plus(empty)>=3` becomes `plus(empty)`. It also keeps unused parameters of `horz`.
    Released,
}

impl Cleanup {
    /// Cleans up `explorer`. It knows types by the names of the built-in grammar; an explorer of
    /// any other type keeps all its parameters.
    pub fn apply(self, explorer: &mut Explorer) {
        let unused = self.unused_parameters(&explorer.kind);
        explorer.parameters.retain(|(name, _)| !unused.contains(&name.as_str()));
        for (name, text) in &mut explorer.parameters {
            if name == "heuristics" {
                *text = self.heuristics(text);
            }
        }
        explorer.rules = distinct(explorer.rules.iter().map(|rule| self.rule(rule)));
    }

    /// The parameters that explorers of a type do not use.
    pub(crate) fn unused_parameters(self, kind: &str) -> &'static [&'static str] {
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

    fn heuristics(self, list: &str) -> String {
        let mut clean = String::with_capacity(list.len());
        join_distinct(&mut clean, ',', list.split(','), |clean, item| {
            self.estimator(clean, item);
            true
        });
        clean
    }

    /// A rule, cleaned up. Text without an arrow is not a rule; Marahel's parser reports it.
    fn rule(self, rule: &str) -> String {
        let Some((conditions, executers)) = rule.split_once("->") else {
            return rule.trim().to_owned();
        };
        let mut clean = String::with_capacity(rule.len());
        join_distinct(&mut clean, ',', conditions.split(','), |clean, item| {
            self.condition(clean, item)
        });
        let is_unconditional = clean.is_empty() && self == Self::Intended;
        clean += if is_unconditional { "-> " } else { " -> " };
        join_distinct(&mut clean, ',', executers.split(','), |clean, item| {
            executer(clean, item);
            true
        });
        clean
    }

    /// Writes a condition, cleaned up; returns whether to keep it.
    fn condition(self, clean: &mut String, condition: &str) -> bool {
        let comparison = Comparison::parse(condition);
        if comparison.is_some_and(|c| c.left == c.right) {
            return false;
        }
        let start = clean.len();
        match (self, comparison) {
            (Self::Released, _) => {
                self.estimator(clean, condition);
                true
            }
            (Self::Intended, None) => {
                self.estimator(clean, condition);
                clean.len() > start
            }
            (Self::Intended, Some(Comparison { left, operator, right })) => {
                self.estimator(clean, left);
                let end = clean.len();
                *clean += operator;
                let start_right = clean.len();
                self.estimator(clean, right);
                clean[start..end] != clean[start_right..]
            }
        }
    }

    /// Writes an estimator without repeated entities; in the released way also a whole condition.
    fn estimator(self, clean: &mut String, text: &str) {
        let list = match self {
            Self::Released => call(text),
            Self::Intended => call(text)
                .filter(|(_, inside, after)| after.is_empty() && !inside.contains(['(', ')'])),
        };
        match (self, list) {
            (_, Some((name, inside, _))) => {
                *clean += name;
                clean.push('(');
                join_distinct(clean, '|', inside.split('|'), |clean, entry| {
                    *clean += entry.trim();
                    true
                });
                clean.push(')');
            }
            (Self::Released, None) => *clean += text,
            (Self::Intended, None) => *clean += text.trim(),
        }
    }
}

/// Writes an executer with repeated entities as weights.
fn executer(clean: &mut String, text: &str) {
    match call(text) {
        Some((name, inside, _)) => {
            *clean += name;
            clean.push('(');
            join_weighted(clean, inside);
            clean.push(')');
        }
        None => *clean += text.trim(),
    }
}

#[cfg(test)]
mod tests;
