//! Copies and pickles: a class that can be copied has a static method `_restore`, which makes an object from its attributes
//! (`module/nonogram/__init__.py`) or, with a method `__reduce__`, from a state of more than attributes.
//! Interface: [`reduce`] for `__reduce__`.

use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;

/// What `__reduce__` returns: a function, and its arguments.
pub type Reduced<'py, S> = PyResult<(Bound<'py, PyAny>, (S,))>;

/// The call that restores an object of the class `T` from its state.
///
/// # Errors
/// Returns an exception if the class has no method `_restore`.
pub fn reduce<T: PyTypeInfo, S>(py: Python<'_>, state: S) -> Reduced<'_, S> {
    Ok((py.get_type::<T>().getattr("_restore")?, (state,)))
}
