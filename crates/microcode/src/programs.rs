//! The programs of the machine, carried in this crate.

use crate::assemble::assemble;
use crate::error::{Errors, Fault, Found};
use crate::loader::{Embedded, Loader};
use crate::program::Program;
use crate::source::{Place, SourceFile};

/// Names and texts of the files in `programs/`.
pub const SOURCES: &[(&str, &str)] = &[
    ("board.mc", include_str!("../programs/board.mc")),
    ("search.mc", include_str!("../programs/search.mc")),
    ("selftest.mc", include_str!("../programs/selftest.mc")),
];

/// The search: alpha-beta over the machine's moves. Fails if the program is wrong; the tests hold that it is not.
pub fn search() -> Result<Program, Errors> {
    program("search.mc")
}

/// The self-test: every field and every circuit. Fails if the program is wrong; the tests hold that it is not.
pub fn selftest() -> Result<Program, Errors> {
    program("selftest.mc")
}

/// A program by the name of its file. Fails if there is no such program, or it is wrong.
pub fn program(name: &str) -> Result<Program, Errors> {
    match Embedded(SOURCES).load(name, "") {
        Ok(source) => assemble(&source.name, &source.text, &Embedded(SOURCES)),
        Err(error) => {
            let (sources, mut found) = ([SourceFile::new(name, "")], Found::default());
            let place = Place {
                file: 0,
                line: 1,
                column: 1,
                length: 1,
            };
            found.add(Fault::new(place, error.to_string()), &sources, Vec::new());
            found.finish().map(|()| Program::default())
        }
    }
}
