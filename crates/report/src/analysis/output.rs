//! An analysis as text, CSV or JSON.

use serde_json::{Map, Value, json};

use super::Analysis;
use super::comparison::Comparison;
use super::statistics::{Correlation, Searched, Statistics};

/// How an analysis is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tables with aligned columns, for people.
    Table,
    /// One row for each front, one header line.
    Csv,
    /// Everything, nested.
    Json,
}

/// A value for each objective of a front.
type OfObjectives = fn(&Statistics) -> &[f64];

/// A value of a pair of objectives, if there is one.
type OfPair = fn(&Correlation) -> Option<f64>;

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
    /// The analysis in a format, ending with a line break.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Table => text(&self.sheets()),
            Format::Csv => csv(&self.flat()),
            Format::Json => format!("{:#}\n", self.to_json()),
        }
    }

    /// What people look at: one table for each question.
    fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![self.overview(), self.bounds(), self.correlations()];
        if let Some(comparison) = &self.comparison {
            sheets.push(self.against_merged(comparison));
            sheets.push(self.coverage(comparison));
        }
        sheets.retain(|sheet| !sheet.rows.is_empty());
        sheets
    }

    fn overview(&self) -> Sheet {
        let columns =
            ["front", "rows", "fronts", "front_size", "hypervolume", "spread", "knee_row"];
        let row = |front: &Statistics| {
            vec![
                Cell::Text(front.name.clone()),
                Cell::Count(front.n_rows),
                Cell::Count(front.n_fronts),
                Cell::Count(front.n_front),
                Cell::Number(front.hypervolume),
                Cell::Number(front.spread),
                Cell::Count(front.knee_row),
            ]
        };
        let mut sheet = Sheet {
            title: "First fronts",
            columns: columns.map(str::to_owned).into(),
            rows: self.fronts.iter().map(row).collect(),
        };
        if self.fronts.iter().any(|front| front.knee_script.is_some()) {
            let script =
                |front: &Statistics| Cell::Text(front.knee_script.clone().unwrap_or_default());
            sheet.append("knee_script".to_owned(), self.fronts.iter().map(script));
        }
        if self.fronts.iter().any(|front| front.values.is_some()) {
            let values = |front: &Statistics| Cell::Text(front.values.unwrap_or("").to_owned());
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
                vec![
                    Cell::Text(front.name.clone()),
                    Cell::Text(name.clone()),
                    Cell::Number(Some(front.ideal[index])),
                    Cell::Number(Some(front.nadir[index])),
                    Cell::Number(Some(front.knee[index])),
                ]
            })
        });
        let mut sheet = Sheet {
            title: "Objectives of the first fronts",
            columns: ["front", "objective", "ideal", "nadir", "knee"].map(str::to_owned).into(),
            rows: rows.collect(),
        };
        if self.has_searched() {
            let n = self.objectives.len();
            let ideals = self.searched().flat_map(|one| (0..n).map(move |index| ideal(one, index)));
            sheet.append("ideal_searched".to_owned(), ideals);
        }
        sheet
    }

    fn correlations(&self) -> Sheet {
        let rows = self.fronts.iter().flat_map(|front| {
            front.correlations.iter().map(|pair| {
                vec![
                    Cell::Text(front.name.clone()),
                    Cell::Text(self.objectives[pair.a].clone()),
                    Cell::Text(self.objectives[pair.b].clone()),
                    Cell::Number(pair.linear),
                    Cell::Number(pair.rank),
                ]
            })
        });
        Sheet {
            title: "Correlations between objectives",
            columns: ["front", "a", "b", "pearson", "spearman"].map(str::to_owned).into(),
            rows: rows.collect(),
        }
    }

    fn against_merged(&self, comparison: &Comparison) -> Sheet {
        let columns = ["front", "merged_size", "shared", "igd_plus", "additive_epsilon"];
        let rows = self.fronts.iter().zip(&comparison.against_merged).map(|(front, against)| {
            vec![
                Cell::Text(front.name.clone()),
                Cell::Count(comparison.n_merged),
                Cell::Count(against.n_shared),
                Cell::Number(against.igd_plus),
                Cell::Number(against.additive_epsilon),
            ]
        });
        Sheet {
            title: "Against the merged front",
            columns: columns.map(str::to_owned).into(),
            rows: rows.collect(),
        }
    }

    fn coverage(&self, comparison: &Comparison) -> Sheet {
        let columns = self.fronts.iter().map(|front| format!("covers {}", front.name));
        let rows = self.fronts.iter().zip(&comparison.coverage).map(|(front, shares)| {
            let shares = shares.iter().map(|&share| Cell::Number(share));
            std::iter::once(Cell::Text(front.name.clone())).chain(shares).collect()
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
        for (index, name) in self.objectives.iter().enumerate() {
            let values: [(&str, OfObjectives); 3] = [
                ("ideal", |front| &front.ideal),
                ("nadir", |front| &front.nadir),
                ("knee", |front| &front.knee),
            ];
            for (what, value) in values {
                let cell = |front: &Statistics| Cell::Number(Some(value(front)[index]));
                sheet.append(format!("{name}_{what}"), self.fronts.iter().map(cell));
            }
        }
        if self.has_searched() {
            for (index, name) in self.objectives.iter().enumerate() {
                let ideals = self.searched().map(|one| ideal(one, index));
                sheet.append(format!("{name}_ideal_searched"), ideals);
            }
        }
        for (index, pair) in self.fronts[0].correlations.iter().enumerate() {
            let names = format!("{}_{}", self.objectives[pair.a], self.objectives[pair.b]);
            let values: [(&str, OfPair); 2] =
                [("pearson", |pair| pair.linear), ("spearman", |pair| pair.rank)];
            for (what, value) in values {
                let cell = |front: &Statistics| Cell::Number(value(&front.correlations[index]));
                sheet.append(format!("{names}_{what}"), self.fronts.iter().map(cell));
            }
        }
        if let Some(comparison) = &self.comparison {
            sheet.join(self.against_merged(comparison));
            sheet.join(self.coverage(comparison));
        }
        sheet
    }

    fn to_json(&self) -> Value {
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
                "front": front.name,
                "values": front.values,
                "rows": front.n_rows,
                "fronts": front.n_fronts,
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
            let covers = covers.map(|(other, share)| (other.name.clone(), json!(share)));
            json!({
                "front": front.name,
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

/// The best value of an objective that the search itself measured.
fn ideal(searched: Option<&Searched>, objective: usize) -> Cell {
    Cell::Number(searched.map(|searched| searched.ideal[objective]))
}

impl Sheet {
    fn append(&mut self, column: String, cells: impl Iterator<Item = Cell>) {
        self.columns.push(column);
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }

    /// Appends the columns of another table of the same fronts, but their names.
    fn join(&mut self, other: Self) {
        self.columns.extend(other.columns.into_iter().skip(1));
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            row.extend(more.into_iter().skip(1));
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

fn csv(sheet: &Sheet) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&sheet.columns).expect("memory can be written to");
    for row in &sheet.rows {
        writer.write_record(row.iter().map(Cell::exact)).expect("rows are equally long");
    }
    let bytes = writer.into_inner().expect("memory can be written to");
    String::from_utf8(bytes).expect("cells are text")
}
