//! The tables of a run folder as CSV, with a header line and `.` as decimal point.

use std::path::Path;

use config::Individual;
use csv::StringRecord;
use problem::{Control, Objective, Tally};
use system::FileError;
use system::files::{self, write_atomically};

use crate::archive::Archived;
use crate::ending::best::{measure_columns, set_measures};
use crate::ending::front::FrontMember;
use crate::{CsvText, GenerationSummary, Table};
use config::EvolutionError;

pub(crate) const GENERATIONS: &str = "generations.csv";

pub(crate) fn write_population(
    path: &Path,
    population: &[Individual],
    objectives: &[Objective],
) -> Result<(), FileError> {
    let mut columns = vec!["id".to_owned(), "rank".to_owned(), "crowding_distance".to_owned()];
    columns.extend(objectives.iter().map(|objective| objective.name.clone()));
    columns.extend(["parents", "genes"].map(str::to_owned));
    let mut table = CsvText::new(&columns);
    for individual in population {
        let mut row = vec![
            individual.id.to_string(),
            individual.rank.to_string(),
            individual.crowding.to_string(),
        ];
        row.extend(individual.objectives.iter().map(f64::to_string));
        row.extend([join(&individual.parents), individual.genome.to_string()]);
        table.add(&row);
    }
    write_atomically(path, table.bytes())
}

/// Writes generators with their searched and validated measurements, as in `front.csv`.
pub(crate) fn write_members(
    path: &Path,
    members: &[FrontMember],
    objectives: &[Objective],
) -> Result<(), FileError> {
    write_atomically(path, members_table(members, objectives).bytes())
}

/// Generators with their searched and validated measurements: `front.csv`.
pub fn members_table(members: &[FrontMember], objectives: &[Objective]) -> CsvText {
    let mut columns = vec!["id".to_owned()];
    columns.extend(objectives.iter().map(|objective| objective.name.clone()));
    for objective in objectives {
        columns.push(format!("{}_validated", objective.name));
        columns.push(format!("{}_se", objective.name));
    }
    let of_set = measure_columns(objectives.iter().map(|objective| objective.name.as_str()));
    columns.extend(of_set.iter().flat_map(|name| [name.clone(), format!("{name}_se")]));
    let has_other = members.iter().any(|member| member.validation_other.is_some());
    if has_other {
        columns.extend(of_set.iter().map(|name| format!("{name}_other")));
    }
    columns.extend(["still_non_dominated", "explorers", "genes", "script"].map(str::to_owned));
    let mut table = CsvText::new(&columns);
    for member in members {
        let mut row = vec![member.id.to_string()];
        row.extend(member.objectives.iter().map(f64::to_string));
        for index in 0..objectives.len() {
            let tally = member.validation.as_ref().map(|sample| &sample.scores[index]);
            row.extend([tally.map(Tally::mean), tally.and_then(Tally::standard_error)].map(cell));
        }
        for measure in set_measures(member.validation.as_ref()) {
            row.extend([measure.value, measure.error].map(cell));
        }
        if has_other {
            let others = set_measures(member.validation_other.as_ref());
            row.extend(others.map(|measure| cell(measure.value)));
        }
        row.push(member.is_still_non_dominated.to_string());
        row.push(member.n_explorers.to_string());
        row.push(member.genome.to_string());
        row.push(member.script_file().unwrap_or_default());
        table.add(&row);
    }
    table
}

/// Writes the table of an archive.
///
/// The column `levels` is the number of levels that the search measured; all shares and the worth
/// are based on these.
pub(crate) fn write_archived(
    path: &Path,
    archive: &[Archived],
    controls: &[Control],
) -> Result<(), FileError> {
    let mut columns = vec!["id".to_owned(), "structure".to_owned()];
    for control in controls {
        columns.extend([control.name.clone(), format!("{}_sd", control.name)]);
    }
    columns.extend(["worth", "levels"].map(str::to_owned));
    columns.extend(measure_columns(controls.iter().map(|control| control.name.as_str())));
    columns.extend(["genes", "script"].map(str::to_owned));
    let mut table = CsvText::new(&columns);
    for one in archive {
        let mut row = vec![one.id.to_string(), one.structure.clone()];
        for (mean, deviation) in one.means.iter().zip(&one.deviations) {
            row.extend([mean.to_string(), deviation.to_string()]);
        }
        row.extend([one.worth.to_string(), one.sample.n_maps.to_string()]);
        row.extend(set_measures(Some(&one.sample)).map(|one| cell(one.value)));
        row.extend([one.genome.to_string(), one.script_file()]);
        table.add(&row);
    }
    write_atomically(path, table.bytes())
}

impl Archived {
    /// The file of its script, relative to the run folder.
    pub fn script_file(&self) -> String {
        format!("archive/{:06}.json", self.id)
    }
}

impl FrontMember {
    /// The file of its script, relative to the run folder, if it has a script.
    pub fn script_file(&self) -> Option<String> {
        self.script.as_ref().map(|_| format!("scripts/{:06}.json", self.script_id))
    }
}

/// The individuals of a table of a run folder, with what a new measurement needs: ids, genomes and
/// searched objectives.
pub(crate) fn read_individuals(
    path: &Path,
    objectives: &[Objective],
) -> Result<Vec<Individual>, EvolutionError> {
    let table = Table::read(path.to_owned())?;
    let ids = table.parsed("id")?;
    let genomes = table.values("genes", "genes", |cell| cell.parse().ok())?;
    let columns = objectives.iter().map(|objective| table.parsed(&objective.name));
    let columns: Vec<Vec<f64>> = columns.collect::<Result<_, _>>()?;
    let rows = ids.into_iter().zip(genomes).enumerate();
    let individuals = rows.map(|(row, (id, genome))| {
        let objectives = columns.iter().map(|column| column[row]).collect();
        Individual { id, genome, objectives, ..Individual::default() }
    });
    Ok(individuals.collect())
}

/// Adds the validated hypervolume of the last generation to the table of generations, unless it is
/// there already or the table does not exist.
pub(crate) fn add_last_volume(
    folder: &Path,
    volume: impl FnOnce() -> Result<Option<f64>, EvolutionError>,
) -> Result<(), EvolutionError> {
    let path = folder.join(GENERATIONS);
    if !path.exists() {
        return Ok(());
    }
    let text = files::read(&path)?;
    let content = |error: csv::Error| EvolutionError::content(&path, error);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(content)?.clone();
    let mut rows = reader.records().collect::<Result<Vec<_>, _>>().map_err(content)?;
    let column = columns.iter().position(|name| name == GenerationSummary::VALIDATED_HYPERVOLUME);
    let (Some(column), Some(last)) = (column, rows.last_mut()) else { return Ok(()) };
    if last.get(column).is_none_or(|field| !field.is_empty()) {
        return Ok(());
    }
    let volume = cell(volume()?);
    let fields = last.iter().enumerate();
    *last = fields
        .map(|(at, field)| if at == column { &volume } else { field })
        .collect::<StringRecord>();
    let mut table = CsvText::new(&columns);
    for row in &rows {
        table.add(row);
    }
    write_atomically(&path, table.bytes())?;
    Ok(())
}

/// A number as a cell; empty for `None`.
pub(crate) fn cell(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// Several numbers as one cell, separated by spaces.
pub(crate) fn join(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
