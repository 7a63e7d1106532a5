//! `belle verilog`

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use files::{check_new, write_atomically};
use machine::blocks::{self, BLOCKS, Block, FAST_BLOCKS};
use machine::microengine::variant::{VARIANTS, Variant};
use machine::rtl;
use machine::rtl::boards::{self, BOARDS, Board};
use microcode::{Program, programs};

use crate::listed::ListedValues;
use crate::setup::{Usage, folder_path, working};

/// Write the circuits as synthesizable Verilog.
#[derive(Debug, Args)]
pub(crate) struct Verilog {
    /// Write only this block, to standard output unless --output is given.
    #[arg(short, long, value_parser = block_parser())]
    block: Option<String>,
    /// Write all that a board needs: the machine, a serial line, memory, pins, a Makefile.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = board_parser(),
        conflicts_with = "block",
        requires = "output"
    )]
    board: Option<&'static Board>,
    /// Which machine: the authentic one, or the fast variant, which searches the same nodes in
    /// three fifths of the cycles.
    #[arg(long, value_name = "NAME", value_parser = variant, default_value = "authentic")]
    variant: Variant,
    /// Output directory, created if missing.
    #[arg(short, long, value_name = "DIR", value_parser = folder_path())]
    output: Option<PathBuf>,
    /// Replace existing files.
    #[arg(short, long)]
    force: bool,
    /// List the blocks and the boards.
    #[arg(long, conflicts_with_all = ["block", "board", "variant", "output", "force"])]
    list: bool,
}

/// Name and description of the whole machine, beside the blocks.
const MACHINE: (&str, &str) = (
    "machine",
    "the whole machine with search.mc: registers, memories, microcode, host port",
);

/// Names and descriptions of all blocks and of the whole machine.
fn designs() -> impl Iterator<Item = (&'static str, &'static str)> {
    blocks::all()
        .map(|block| (block.name, block.about))
        .chain([MACHINE])
}

/// Names of what is written of a variant if nothing is chosen: its own blocks and the whole
/// machine.
fn names_of(variant: Variant) -> Vec<&'static str> {
    let blocks: &[Block] = match variant {
        Variant::Authentic => const { &BLOCKS },
        Variant::Fast => const { &FAST_BLOCKS },
    };
    let mut names: Vec<_> = blocks.iter().map(|block| block.name).collect();
    names.push(MACHINE.0);
    names
}

/// Parser of the name of a block.
fn block_parser() -> ListedValues<String> {
    ListedValues::new(designs().map(|(name, _)| name), check_name)
}

/// Parser of the name of a board.
fn board_parser() -> ListedValues<&'static Board> {
    ListedValues::new(BOARDS.iter().map(|board| board.name), board)
}

/// Names and contents of a design's files.
fn files_of(name: &str, variant: Variant) -> Vec<(String, String)> {
    match blocks::find(name) {
        Some(block) => vec![(format!("{name}.v"), block.verilog())],
        None => rtl::verilog(variant, &program(variant).words),
    }
}

/// The program of a variant.
fn program(variant: Variant) -> Program {
    programs::search_for(variant).expect("the machine's programs assemble")
}

/// Finds a variant.
fn variant(name: &str) -> Result<Variant, String> {
    Variant::named(name).ok_or_else(|| {
        let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
        format!("no such variant; known: {}", names.join(", "))
    })
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
fn files_of_board(board: &Board, variant: Variant) -> Vec<(String, String)> {
    let program = program(variant);
    let mut entries = Vec::new();
    for name in &program.entries {
        let address = program.address(name).expect("an entry is a label");
        entries.push((name.as_str(), address));
    }
    boards::files(board, variant, &program.words, &entries)
}

/// Checks the name of a block.
fn check_name(name: &str) -> Result<String, String> {
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
            for (name, about) in designs().chain(boards) {
                try_println!("{name:24}{about}")?;
            }
            return Ok(());
        }
        let names = match &self.block {
            Some(name) => vec![name.as_str()],
            None => names_of(self.variant),
        };
        let files = working("verilog", || {
            if let Some(board) = self.board {
                return files_of_board(board, self.variant);
            }
            let mut files = Vec::new();
            for name in names {
                files.extend(files_of(name, self.variant));
            }
            files
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
            for (name, _) in files {
                check_new(&folder.join(name), "--force replaces it")?;
            }
        }
        for (name, text) in files {
            let path = folder.join(name);
            write_atomically(&path, text)?;
            eprintln!("{}", path.display());
        }
        Ok(())
    }
}
