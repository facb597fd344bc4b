//! The extension module `_marahel` of the Python package `marahel`.
//!
//! It turns Python values into those of the project's crates and back, errors into
//! exceptions, and lets other Python threads run while levels are made and
//! measured. All work is done by the crates; the Python side is `python/marahel`.

mod arrays;
mod config;
mod crew;
mod draft;
mod error;
mod evolve;
mod files;
mod generator;
mod problem;
mod search;

/// What Python sees.
#[pyo3::pymodule]
mod _marahel {
    #[pymodule_export]
    use crate::arrays::picture;
    #[pymodule_export]
    use crate::config::Config;
    #[pymodule_export]
    use crate::crew::Worker;
    #[pymodule_export]
    use crate::draft::Draft;
    #[pymodule_export]
    use crate::error::ScriptError;
    #[pymodule_export]
    use crate::evolve::{evolve, resume, revalidate};
    #[pymodule_export]
    use crate::files::read_levels;
    #[pymodule_export]
    use crate::generator::{Diagnostic, Generator, check};
    #[pymodule_export]
    use crate::problem::{Evaluation, Problem};
    #[pymodule_export]
    use crate::search::{Population, Search};
}
