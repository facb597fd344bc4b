//! The metrics by name.

/// Name of the column of a metric, and what it is, with its unit, as an axis is labeled.
pub(crate) type Metric = (&'static str, &'static str);

/// The metrics that levels of any script have, in the order of the columns;
/// `count_X` for each entity X and the measures of a problem come after them.
///
/// Neighbors are cells that share a side. Cells that were never set are not
/// empty, and nobody walks on them.
pub(crate) const METRICS: [Metric; 6] = [
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

/// What the code of the AIIDE'17 experiment measured in place of three of them.
pub(crate) const LEGACY_METRICS: [Metric; 3] = [
    ("empty_legacy", "white space as coded in 2017 (cells / 25)"),
    ("isolated_legacy", "isolated components as coded in 2017"),
    ("entropy_legacy", "entropy as coded in 2017"),
];

/// How an axis of the metric is labeled; a metric of a problem by its name.
pub fn label(name: &str) -> String {
    let metric = METRICS.iter().chain(&LEGACY_METRICS).find(|metric| metric.0 == name);
    match (metric, name.strip_prefix("count_")) {
        (Some((_, label)), _) => (*label).to_owned(),
        (None, Some(entity)) => format!("{entity} (cells)"),
        (None, None) => name.replace('_', " "),
    }
}
