//! An analysis as text, CSV or JSON.

use serde_json::{Map, Value, json};
use statistics::CsvText;

use super::Analysis;
use super::comparison::Comparison;
use super::statistics::{Searched, Statistics};

/// A table of an analysis.
struct Sheet {
    title: &'static str,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

enum Cell {
    Text(String),
    Count(usize),
    /// `None` where there is nothing to say, or it would take too long.
    Number(Option<f64>),
}

impl Analysis {
    /// Tables for people.
    pub fn table(&self) -> String {
        text(&self.sheets())
    }

    /// A table in CSV with one row for each front.
    pub fn csv(&self) -> String {
        let sheet = self.flat();
        let mut table = CsvText::new(&sheet.columns);
        for row in &sheet.rows {
            table.add(row.iter().map(Cell::exact));
        }
        table.finish()
    }

    /// What people look at: one table for each question.
    fn sheets(&self) -> Vec<Sheet> {
        let mut bounds = self.bounds();
        if self.has_searched() {
            bounds.join(self.bounds_searched(), 2);
        }
        let mut sheets = vec![self.overview(), bounds, self.correlations()];
        if let Some(comparison) = &self.comparison {
            sheets.push(self.against_merged(comparison));
            sheets.push(self.coverage(comparison));
        }
        sheets.retain(|sheet| !sheet.rows.is_empty());
        sheets
    }

    fn overview(&self) -> Sheet {
        let row = |front: &Statistics| {
            vec![
                Cell::Text(front.table.name.clone()),
                Cell::Count(front.table.rows.len()),
                Cell::Count(front.table.n_fronts),
                Cell::Count(front.n_front),
                Cell::Number(front.hypervolume),
                Cell::Number(front.spread),
                Cell::Count(front.knee_row),
            ]
        };
        let columns =
            ["front", "rows", "fronts", "front_size", "hypervolume", "spread", "knee_row"];
        let mut sheet = Sheet::new("First fronts", columns, self.fronts.iter().map(row));
        if self.fronts.iter().any(|front| front.knee_script.is_some()) {
            let script =
                |front: &Statistics| Cell::Text(front.knee_script.clone().unwrap_or_default());
            sheet.append("knee_script".to_owned(), self.fronts.iter().map(script));
        }
        if self.fronts.iter().any(|front| front.table.values.is_some()) {
            let values =
                |front: &Statistics| Cell::Text(front.table.values.unwrap_or("").to_owned());
            sheet.append("values".to_owned(), self.fronts.iter().map(values));
        }
        if self.has_searched() {
            let sizes = self.searched().map(|one| one.map_or(0, |one| one.n_front));
            sheet.append("front_size_searched".to_owned(), sizes.map(Cell::Count));
            let volumes = self.searched().map(|one| one.and_then(|one| one.hypervolume));
            sheet.append("hypervolume_searched".to_owned(), volumes.map(Cell::Number));
        }
        sheet
    }

    /// Whether values of the search stand beside validated ones; those of all
    /// fronts do, or none.
    fn has_searched(&self) -> bool {
        self.searched().any(|one| one.is_some())
    }

    fn searched(&self) -> impl Iterator<Item = Option<&Searched>> {
        self.fronts.iter().map(|front| front.searched.as_ref())
    }

    fn bounds(&self) -> Sheet {
        let rows = self.fronts.iter().flat_map(|front| {
            self.objectives.iter().enumerate().map(|(index, name)| {
                let values = [front.ideal[index], front.nadir[index], front.knee[index]];
                let names = [&front.table.name, name].map(|name| Cell::Text(name.clone()));
                names.into_iter().chain(values.map(|value| Cell::Number(Some(value)))).collect()
            })
        });
        let columns = ["front", "objective", "ideal", "nadir", "knee"];
        Sheet::new("Objectives of the first fronts", columns, rows)
    }

    fn bounds_searched(&self) -> Sheet {
        let rows = self.fronts.iter().flat_map(|front| {
            self.objectives.iter().enumerate().map(|(index, name)| {
                let ideal = front.searched.as_ref().map(|searched| searched.ideal[index]);
                let names = [&front.table.name, name].map(|name| Cell::Text(name.clone()));
                names.into_iter().chain([Cell::Number(ideal)]).collect()
            })
        });
        Sheet::new("Objectives as searched", ["front", "objective", "ideal_searched"], rows)
    }

    fn correlations(&self) -> Sheet {
        let rows = self.fronts.iter().flat_map(|front| {
            front.correlations.iter().map(|pair| {
                vec![
                    Cell::Text(front.table.name.clone()),
                    Cell::Text(self.objectives[pair.a].clone()),
                    Cell::Text(self.objectives[pair.b].clone()),
                    Cell::Number(pair.linear),
                    Cell::Number(pair.rank),
                ]
            })
        });
        let columns = ["front", "a", "b", "pearson", "spearman"];
        Sheet::new("Correlations between objectives", columns, rows)
    }

    fn against_merged(&self, comparison: &Comparison) -> Sheet {
        let rows = self.fronts.iter().zip(&comparison.against_merged).map(|(front, against)| {
            vec![
                Cell::Text(front.table.name.clone()),
                Cell::Count(comparison.n_merged),
                Cell::Count(against.n_shared),
                Cell::Number(against.igd_plus),
                Cell::Number(against.additive_epsilon),
            ]
        });
        let columns = ["front", "merged_size", "shared", "igd_plus", "additive_epsilon"];
        Sheet::new("Against the merged front", columns, rows)
    }

    fn coverage(&self, comparison: &Comparison) -> Sheet {
        let columns = self.fronts.iter().map(|front| format!("covers {}", front.table.name));
        let rows = self.fronts.iter().zip(&comparison.coverage).map(|(front, shares)| {
            let shares = shares.iter().map(|&share| Cell::Number(share));
            std::iter::once(Cell::Text(front.table.name.clone())).chain(shares).collect()
        });
        Sheet {
            title: "Coverage: share of another front that a front attains",
            columns: std::iter::once("front".to_owned()).chain(columns).collect(),
            rows: rows.collect(),
        }
    }

    /// Everything in one table, a row for each front.
    fn flat(&self) -> Sheet {
        let mut sheet = self.overview();
        sheet.spread(self.bounds(), 2);
        if self.has_searched() {
            sheet.spread(self.bounds_searched(), 2);
        }
        sheet.spread(self.correlations(), 3);
        if let Some(comparison) = &self.comparison {
            sheet.join(self.against_merged(comparison), 1);
            sheet.join(self.coverage(comparison), 1);
        }
        sheet
    }

    /// Everything, nested.
    pub fn json(&self) -> Value {
        let named = |values: &[f64]| -> Map<String, Value> {
            self.objectives.iter().cloned().zip(values.iter().map(|&value| json!(value))).collect()
        };
        let front = |front: &Statistics| {
            let correlations = front.correlations.iter().map(|pair| {
                json!({
                    "a": self.objectives[pair.a],
                    "b": self.objectives[pair.b],
                    "pearson": pair.linear,
                    "spearman": pair.rank,
                })
            });
            let searched = front.searched.as_ref().map(|searched| {
                json!({
                    "front_size": searched.n_front,
                    "hypervolume": searched.hypervolume,
                    "ideal": named(&searched.ideal),
                })
            });
            json!({
                "front": front.table.name,
                "values": front.table.values,
                "rows": front.table.rows.len(),
                "fronts": front.table.n_fronts,
                "front_size": front.n_front,
                "hypervolume": front.hypervolume,
                "spread": front.spread,
                "ideal": named(&front.ideal),
                "nadir": named(&front.nadir),
                "knee": {
                    "row": front.knee_row,
                    "script": front.knee_script,
                    "objectives": named(&front.knee),
                },
                "correlations": correlations.collect::<Vec<_>>(),
                "searched": searched,
            })
        };
        let mut document = json!({
            "objectives": self.objectives,
            "reference_point": 0,
            "fronts": self.fronts.iter().map(front).collect::<Vec<_>>(),
        });
        if let Some(comparison) = &self.comparison {
            document["comparison"] = self.comparison_to_json(comparison);
        }
        document
    }

    fn comparison_to_json(&self, comparison: &Comparison) -> Value {
        let fronts = self.fronts.iter().zip(&comparison.against_merged);
        let against = fronts.zip(&comparison.coverage).map(|((front, against), shares)| {
            let covers = self.fronts.iter().zip(shares);
            let covers = covers.map(|(other, share)| (other.table.name.clone(), json!(share)));
            json!({
                "front": front.table.name,
                "shared": against.n_shared,
                "igd_plus": against.igd_plus,
                "additive_epsilon": against.additive_epsilon,
                "covers": covers.collect::<Map<_, _>>(),
            })
        });
        json!({
            "merged_size": comparison.n_merged,
            "fronts": against.collect::<Vec<_>>(),
        })
    }
}

impl Sheet {
    fn new<const N: usize>(
        title: &'static str,
        columns: [&str; N],
        rows: impl Iterator<Item = Vec<Cell>>,
    ) -> Self {
        Self { title, columns: columns.map(str::to_owned).into(), rows: rows.collect() }
    }

    fn append(&mut self, column: String, cells: impl Iterator<Item = Cell>) {
        self.columns.push(column);
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }

    /// Appends the columns of another table with the same rows, but the first ones, which
    /// name them.
    fn join(&mut self, other: Self, n_names: usize) {
        self.columns.extend(other.columns.into_iter().skip(n_names));
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            row.extend(more.into_iter().skip(n_names));
        }
    }

    /// Appends the values of a table with several rows for each front, whose names, of the
    /// front and of something else, become parts of names of columns.
    fn spread(&mut self, other: Self, n_names: usize) {
        let n_of_front = other.rows.len() / self.rows.len();
        for (index, mut row) in other.rows.into_iter().enumerate() {
            let values = row.split_off(n_names);
            if index < n_of_front {
                let names = row[1..].iter().map(Cell::exact).collect::<Vec<_>>().join("_");
                let columns = other.columns[n_names..].iter();
                self.columns.extend(columns.map(|column| format!("{names}_{column}")));
            }
            self.rows[index / n_of_front].extend(values);
        }
    }
}

impl Cell {
    /// For people: four decimals, and a dash for nothing.
    fn rounded(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Number(Some(number)) => format!("{number:.4}"),
            Self::Number(None) => "-".to_owned(),
        }
    }

    /// For programs: all digits, and nothing for nothing.
    fn exact(&self) -> String {
        match self {
            Self::Number(number) => number.map_or_else(String::new, |number| number.to_string()),
            other => other.rounded(),
        }
    }

    fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }
}

/// Tables with aligned columns: text to the left, numbers to the right.
fn text(sheets: &[Sheet]) -> String {
    let mut text = String::new();
    for (index, sheet) in sheets.iter().enumerate() {
        text += if index == 0 { "" } else { "\n" };
        text.extend([sheet.title, "\n"]);
        let cells: Vec<Vec<String>> =
            sheet.rows.iter().map(|row| row.iter().map(Cell::rounded).collect()).collect();
        let width = |column: usize| {
            let cells = cells.iter().map(|row| row[column].chars().count());
            cells.chain([sheet.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..sheet.columns.len()).map(width).collect();
        let is_text = |column: usize| sheet.rows.iter().all(|row| row[column].is_text());
        let line = |cells: &[String]| {
            let cells = cells.iter().enumerate().map(|(column, cell)| match widths[column] {
                width if is_text(column) => format!("{cell:<width$}"),
                width => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        text += &line(&sheet.columns);
        text.extend(cells.iter().map(|row| line(row)));
    }
    text
}
