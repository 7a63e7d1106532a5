//! Memory: what cannot be had is an exception.

use std::hint::black_box;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Bytes that any call may take, whatever its numbers are: a machine, a thread, texts.
const ANY_CALL: usize = 64 << 20;
/// None of them is in a larger piece. After much has been freed, memory may be had in pieces alone.
const PIECE: usize = 2 << 20;

/// Fails where `bytes` and what any call may take cannot be had at present.
///
/// Where an allocation fails within the crates that do the work, Rust ends the process, and the
/// user's session with it. So each call asks beforehand for as much as it will need.
pub(crate) fn expect_memory(bytes: usize) -> PyResult<()> {
    let all = bytes.saturating_add(ANY_CALL);
    if reserved(all).is_some() {
        return Ok(());
    }
    let mut pieces = vec![reserved(bytes)];
    for _ in 0..ANY_CALL / PIECE {
        pieces.push(reserved(PIECE));
    }
    if pieces.iter().all(Option::is_some) {
        return Ok(());
    }
    let mebibytes = all >> 20;
    Err(PyMemoryError::new_err(format!(
        "expected {mebibytes} MiB of free memory, got less"
    )))
}

/// Memory of this size, if there is any.
fn reserved(bytes: usize) -> Option<Vec<u8>> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    // Without a use of it the compiler would leave the reservation out.
    Some(black_box(memory))
}
