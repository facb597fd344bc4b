//! Finding the objectives in a table from any program.

use std::path::Path;

use indexmap::IndexSet;
use marahel_config::EvolutionError;
use marahel_evolution::{RunStatus, Table};
use marahel_search::{Objectives, fronts, non_dominated_sort};

use crate::ReportError;
use crate::records::objectives_of_run;

/// Columns of front tables, ours and others', that are not objectives.
const NO_OBJECTIVES: [&str; 14] = [
    "",
    "Unnamed: 0",
    "index",
    "id",
    "rank",
    "crowding_distance",
    "generation",
    "seed",
    "run",
    "playable",
    "explorers",
    "parents",
    "genes",
    "script",
];

/// Objectives of a front: each pair of them has a correlation.
const N_OBJECTIVES_MAX: usize = 100;

/// A table with known objectives, before its values are selected.
#[derive(Debug)]
pub(super) struct Source {
    /// The name of the table as given by the user.
    pub(super) name: String,
    /// Names of the objectives, at least one.
    pub(super) objectives: Vec<String>,
    /// The outcome of the run, if the run folder records it.
    pub(super) status: Option<RunStatus>,
    /// At least one row.
    table: Table,
    /// Columns that do not count as objectives because they contain no numbers.
    left_out: Vec<String>,
}

/// The objectives of one table, sorted into fronts.
#[derive(Debug)]
pub(super) struct FrontTable {
    pub(super) name: String,
    pub(super) n_rows: usize,
    pub(super) n_fronts: usize,
    /// At least one row; `front_rows` are their indices in the table.
    pub(super) first_front: Objectives,
    pub(super) front_rows: Vec<usize>,
    pub(super) left_out: Vec<String>,
    /// `validated` or `searched`, if the table has both.
    pub(super) values: Option<&'static str>,
    /// The first front by searched values, if the others are validated.
    pub(super) searched: Option<Objectives>,
    /// The script file in each row, or empty; no entries if there is no such column.
    pub(super) scripts: Vec<String>,
}

impl Source {
    /// Opens the table at `path`, or `front.csv` in a folder; see
    /// [`Analysis::read`](super::Analysis::read).
    pub(super) fn open(path: &Path, objectives: &[String]) -> Result<Self, ReportError> {
        let is_folder = path.is_dir();
        let table =
            if is_folder { Table::read_front(path) } else { Table::read_given(path.to_owned()) }?;
        let status = if is_folder { RunStatus::read(path)? } else { None };
        let (objectives, left_out) = match objectives {
            [] => find_objectives(&table)?,
            named => (named.to_vec(), Vec::new()),
        };
        if objectives.len() > N_OBJECTIVES_MAX {
            let n = objectives.len();
            return Err(table
                .content(format!(
                    "{n} columns count as objectives, and at most {N_OBJECTIVES_MAX} are compared, each with \
                     each; name those that you need, as in `--objectives a,b`"
                ))
                .into());
        }
        let mut names = IndexSet::new();
        if let Some(twice) = objectives.iter().find(|name| !names.insert(name.as_str())) {
            return Err(table.content(format!("the objective `{twice}` is listed twice")).into());
        }
        if table.n_rows() == 0 {
            return Err(table.content("there are column names, but no row").into());
        }
        let name = path.display().to_string();
        Ok(Self { name, objectives, status, table, left_out })
    }

    /// Whether the table has columns for validated values.
    pub(super) fn is_of_run(&self) -> bool {
        self.objectives.iter().all(|name| self.table.has_column(&validated(name)))
    }

    pub(super) fn is_validated(&self) -> bool {
        let mut columns = self.objectives.iter().map(|name| validated(name));
        self.is_of_run() && columns.all(|column| !self.table.fields(&column).all(str::is_empty))
    }

    /// The objectives by their validated or their searched values.
    pub(super) fn read(&self, takes_validated: bool) -> Result<FrontTable, ReportError> {
        let rows = if takes_validated { self.validated()? } else { self.searched()? };
        let mut ranked = fronts(&non_dominated_sort(&rows));
        let n_fronts = ranked.len();
        let values = match (takes_validated, self.is_of_run()) {
            (true, _) => Some("validated"),
            (false, true) => Some("searched"),
            (false, false) => None,
        };
        let searched = takes_validated.then(|| self.searched()).transpose()?;
        let front_rows = ranked.swap_remove(0);
        Ok(FrontTable {
            name: self.name.clone(),
            n_rows: rows.len(),
            n_fronts,
            first_front: rows.select(&front_rows),
            front_rows,
            left_out: self.left_out.clone(),
            values,
            searched: searched.map(|rows| first_front(&rows)),
            scripts: self.table.fields("script").map(str::to_owned).collect(),
        })
    }

    fn searched(&self) -> Result<Objectives, EvolutionError> {
        let columns = self.objectives.iter().map(|name| self.table.scores(name));
        Ok(rows_of(&columns.collect::<Result<Vec<_>, _>>()?))
    }

    /// A generator without levels counts as 0.
    fn validated(&self) -> Result<Objectives, EvolutionError> {
        let mut columns: Vec<Vec<f64>> = Vec::with_capacity(self.objectives.len());
        for name in &self.objectives {
            let column = validated(name);
            let values = self.table.optional_scores(&column)?;
            if values.iter().all(Option::is_none) {
                return Err(self.table.content(format!(
                    "column `{column}` is empty, for the front was not validated; `evolve \
                     validate` does that"
                )));
            }
            columns.push(values.into_iter().map(Option::unwrap_or_default).collect());
        }
        Ok(rows_of(&columns))
    }
}

fn validated(objective: &str) -> String {
    format!("{objective}_validated")
}

/// Converts columns of equal length into rows.
fn rows_of(columns: &[Vec<f64>]) -> Objectives {
    let n_rows = columns.first().map_or(0, Vec::len);
    let rows = (0..n_rows).flat_map(|row| columns.iter().map(move |column| column[row]));
    Objectives::new(columns.len(), rows.collect())
        .expect("every row has a finite value in every column")
}

/// The non-dominated rows.
pub(super) fn first_front(rows: &Objectives) -> Objectives {
    rows.select(&fronts(&non_dominated_sort(rows)).swap_remove(0))
}

/// The objectives of a table, by the names and the values of its columns; and the columns without
/// any number. A column with a single number counts as an objective with mistakes.
fn find_objectives(table: &Table) -> Result<(Vec<String>, Vec<String>), ReportError> {
    let ours = objectives_of_run(table);
    if !ours.is_empty() {
        return Ok((ours, Vec::new()));
    }
    let unknown = table.columns().filter(|name| !NO_OBJECTIVES.contains(name)).map(str::to_owned);
    let (texts, numbers): (Vec<String>, Vec<String>) =
        unknown.partition(|name| is_text(table, name));
    if numbers.is_empty() {
        return Err(ReportError::NoObjectiveColumns(table.path().to_owned()));
    }
    Ok((numbers, texts))
}

/// Whether a column has fields, and none is a number.
fn is_text(table: &Table, column: &str) -> bool {
    let mut fields = table.fields(column).filter(|field| !field.is_empty()).peekable();
    fields.peek().is_some() && fields.all(|field| field.parse::<f64>().is_err())
}
