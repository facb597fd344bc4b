//! Objectives in a table, whoever wrote it.

use std::path::Path;

use indexmap::IndexSet;
use search::{Objectives, fronts, non_dominated_sort};

use crate::ReportError;
use crate::table::Table;

/// Columns of front tables, ours and others', that are no objectives.
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

/// The objectives of one table, sorted into fronts.
#[derive(Debug)]
pub(super) struct FrontTable {
    /// How the table was called by whoever asked for it.
    pub(super) name: String,
    /// Names of the objectives, at least one.
    pub(super) objectives: Vec<String>,
    /// One row for each row of the table, at least one.
    pub(super) rows: Objectives,
    /// Rows of the first front.
    pub(super) front: Vec<usize>,
    pub(super) n_fronts: usize,
    /// Columns that were taken for no objectives because they hold no numbers.
    pub(super) left_out: Vec<String>,
}

impl FrontTable {
    /// Reads the table at `path`, or `front.csv` in a folder; see
    /// [`Analysis::read`](super::Analysis::read).
    pub(super) fn read(
        path: &Path,
        objectives: &[String],
        validated: bool,
    ) -> Result<Self, ReportError> {
        let table =
            if path.is_dir() { Table::read_front(path) } else { Table::read(path.to_owned()) }?;
        let (objectives, left_out) = match objectives {
            [] => find_objectives(&table)?,
            named => (named.to_vec(), Vec::new()),
        };
        let mut names = IndexSet::new();
        if let Some(twice) = objectives.iter().find(|name| !names.insert(name.as_str())) {
            return Err(ReportError::Twice {
                path: table.path().to_owned(),
                objective: twice.clone(),
            });
        }
        if table.n_rows() == 0 {
            return Err(ReportError::NoRows(table.path().to_owned()));
        }
        let ending = if validated { "_validated" } else { "" };
        let column = |name: &String| {
            let column = format!("{name}{ending}");
            if validated && table.has_column(&column) && table.fields(&column).all(str::is_empty) {
                return Err(ReportError::NotValidated { path: table.path().to_owned(), column });
            }
            table.scores(&column)
        };
        let columns = objectives.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        let rows =
            (0..table.n_rows()).flat_map(|row| columns.iter().map(move |column| column[row]));
        let rows = Objectives::new(columns.len(), rows.collect())
            .expect("every row has a finite value in every column");
        let mut fronts = fronts(&non_dominated_sort(&rows));
        let n_fronts = fronts.len();
        let name = path.display().to_string();
        Ok(Self { name, objectives, rows, front: fronts.swap_remove(0), n_fronts, left_out })
    }

    /// The objectives of the first front.
    pub(super) fn first_front(&self) -> Objectives {
        self.rows.select(&self.front)
    }
}

/// The objectives of a table, by the names and the values of its columns; and
/// the columns that hold no numbers at all. One number among other things makes
/// an objective with mistakes.
fn find_objectives(table: &Table) -> Result<(Vec<String>, Vec<String>), ReportError> {
    let is_validated = |name: &&str| table.has_column(&format!("{name}_validated"));
    let ours: Vec<String> = table.columns().filter(is_validated).map(str::to_owned).collect();
    if !ours.is_empty() {
        return Ok((ours, Vec::new()));
    }
    let is_text = |name: &String| {
        let mut fields = table.fields(name).filter(|field| !field.is_empty()).peekable();
        fields.peek().is_some() && fields.all(|field| field.parse::<f64>().is_err())
    };
    let unknown = table.columns().filter(|name| !NO_OBJECTIVES.contains(name)).map(str::to_owned);
    let (texts, numbers): (Vec<String>, Vec<String>) = unknown.partition(is_text);
    if numbers.is_empty() {
        return Err(ReportError::NoObjectiveColumns(table.path().to_owned()));
    }
    Ok((numbers, texts))
}
