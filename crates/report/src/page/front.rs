//! The front as a table of a page, and its members by their generators.

use std::cmp::Ordering;
use std::path::Path;

use indexmap::IndexMap;
use maud::{Markup, html};

use super::anchor;
use crate::ReportError;
use crate::records::{Member, Records};
use crate::table::Table;

/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";

/// The front as records know it, with what only a page tells.
pub(crate) struct Front<'r> {
    objectives: &'r [String],
    members: &'r [Member],
    ids: Vec<u32>,
    playable: Vec<Option<f64>>,
    n_explorers: Vec<u32>,
    /// Files of the scripts in the run folder; empty where a genome has none.
    pub(crate) scripts: Vec<String>,
}

impl<'r> Front<'r> {
    pub(crate) fn read(folder: &Path, records: &'r Records) -> Result<Self, ReportError> {
        let table = Table::read_front(folder)?;
        Ok(Self {
            objectives: &records.objectives,
            members: &records.front,
            ids: table.counts("id")?,
            playable: table.optional_scores("playable")?,
            n_explorers: table.counts("explorers")?,
            scripts: table
                .script_files("script")?
                .into_iter()
                .map(Option::unwrap_or_default)
                .collect(),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Number of members that are non-dominated by validated values; none if
    /// no member was validated.
    pub(crate) fn n_still_non_dominated(&self) -> Option<usize> {
        let is_validated = self.members.iter().any(|member| member.validated.is_some());
        let still = self.members.iter().filter(|member| member.is_still_non_dominated);
        is_validated.then(|| still.count())
    }

    /// Each different script with its members, in the order of the front.
    pub(crate) fn generators(&self) -> IndexMap<&str, Vec<usize>> {
        let mut generators: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (index, script) in self.scripts.iter().enumerate().filter(|(_, s)| !s.is_empty()) {
            generators.entry(script).or_default().push(index);
        }
        generators
    }

    /// The members, best first by validated values: by the first objective, then
    /// the second and so on; by searched ones where none was validated.
    fn order(&self) -> Vec<usize> {
        let is_validated = self.n_still_non_dominated().is_some();
        let values = |index: usize| -> Vec<f64> {
            let member = &self.members[index];
            match &member.validated {
                Some(estimates) => estimates.iter().map(|estimate| estimate.value).collect(),
                None if is_validated => Vec::new(), // it has no levels
                None => member.searched.clone(),
            }
        };
        let mut order: Vec<(Vec<f64>, usize)> =
            (0..self.len()).map(|index| (values(index), index)).collect();
        order.sort_by(|(one, _), (other, _)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
        order.into_iter().map(|(_, index)| index).collect()
    }

    /// A row for each member; a click on the name of a column sorts by it.
    pub(crate) fn table(&self) -> Markup {
        html! {
            section {
                h2 { "The front in numbers" }
                p { "Objectives are in 0 to 1, 1 is best: as validated on held-out levels, ± one standard error, and behind that, marked as searched, as the search measured them. Sorted by the first objective; click on the name of a column to sort by another." }
                div.wide {
                    table.sortable {
                        thead {
                            tr {
                                th { "id" }
                                th { "script" }
                                @for (index, name) in self.objectives.iter().enumerate() {
                                    th aria-sort=[(index == 0).then_some("descending")] { (name) }
                                }
                                th { "playable" }
                                th { "non-dominated" }
                                th { "explorers" }
                            }
                        }
                        tbody { @for index in self.order() { (self.row(index)) } }
                    }
                }
            }
        }
    }

    fn row(&self, index: usize) -> Markup {
        let member = &self.members[index];
        let script = &self.scripts[index];
        html! {
            tr.fallen[!member.is_still_non_dominated] {
                td { (self.ids[index]) }
                td { a href={ "#" (anchor(script)) } { (script) } }
                @for objective in 0..self.objectives.len() { (value(member, objective)) }
                td { (share(self.playable[index])) }
                td { (if member.is_still_non_dominated { "yes" } else { "no" }) }
                td { (self.n_explorers[index]) }
            }
        }
    }

    /// What a generator is worth, by the first of its members.
    pub(crate) fn describe(&self, members: &[usize]) -> String {
        let Some(&first) = members.first() else { return String::new() };
        let member = &self.members[first];
        let values = self.objectives.iter().enumerate().map(|(objective, name)| {
            let value = match member.validated.as_ref().map(|estimates| estimates[objective]) {
                Some(estimate) => format!("{name} {estimate}"),
                None => format!("{name} {:.3} as searched", member.searched[objective]),
            };
            value.replace(' ', NO_BREAK)
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let playable = self.playable[first]
            .map_or_else(String::new, |share| format!("; {:.1} % playable", 100.0 * share));
        match members.len() {
            1 => format!("{values}{playable}."),
            n => format!("{values}{playable}; {n} members of the front have this script."),
        }
    }
}

/// An objective as validated, where it was, and as searched; sorted by the former
/// where it is known.
fn value(member: &Member, objective: usize) -> Markup {
    let searched = member.searched[objective];
    let validated = member.validated.as_ref().map(|estimates| estimates[objective]);
    html! {
        @if let Some(estimate) = validated {
            td data-value=(estimate.value) {
                (estimate) " "
                span.searched { (format!("searched {searched:.3}")) }
            }
        } @else {
            td data-value=(searched) { span.searched { (format!("searched {searched:.3}")) } }
        }
    }
}

fn share(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share))
}
