//! The metrics by name.

/// A metric that every level has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name of its column.
    pub name: &'static str,
    /// What it is, with its unit, as an axis is labeled.
    pub label: &'static str,
}

/// The metrics that levels of any script have, in the order of the columns;
/// `count_X` for each entity X and the measures of a problem come after them.
///
/// Neighbors are cells that share a side. Cells that were never set are not
/// empty, and nobody walks on them.
pub const METRICS: [Metric; 6] = [
    Metric { name: "empty", label: "empty (share of cells)" },
    // Components of empty cells plus components of all other cells.
    Metric { name: "isolated", label: "isolated components" },
    Metric { name: "entropy", label: "entropy of empty (bits, mean of windows)" },
    // Windows that are all empty or have no empty cell.
    Metric { name: "plain_windows", label: "windows of one kind (share)" },
    // Components of cells that can be walked on.
    Metric { name: "regions", label: "walkable regions" },
    Metric { name: "diameter", label: "longest shortest path (steps)" },
];

/// What the code of the AIIDE'17 experiment measured in place of three of them.
pub(crate) const LEGACY_METRICS: [Metric; 3] = [
    Metric { name: "empty_legacy", label: "white space as coded in 2017 (cells / 25)" },
    Metric { name: "isolated_legacy", label: "isolated components as coded in 2017" },
    Metric { name: "entropy_legacy", label: "entropy as coded in 2017" },
];

/// How an axis of the metric is labeled; a metric of a problem by its name.
pub fn label(name: &str) -> String {
    let known = METRICS.iter().chain(&LEGACY_METRICS).find(|metric| metric.name == name);
    match (known, name.strip_prefix("count_")) {
        (Some(metric), _) => metric.label.to_owned(),
        (None, Some(entity)) => format!("{entity} (cells)"),
        (None, None) => name.replace('_', " "),
    }
}
