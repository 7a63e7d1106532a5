//! `belle asm` and `belle disasm`

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use files::{check_distinct, check_new, is_stream};
use microcode::{
    Files, Program, assemble_file, disassemble, listing, programs, read_hex, write_hex,
};

use crate::setup::{input_path, output_path, usage};

/// Assemble microcode from a file, or a built-in program (search.mc or selftest.mc).
#[derive(Debug, Args)]
pub(crate) struct Asm {
    /// Source file, the name of a built-in program, or '-' for standard input.
    #[arg(value_parser = input_path())]
    file: PathBuf,
    /// Output file, one word of 16 hexadecimal digits per line [default: '-', standard output].
    #[arg(short, long, value_name = "FILE", value_parser = output_path())]
    output: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(short, long)]
    force: bool,
    /// Write a listing instead: addresses, words, labels and source lines.
    #[arg(long)]
    listing: bool,
}

/// Disassemble microcode into source that assembles to the same words.
#[derive(Debug, Args)]
pub(crate) struct Disasm {
    /// File with one word of 16 hexadecimal digits per line, or '-' for standard input.
    #[arg(value_parser = input_path())]
    file: PathBuf,
    /// Output file [default: '-', standard output].
    #[arg(short, long, value_name = "FILE", value_parser = output_path())]
    output: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(short, long)]
    force: bool,
}

impl Asm {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        check_output(&self.file, self.output.as_deref(), self.force)?;
        let program = source(&self.file)?;
        ensure!(
            !program.words.is_empty(),
            "'{}' has no words",
            self.file.display()
        );
        let text = if self.listing {
            listing(&program)
        } else {
            write_hex(&program)
        };
        write(self.output.as_deref(), &text)?;
        eprintln!("{} words", program.words.len());
        Ok(())
    }
}

impl Disasm {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        check_output(&self.file, self.output.as_deref(), self.force)?;
        let name = self.file.display().to_string();
        let text = read_source(&self.file).with_context(|| format!("cannot read '{name}'"))?;
        let program = read_hex(&name, &text)?;
        ensure!(!program.words.is_empty(), "'{name}' has no words");
        write(self.output.as_deref(), &disassemble(&program))
    }
}

/// Assembles a file or, if there is none, the built-in program of that name.
fn source(file: &Path) -> anyhow::Result<Program> {
    let built_in = file
        .to_str()
        .filter(|name| programs::SOURCES.iter().any(|(known, _)| known == name));
    match built_in {
        Some(name) if !file.exists() => Ok(programs::program(name)?),
        _ => Ok(assemble_file(file, &Files(read_source))?),
    }
}

/// Most bytes of a source: some ten thousand pages.
const MAX_SOURCE: u64 = 16 << 20;

fn read_source(path: &Path) -> io::Result<String> {
    files::read_text(path, MAX_SOURCE)
}

/// Fails if the output would replace the input, or without `force` another file.
fn check_output(input: &Path, output: Option<&Path>, force: bool) -> anyhow::Result<()> {
    check_distinct(&[("the input", Some(input)), ("-o", output)]).map_err(usage)?;
    match output {
        Some(output) if !force && !is_stream(output) => check_new(output, "--force replaces it"),
        _ => Ok(()),
    }
}

fn write(output: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match output {
        Some(path) => files::write_atomically(path, text),
        None => Ok(try_print!("{text}")?),
    }
}
