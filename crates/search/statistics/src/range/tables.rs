//! Ranges as tables: CSV and JSON.

use crate::CsvText;
use indexmap::IndexSet;
use serde_json::{Map, Value, json};

use crate::range::corners::CORNERS;
use crate::range::{ExpressiveRange, Summary, Together};

#[cfg(test)]
mod tests;

/// One line per level: the script, then every column that any of the ranges
/// has, empty where a level has no value.
///
/// Numbers are written as the shortest decimals that read back the same.
pub fn levels_csv(ranges: &[ExpressiveRange]) -> String {
    let columns: IndexSet<&str> =
        ranges.iter().flat_map(ExpressiveRange::columns).map(String::as_str).collect();
    let mut table = CsvText::new(["script"].into_iter().chain(columns.iter().copied()));
    for range in ranges {
        let places: Vec<Option<usize>> = columns
            .iter()
            .map(|column| range.columns().iter().position(|name| name == column))
            .collect();
        for row in range.rows() {
            let fields =
                places.iter().map(|place| place.map_or(String::new(), |at| field(&row[at])));
            table.add([range.name.clone()].into_iter().chain(fields));
        }
    }
    table.finish()
}

/// One line per script and metric, with the parts of its [`Summary`].
pub fn summary_csv(ranges: &[ExpressiveRange]) -> String {
    let mut table = CsvText::new(["script", "metric"].into_iter().chain(Summary::PARTS));
    for range in ranges {
        for metric in range.metrics() {
            let Some(summary) = range.summary(metric) else { continue };
            let parts =
                summary.parts().map(|part| part.map_or(String::new(), |part| part.to_string()));
            let names = [range.name.clone(), metric.to_owned()];
            table.add(names.into_iter().chain(parts));
        }
    }
    table.finish()
}

/// One line per script: its number of levels, and what they are like together, each
/// measure with its standard error where that is known.
pub fn together_csv(ranges: &[ExpressiveRange]) -> String {
    let mut table =
        CsvText::new(["script", "levels", "different", "floor", "floor_se", "unlike", "unlike_se"]);
    for range in ranges {
        let Together { n_different, floor, floor_se, unlike, unlike_se } = range.together;
        let counts = [range.rows().len(), n_different].map(|n| n.to_string());
        let measures = [floor, floor_se, unlike, unlike_se]
            .map(|value| value.map_or(String::new(), |value| value.to_string()));
        table.add([range.name.clone()].into_iter().chain(counts).chain(measures));
    }
    table.finish()
}

/// One line per corner of the metrics `x` and `y` of a script: whether each is
/// low or high there, and the seed of the level.
pub fn corners_csv<'n>(
    corners: impl IntoIterator<Item = (&'n str, [u64; 4])>,
    x: &str,
    y: &str,
) -> String {
    let mut table = CsvText::new(["script", x, y, "seed"]);
    for (script, seeds) in corners {
        for (are_high, seed) in CORNERS.into_iter().zip(seeds) {
            let [x, y] = are_high.map(|is_high| if is_high { "high" } else { "low" });
            table.add([script, x, y, &seed.to_string()]);
        }
    }
    table.finish()
}

/// An array with an object for each script: its name, the entity that is
/// empty, what its levels are like together, its summary by metric, its levels.
pub fn to_json(ranges: &[ExpressiveRange]) -> Value {
    let objects = ranges.iter().map(|range| {
        let summary: Map<String, Value> = range
            .metrics()
            .filter_map(|metric| Some((metric.to_owned(), json!(range.summary(metric)?))))
            .collect();
        let levels = range.rows().iter().map(|row| -> Map<String, Value> {
            range.columns().iter().cloned().zip(row.iter().cloned()).collect()
        });
        json!({
            "script": range.name,
            "empty": range.empty,
            "together": range.together,
            "summary": summary,
            "levels": levels.collect::<Vec<_>>(),
        })
    });
    objects.collect()
}

fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
