//! One front in numbers.

use indexmap::IndexMap;
use marahel_search::{Objectives, feasible_hypervolume, ideal, knee, nadir, spread};
use marahel_statistics::{pearson, ranks};
use serde::Serialize;

use super::input::FrontTable;

/// Maximum number of rows for measures with quadratic cost.
pub(super) const N_ROWS_MAX: usize = 20_000;

/// Statistics of a table's first front. `None` means too expensive, a spread of fewer than three
/// rows, or a correlation with a constant objective.
#[derive(Debug, Serialize)]
pub(super) struct FirstFront {
    pub(super) front: String,
    /// `validated` or `searched`, if the table has both.
    pub(super) values: Option<&'static str>,
    pub(super) rows: usize,
    pub(super) fronts: usize,
    pub(super) front_size: usize,
    pub(super) hypervolume: Option<f64>,
    pub(super) spread: Option<f64>,
    pub(super) ideal: ByName,
    pub(super) nadir: ByName,
    pub(super) knee: Knee,
    pub(super) correlations: Vec<Correlation>,
    pub(super) searched: Option<Searched>,
}

/// A value of each objective.
pub(super) type ByName = IndexMap<String, f64>;

#[derive(Debug, Serialize)]
pub(super) struct Knee {
    /// Its row in the table, from 1.
    pub(super) row: usize,
    pub(super) script: Option<String>,
    pub(super) objectives: ByName,
}

/// The first front by searched values, if the others are validated.
#[derive(Debug, Serialize)]
pub(super) struct Searched {
    pub(super) front_size: usize,
    pub(super) hypervolume: Option<f64>,
    pub(super) ideal: ByName,
}

/// The correlation of two objectives.
#[derive(Debug, Serialize)]
pub(super) struct Correlation {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) pearson: Option<f64>,
    pub(super) spearman: Option<f64>,
}

impl FirstFront {
    pub(super) fn of(table: &FrontTable, objectives: &[String]) -> Self {
        let front = &table.first_front;
        let knee = knee(front).expect("a first front has rows");
        let searched = table.searched.as_ref().map(|front| Searched {
            front_size: front.len(),
            hypervolume: quick_hypervolume(front),
            ideal: bound(ideal(front), objectives),
        });
        Self {
            front: table.name.clone(),
            values: table.values,
            rows: table.n_rows,
            fronts: table.n_fronts,
            front_size: front.len(),
            hypervolume: quick_hypervolume(front),
            spread: if front.len() <= N_ROWS_MAX { spread(front) } else { None },
            ideal: bound(ideal(front), objectives),
            nadir: bound(nadir(front), objectives),
            knee: Knee {
                row: table.front_rows[knee] + 1,
                script: table.scripts.get(table.front_rows[knee]).cloned(),
                objectives: by_name(front.row(knee), objectives),
            },
            correlations: correlations(front, objectives),
            searched,
        }
    }
}

/// The ideal or the nadir of a first front, by objective.
fn bound(bound: Option<Vec<f64>>, objectives: &[String]) -> ByName {
    by_name(&bound.expect("a first front has rows"), objectives)
}

fn by_name(values: &[f64], objectives: &[String]) -> ByName {
    objectives.iter().cloned().zip(values.iter().copied()).collect()
}

/// The hypervolume of a front, unless it would take too long.
fn quick_hypervolume(front: &Objectives) -> Option<f64> {
    let is_quick = front.len() <= n_volume_rows_max(front.n_objectives());
    is_quick.then(|| feasible_hypervolume(front)).flatten()
}

/// Maximum number of rows whose exact hypervolume takes about a second; up to three objectives the
/// cost is nearly linear.
pub(super) fn n_volume_rows_max(n_objectives: usize) -> usize {
    match n_objectives {
        0..=3 => usize::MAX,
        4 => 10_000,
        5 => 3_000,
        6 => 500,
        _ => 100,
    }
}

fn correlations(front: &Objectives, objectives: &[String]) -> Vec<Correlation> {
    let columns: Vec<Vec<f64>> = (0..front.n_objectives())
        .map(|objective| front.rows().map(|row| row[objective]).collect())
        .collect();
    let ranks: Vec<Vec<f64>> = columns.iter().map(|column| ranks(column)).collect();
    let pairs = (0..columns.len()).flat_map(|a| (a + 1..columns.len()).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| Correlation {
            a: objectives[a].clone(),
            b: objectives[b].clone(),
            pearson: pearson(&columns[a], &columns[b]),
            spearman: pearson(&ranks[a], &ranks[b]),
        })
        .collect()
}
