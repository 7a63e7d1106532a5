//! Arrays that numpy takes over: the bytes of numbers, eight a number or one.

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::error::failure;

/// Numbers as bytes, eight a number.
pub(crate) fn eights<'py>(
    py: Python<'py>,
    numbers: impl ExactSizeIterator<Item = u64>,
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, numbers.len() * 8, |bytes| {
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_ne_bytes());
        }
        Ok(())
    })
}

/// Numbers as bytes, one a number.
pub(crate) fn ones<'py>(
    py: Python<'py>,
    numbers: impl ExactSizeIterator<Item = u8>,
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, numbers.len(), |bytes| {
        for (place, number) in bytes.iter_mut().zip(numbers) {
            *place = number;
        }
        Ok(())
    })
}

/// Bytes for a recording of signals, whose words take a cycle at least: columns that grow by being
/// copied to one of twice the size.
pub(crate) fn bytes_of_a_recording(signals: usize, cycles: u64) -> usize {
    let words = usize::try_from(cycles).unwrap_or(usize::MAX);
    words.saturating_mul(8 * 3).saturating_mul(signals + 1)
}

/// Copies an array of `length` numbers: another thread may write to the array while the interpreter
/// is released.
pub(crate) fn copied<T: pyo3::buffer::Element>(
    py: Python<'_>,
    name: &str,
    array: &PyBuffer<T>,
    length: usize,
) -> PyResult<Vec<T>> {
    if array.item_count() != length {
        let got = array.item_count();
        return Err(failure(format!(
            "{name}: expected {length} numbers, got {got}"
        )));
    }
    array.to_vec(py)
}
