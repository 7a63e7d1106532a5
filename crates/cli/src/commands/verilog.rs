//! `belle verilog`

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use files::{check_new, write_atomically};
use machine::blocks::BLOCKS;
use machine::rtl;
use machine::rtl::boards::{self, BOARDS, Board};
use microcode::programs;

use crate::setup::{Usage, working};

/// Write the circuits as synthesizable Verilog.
#[derive(Debug, Args)]
pub(crate) struct Verilog {
    /// Write only this block, to standard output unless --output is given.
    #[arg(short, long, value_parser = known)]
    block: Option<String>,
    /// Write all that a board needs: the machine, a serial line, memory, pins, a Makefile.
    #[arg(long, value_name = "NAME", value_parser = board, conflicts_with = "block", requires = "output")]
    board: Option<&'static Board>,
    /// Output directory, created if missing.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace existing files.
    #[arg(short, long)]
    force: bool,
    /// List the blocks and the boards.
    #[arg(long, conflicts_with_all = ["block", "board", "output", "force"])]
    list: bool,
}

/// Name and description of the whole machine, beside the blocks.
const MACHINE: (&str, &str) = (
    "machine",
    "the whole machine with search.mc: registers, memories, microcode, host port",
);

/// Names and descriptions of all blocks and of the whole machine.
fn designs() -> impl Iterator<Item = (&'static str, &'static str)> {
    BLOCKS
        .iter()
        .map(|block| (block.name, block.about))
        .chain([MACHINE])
}

/// Names and contents of a design's files.
fn files_of(name: &str) -> Vec<(String, String)> {
    match BLOCKS.iter().find(|block| block.name == name) {
        Some(block) => vec![(format!("{name}.v"), block.verilog())],
        None => rtl::verilog(&programs::search().expect("search.mc assembles").words),
    }
}

/// Finds a board.
fn board(name: &str) -> Result<&'static Board, String> {
    match BOARDS.iter().find(|board| board.name == name) {
        Some(board) => Ok(board),
        None => {
            let names: Vec<_> = BOARDS.iter().map(|board| board.name).collect();
            Err(format!("no such board; known: {}", names.join(", ")))
        }
    }
}

/// Names and contents of a board's files.
fn files_of_board(board: &Board) -> Vec<(String, String)> {
    let program = programs::search().expect("search.mc assembles");
    let mut entries = Vec::new();
    for name in &program.entries {
        let address = program.address(name).expect("an entry is a label");
        entries.push((name.as_str(), address));
    }
    boards::files(board, &program.words, &entries)
}

/// Checks the name of a block.
fn known(name: &str) -> Result<String, String> {
    let names: Vec<_> = designs().map(|(name, _)| name).collect();
    if names.contains(&name) {
        Ok(name.to_owned())
    } else {
        Err(format!("no such block; known: {}", names.join(", ")))
    }
}

impl Verilog {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.list {
            let boards = BOARDS.iter().map(|board| (board.name, board.about));
            return designs()
                .chain(boards)
                .try_for_each(|(name, about)| Ok(try_println!("{name:24}{about}")?));
        }
        let wanted = |name: &&str| self.block.as_ref().is_none_or(|block| block == name);
        let names = designs().map(|(name, _)| name).filter(wanted);
        let files: Vec<_> = working("verilog", || match self.board {
            Some(board) => files_of_board(board),
            None => names.flat_map(files_of).collect(),
        });
        match (&self.output, &files[..]) {
            (Some(folder), _) => self.save(folder, &files),
            (None, [(_, text)]) => Ok(try_print!("{text}")?),
            (None, _) => bail!(Usage(format!(
                "{} files need a folder: -o DIR",
                files.len()
            ))),
        }
    }

    /// Writes all files, or none if one exists and may not be replaced.
    fn save(&self, folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
        files::create_folder(folder)?;
        if !self.force {
            files
                .iter()
                .try_for_each(|(name, _)| check_new(&folder.join(name), "--force replaces it"))?;
        }
        for (name, text) in files {
            let path = folder.join(name);
            write_atomically(&path, text)?;
            eprintln!("{}", path.display());
        }
        Ok(())
    }
}
