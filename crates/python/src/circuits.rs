//! Circuits settled for whole arrays.

use std::collections::HashMap;

use logic::netlist::Simulation;
use machine::blocks::{self as machine_blocks, BLOCKS};
use machine::move_generator::{FindResult, MoveGenInputs, Operation, settle_many};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use shakmaty::Position as _;

use crate::arrays::{copied, eights, ones};
use crate::error::failure;
use crate::memory::expect_memory;
use crate::position::Position;

/// Levels at the inputs of the move generator, as `belle.circuits` writes them: an array a pin.
#[derive(FromPyObject)]
pub(crate) struct Pins {
    /// Four planes a position.
    #[pyo3(item)]
    planes: PyBuffer<u64>,
    #[pyo3(item)]
    disable: PyBuffer<u64>,
    #[pyo3(item)]
    white_to_move: PyBuffer<u8>,
    #[pyo3(item)]
    en_passant: PyBuffer<u8>,
}

impl Pins {
    fn read(&self, py: Python<'_>) -> PyResult<Levels> {
        let length = self.disable.item_count();
        expect_memory(length.saturating_mul(BYTES_A_FIND))?;
        Ok(Levels {
            planes: copied(py, "planes", &self.planes, 4 * length)?,
            disable: copied(py, "disable", &self.disable, length)?,
            white_to_move: copied(py, "white_to_move", &self.white_to_move, length)?,
            en_passant: copied(py, "en_passant", &self.en_passant, length)?,
        })
    }
}

/// The levels of [`Pins`].
struct Levels {
    planes: Vec<u64>,
    disable: Vec<u64>,
    white_to_move: Vec<u8>,
    en_passant: Vec<u8>,
}

impl Levels {
    /// The inputs of one move generator.
    fn inputs(&self, index: usize) -> MoveGenInputs {
        // The latch has six wires.
        let en_passant = self.en_passant[index] & 63;
        MoveGenInputs {
            piece: self.planes.as_chunks().0[index],
            disable: self.disable[index],
            white_to_move: self.white_to_move[index] != 0,
            en_passant,
            en_passant_open: en_passant != 0,
        }
    }

    /// Settles the move generators.
    fn settle(&self, operation: Operation<'_>) -> Vec<FindResult> {
        let count = self.disable.len();
        let mut results = Vec::with_capacity(count);
        let mut inputs = Vec::with_capacity(FINDS_A_BLOCK);
        for start in (0..count).step_by(FINDS_A_BLOCK) {
            let block = start..count.min(start + FINDS_A_BLOCK);
            inputs.clear();
            inputs.extend(block.clone().map(|index| self.inputs(index)));
            results.extend(match operation {
                Operation::Victim => settle_many(&inputs, Operation::Victim),
                Operation::Aggressor(victims) => {
                    settle_many(&inputs, Operation::Aggressor(&victims[block]))
                }
            });
        }
        results
    }
}

/// Bytes that a find takes: copies of its inputs, its result, and that in Python's form.
const BYTES_A_FIND: usize = 64;

/// Finds that are settled together: their inputs stay in the first-level cache. Inputs of a whole
/// array would be new pages of memory, which cost twice as much as the finds.
const FINDS_A_BLOCK: usize = 256;

/// Squares, lines and check of finds, a byte each.
type FindColumns<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

fn found<'py>(py: Python<'py>, results: &[FindResult]) -> PyResult<FindColumns<'py>> {
    Ok((
        ones(py, results.iter().map(|found| found.square))?,
        ones(py, results.iter().map(|found| found.line))?,
        ones(py, results.iter().map(|found| u8::from(found.check)))?,
    ))
}

/// FIND VICTIM in each position.
#[pyfunction]
pub(crate) fn find_victim<'py>(py: Python<'py>, pins: Pins) -> PyResult<FindColumns<'py>> {
    let levels = pins.read(py)?;
    let results = py.detach(|| levels.settle(Operation::Victim));
    found(py, &results)
}

/// FIND AGGRESSOR of a victim in each position.
#[pyfunction]
pub(crate) fn find_aggressor<'py>(
    py: Python<'py>,
    pins: Pins,
    victim: PyBuffer<u8>,
) -> PyResult<FindColumns<'py>> {
    let levels = pins.read(py)?;
    let mut victims = copied(py, "victim", &victim, levels.disable.len())?;
    for square in &mut victims {
        // The address has six wires.
        *square &= 63;
    }
    let results = py.detach(|| levels.settle(Operation::Aggressor(&victims)));
    found(py, &results)
}

/// The piece registers, the side to move and the en-passant latch of positions: planes, four a
/// position, and a byte each. The first is number `first` of so many.
#[pyfunction]
pub(crate) fn pack<'py>(
    py: Python<'py>,
    positions: Vec<Position>,
    first: usize,
    of: usize,
) -> PyResult<FindColumns<'py>> {
    expect_memory(0)?;
    let mut planes = Vec::with_capacity(4 * positions.len());
    let mut white_to_move = Vec::with_capacity(positions.len());
    let mut en_passant = Vec::with_capacity(positions.len());
    for (index, position) in positions.iter().enumerate() {
        let game = match position.game() {
            Ok(game) => game,
            Err(error) if of == 1 => return Err(error),
            Err(error) => {
                let (number, message) = (first + index, error.value(py));
                return Err(failure(format!("position {number}: {message}")));
            }
        };
        let position = game.position();
        let mut levels = [0u64; 4];
        for (square, piece) in position.board().iter() {
            let code = u64::from(host::piece_code(piece));
            for (bit, level) in levels.iter_mut().enumerate() {
                *level |= (code >> bit & 1) << u32::from(square);
            }
        }
        planes.extend(levels);
        white_to_move.push(u8::from(position.turn().is_white()));
        en_passant.push(host::en_passant_latch(position));
    }
    Ok((
        eights(py, planes.into_iter())?,
        ones(py, white_to_move.into_iter())?,
        ones(py, en_passant.into_iter())?,
    ))
}

/// A block: name, function, and its inputs and outputs by name and width.
type BlockRow = (
    &'static str,
    &'static str,
    Vec<(&'static str, usize)>,
    Vec<(&'static str, usize)>,
);

/// The combinational circuits of the machine.
#[pyfunction]
pub(crate) fn blocks() -> Vec<BlockRow> {
    let mut rows = Vec::new();
    for block in &BLOCKS {
        let netlist = (block.netlist)();
        rows.push((block.name, block.about, netlist.inputs(), netlist.outputs()));
    }
    rows
}

/// Settles a block gate by gate for arrays of input levels; what is not given is low. The outputs
/// as bytes of 64-bit numbers.
#[pyfunction]
pub(crate) fn settle<'py>(
    py: Python<'py>,
    name: &str,
    length: usize,
    inputs: HashMap<String, PyBuffer<u64>>,
) -> PyResult<Vec<(&'static str, Bound<'py, PyByteArray>)>> {
    let block = machine_blocks::find(name).ok_or_else(|| {
        let names: Vec<&str> = BLOCKS.iter().map(|block| block.name).collect();
        failure(format!(
            "circuit: expected one of {}, got '{name}'",
            names.join(", ")
        ))
    })?;
    let netlist = (block.netlist)();
    let pins = netlist.inputs();
    let columns = pins.len() + 2 * netlist.outputs().len();
    expect_memory(length.saturating_mul(8 * columns))?;
    let mut levels = Vec::new();
    for (pin, array) in &inputs {
        let Some(&(_, width)) = pins.iter().find(|(known, _)| known == pin) else {
            let names: Vec<&str> = pins.iter().map(|(known, _)| *known).collect();
            return Err(failure(format!(
                "input of {name}: expected one of {}, got '{pin}'",
                names.join(", ")
            )));
        };
        let array = copied(py, pin, array, length)?;
        if width < 64
            && let Some(level) = array.iter().find(|&&level| level >> width != 0)
        {
            return Err(failure(format!(
                "{pin}: expected a level of {width} wires, 0 to {}, got {level}",
                (1u64 << width) - 1
            )));
        }
        levels.push((pin.as_str(), array));
    }
    let outputs = netlist.outputs();
    let mut simulation = Simulation::new(&netlist);
    let settled = py.detach(|| {
        let mut settled = vec![Vec::with_capacity(length); outputs.len()];
        for begin in (0..length).step_by(Simulation::PATTERNS) {
            let end = length.min(begin + Simulation::PATTERNS);
            for (pin, array) in &levels {
                simulation.set_patterns(pin, &array[begin..end]);
            }
            simulation.settle();
            for ((output, _), column) in outputs.iter().zip(&mut settled) {
                let levels: [u64; Simulation::PATTERNS] = simulation.get_patterns(output);
                column.extend(&levels[..end - begin]);
            }
        }
        settled
    });
    let mut columns = Vec::new();
    for ((output, _), column) in outputs.iter().zip(settled) {
        columns.push((*output, eights(py, column.into_iter())?));
    }
    Ok(columns)
}
