//! The language of the microcode, and the door to its assembler.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::assembler::Assembler;
use crate::error::Errors;
use crate::loader::{Files, Loader};
use crate::program::Program;
use crate::source::SourceFile;

/// A program that could not be assembled from its file.
#[derive(Debug, Error)]
pub enum AssembleError {
    /// The file could not be read.
    #[error("{file}: {cause}")]
    Read {
        /// Name of the file.
        file: String,
        /// Why not.
        cause: io::Error,
    },
    /// The program has errors.
    #[error(transparent)]
    Wrong(#[from] Errors),
}

/// Assembles a program.
///
/// A statement is a line; a line that ends in a comma goes on with the next, and `;` begins a
/// comment. A word is its orders with commas between them, with any number of labels (`NAME:`)
/// before it:
///
/// | order | what it does |
/// |---|---|
/// | `FIELD SYMBOL` | any field that has symbols: `find victim`, `ply up` |
/// | `FIELD` | a switch: `turn`, `halt` |
/// | `address square e1`, `put own king` | the literal stands in `next`: such a word cannot jump |
/// | `TARGET <- VALUE` | the value bus; TARGET is `acc`, `frame.SLOT`, `acc & frame.SLOT` or `nothing`, VALUE is `[acc + \| acc -] [- \| ~] SOURCE [+ 1]` |
/// | `compare SOURCE` | drives the bus for a test of the comparator, stores nothing |
/// | `goto LABEL`, `if TEST goto LABEL`, `unless TEST goto LABEL` | the next word |
/// | `FIELD = NUMBER` | any bits, as the disassembler needs; those without a meaning are the field `spare` |
/// | `rest` | nothing at all |
///
/// Directives: `.include "FILE"`, `.entry LABEL`, `.machine NAME` (`fast`: the orders of the fast
/// variant's chip, too), and `.macro NAME(PARAMETERS)` to `.end`. A macro is called by its name, as
/// a statement; or, if its body is one word, as one of a word's orders. A label that begins with a
/// dot is local: in a macro to each expansion, elsewhere to the label before it. A parameter stands
/// for what the call puts there, also behind a dot (`frame.slot`); but a symbol right behind its
/// field stays what it is (`find aggressor` in a macro with a parameter `aggressor`). Macros are
/// defined before they are used. Numbers are decimal, `0x..` or `0b..`. The error lists all that is
/// wrong.
pub fn assemble(name: &str, text: &str, loader: &dyn Loader) -> Result<Program, Errors> {
    let mut assembler = Assembler::new(loader);
    assembler.assemble_file(SourceFile::new(name, text));
    assembler.finish()
}

/// Assembles a program from its file; what it includes is found from the file's folder. Fails if
/// the file cannot be read, or the program is wrong.
pub fn assemble_file(path: impl AsRef<Path>, files: &Files) -> Result<Program, AssembleError> {
    let name = path.as_ref().display().to_string();
    let source = files
        .load(&name, "")
        .map_err(|cause| AssembleError::Read { file: name, cause })?;
    Ok(assemble(&source.name, &source.text, files)?)
}
