//! The assembler, and the machine with a microprogram of the user's own.

use machine::Machine;
use machine::probe::Silent;
use machine::signal::{self, Signal};
use microcode::{Embedded, disassemble, listing, programs, write_hex};
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use shakmaty::{Position as _, Square};

use crate::arrays::{bytes_of_a_recording, eights};
use crate::error::failure;
use crate::memory::expect_memory;
use crate::position::Position;

/// Most cycles between two looks for Ctrl-C.
const SLICE: u64 = 2_000_000;

/// Assembles a microprogram, which may include the project's own files.
#[pyfunction]
pub(crate) fn assemble<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
) -> PyResult<Bound<'py, PyDict>> {
    expect_memory(0)?;
    let assembled = py.detach(|| microcode::assemble(name, text, &Embedded(programs::SOURCES)));
    let program = assembled.map_err(failure)?;
    let words: Vec<u64> = program.words.iter().map(|word| word.0).collect();
    let row = PyDict::new(py);
    row.set_item("words", words)?;
    row.set_item("labels", &program.labels)?;
    row.set_item("entries", &program.entries)?;
    row.set_item("listing", listing(&program))?;
    row.set_item("hex", write_hex(&program))?;
    row.set_item("disassembly", disassemble(&program))?;
    Ok(row)
}

/// The project's own microprograms: names and texts.
#[pyfunction]
pub(crate) fn sources() -> Vec<(&'static str, &'static str)> {
    programs::SOURCES.to_vec()
}

/// The machine without its host: a microprogram, a board, and the clock.
#[pyclass(frozen, module = "belle._belle")]
pub(crate) struct Microengine {
    machine: Mutex<Machine>,
}

/// The signal of this name, or of this block and name.
fn signal(name: &str) -> PyResult<&'static Signal> {
    signal::find(name).ok_or_else(|| {
        failure(format!(
            "signal: expected a name of belle.SIGNALS that is no wire, got '{name}'"
        ))
    })
}

impl Microengine {
    fn with_machine<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Machine) -> T + Send,
    ) -> PyResult<T> {
        expect_memory(0)?;
        Ok(py.detach(|| {
            let mut machine = self.machine.lock();
            work(&mut machine)
        }))
    }
}

#[pymethods]
impl Microengine {
    /// A machine with these words, and all registers zero but for the position's.
    #[new]
    fn new(py: Python<'_>, words: Vec<u64>, position: Option<Position>) -> PyResult<Microengine> {
        use machine::microengine::word::Word;
        expect_memory(0)?;
        let words: Vec<Word> = words.into_iter().map(Word).collect();
        let mut machine = py.detach(|| Machine::new(&words)).map_err(failure)?;
        if let Some(position) = position {
            let game = position.game()?;
            let position = game.position();
            let state = &mut machine.state;
            for square in Square::ALL {
                let piece = position.board().piece_at(square);
                let code = piece.map_or(0, host::piece_code);
                state.board.write(u32::from(square) as u8, code);
            }
            state.white_to_move = position.turn().is_white();
            state.now.rights = host::castling_rights(position);
            state.now.en_passant = host::en_passant_latch(position);
        }
        Ok(Microengine {
            machine: Mutex::new(machine),
        })
    }

    /// The start line: the machine goes on at this address.
    fn start(&self, py: Python<'_>, address: u16) -> PyResult<()> {
        self.with_machine(py, |machine| machine.start(address))
    }

    /// Runs until the microprogram halts, or for so many cycles; whether it has halted.
    fn run(&self, py: Python<'_>, cycles: u64) -> PyResult<bool> {
        let mut left = cycles;
        loop {
            let slice = left.min(SLICE);
            let halted = self.with_machine(py, |machine| machine.run(slice, &mut Silent))?;
            left -= slice;
            if halted || left == 0 {
                return Ok(halted);
            }
            py.check_signals()?;
        }
    }

    /// The piece registers from a1: letters as in FEN, `.` for empty.
    fn pieces(&self, py: Python<'_>) -> PyResult<String> {
        self.with_machine(py, |machine| room::pieces(&machine.state))
    }

    /// Whether the machine has halted.
    fn halted(&self, py: Python<'_>) -> PyResult<bool> {
        self.with_machine(py, |machine| machine.state.halted)
    }

    /// The level of a signal.
    fn level(&self, py: Python<'_>, name: &str) -> PyResult<i128> {
        let signal = signal(name)?;
        self.with_machine(py, |machine| signal.level(&machine.state))
    }

    /// Runs on and records signals: cycles and levels as bytes of 64-bit numbers.
    fn record<'py>(
        &self,
        py: Python<'py>,
        signals: Vec<String>,
        cycles: u64,
    ) -> PyResult<Vec<Bound<'py, PyByteArray>>> {
        let mut sources = Vec::new();
        for name in &signals {
            sources.push(signal(name)?);
        }
        let cycles = cycles.min(SLICE);
        expect_memory(bytes_of_a_recording(signals.len(), cycles))?;
        let columns = self.with_machine(py, |machine| {
            let mut columns = vec![Vec::new(); sources.len() + 1];
            let end = machine.state.cycles + cycles;
            while !machine.state.halted && machine.state.cycles < end {
                let state = &machine.state;
                columns[0].push(state.cycles);
                for (source, column) in sources.iter().zip(&mut columns[1..]) {
                    column.push(source.level(state) as u64);
                }
                machine.run(1, &mut Silent);
            }
            columns
        })?;
        let mut bytes = Vec::new();
        for column in columns {
            bytes.push(eights(py, column.into_iter())?);
        }
        Ok(bytes)
    }
}
