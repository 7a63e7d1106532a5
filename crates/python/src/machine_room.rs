//! The machine: the room of crate `room`, by its JSON commands, and recordings of its signals.

use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use room::{MAX_CYCLES, Recording, Room};

use crate::arrays::{bytes_of_a_recording, eights};
use crate::error::failure;
use crate::memory::expect_memory;

/// The bytes of one column of a recording.
type Column<'py> = Bound<'py, PyByteArray>;

/// The machine with its host.
#[pyclass(frozen, module = "belle._belle")]
pub(crate) struct Machine {
    room: Mutex<Room>,
}

impl Machine {
    /// Works on the room while the interpreter is released.
    fn with_room<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Room) -> T + Send,
    ) -> PyResult<T> {
        expect_memory(0)?;
        Ok(py.detach(|| {
            let mut room = self.room.lock();
            work(&mut room)
        }))
    }
}

#[pymethods]
impl Machine {
    #[new]
    fn new(py: Python<'_>) -> PyResult<Machine> {
        expect_memory(0)?;
        Ok(Machine {
            room: Mutex::new(py.detach(Room::new)),
        })
    }

    /// Carries out a command in JSON; the events are a JSON array.
    fn message(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        self.with_room(py, |room| room.message(text))
    }

    /// Runs on and records signals: cycles and levels as bytes of 64-bit numbers.
    fn record<'py>(
        &self,
        py: Python<'py>,
        signals: Vec<String>,
        cycles: u64,
    ) -> PyResult<Vec<Column<'py>>> {
        expect_memory(bytes_of_a_recording(signals.len(), cycles.min(MAX_CYCLES)))?;
        let recorded = self.with_room(py, |room| room.record(&signals, cycles))?;
        let Recording { cycles, levels } = recorded.map_err(failure)?;
        let mut columns = vec![eights(py, cycles.into_iter())?];
        for levels in levels {
            columns.push(eights(py, levels.into_iter().map(|level| level as u64))?);
        }
        Ok(columns)
    }
}
