//! One front in numbers.

use ::statistics::{pearson, ranks};
use search::{Objectives, hypervolume, ideal, knee, nadir, spread};

use super::input::FrontTable;

/// A front is not measured beyond this many rows where that costs the square of them.
pub(super) const N_ROWS_MAX: usize = 20_000;

/// What a table says about its first front.
#[derive(Debug)]
pub(super) struct Statistics {
    pub(super) table: FrontTable,
    /// Rows of the first front.
    pub(super) n_front: usize,
    /// Best and worst of each objective in the first front.
    pub(super) ideal: Vec<f64>,
    pub(super) nadir: Vec<f64>,
    /// Of the first front, from the origin; `None` where it would take too long.
    pub(super) hypervolume: Option<f64>,
    /// Of the first front; `None` for fewer than three rows, or too many.
    pub(super) spread: Option<f64>,
    /// The knee of the first front: its row in the table, from 1, and its objectives.
    pub(super) knee_row: usize,
    pub(super) knee: Vec<f64>,
    /// The file of its script, if the table names any.
    pub(super) knee_script: Option<String>,
    /// For each pair of objectives a < b, in order.
    pub(super) correlations: Vec<Correlation>,
    /// What the search itself measured, where the rest is validated.
    pub(super) searched: Option<Searched>,
}

/// A first front by the values of the search.
#[derive(Debug)]
pub(super) struct Searched {
    pub(super) n_front: usize,
    pub(super) ideal: Vec<f64>,
    pub(super) hypervolume: Option<f64>,
}

/// How two objectives go together in the first front, in -1..=1; `None` where
/// one of them is the same in all rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Correlation {
    pub(super) a: usize,
    pub(super) b: usize,
    /// Of the values (Pearson).
    pub(super) linear: Option<f64>,
    /// Of the ranks (Spearman), equals sharing the mean of theirs.
    pub(super) rank: Option<f64>,
}

impl Statistics {
    pub(super) fn of(table: FrontTable) -> Self {
        let front = table.first_front();
        let knee = knee(&front).expect("a first front has rows");
        Self {
            n_front: front.len(),
            ideal: ideal(&front).expect("a first front has rows"),
            nadir: nadir(&front).expect("a first front has rows"),
            hypervolume: feasible_hypervolume(&front),
            spread: if front.len() <= N_ROWS_MAX { spread(&front) } else { None },
            knee_row: table.front[knee] + 1,
            knee: front.row(knee).to_vec(),
            knee_script: table.scripts.get(table.front[knee]).cloned(),
            correlations: correlations(&front),
            searched: table.searched.as_ref().map(Searched::of),
            table,
        }
    }
}

impl Searched {
    fn of(front: &Objectives) -> Self {
        Self {
            n_front: front.len(),
            ideal: ideal(front).expect("a first front has rows"),
            hypervolume: feasible_hypervolume(front),
        }
    }
}

/// The hypervolume of a front, unless it would take too long.
fn feasible_hypervolume(front: &Objectives) -> Option<f64> {
    (front.len() <= n_volume_rows_max(front.n_objectives())).then(|| hypervolume(front))
}

/// Rows that the exact hypervolume of so many objectives takes about a second
/// for; up to three objectives it grows hardly faster than the rows.
pub(super) fn n_volume_rows_max(n_objectives: usize) -> usize {
    match n_objectives {
        0..=3 => usize::MAX,
        4 => 10_000,
        5 => 3_000,
        6 => 500,
        _ => 100,
    }
}

fn correlations(front: &Objectives) -> Vec<Correlation> {
    let columns: Vec<Vec<f64>> = (0..front.n_objectives())
        .map(|objective| front.rows().map(|row| row[objective]).collect())
        .collect();
    let ranks: Vec<Vec<f64>> = columns.iter().map(|column| ranks(column)).collect();
    let pairs = (0..columns.len()).flat_map(|a| (a + 1..columns.len()).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| Correlation {
            a,
            b,
            linear: pearson(&columns[a], &columns[b]),
            rank: pearson(&ranks[a], &ranks[b]),
        })
        .collect()
}
