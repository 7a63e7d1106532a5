//! The programs of the machine, carried in this crate.

use machine::microengine::variant::Variant;

use crate::assemble::assemble;
use crate::error::{ErrorList, Errors, Fault};
use crate::loader::{Embedded, Loader};
use crate::program::Program;
use crate::source::{Place, SourceFile};

/// Names and texts of the files in `programs/`.
pub const SOURCES: &[(&str, &str)] = &[
    ("board.mc", include_str!("../programs/board.mc")),
    ("search.mc", include_str!("../programs/search.mc")),
    ("selftest.mc", include_str!("../programs/selftest.mc")),
];

/// The program of the fast variant's chip. It does not stand in [`SOURCES`], since the authentic
/// machine has not all of its orders.
const FAST: (&str, &str) = ("fast.mc", include_str!("../programs/fast.mc"));
/// The line of search.mc from which on it does what a host asks for at the root. fast.mc includes
/// these words as they are.
const ROOT_BEGINS: &str = "; Marks the position on the board as one of the game.\n";

/// The search: alpha-beta over the machine's moves. Fails if the program is wrong; the tests hold
/// that it is not.
pub fn search() -> Result<Program, Errors> {
    program("search.mc")
}

/// The search for the fast variant of the chip. Fails if the program is wrong; the tests hold that
/// it is not.
pub fn fast() -> Result<Program, Errors> {
    let search = include_str!("../programs/search.mc");
    let begins = search.find(ROOT_BEGINS).unwrap_or(search.len());
    let mut sources = SOURCES.to_vec();
    sources.push(("root.mc", &search[begins..]));
    let (name, text) = FAST;
    assemble(name, text, &Embedded(&sources))
}

/// The search for a variant of the machine.
pub fn search_for(variant: Variant) -> Result<Program, Errors> {
    match variant {
        Variant::Authentic => search(),
        Variant::Fast => fast(),
    }
}

/// The self-test: every field and every circuit. Fails if the program is wrong; the tests hold that
/// it is not.
pub fn selftest() -> Result<Program, Errors> {
    program("selftest.mc")
}

/// A program by the name of its file. Fails if there is no such program, or it is wrong.
pub fn program(name: &str) -> Result<Program, Errors> {
    match Embedded(SOURCES).load(name, "") {
        Ok(source) => assemble(&source.name, &source.text, &Embedded(SOURCES)),
        Err(error) => {
            let (sources, mut found) = ([SourceFile::new(name, "")], ErrorList::default());
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
