//! Endgame tables: built, probed, and their longest lines.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use endgame::{
    BuildOptions, Bytes, LongestLine, Material, Metric, ProbeError, Prober as _, Value,
    with_threads,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shakmaty::CastlingMode;

use crate::error::failure;
use crate::memory::expect_memory;
use crate::position::{Position, fen, uci};
use crate::waiting::stoppable;

/// Win, draw or loss as 1, 0 or -1, and the plies to the goal.
type ValueRow = (i8, Option<u16>);

fn value_row(value: Value) -> ValueRow {
    (value.sign(), value.plies())
}

fn metric(name: &str) -> PyResult<Metric> {
    name.parse().map_err(failure)
}

fn material(name: &str) -> PyResult<Material> {
    name.parse()
        .map_err(|error| failure(format!("ending '{name}': {error}")))
}

/// Builds tables and those they lead to; returns the endings built. After Ctrl-C the same call
/// continues the work.
#[pyfunction]
pub(crate) fn build(
    py: Python<'_>,
    endings: Vec<String>,
    folder: PathBuf,
    metric_name: &str,
    memory: &str,
) -> PyResult<Vec<String>> {
    let mut wanted = Vec::new();
    for name in &endings {
        wanted.push(material(name)?);
    }
    let memory: Bytes = memory
        .parse()
        .map_err(|error| failure(format!("memory: {error}")))?;
    let options = BuildOptions {
        memory: memory.0,
        ..BuildOptions::new(&folder, metric(metric_name)?)
    };
    let stopped = AtomicBool::new(false);
    let work = || {
        with_threads(|| {
            endgame::build(&wanted, &options, &mut |_| {
                // A build ends at a report alone, and its files say how far it came: it may be left
                // like this.
                if stopped.load(Ordering::Relaxed) {
                    resume_unwind(Box::new("stopped"));
                }
            })
        })
    };
    let built = stoppable(
        py,
        || stopped.store(true, Ordering::Relaxed),
        || catch_unwind(AssertUnwindSafe(work)),
    )?;
    let built = built.map_err(|_| failure("the build failed; the same call continues it"))?;
    let built = built.map_err(failure)?;
    Ok(built.iter().map(Material::to_string).collect())
}

/// The tables of a folder.
#[pyclass(frozen, module = "belle._belle")]
pub(crate) struct Tablebase {
    tables: endgame::Tablebase,
    folder: PathBuf,
}

impl Tablebase {
    /// The result of probing; for a missing table with the call that builds it.
    fn explained<T>(&self, probed: Result<T, ProbeError>) -> PyResult<T> {
        probed.map_err(|error| match &error {
            ProbeError::Missing(ending) => {
                let (folder, metric) = (&self.folder, self.tables.metric());
                failure(format!(
                    "{error} in {}: build it with belle.endgame.build('{ending}', folder={folder:?}, metric='{metric}')",
                    folder.display()
                ))
            }
            _ => failure(error),
        })
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    fn new(folder: PathBuf, metric_name: &str) -> PyResult<Tablebase> {
        let metric = metric(metric_name)?;
        expect_memory(0)?;
        let tables = match folder.is_dir() {
            true => Some(endgame::Tablebase::open(&folder, metric).map_err(failure)?),
            false => None,
        };
        match tables {
            Some(tables) if !tables.tables().is_empty() => Ok(Tablebase { tables, folder }),
            _ => Err(failure(format!(
                "no {metric} tables in {}: build some first, such as with belle.endgame.build('KQKR', \
                 folder={folder:?}, metric='{metric}')",
                folder.display()
            ))),
        }
    }

    /// Names of the endings.
    fn endings(&self) -> Vec<String> {
        let tables = self.tables.tables().iter();
        tables.map(|table| table.material().to_string()).collect()
    }

    /// The value of a position, of its moves, and the best line.
    fn probe<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyDict>> {
        let game = position.game()?;
        expect_memory(0)?;
        let at = game.position();
        let probed = py.detach(|| {
            let value = self.tables.probe(at)?;
            let moves = self.tables.moves(at)?;
            let line = self.tables.best_line(at, MAX_LINE)?;
            Ok((value, moves, line))
        });
        let (value, moves, line) = self.explained(probed)?;
        let mut rated = Vec::new();
        for one in moves {
            let text = uci(&[one.chess_move], CastlingMode::Standard).remove(0);
            rated.push((text, value_row(one.value)));
        }
        let row = PyDict::new(py);
        row.set_item("value", value_row(value))?;
        row.set_item("moves", rated)?;
        row.set_item("line", uci(&line, CastlingMode::Standard))?;
        Ok(row)
    }

    /// The longest line of an ending; none if neither side ever wins.
    fn longest<'py>(&self, py: Python<'py>, ending: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
        let material = material(ending)?;
        expect_memory(0)?;
        let found = py.detach(|| LongestLine::new(&self.tables, material));
        let Some(line) = self.explained(found)? else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        for one in &line.moves {
            let text = uci(&[one.chess_move], CastlingMode::Standard).remove(0);
            moves.push((text, value_row(one.value), one.equal, one.legal));
        }
        let row = PyDict::new(py);
        row.set_item("start", fen(&line.start))?;
        row.set_item("moves", moves)?;
        row.set_item("text", line.to_string())?;
        row.set_item("svg", line.to_svg())?;
        Ok(Some(row))
    }
}

/// Most moves of a best line.
const MAX_LINE: usize = 1000;
