//! The exception that all parts of the package raise.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    belle,
    BelleError,
    PyValueError,
    "What was asked for cannot be done; the message says what was expected and what was got."
);

/// An exception with this message.
pub(crate) fn failure(message: impl std::fmt::Display) -> PyErr {
    // The alternate form of an error of `anyhow` has its causes.
    BelleError::new_err(format!("{message:#}"))
}
