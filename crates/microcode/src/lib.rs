//! Programs for the machine: the language of Belle's microcode with its assembler, disassembler and
//! listing, and the programs themselves.
//!
//! The names of fields and of their values come from [`machine::microengine::word::FIELDS`]: a row
//! added there is understood here. The language is described in [`assemble()`].
//!
//! ```
//! let text = "\
//! .entry start
//! start:  find victim
//!         if none goto done
//!         acc <- acc - frame.alpha, goto start
//! done:   halt
//! ";
//! let program = microcode::assemble("example.mc", text, &microcode::Embedded(&[]))?;
//! assert_eq!(program.words.len(), 4);
//! assert_eq!(program.address("done"), Some(3));
//! # Ok::<(), microcode::Errors>(())
//! ```
//!
//! `cargo run -p microcode --example count_captures` runs a program of seven words on the machine.

mod assemble;
mod assembler;
mod bus;
mod cursor;
mod directives;
mod disassemble;
mod draft;
mod error;
mod hex;
mod labels;
mod lexer;
mod listing;
mod loader;
mod macros;
mod names;
mod orders;
mod program;
pub mod programs;
pub mod selftest;
mod source;

pub use assemble::{AssembleError, assemble, assemble_file};
pub use disassemble::{disassemble, orders_text};
pub use error::{Error, Errors};
pub use hex::{read_hex, write_hex};
pub use listing::listing;
pub use loader::{Embedded, Files, Loader};
pub use names::nearest;
pub use program::{Call, Location, Program};
pub use source::SourceFile;
