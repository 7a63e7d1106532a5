//! `belle asm` and `belle disasm`

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, ensure};
use clap::Args;
use microcode::{Program, assemble_file, disassemble, listing, programs, read_hex, write_hex};

/// Assemble microcode: from a file, or one of the programs the machine comes with (search.mc, selftest.mc).
#[derive(Debug, Args)]
pub(crate) struct Asm {
    /// Microcode source.
    file: PathBuf,
    /// Write the words here, 16 hexadecimal digits a line, instead of to the screen.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// A listing instead: addresses, words, labels and source lines.
    #[arg(long)]
    listing: bool,
}

/// Turn words of microcode, as `belle asm` writes them, back into source that assembles to the same words.
#[derive(Debug, Args)]
pub(crate) struct Disasm {
    /// Words, 16 hexadecimal digits a line.
    file: PathBuf,
    /// Write the source here instead of to the screen.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl Asm {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let program = source(&self.file)?;
        ensure!(!program.words.is_empty(), "there are no words in '{}'", self.file.display());
        let text = if self.listing { listing(&program) } else { write_hex(&program) };
        write(self.output.as_deref(), &text)?;
        eprintln!("{} words", program.words.len());
        Ok(())
    }
}

impl Disasm {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let name = self.file.display().to_string();
        let text = fs::read_to_string(&self.file).with_context(|| format!("cannot read '{name}'"))?;
        let program = read_hex(&name, &text)?;
        write(self.output.as_deref(), &disassemble(&program))
    }
}

/// A file's program; or, if there is no such file, the one of that name within.
fn source(file: &Path) -> anyhow::Result<Program> {
    let within = file.to_str().filter(|name| programs::SOURCES.iter().any(|(known, _)| known == name));
    match within {
        Some(name) if !file.exists() => Ok(programs::program(name)?),
        _ => Ok(assemble_file(file)?),
    }
}

fn write(output: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match output {
        Some(path) => files::write_atomically(path, text),
        None => Ok(io::Write::write_all(&mut io::stdout().lock(), text.as_bytes())?),
    }
}
