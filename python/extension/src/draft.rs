//! Drafts: readable scripts for a problem.

use marahel_config::drafter;
use marahel_problem::Problem;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::generator::Generator;

/// A readable script for a problem, and what its levels meet.
#[pyclass(frozen, module = "marahel")]
pub(crate) struct Draft {
    /// The text of the script.
    #[pyo3(get)]
    text: String,
    /// What each of its explorers does.
    #[pyo3(get)]
    explorers: Vec<String>,
    /// Share of its levels that are playable, in 0..=1.
    #[pyo3(get)]
    playable: f64,
    /// Share of its levels that are good.
    #[pyo3(get)]
    good: f64,
    met: Vec<(String, f64)>,
    /// Demands that no draft mentions: write them by hand.
    #[pyo3(get)]
    unsaid: Vec<String>,
}

#[pymethods]
impl Draft {
    /// The share of its levels that meet each demand of the problem: an objective, by its name, or
    /// a condition.
    #[getter]
    fn met<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let met = PyDict::new(py);
        for (demand, share) in &self.met {
            met.set_item(demand, share)?;
        }
        Ok(met)
    }

    /// The generator of the script.
    #[getter]
    fn generator(&self, py: Python<'_>) -> PyResult<Generator> {
        Generator::from_text(py, self.text.clone(), "documented", None)
    }

    fn __repr__(&self) -> String {
        let n = self.explorers.len();
        format!("<Draft of {n} explorers, {:.0} % of its levels are good>", 100.0 * self.good)
    }
}

/// Drafts for a problem, best first, at most `n`.
pub(crate) fn drafts(problem: &Problem, n: usize, seed: u64) -> Vec<Draft> {
    let drafter = drafter(problem);
    let demands = drafter.demands();
    let drafts = drafter.different(seed, n).into_iter().map(|draft| Draft {
        text: draft.script.to_string(),
        explorers: draft.explorers().map(str::to_owned).collect(),
        playable: draft.rating.playable,
        good: draft.rating.good,
        met: demands.iter().cloned().zip(draft.rating.met).collect(),
        unsaid: drafter.unsaid().to_vec(),
    });
    drafts.collect()
}
