//! Errors as Python exceptions, with the words that the programs have for them.

use std::error::Error;
use std::fmt::Display;

use marahel_config::EvolutionError;
use marahel_system::{FileError, reasons};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::generator::Diagnostic;

create_exception!(
    _marahel,
    ScriptError,
    PyValueError,
    "A text that is no Marahel script.\n\n`diagnostics` are all of its mistakes, as `check` finds them."
);

/// What the caller gave is wrong.
pub(crate) fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// A level that costs too much, or whatever else is nobody's value.
pub(crate) fn runtime_error(error: &dyn Error) -> PyErr {
    PyRuntimeError::new_err(reasons(error))
}

/// An error of an experiment: `OSError` of files, `RuntimeError` of levels that cost too
/// much, of workers and of judges from outside, `ValueError` of all else.
pub(crate) fn evolution_error(error: impl Into<EvolutionError>) -> PyErr {
    let error = error.into();
    match &error {
        EvolutionError::File(FileError::Unreachable { .. })
        | EvolutionError::FolderInUse(_)
        | EvolutionError::BeingWritten(_) => PyOSError::new_err(reasons(&error)),
        EvolutionError::Run(_) | EvolutionError::Crew(_) | EvolutionError::Outside(_) => {
            runtime_error(&error)
        }
        _ => value_error(reasons(&error)),
    }
}

/// All mistakes of a script.
pub(crate) fn script_error(
    py: Python<'_>,
    text: &str,
    error: &marahel_script::ScriptError,
) -> PyErr {
    let raised = ScriptError::new_err(error.to_string());
    let diagnostics: Vec<Diagnostic> =
        error.diagnostics().iter().map(|one| Diagnostic::of(one, text)).collect();
    match raised.value(py).setattr("diagnostics", diagnostics) {
        Ok(()) => raised,
        Err(error) => error,
    }
}
