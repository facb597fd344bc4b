//! The front by the size of its levels, where a search or its validation had several.

use std::path::Path;

use experiment::{Table, set_measures};
use maud::{Markup, html};

use super::N_GENERATORS_MAX;
use super::anchor;
use super::front::{Front, Measure, estimate};
use crate::ReportError;

/// The table of a run folder that says it.
const FILE: &str = "sizes.csv";

/// What generators are worth on levels of each size.
pub(crate) struct Sizes {
    ids: Vec<String>,
    rows: Vec<Size>,
    measures: Vec<Measure>,
}

#[derive(Clone, Debug, PartialEq)]
struct Size {
    name: String,
    is_searched: bool,
}

impl Sizes {
    /// Reads the table of a folder; nothing where there is none, as all levels have one size.
    pub(crate) fn read(folder: &Path, objectives: &[String]) -> Result<Option<Self>, ReportError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let table = Table::read(path)?;
        let (widths, heights) = (table.counts("width")?, table.counts("height")?);
        let names = widths.iter().zip(heights).map(|(width, height)| format!("{width}x{height}"));
        let rows = names.zip(table.flags("searched")?);
        let of_set = set_measures(None).map(|measure| measure.name.to_owned());
        let [first, last]: [Vec<String>; 2] = [true, false].map(|is_first| {
            let is_wanted =
                |name: &&String| super::front::FIRST.contains(&name.as_str()) == is_first;
            of_set.iter().filter(is_wanted).cloned().collect()
        });
        let columns = first.iter().chain(objectives).chain(&last);
        let measures = columns.map(|name| Measure::read(&table, name));
        let measures = measures.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Self {
            ids: table.fields("id").map(str::to_owned).collect(),
            rows: rows.map(|(name, is_searched)| Size { name, is_searched }).collect(),
            measures: measures.into_iter().flatten().collect(),
        }))
    }

    /// The sizes that the search saw, or those that it never saw.
    pub(crate) fn names(&self, is_searched: bool) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in self.rows.iter().filter(|row| row.is_searched == is_searched) {
            if !names.contains(&&*row.name) {
                names.push(&row.name);
            }
        }
        names
    }

    /// Rows of each different generator, in the order of the table of the front;
    /// `validated` are the sizes of the validation, as the config has them.
    pub(crate) fn section(&self, front: &Front<'_>, validated: &str) -> Markup {
        let mut generators = front.generators();
        front.sort(&mut generators);
        let is_size = |one: char| one.is_ascii_digit() || "x, ".contains(one);
        let validated: String = validated.chars().filter(|&one| is_size(one)).collect();
        let [seen, unseen] = [true, false].map(|is_searched| self.names(is_searched).join(", "));
        html! {
            section {
                h2 { "The front by size" }
                p {
                    "The search trained on levels of " (seen)
                    @if !unseen.is_empty() { " and never saw any of " (unseen) }
                    "; the validated numbers above are of levels of "
                    (if validated.is_empty() { seen.clone() } else { validated }) ", in turn. "
                    "Here each generator was measured on fresh levels of each size, ± one standard error."
                }
                div.wide {
                    table.sortable {
                        thead {
                            tr {
                                th { "script" }
                                th { "size" }
                                th { "the search" }
                                @for measure in &self.measures { th { (measure.name) } }
                            }
                        }
                        tbody {
                            @for (script, members) in generators.iter().take(N_GENERATORS_MAX) {
                                @for index in self.rows_of(front.id(members[0])) {
                                    (self.row(script, index))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn rows_of(&self, id: &str) -> impl Iterator<Item = usize> {
        self.ids.iter().enumerate().filter(move |(_, one)| *one == id).map(|(index, _)| index)
    }

    fn row(&self, script: &str, index: usize) -> Markup {
        let Size { name, is_searched } = &self.rows[index];
        let file = script.trim_start_matches("scripts/").trim_end_matches(".json");
        html! {
            tr {
                td { a href={ "#" (anchor(script)) } { (file) } }
                td { (name) }
                td { (if *is_searched { "trained on it" } else { "never saw it" }) }
                @for measure in &self.measures { (estimate(measure.estimates[index])) }
            }
        }
    }
}
