//! Comparison of several fronts.

use indexmap::IndexMap;
use marahel_search::{Objectives, additive_epsilon, coverage, igd_plus};
use serde::Serialize;

use super::input::{FrontTable, first_front};
use super::statistics::N_ROWS_MAX;

/// The first fronts of several tables, compared. `None` means too expensive.
#[derive(Debug, Serialize)]
pub(super) struct Comparison {
    /// Number of distinct non-dominated points of all.
    pub(super) merged_size: usize,
    pub(super) fronts: Vec<Compared>,
}

/// A front against these points.
#[derive(Debug, Serialize)]
pub(super) struct Compared {
    pub(super) front: String,
    pub(super) shared: usize,
    pub(super) igd_plus: Option<f64>,
    pub(super) additive_epsilon: Option<f64>,
    /// The share of each front that it attains.
    pub(super) covers: IndexMap<String, Option<f64>>,
}

impl Comparison {
    pub(super) fn of(tables: &[FrontTable]) -> Self {
        let fronts: Vec<Objectives> =
            tables.iter().map(|table| distinct(&table.first_front)).collect();
        let merged = merge(&fronts);
        let against = tables.iter().zip(&fronts).map(|(table, front)| {
            let covers = tables.iter().zip(&fronts);
            let covers = covers
                .map(|(table, covered)| (table.name.clone(), feasible(coverage, front, covered)));
            Compared {
                front: table.name.clone(),
                shared: n_shared(front, &merged),
                igd_plus: feasible(igd_plus, front, &merged),
                additive_epsilon: feasible(additive_epsilon, front, &merged),
                covers: covers.collect(),
            }
        });
        Self { merged_size: merged.len(), fronts: against.collect() }
    }

    /// Whether something was not measured because it would take too long.
    pub(super) fn has_gaps(&self) -> bool {
        let has_gaps = |front: &Compared| {
            front.igd_plus.is_none() || front.covers.values().any(Option::is_none)
        };
        self.fronts.iter().any(has_gaps)
    }
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
