//! [`Objectives`]: the table of values that this crate ranks.

use crate::SearchError;

#[cfg(test)]
mod tests;

/// Objective values of many individuals: one row for each individual, one column for each
/// objective, all finite, larger is better.
///
/// Values are stored flat in row-major order, and checked once, so that ranking meets neither NaN
/// nor rows of different length. Negative zero becomes zero, so that the total order of floats
/// agrees with their equality.
#[derive(Clone, Debug, PartialEq)]
pub struct Objectives {
    n_objectives: usize,
    values: Vec<f64>,
}

impl Objectives {
    /// A table from `values` in row-major order.
    ///
    /// # Errors
    ///
    /// [`SearchError::Content`] if `n_objectives` is zero, the last row is incomplete, or a
    /// value is infinite or NaN.
    pub fn new(n_objectives: usize, mut values: Vec<f64>) -> Result<Self, SearchError> {
        if n_objectives == 0 {
            let message = "there are no objectives; a search needs at least one";
            return Err(SearchError::Content(message.to_owned()));
        }
        if !values.len().is_multiple_of(n_objectives) {
            let (row, n_values) = (values.len() / n_objectives, values.len() % n_objectives);
            return Err(row_length(row, n_values, n_objectives));
        }
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(SearchError::Content(format!(
                "objective {} of row {} is {}; score a failed evaluation with the worst finite \
                 value",
                index % n_objectives,
                index / n_objectives,
                values[index]
            )));
        }
        for value in &mut values {
            *value += 0.0;
        }
        Ok(Self { n_objectives, values })
    }

    /// A table of the given rows, each of `n_objectives` values.
    pub fn from_rows<R: AsRef<[f64]>>(
        n_objectives: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, SearchError> {
        let mut values = Vec::new();
        for (row, objectives) in rows.into_iter().enumerate() {
            let objectives = objectives.as_ref();
            if objectives.len() != n_objectives {
                return Err(row_length(row, objectives.len(), n_objectives));
            }
            values.extend_from_slice(objectives);
        }
        Self::new(n_objectives, values)
    }

    /// Number of columns, at least 1.
    pub fn n_objectives(&self) -> usize {
        self.n_objectives
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.values.len() / self.n_objectives
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The objectives of one row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.n_objectives..][..self.n_objectives]
    }

    /// All rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.n_objectives)
    }

    /// A table of these rows, in this order.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        Self {
            n_objectives: self.n_objectives,
            values: rows.iter().flat_map(|&row| self.row(row)).copied().collect(),
        }
    }
}

fn row_length(row: usize, n_values: usize, expected: usize) -> SearchError {
    SearchError::Content(format!(
        "row {row} has {n_values} objectives instead of {expected}; give each row all of them"
    ))
}
