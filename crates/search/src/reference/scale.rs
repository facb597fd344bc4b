//! Units of the objectives in which a front reaches from 0 to 1 in each.

use crate::{Objectives, ideal};

/// An extent below this share of what the rows span is none.
const EXTENT_MIN: f64 = 1e-6;

/// How an objective that is not the one looked for weighs in an extreme.
const OFF_AXIS: f64 = 1e6;

/// The ideal point of a set of rows, and how far the front reaches from it.
pub(super) struct Scale {
    ideal: Vec<f64>,
    extents: Vec<f64>,
}

impl Scale {
    /// The scale of the front that `rows` lie along, `first_front` being those
    /// of them that nobody dominates.
    ///
    /// The extent of an objective is where the plane through the extreme row of
    /// each objective meets its axis, but no more than what `rows` span. If the
    /// extremes give no such plane, it is what the first front spans; if that
    /// is nothing, what all rows span; if that is nothing too, 1.
    ///
    /// Sources: Deb 2014 (doi 10.1109/TEVC.2013.2281535), section IV-C, for
    /// extremes and plane; Blank 2019 (doi 10.1007/978-3-030-12598-1_19) for the
    /// bound and what stands in for the plane.
    pub(super) fn new(objectives: &Objectives, first_front: &[usize], rows: &[usize]) -> Self {
        let Some(ideal) = ideal(&objectives.select(first_front)) else {
            let n_objectives = objectives.n_objectives();
            return Self { ideal: vec![0.0; n_objectives], extents: vec![1.0; n_objectives] };
        };
        let costs = |rows: &[usize]| -> Vec<Vec<f64>> {
            rows.iter().map(|&row| differences(&ideal, objectives.row(row))).collect()
        };
        let front_costs = costs(first_front);
        let spans = spans(&costs(rows));
        let smallest: Vec<f64> = spans.iter().map(|span| span * EXTENT_MIN).collect();
        let mut extents = intercepts(extremes(&front_costs))
            .filter(|intercepts| intercepts.iter().zip(&smallest).all(|(a, b)| a > b))
            .unwrap_or_else(|| self::spans(&front_costs));
        for ((extent, span), smallest) in extents.iter_mut().zip(spans).zip(smallest) {
            *extent = extent.min(span);
            if *extent <= smallest {
                *extent = if span > 0.0 { span } else { 1.0 };
            }
        }
        Self { ideal, extents }
    }

    /// What `row` lacks of the ideal in each objective, in units of its extent.
    pub(super) fn costs(&self, row: &[f64]) -> Vec<f64> {
        let costs = differences(&self.ideal, row);
        costs.iter().zip(&self.extents).map(|(cost, extent)| cost / extent).collect()
    }
}

fn differences(ideal: &[f64], row: &[f64]) -> Vec<f64> {
    ideal.iter().zip(row).map(|(ideal, value)| ideal - value).collect()
}

/// The largest cost in each objective.
fn spans(costs: &[Vec<f64>]) -> Vec<f64> {
    let largest = |objective: usize| costs.iter().map(|row| row[objective]).fold(0.0, f64::max);
    (0..costs[0].len()).map(largest).collect()
}

/// For each objective the row that is nearest to its axis: the first of those
/// whose largest cost elsewhere is smallest.
fn extremes(costs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let off_axis = |row: &[f64], axis: usize| {
        let weigh = |(objective, &cost): (usize, &f64)| {
            if objective == axis { cost } else { cost * OFF_AXIS }
        };
        row.iter().enumerate().map(weigh).fold(0.0, f64::max)
    };
    let extreme = |axis: usize| {
        let nearest = costs.iter().min_by(|a, b| off_axis(a, axis).total_cmp(&off_axis(b, axis)));
        nearest.expect("the first front has rows").clone()
    };
    (0..costs[0].len()).map(extreme).collect()
}

/// Where the plane through `points`, as many as axes, meets each axis; none if
/// the points have no such plane or it misses an axis.
fn intercepts(points: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let plane = solve_for_ones(points)?;
    let intercepts: Vec<f64> = plane.iter().map(|part| 1.0 / part).collect();
    intercepts.iter().all(|intercept| intercept.is_finite()).then_some(intercepts)
}

/// The vector whose product with each row of `matrix` is 1, by elimination with
/// the largest pivot; none if the rows depend on each other.
fn solve_for_ones(mut matrix: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = matrix.len();
    for row in &mut matrix {
        row.push(1.0);
    }
    for column in 0..n {
        let largest_last =
            |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..n).max_by(largest_last)?;
        matrix.swap(column, pivot);
        let pivot_row = matrix[column].clone();
        if pivot_row[column] == 0.0 {
            return None;
        }
        for (index, row) in matrix.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot_row[column];
                for (value, pivot_value) in row.iter_mut().zip(&pivot_row) {
                    *value -= factor * pivot_value;
                }
            }
        }
    }
    Some(matrix.iter().enumerate().map(|(index, row)| row[n] / row[index]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale<const M: usize>(rows: &[[f64; M]], n_first: usize) -> Scale {
        let objectives = Objectives::from_rows(M, rows).unwrap();
        let all: Vec<usize> = (0..rows.len()).collect();
        Scale::new(&objectives, &all[..n_first], &all)
    }

    #[test]
    fn extents_are_where_the_plane_of_the_extremes_meets_the_axes() {
        // Costs (2, 0), (0, 3) and, between them, (1, 1): the line meets at 2 and 3.
        let scale = scale(&[[-2.0, 10.0], [0.0, 7.0], [-1.0, 9.0]], 3);
        assert_eq!(scale.ideal, [0.0, 10.0]);
        assert_eq!(scale.extents, [2.0, 3.0]);
        assert_eq!(scale.costs(&[-1.0, 9.0]), [0.5, 1.0 / 3.0]);
    }

    #[test]
    fn no_extent_is_beyond_what_the_rows_span() {
        // Costs (4, 0, 0), (0, 2, 0) and (1, 0, 3): x / 4 + y / 2 + z / 4 = 1.
        let scale = scale(&[[-4.0, 0.0, 0.0], [0.0, -2.0, 0.0], [-1.0, 0.0, -3.0]], 3);
        // Nobody reaches the third intercept: the extent is what the rows span.
        assert_eq!(scale.extents, [4.0, 2.0, 3.0]);
    }

    #[test]
    fn without_a_plane_extents_are_what_the_first_front_spans() {
        // One row is the extreme of both objectives.
        let scale = scale(&[[-1.0, -1.0], [-5.0, -9.0]], 1);
        assert_eq!(scale.ideal, [-1.0, -1.0]);
        // The front spans nothing: all rows stand in.
        assert_eq!(scale.extents, [4.0, 8.0]);
    }

    #[test]
    fn an_objective_of_one_value_costs_nothing() {
        let scale = scale(&[[0.0, 1.0, 5.0], [1.0, 0.0, 5.0]], 2);
        assert_eq!(scale.extents, [1.0, 1.0, 1.0]);
        assert_eq!(scale.costs(&[0.0, 1.0, 5.0]), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn dependent_rows_have_no_solution() {
        assert_eq!(solve_for_ones(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
        assert_eq!(solve_for_ones(vec![vec![0.0, 4.0], vec![2.0, 0.0]]), Some(vec![0.5, 0.25]));
    }
}
