//! `belle._belle`: what the Python package `belle` (in `python/belle`) calls.
//!
//! This layer hands texts, numbers and arrays over, releases the interpreter while it works, and
//! lets Ctrl-C stop the work. Dataclasses, python-chess's types, docstrings and examples are in the
//! package.
//!
//! A lock of an object here is only waited for while the interpreter is released: a thread that
//! holds the lock may ask for the interpreter.

mod arrays;
mod circuits;
mod endings;
mod error;
mod games;
mod laboratory_results;
mod machine_room;
mod memory;
mod microengine;
mod player;
mod position;
mod reasons;
mod waiting;

use pyo3::prelude::*;

/// The native part of the package `belle`.
#[pymodule]
mod _belle {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::circuits::{blocks, find_aggressor, find_victim, pack, settle};
    #[pymodule_export]
    use crate::endings::{Tablebase, build};
    #[pymodule_export]
    use crate::error::BelleError;
    #[pymodule_export]
    use crate::games::judge;
    #[pymodule_export]
    use crate::laboratory_results::{experiments, laboratory_records, laboratory_results, run};
    #[pymodule_export]
    use crate::machine_room::Machine;
    #[pymodule_export]
    use crate::microengine::{Microengine, assemble, sources};
    #[pymodule_export]
    use crate::player::{Player, Search};
    #[pymodule_export]
    use crate::reasons::atlas_reasons;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_DEPTH", host::MAX_DEPTH)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
