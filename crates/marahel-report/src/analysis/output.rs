//! An analysis as tables, for people or in CSV.

use std::iter;

use marahel_statistics::{CsvText, column_width, to_left, to_right};
use serde_json::Value;

use super::Analysis;

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
        if let Some(comparison) = self.document.get("comparison") {
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
        if let Some(comparison) = self.document.get("comparison") {
            sheet.join(against_merged(comparison), 1);
            sheet.join(coverage(comparison), 1);
        }
        let mut table = CsvText::new(&sheet.columns);
        for row in &sheet.rows {
            table.add(row.iter().map(exact));
        }
        table.finish()
    }

    /// Whether searched values accompany validated ones; the fronts are alike in that.
    fn has_searched(&self) -> bool {
        self.fronts().iter().any(|front| !front["searched"].is_null())
    }

    fn overview(&self) -> Sheet {
        let mut columns = vec![
            ("front", "/front"),
            ("rows", "/rows"),
            ("fronts", "/fronts"),
            ("front_size", "/front_size"),
            ("hypervolume", "/hypervolume"),
            ("spread", "/spread"),
            ("knee_row", "/knee/row"),
        ];
        let texts = [("knee_script", "/knee/script"), ("values", "/values")];
        columns.extend(texts.into_iter().filter(|(_, pointer)| {
            let mut values = self.fronts().iter().filter_map(|front| front.pointer(pointer));
            values.any(|value| !value.is_null())
        }));
        if self.has_searched() {
            columns.extend([
                ("front_size_searched", "/searched/front_size"),
                ("hypervolume_searched", "/searched/hypervolume"),
            ]);
        }
        let rows = self.fronts().iter().map(|front| {
            let cells = columns.iter().map(|column| match front.pointer(column.1) {
                None | Some(Value::Null) if texts.contains(column) => "".into(),
                cell => cell.cloned().unwrap_or_default(),
            });
            cells.collect()
        });
        Sheet::new("First fronts", columns.iter().map(|(name, _)| *name), rows)
    }

    fn bounds(&self) -> Sheet {
        let columns = [("ideal", "/ideal"), ("nadir", "/nadir"), ("knee", "/knee/objectives")];
        self.by_objective("Objectives of the first fronts", &columns)
    }

    fn bounds_searched(&self) -> Sheet {
        self.by_objective("Objectives as searched", &[("ideal_searched", "/searched/ideal")])
    }

    /// A row for each front and objective.
    fn by_objective(&self, title: &'static str, columns: &[(&str, &str)]) -> Sheet {
        let rows = self.fronts().iter().flat_map(|front| {
            self.objectives.iter().map(move |objective| {
                let values = columns.iter().map(|(_, pointer)| {
                    let value = front.pointer(pointer).and_then(|bounds| bounds.get(objective));
                    value.cloned().unwrap_or_default()
                });
                let names = [front["front"].clone(), objective.as_str().into()];
                names.into_iter().chain(values).collect()
            })
        });
        let names = columns.iter().map(|(name, _)| *name);
        Sheet::new(title, ["front", "objective"].into_iter().chain(names), rows)
    }

    fn correlations(&self) -> Sheet {
        let columns = ["a", "b", "pearson", "spearman"];
        let rows = self.fronts().iter().flat_map(|front| {
            list(&front["correlations"]).iter().map(move |pair| {
                let cells = columns.iter().map(|&column| pair[column].clone());
                iter::once(front["front"].clone()).chain(cells).collect()
            })
        });
        let columns = iter::once("front").chain(columns);
        Sheet::new("Correlations between objectives", columns, rows)
    }
}

fn against_merged(comparison: &Value) -> Sheet {
    let rows = list(&comparison["fronts"]).iter().map(|front| {
        let measures = ["shared", "igd_plus", "additive_epsilon"].map(|name| front[name].clone());
        let fixed = [front["front"].clone(), comparison["merged_size"].clone()];
        fixed.into_iter().chain(measures).collect()
    });
    let columns = ["front", "merged_size", "shared", "igd_plus", "additive_epsilon"];
    Sheet::new("Against the merged front", columns, rows)
}

fn coverage(comparison: &Value) -> Sheet {
    let fronts = list(&comparison["fronts"]);
    let columns = fronts.iter().map(|front| format!("covers {}", exact(&front["front"])));
    let rows = fronts.iter().map(|front| {
        let shares = front["covers"].as_object().into_iter().flat_map(|covers| covers.values());
        iter::once(&front["front"]).chain(shares).cloned().collect()
    });
    let title = "Coverage: share of another front that a front attains";
    Sheet::new(title, iter::once("front".to_owned()).chain(columns), rows)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
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
