//! Several fronts beside each other.

use search::{Objectives, additive_epsilon, coverage, igd_plus};

use super::input::{FrontTable, first_front};
use super::statistics::N_ROWS_MAX;

/// How the first fronts of several tables compare.
#[derive(Debug)]
pub(super) struct Comparison {
    /// Different points of all fronts that no other dominates.
    pub(super) n_merged: usize,
    /// Each front against the merged one, in the order of the tables.
    pub(super) against_merged: Vec<AgainstMerged>,
    /// `coverage[a][b]`: share of front b that front a attains; `None` where
    /// that would take too long.
    pub(super) coverage: Vec<Vec<Option<f64>>>,
}

/// A front beside the merged one; `None` where that would take too long.
#[derive(Debug)]
pub(super) struct AgainstMerged {
    /// Points of the merged front that this front has.
    pub(super) n_shared: usize,
    pub(super) igd_plus: Option<f64>,
    pub(super) additive_epsilon: Option<f64>,
}

impl Comparison {
    pub(super) fn of(tables: &[FrontTable]) -> Self {
        let fronts: Vec<Objectives> =
            tables.iter().map(|table| distinct(&table.first_front())).collect();
        let merged = merge(&fronts);
        let is_feasible = |front: &Objectives, other: &Objectives| {
            front.len().saturating_mul(other.len()) <= N_ROWS_MAX * N_ROWS_MAX
        };
        let against_merged = |front: &Objectives| {
            let is_feasible = is_feasible(front, &merged);
            AgainstMerged {
                n_shared: n_shared(front, &merged),
                igd_plus: if is_feasible { igd_plus(front, &merged) } else { None },
                additive_epsilon: if is_feasible { additive_epsilon(front, &merged) } else { None },
            }
        };
        let covers = |one: &Objectives, other: &Objectives| {
            if is_feasible(one, other) { coverage(one, other) } else { None }
        };
        Self {
            n_merged: merged.len(),
            against_merged: fronts.iter().map(against_merged).collect(),
            coverage: fronts
                .iter()
                .map(|one| fronts.iter().map(|other| covers(one, other)).collect())
                .collect(),
        }
    }

    /// Whether something was not measured because it would take too long.
    pub(super) fn has_gaps(&self) -> bool {
        self.against_merged.iter().any(|against| against.igd_plus.is_none())
            || self.coverage.iter().flatten().any(Option::is_none)
    }
}

/// The different rows, the largest first.
fn distinct(front: &Objectives) -> Objectives {
    let mut order: Vec<usize> = (0..front.len()).collect();
    order.sort_by(|&a, &b| front.row(b).partial_cmp(front.row(a)).expect("objectives are finite"));
    order.dedup_by(|a, b| front.row(*a) == front.row(*b));
    front.select(&order)
}

/// The different rows of all fronts that no other dominates, the largest first.
fn merge(all: &[Objectives]) -> Objectives {
    let n_objectives = all[0].n_objectives();
    let rows = all.iter().flat_map(Objectives::rows);
    let rows =
        Objectives::from_rows(n_objectives, rows).expect("the tables have the same objectives");
    distinct(&first_front(&rows))
}

/// Number of rows that two tables of distinct rows, the largest first, have in common.
fn n_shared(one: &Objectives, other: &Objectives) -> usize {
    let mut rest = other.rows().peekable();
    let mut is_shared = |row: &&[f64]| {
        while rest.next_if(|next| *next > *row).is_some() {}
        rest.next_if(|next| next == row).is_some()
    };
    one.rows().filter(|row| is_shared(row)).count()
}
