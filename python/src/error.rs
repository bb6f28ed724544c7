//! Exceptions: for failures of the command, with the same messages, and for errors that the module itself detects.

use nonogram_kit::{Exit, Failure};
use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning};
use pyo3::prelude::*;

/// The exceptions of the module, which `module/nonogram/_errors.py` defines.
mod exceptions {
    pyo3::import_exception!(nonogram._errors, Error);
    pyo3::import_exception!(nonogram._errors, InputError);
    pyo3::import_exception!(nonogram._errors, LimitError);
    pyo3::import_exception!(nonogram._errors, LinkError);
    pyo3::import_exception!(nonogram._errors, ToolError);
}

/// Converts a failure to an exception.
pub fn raise(failure: Failure) -> PyErr {
    let text = failure.to_string();
    match failure.exit() {
        Exit::Interrupted => PyKeyboardInterrupt::new_err(()),
        Exit::Usage => exceptions::InputError::new_err(text),
        Exit::Unsolvable | Exit::Stalled => exceptions::LimitError::new_err(text),
        Exit::Link => exceptions::LinkError::new_err(text),
        Exit::Tool => exceptions::ToolError::new_err(text),
        Exit::Solved | Exit::Fault => exceptions::Error::new_err(text),
    }
}

/// The exception for invalid input.
pub fn bad_input(error: impl ToString) -> PyErr {
    exceptions::InputError::new_err(error.to_string())
}

/// The exception for a limit that was reached.
pub fn limit_reached(text: String) -> PyErr {
    exceptions::LimitError::new_err(text)
}

/// The exception for an invalid argument; `expected` describes the valid values.
pub fn bad_argument(name: &str, value: impl std::fmt::Debug, expected: &str) -> PyErr {
    bad_input(format!("{name} is {value:?}; expected {expected}"))
}

/// The exception for an invalid argument in the form that Python prints it; `expected` describes the valid values.
pub fn bad_value(name: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let shown = value.repr().map(|text| text.to_string());
    let shown = shown.unwrap_or_else(|_| value.get_type().to_string());
    bad_input(format!("{name} is {shown}; expected {expected}"))
}

/// Issues a warning.
pub fn warn(py: Python<'_>, text: String) -> PyResult<()> {
    // NUL characters are removed, because C strings cannot contain them.
    let text = std::ffi::CString::new(text.replace('\0', ""))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)
}
