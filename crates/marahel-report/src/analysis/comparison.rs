//! Comparison of several fronts.

use marahel_search::{Objectives, additive_epsilon, coverage, igd_plus};
use serde_json::{Map, Value, json};

use super::input::{FrontTable, first_front};
use super::statistics::N_ROWS_MAX;

/// Compares the first fronts of several tables: each with the distinct non-dominated points of all,
/// and the share of each other front that it attains. Null means too expensive.
pub(super) fn compared(tables: &[FrontTable]) -> Value {
    let fronts: Vec<Objectives> = tables.iter().map(|table| distinct(&table.first_front)).collect();
    let merged = merge(&fronts);
    let against = tables.iter().zip(&fronts).map(|(table, front)| {
        let covers = tables.iter().zip(&fronts);
        let covers = covers.map(|(table, covered)| {
            (table.name.clone(), json!(feasible(coverage, front, covered)))
        });
        json!({
            "front": table.name,
            "shared": n_shared(front, &merged),
            "igd_plus": feasible(igd_plus, front, &merged),
            "additive_epsilon": feasible(additive_epsilon, front, &merged),
            "covers": covers.collect::<Map<_, _>>(),
        })
    });
    json!({ "merged_size": merged.len(), "fronts": against.collect::<Vec<_>>() })
}

/// A measure of two fronts, unless it would take too long.
fn feasible(
    measure: fn(&Objectives, &Objectives) -> Option<f64>,
    front: &Objectives,
    reference: &Objectives,
) -> Option<f64> {
    let is_feasible = front.len().saturating_mul(reference.len()) <= N_ROWS_MAX * N_ROWS_MAX;
    if is_feasible { measure(front, reference) } else { None }
}

/// Whether something was not measured because it would take too long.
pub(super) fn has_gaps(comparison: &Value) -> bool {
    comparison["fronts"].as_array().into_iter().flatten().any(|front| {
        let mut covers = front["covers"].as_object().into_iter().flatten();
        front["igd_plus"].is_null() || covers.any(|(_, share)| share.is_null())
    })
}

/// The distinct rows, the largest first.
fn distinct(front: &Objectives) -> Objectives {
    let mut order: Vec<usize> = (0..front.len()).collect();
    order.sort_by(|&a, &b| front.row(b).partial_cmp(front.row(a)).expect("objectives are finite"));
    order.dedup_by(|a, b| front.row(*a) == front.row(*b));
    front.select(&order)
}

/// The distinct non-dominated rows of all fronts, the largest first.
fn merge(all: &[Objectives]) -> Objectives {
    let n_objectives = all[0].n_objectives();
    let rows = all.iter().flat_map(Objectives::rows);
    let rows =
        Objectives::from_rows(n_objectives, rows).expect("the tables have the same objectives");
    distinct(&first_front(&rows))
}

/// Number of common rows of two tables with distinct rows, the largest first.
fn n_shared(left: &Objectives, right: &Objectives) -> usize {
    let mut right_rows = right.rows().peekable();
    let shared = left.rows().filter(|row| {
        while right_rows.next_if(|next| *next > *row).is_some() {}
        right_rows.next_if(|next| next == row).is_some()
    });
    shared.count()
}
