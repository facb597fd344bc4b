//! `ancestry.csv`: a row for each ancestor of the final front, by ascending id.

use std::collections::BTreeSet;
use std::path::Path;

use marahel_problem::Objective;

use crate::ancestry::genealogy::Ancestor;
use crate::cells::join;
use crate::{CsvText, Table};
use marahel_config::EvolutionError;
use marahel_system::FileError;
use marahel_system::files::write_atomically;

pub(crate) const FILE: &str = "ancestry.csv";

/// The columns before the objectives. `genes` follows the objectives.
const COLUMNS: [&str; 5] = ["id", "parents", "operator", "island", "generation"];

pub(crate) fn write(
    folder: &Path,
    ancestors: &[Ancestor],
    objectives: &[Objective],
) -> Result<(), FileError> {
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let mut table = CsvText::new(COLUMNS.into_iter().chain(names).chain(["genes"]));
    for ancestor in ancestors {
        let mut row = vec![
            ancestor.id.to_string(),
            join(&ancestor.parents),
            ancestor.operator.clone(),
            ancestor.island.to_string(),
            ancestor.generation.to_string(),
        ];
        row.extend(ancestor.objectives.iter().map(f64::to_string));
        row.push(ancestor.genome.to_string());
        table.add(&row);
    }
    write_atomically(&folder.join(FILE), table.bytes())
}

pub(crate) fn read(
    folder: &Path,
    objectives: &[Objective],
) -> Result<Vec<Ancestor>, EvolutionError> {
    let table = Table::read(folder.join(FILE))?;
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let expected: Vec<&str> = COLUMNS.into_iter().chain(names).chain(["genes"]).collect();
    if table.columns().ne(expected.iter().copied()) {
        return Err(table.content(format!("the columns should be {}", expected.join(", "))));
    }
    let ids = table.parsed("id")?;
    let parents = table.values("parents", "numbers", |field| {
        field.split_whitespace().map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>()
    })?;
    let (islands, generations) = (table.parsed("island")?, table.parsed("generation")?);
    let columns = objectives.iter().map(|objective| table.parsed::<f64>(&objective.name));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let genomes = table.values("genes", "genes", |cell| cell.parse().ok())?;
    let operators = table.fields("operator");
    let rows = ids.into_iter().zip(parents).zip(operators).zip(islands).zip(generations);
    let mut ids = BTreeSet::new();
    let mut ancestors = Vec::new();
    for (row, (((((id, parents), operator), island), generation), genome)) in
        rows.zip(genomes).enumerate()
    {
        if let Some(parent) = parents.iter().find(|parent| !ids.contains(*parent)) {
            let message = format!("row {}: there is no parent {parent} above it", row + 1);
            return Err(table.content(message));
        }
        ids.insert(id);
        ancestors.push(Ancestor {
            id,
            parents,
            operator: operator.to_owned(),
            island,
            generation,
            objectives: columns.iter().map(|column| column[row]).collect(),
            genome,
        });
    }
    Ok(ancestors)
}
