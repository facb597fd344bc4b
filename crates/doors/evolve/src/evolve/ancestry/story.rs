//! An ancestry as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use marahel_evolution::Ancestry;
use marahel_statistics::{Estimate, column_width, to_left};
use serde_json::{Map, Value, json};

use super::Args;
use super::family::Family;
use super::steps::{Step, sum_of};
use crate::terminal::counted;

/// Maximum lines of changes per step in the text.
const N_CHANGES_MAX: usize = 12;

pub(super) struct Story<'a> {
    pub(super) family: &'a Family<'a>,
    /// Oldest first.
    pub(super) steps: &'a [Step<'a>],
    pub(super) ancestry: &'a Ancestry,
    pub(super) args: &'a Args,
}

struct OperatorCounts {
    n_in_tree: usize,
    n_in_line: usize,
    /// The total gain in worth of its steps in the line.
    gain: Estimate,
}

impl Story<'_> {
    pub(super) fn text(&self) -> String {
        self.head() + &self.table_of_operators() + &self.table_of_steps()
    }

    fn head(&self) -> String {
        let (first, last) = (&self.steps[0], self.last());
        let (id, folder) = (last.child.id, self.args.run.display());
        let n_levels = self.n_levels();
        let mut text = format!("individual {id} of {folder}, on {n_levels} fresh levels:\n");
        let names = self.ancestry.measures();
        let width = column_width(names.iter().map(AsRef::as_ref));
        for (measure, name) in names.iter().enumerate() {
            let Estimate { value: mean, error } = last.value(measure);
            let _ = writeln!(text, "  {} {mean:.3} ± {error:.3}", to_left(name, width));
        }
        let n = self.family.n() - 1;
        let (n_founders, depth) = (self.family.n_founders(), self.family.depth());
        let n_births = self.steps.len() - 1;
        let n_idle = self.steps.iter().filter(|step| !step.has_effect).count();
        text + &format!(
            "\nancestors: {n}; random founders: {n_founders}; depth: {depth} births\n\
             line of those who gave most genes: {n_births} births from individual {}, {n_idle} of \
             them without effect\n",
            first.child.id
        )
    }

    fn table_of_operators(&self) -> String {
        let mut text =
            format!("\n{:<12} {:>7} {:>7}  gain in worth\n", "operator", "births", "in line");
        for (operator, OperatorCounts { n_in_tree, n_in_line, gain }) in self.operators() {
            let has_gain = n_in_line > 0 && operator != "random";
            let gain = if has_gain { format!("  {}", signed(gain)) } else { String::new() };
            let _ = writeln!(text, "{operator:<12} {n_in_tree:>7} {n_in_line:>7}{gain}");
        }
        text
    }

    fn table_of_steps(&self) -> String {
        let measures = self.ancestry.measures();
        let mut text =
            format!("\n{:>10} {:>9}  {:<12} {:>9}  gain\n", "generation", "id", "operator", "with");
        for steps in self.steps.chunk_by(|one, other| !one.has_effect && !other.has_effect) {
            let step = &steps[0];
            if !step.has_effect {
                let _ =
                    writeln!(text, "{:>10} {} without effect", "", counted(steps.len(), "step"));
                continue;
            }
            let with = step.child.parents.get(1).filter(|other| **other != step.child.parents[0]);
            let with = with.map_or_else(String::new, u64::to_string);
            let gain = if let Some((measure, gain)) = step.main_gain() {
                format!("{} {}", measures[measure], signed(gain))
            } else {
                let Estimate { value: mean, error } = step.value(measures.len() - 1);
                format!("worth {mean:.3} ± {error:.3}")
            };
            let (generation, id) = (step.child.generation, step.child.id);
            let operator = &step.child.operator;
            let _ = writeln!(text, "{generation:>10} {id:>9}  {operator:<12} {with:>9}  {gain}");
            for change in step.changes.iter().take(N_CHANGES_MAX) {
                let _ = writeln!(text, "{:>12}{change}", "");
            }
            if let n @ 1.. = step.changes.len().saturating_sub(N_CHANGES_MAX) {
                let _ = writeln!(text, "{:>12}and {}", "", counted(n, "more line"));
            }
        }
        text
    }

    pub(super) fn json(&self) -> String {
        let operators: Map<String, Value> = self
            .operators()
            .into_iter()
            .map(|(operator, counts)| {
                let counts = json!({
                    "births": counts.n_in_tree,
                    "in_line": counts.n_in_line,
                    "gain_in_worth": estimate(counts.gain),
                });
                (operator.to_owned(), counts)
            })
            .collect();
        let tree = self.family.members().map(|one| {
            json!({
                "id": one.id,
                "parents": one.parents,
                "operator": one.operator,
                "island": one.island,
                "generation": one.generation,
                "objectives": one.objectives,
            })
        });
        let object = json!({
            "run": self.args.run.display().to_string(),
            "id": self.last().child.id,
            "levels": self.n_levels(),
            "ancestors": self.family.n() - 1,
            "founders": self.family.n_founders(),
            "depth": self.family.depth(),
            "operators": operators,
            "line": self.steps.iter().map(|step| self.json_of(step)).collect::<Vec<_>>(),
            "tree": tree.collect::<Vec<_>>(),
        });
        serde_json::to_string_pretty(&object).expect("it is plain data") + "\n"
    }

    fn json_of(&self, step: &Step<'_>) -> Value {
        let measures = || self.ancestry.measures().into_iter().enumerate();
        let values =
            measures().map(|(measure, name)| (name.to_owned(), estimate(step.value(measure))));
        let gains = measures()
            .filter_map(|(measure, name)| Some((name.to_owned(), estimate(step.gain(measure)?))));
        json!({
            "id": step.child.id,
            "parents": step.child.parents,
            "operator": step.child.operator,
            "generation": step.child.generation,
            "changes": step.changes,
            "has_effect": step.has_effect,
            "values": values.collect::<Map<_, _>>(),
            "gains": gains.collect::<Map<_, _>>(),
            "script": step.measured.script,
        })
    }

    fn last(&self) -> &Step<'_> {
        self.steps.last().expect("a line has at least one individual")
    }

    fn n_levels(&self) -> u64 {
        u64::from(self.args.maps) * Ancestry::N_SAMPLES
    }

    /// The effect of each operator, by name.
    fn operators(&self) -> BTreeMap<&str, OperatorCounts> {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for one in self.family.members() {
            *numbers.entry(&one.operator).or_default() += 1;
        }
        let worth = self.ancestry.measures().len() - 1;
        let counts = numbers.into_iter().map(|(operator, n_in_tree)| {
            let steps = || self.steps.iter().filter(|step| step.child.operator == operator);
            let gain = sum_of(steps(), worth);
            (operator, OperatorCounts { n_in_tree, n_in_line: steps().count(), gain })
        });
        counts.collect()
    }
}

fn signed(Estimate { value: mean, error }: Estimate) -> String {
    format!("{mean:+.3} ± {error:.3}")
}

fn estimate(Estimate { value: mean, error }: Estimate) -> Value {
    json!({"mean": mean, "error": error})
}
