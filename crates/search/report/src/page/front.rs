//! The front as a table of a page, and its members by generator.

use std::cmp::Ordering;
use std::path::Path;

use indexmap::IndexMap;
use marahel_evolution::{Table, measure_columns};
use marahel_statistics::Estimate;
use maud::{Markup, html};

use super::anchor;
use crate::ReportError;
use crate::records::{Member, Records, if_there};

/// A non-breaking space.
const NO_BREAK: &str = "\u{a0}";

/// Measures shown before the objectives: readers first look for whether levels are playable and how
/// long they take.
const FIRST: [&str; 2] = ["playable", SORTED_BY];

/// The sort key of the table, the single most informative number: the length of good levels, 0 for
/// other levels.
const SORTED_BY: &str = "length";

/// The front of a run, with what its page tells of each member.
pub struct Front<'r> {
    records: &'r Records,
    measures: Vec<Measure>,
    n_explorers: Vec<u32>,
}

/// A measure of all levels of each member together.
struct Measure {
    name: String,
    estimates: Vec<Option<Estimate>>,
}

impl Measure {
    /// Reads the columns `name` and `name_se`; `None` for older runs without them.
    fn read(table: &Table, name: &str) -> Result<Option<Self>, ReportError> {
        if !table.has_column(name) {
            return Ok(None);
        }
        let errors = if_there(table, &format!("{name}_se"), Table::optional_numbers)?;
        let rows = table.optional_numbers(name)?.into_iter().zip(errors);
        let estimates = rows.map(|(value, error)| {
            Some(Estimate { value: value?, error: error.unwrap_or(f64::INFINITY) })
        });
        Ok(Some(Self { name: name.to_owned(), estimates: estimates.collect() }))
    }
}

impl<'r> Front<'r> {
    /// Reads `front.csv` of the folder of the records.
    pub fn read(folder: &Path, records: &'r Records) -> Result<Self, ReportError> {
        let table = Table::read_front(folder)?;
        let columns = measure_columns(records.objectives.iter().map(String::as_str));
        let measures = columns.iter().map(|column| Measure::read(&table, column));
        let measures = measures.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            records,
            measures: measures.into_iter().flatten().collect(),
            n_explorers: table.counts("explorers")?,
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.records.front.len()
    }

    /// Number of members that are non-dominated by validated values; `None` without validation.
    pub(crate) fn n_still_non_dominated(&self) -> Option<usize> {
        let is_validated = self.records.front.iter().any(|member| member.validated.is_some());
        let still = self.records.front.iter().filter(|member| member.is_still_non_dominated);
        is_validated.then(|| still.count())
    }

    /// Each different script with its members, in the order of the front, without members that have
    /// no script.
    pub fn generators(&self) -> IndexMap<&str, Vec<usize>> {
        let mut generators = self.by_script();
        generators.shift_remove("");
        generators
    }

    /// Like [`generators`](Self::generators), with members that have no script under an empty name.
    fn by_script(&self) -> IndexMap<&str, Vec<usize>> {
        let mut generators: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (index, member) in self.records.front.iter().enumerate() {
            generators.entry(member.script.as_deref().unwrap_or_default()).or_default().push(index);
        }
        generators
    }

    /// Sorts generators by the length of levels, then by how often these are playable; in older
    /// runs without these measures, by the objectives. Members that were not validated keep the
    /// order of the front.
    pub(crate) fn sort(&self, generators: &mut IndexMap<&str, Vec<usize>>) {
        generators.sort_by(|_, left, _, right| {
            let [left, right] = [left[0], right[0]].map(|index| self.worth(index));
            right.partial_cmp(&left).unwrap_or(Ordering::Equal)
        });
    }

    /// Validated numbers of a member, the most important first.
    fn worth(&self, index: usize) -> Vec<f64> {
        if self.measure(SORTED_BY).is_some() {
            let measures = FIRST.iter().rev().filter_map(|name| self.measure(name));
            let estimates = measures.map(|measure| measure.estimates[index]);
            let values = estimates.map(|estimate| estimate.map(|estimate| estimate.value));
            return values.map(|value| value.unwrap_or(f64::NEG_INFINITY)).collect();
        }
        let validated = self.records.front[index].validated.iter().flatten();
        validated.map(|estimate| estimate.value).collect()
    }

    fn is_sorted_by(&self, column: &str) -> bool {
        let length = self.measure(SORTED_BY).map(|measure| measure.name.as_str());
        length.or(self.records.objectives.first().map(String::as_str)) == Some(column)
    }

    fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.name == name)
    }

    /// A row for each different generator; clicking on a column name sorts by it.
    pub(crate) fn table(&self) -> Markup {
        let mut generators = self.by_script();
        self.sort(&mut generators);
        let (leading, trailing): (Vec<_>, Vec<_>) =
            self.measures.iter().partition(|measure| FIRST.contains(&measure.name.as_str()));
        html! {
            section {
                h2 { "The front in numbers" }
                p {
                    "Each different generator once. Numbers were measured on levels that the search never saw, "
                    "± one standard error; below each objective, " span.searched { "searched" }
                    " is what the search had measured. Objectives are in 0 to 1, 1 is best. "
                    "Click on the name of a column to sort."
                }
                div.wide {
                    table.sortable {
                        thead {
                            tr {
                                th { "script" }
                                @for name in leading.iter().map(|measure| &measure.name).chain(&self.records.objectives) {
                                    th aria-sort=[self.is_sorted_by(name).then_some("descending")] { (name) }
                                }
                                @for measure in &trailing { th { (measure.name) } }
                                th { "still non-dominated" }
                                th { "members" }
                                th { "explorers" }
                            }
                        }
                        tbody {
                            @for (script, members) in &generators {
                                (self.row(script, members, &leading, &trailing))
                            }
                        }
                    }
                }
            }
        }
    }

    fn row(
        &self,
        script: &str,
        members: &[usize],
        leading: &[&Measure],
        trailing: &[&Measure],
    ) -> Markup {
        let index = members[0];
        let member = &self.records.front[index];
        let n_still =
            members.iter().filter(|&&row| self.records.front[row].is_still_non_dominated).count();
        let name = script.trim_start_matches("scripts/").trim_end_matches(".json");
        html! {
            tr.fallen[n_still == 0] {
                td { a href={ "#" (anchor(script)) } { (name) } }
                @for measure in leading { (estimate(measure.estimates[index])) }
                @for objective in 0..self.records.objectives.len() { (value(member, objective)) }
                @for measure in trailing { (estimate(measure.estimates[index])) }
                td { (if n_still > 0 { "yes" } else { "no" }) }
                td { (members.len()) }
                td { (self.n_explorers[index]) }
            }
        }
    }

    /// The values of a generator, by its first member.
    pub fn describe(&self, members: &[usize]) -> String {
        let Some(&index) = members.first() else { return String::new() };
        let member = &self.records.front[index];
        let values = self.records.objectives.iter().enumerate().map(|(objective, name)| {
            let value = match member.validated.as_ref().map(|estimates| estimates[objective]) {
                Some(estimate) => format!("{name} {estimate}"),
                None => format!("{name} {:.3} as searched", member.searched[objective]),
            };
            value.replace(' ', NO_BREAK)
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let playable = member
            .playable
            .map_or_else(String::new, |share| format!("; {:.1} % playable", 100.0 * share));
        match members.len() {
            1 => format!("{values}{playable}."),
            n => format!("{values}{playable}; {n} members of the front have this script."),
        }
    }
}

/// An objective as validated, above the searched value; the sort key is the validated one if known.
fn value(member: &Member, objective: usize) -> Markup {
    let searched = member.searched[objective];
    let validated = member.validated.as_ref().map(|estimates| estimates[objective]);
    html! {
        td data-value=(validated.map_or(searched, |estimate| estimate.value)) {
            @if let Some(estimate) = validated { (estimate) }
            span.searched { (format!("searched {searched:.3}")) }
        }
    }
}

/// A measure with its error, if known.
pub(super) fn estimate(estimate: Option<Estimate>) -> Markup {
    html! {
        @match estimate {
            Some(Estimate { value, error }) if error.is_infinite() => {
                td data-value=(value) { (format!("{value:.3}")) }
            }
            Some(estimate) => td data-value=(estimate.value) { (estimate) },
            None => td {},
        }
    }
}
