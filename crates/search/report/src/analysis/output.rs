//! An analysis as tables, for people or in CSV.

use std::iter;

use marahel_statistics::{CsvText, column_width, to_left, to_right};
use serde_json::{Value, json};

use super::Analysis;
use super::comparison::{Compared, Comparison};
use super::statistics::{ByName, Correlation, FirstFront};

/// A table of an analysis; its cells are texts, counts, numbers, or null.
struct Sheet {
    title: &'static str,
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Analysis {
    /// Tables for people, one for each aspect.
    pub fn table(&self) -> String {
        let mut bounds = self.bounds();
        if self.has_searched() {
            bounds.join(self.bounds_searched(), 2);
        }
        let mut sheets = vec![self.overview(), bounds, self.correlations()];
        if let Some(comparison) = &self.document.comparison {
            sheets.extend([against_merged(comparison), coverage(comparison)]);
        }
        sheets.retain(|sheet| !sheet.rows.is_empty());
        sheets.iter().map(Sheet::text).collect::<Vec<_>>().join("\n")
    }

    /// A CSV table with one row per front and all values.
    pub fn csv(&self) -> String {
        let mut sheet = self.overview();
        sheet.spread(self.bounds(), 2);
        if self.has_searched() {
            sheet.spread(self.bounds_searched(), 2);
        }
        sheet.spread(self.correlations(), 3);
        if let Some(comparison) = &self.document.comparison {
            sheet.join(against_merged(comparison), 1);
            sheet.join(coverage(comparison), 1);
        }
        let mut table = CsvText::new(&sheet.columns);
        for row in &sheet.rows {
            table.add(row.iter().map(exact));
        }
        table.finish()
    }

    fn fronts(&self) -> &[FirstFront] {
        &self.document.fronts
    }

    /// Whether searched values accompany validated ones; the fronts are alike in that.
    fn has_searched(&self) -> bool {
        self.fronts().iter().any(|front| front.searched.is_some())
    }

    fn overview(&self) -> Sheet {
        type Column = (&'static str, fn(&FirstFront) -> Value);
        let mut columns: Vec<Column> = vec![
            ("front", |front| json!(front.front)),
            ("rows", |front| json!(front.rows)),
            ("fronts", |front| json!(front.fronts)),
            ("front_size", |front| json!(front.front_size)),
            ("hypervolume", |front| json!(front.hypervolume)),
            ("spread", |front| json!(front.spread)),
            ("knee_row", |front| json!(front.knee.row)),
        ];
        if self.fronts().iter().any(|front| front.knee.script.is_some()) {
            columns.push(("knee_script", |front| {
                front.knee.script.as_deref().unwrap_or_default().into()
            }));
        }
        if self.fronts().iter().any(|front| front.values.is_some()) {
            columns.push(("values", |front| front.values.unwrap_or_default().into()));
        }
        if self.has_searched() {
            columns.push(("front_size_searched", |front| {
                json!(front.searched.as_ref().map(|front| front.front_size))
            }));
            columns.push(("hypervolume_searched", |front| {
                json!(front.searched.as_ref().and_then(|front| front.hypervolume))
            }));
        }
        let rows = self.fronts().iter();
        let rows = rows.map(|front| columns.iter().map(|(_, cell)| cell(front)).collect());
        Sheet::new("First fronts", columns.iter().map(|(name, _)| *name), rows)
    }

    fn bounds(&self) -> Sheet {
        let title = "Objectives of the first fronts";
        self.by_objective(title, ["ideal", "nadir", "knee"], |front| {
            [&front.ideal, &front.nadir, &front.knee.objectives].map(Some)
        })
    }

    fn bounds_searched(&self) -> Sheet {
        self.by_objective("Objectives as searched", ["ideal_searched"], |front| {
            [front.searched.as_ref().map(|front| &front.ideal)]
        })
    }

    /// A row for each front and objective.
    fn by_objective<const N: usize>(
        &self,
        title: &'static str,
        columns: [&str; N],
        values: fn(&FirstFront) -> [Option<&ByName>; N],
    ) -> Sheet {
        let rows = self.fronts().iter().flat_map(|front| {
            self.document.objectives.iter().map(move |objective| {
                let values = values(front).map(|values| json!(values.map(|all| all[objective])));
                [json!(front.front), json!(objective)].into_iter().chain(values).collect()
            })
        });
        Sheet::new(title, ["front", "objective"].into_iter().chain(columns), rows)
    }

    fn correlations(&self) -> Sheet {
        let rows = self.fronts().iter().flat_map(|front| {
            front.correlations.iter().map(|Correlation { a, b, pearson, spearman }| {
                vec![json!(front.front), json!(a), json!(b), json!(pearson), json!(spearman)]
            })
        });
        let columns = ["front", "a", "b", "pearson", "spearman"];
        Sheet::new("Correlations between objectives", columns, rows)
    }
}

fn against_merged(Comparison { merged_size, fronts }: &Comparison) -> Sheet {
    let rows =
        fronts.iter().map(|Compared { front, shared, igd_plus, additive_epsilon, .. }| {
            let sizes = [json!(front), json!(merged_size), json!(shared)];
            sizes.into_iter().chain([json!(igd_plus), json!(additive_epsilon)]).collect()
        });
    let columns = ["front", "merged_size", "shared", "igd_plus", "additive_epsilon"];
    Sheet::new("Against the merged front", columns, rows)
}

fn coverage(Comparison { fronts, .. }: &Comparison) -> Sheet {
    let columns = fronts.iter().map(|compared| format!("covers {}", compared.front));
    let rows = fronts.iter().map(|compared| {
        let shares = compared.covers.values().map(|share| json!(share));
        iter::once(json!(compared.front)).chain(shares).collect()
    });
    let title = "Coverage: share of another front that a front attains";
    Sheet::new(title, iter::once("front".to_owned()).chain(columns), rows)
}

impl Sheet {
    fn new(
        title: &'static str,
        columns: impl IntoIterator<Item = impl Into<String>>,
        rows: impl Iterator<Item = Vec<Value>>,
    ) -> Self {
        Self { title, columns: columns.into_iter().map(Into::into).collect(), rows: rows.collect() }
    }

    /// Appends the columns of another table with the same rows, without its first `n_names`
    /// columns.
    fn join(&mut self, right: Self, n_names: usize) {
        self.columns.extend(right.columns.into_iter().skip(n_names));
        for (row, cells) in self.rows.iter_mut().zip(right.rows) {
            row.extend(cells.into_iter().skip(n_names));
        }
    }

    /// Appends the values of a table with several rows for each front. The first `n_names` columns,
    /// after that of the front, become parts of the new column names.
    fn spread(&mut self, long: Self, n_names: usize) {
        let n_of_front = long.rows.len() / self.rows.len();
        for (index, mut row) in long.rows.into_iter().enumerate() {
            let values = row.split_off(n_names);
            if index < n_of_front {
                let names = row[1..].iter().map(exact).collect::<Vec<_>>().join("_");
                let columns = long.columns[n_names..].iter();
                self.columns.extend(columns.map(|column| format!("{names}_{column}")));
            }
            self.rows[index / n_of_front].extend(values);
        }
    }

    /// Aligned columns: text to the left, numbers to the right.
    fn text(&self) -> String {
        let cells: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(rounded).collect()).collect();
        let aligned: Vec<Vec<String>> = (0..self.columns.len())
            .map(|column| {
                let cells =
                    iter::once(&self.columns[column]).chain(cells.iter().map(|row| &row[column]));
                aligned(cells, self.rows.iter().all(|row| row[column].is_string()))
            })
            .collect();
        let lines = (0..=cells.len()).map(|row| {
            let cells = aligned.iter().map(|column| column[row].as_str());
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        });
        format!("{}\n{}", self.title, lines.collect::<String>())
    }
}

/// The cells of a column, equally wide.
fn aligned<'c>(cells: impl Iterator<Item = &'c String> + Clone, is_text: bool) -> Vec<String> {
    let width = column_width(cells.clone().map(String::as_str));
    let align = if is_text { to_left } else { to_right };
    cells.map(|cell| align(cell, width)).collect()
}

/// A cell for people: four decimals, and a dash for null.
fn rounded(cell: &Value) -> String {
    match cell {
        Value::Null => "-".to_owned(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.4}", number.as_f64().unwrap_or_default())
        }
        cell => exact(cell),
    }
}

/// A cell for programs: all digits, and empty for null.
fn exact(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        cell => cell.to_string(),
    }
}
