//! The metrics by name.

use marahel_level::{Tile, View};
use serde_json::Value;

/// A metric that is measured besides the usual ones. Two are equal if their names are.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// The name of its column.
    pub name: &'static str,
    /// What it is, with its unit, as an axis is labeled.
    pub label: &'static str,
    /// Its value for a level and the tile that counts as empty: a number.
    pub value: fn(View<'_>, Tile) -> Value,
}

impl PartialEq for Metric {
    fn eq(&self, metric: &Self) -> bool {
        self.name == metric.name
    }
}

/// The metrics that levels of any script have, each with what it is, in the order of the columns;
/// `count_X` for each entity X and the measures of a problem come after them.
///
/// Neighbors are cells that share a side. Cells that were never set are not
/// empty, and nobody walks on them.
pub(crate) const METRICS: [(&str, &str); 6] = [
    ("empty", "empty (share of cells)"),
    // Components of empty cells plus components of all other cells.
    ("isolated", "isolated components"),
    ("entropy", "entropy of empty (bits, mean of windows)"),
    // Windows that are all empty or have no empty cell.
    ("plain_windows", "windows of one kind (share)"),
    // Components of cells that can be walked on.
    ("regions", "walkable regions"),
    ("diameter", "longest shortest path (steps)"),
];

/// How an axis of the metric is labeled; a metric of a problem by its name.
pub(crate) fn label(name: &str) -> String {
    let metric = METRICS.into_iter().find(|metric| metric.0 == name);
    match (metric, name.strip_prefix("count_")) {
        (Some((_, label)), _) => label.to_owned(),
        (None, Some(entity)) => format!("{entity} (cells)"),
        (None, None) => name.replace('_', " "),
    }
}
